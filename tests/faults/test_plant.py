"""The planted faults have their place in the program, and in the long run one of them is found."""

from pathlib import Path

import pytest

from ops.plant import FAULTS, Fault, plant, report_of

BY_NAME = {fault.name: fault for fault in FAULTS}


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_every_fault_can_be_planted(fault: Fault, tmp_path: Path) -> None:
    plant(fault, tmp_path)
    for name, _, wrong in fault.edits:
        if name.endswith(".py"):
            compile((tmp_path / name).read_text(), name, "exec")
        assert wrong in (tmp_path / name).read_text()


@pytest.mark.slow
def test_a_planted_fault_is_found(tmp_path: Path) -> None:
    fault = BY_NAME["the request of a repeat not looked at"]
    tmp_path.chmod(0o755)
    plant(fault, tmp_path)
    assert "another body under the same key" in (report_of(fault, tmp_path) or "")


@pytest.mark.slow
@pytest.mark.parametrize("tool", sorted({(fault.tool[0], *fault.tool[1:]) for fault in FAULTS}), ids=lambda t: t[0])
def test_without_a_fault_the_same_run_finds_nothing(tool: tuple[str, ...], tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    sound = Fault("none", (), tool)
    plant(sound, tmp_path)
    assert report_of(sound, tmp_path) is None
