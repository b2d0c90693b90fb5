"""Everything that the runbook and the deployment files name exists."""

import re
from importlib.util import find_spec
from pathlib import Path

import pytest
import yaml

from api.metrics import Metrics
from api.settings import SETTINGS
from ops.cli import main
from projections.standing import Standing

ROOT = Path(__file__).parents[2]
RUNBOOK = (ROOT / "ops" / "RUNBOOK.md").read_text()
DEPLOY = ROOT / "ops" / "deploy"
NAMES = {setting.name for setting in SETTINGS}


def test_every_command_in_the_runbook_is_one() -> None:
    commands = set(re.findall(r"`poolbook ([a-z-]+)", RUNBOOK))
    assert {"migrate", "backup", "restore", "rebuild", "follow", "serve"} <= commands
    assert commands <= set(main.commands)


def test_every_module_and_file_in_the_runbook_is_there() -> None:
    for module in re.findall(r"python -m (ops\.\w+)", RUNBOOK):
        assert find_spec(module), module
    for path in re.findall(r"`(ops/[\w./-]+)`", RUNBOOK):
        assert (ROOT / path).exists(), path


def test_every_number_to_watch_is_one_of_ours() -> None:
    ours = Metrics().text(lambda: Standing(lag=0, stopped=0, unsigned=0)).decode()
    named = set(re.findall(r"poolbook_(?:requests|recording|follower|clubs|database|webhooks?)\w+", RUNBOOK))
    assert len(named) == 8
    for name in named:
        assert re.search(rf"# TYPE {name.removesuffix('_total')}", ours) or name in ours, name


@pytest.mark.parametrize("file", sorted(path.name for path in DEPLOY.iterdir()))
def test_files_of_deployment_name_settings_that_there_are(file: str) -> None:
    text = (DEPLOY / file).read_text()
    assert set(re.findall(r"POOLBOOK_[A-Z_]+", text)) <= NAMES


def test_the_compose_file_has_the_parts_of_the_runbook() -> None:
    services = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
    assert set(services) == {"database", "role", "migrate", "api", "follower"}
    for name in ("api", "follower"):
        assert services[name]["depends_on"] == {"migrate": {"condition": "service_completed_successfully"}}
        assert (DEPLOY / services[name]["build"]["context"] / services[name]["build"]["dockerfile"]).exists()
