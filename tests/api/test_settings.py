"""The settings: read from the environment, checked at start, all errors at once."""

from dataclasses import fields
from pathlib import Path

import pytest

from api.settings import SETTINGS, Settings, SettingsError

URL = "postgresql://service:secret-word@localhost:5432/poolbook"


def test_without_any_the_service_listens_on_this_machine_and_runs_its_own_database() -> None:
    settings = Settings.from_environment({"HOME": "/home/somebody"})
    assert (settings.host, settings.port) == ("127.0.0.1", 8181)
    assert (settings.database_url, settings.owner_database_url) == (None, None)
    assert settings.operator_token is None
    assert settings.checkpoint_dir == settings.data_dir / "checkpoints"
    assert settings.tally_dir == settings.data_dir / "tallies"


def test_the_owner_connects_where_the_service_does_unless_told_otherwise() -> None:
    assert Settings.from_environment({"POOLBOOK_DATABASE_URL": URL}).owner_database_url == URL
    owner = URL.replace("service", "owner")
    both = {"POOLBOOK_DATABASE_URL": URL, "POOLBOOK_OWNER_DATABASE_URL": owner}
    assert Settings.from_environment(both).owner_database_url == owner


def test_an_empty_variable_counts_as_unset() -> None:
    assert Settings.from_environment({"POOLBOOK_PORT": "", "POOLBOOK_DATABASE_URL": ""}).port == 8181


def test_all_errors_are_told_at_once_and_no_password_among_them(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(SettingsError) as caught:
        Settings.from_environment(
            {
                "POOLBOOK_DATABASE_URL": "mysql://root:secret-word@localhost/db",
                "POOLBOOK_OWNER_DATABASE_URL": "postgresql://owner:secret-word@localhost:5432/db?nonsense=1",
                "POOLBOOK_DATA_DIR": str(tmp_path / "file"),
                "POOLBOOK_CHECKPOINT_DIR": str(tmp_path / "file"),
                "POOLBOOK_TALLY_DIR": str(tmp_path / "file"),
                "POOLBOOK_SECRET_KEY": "short",
                "POOLBOOK_OPERATOR_TOKEN": "with a space in it, though long enough",
                "POOLBOOK_REQUESTS_PER_SECOND": "0",
                "POOLBOOK_REMEMBERED_EVENTS": "0",
                "POOLBOOK_LOG_FORMAT": "xml",
                "POOLBOOK_CORS_ORIGINS": "*",
                "POOLBOOK_WEBHOOK_PRIVATE": "yes",
                "POOLBOOK_HOST": "two hosts",
                "POOLBOOK_PORT": "65536",
            }
        )
    assert {error.partition(":")[0] for error in caught.value.errors} == {setting.name for setting in SETTINGS}
    assert "secret-word" not in str(caught.value)
    assert "short" not in str(caught.value)


@pytest.mark.parametrize("name", ["POOLBOOK_OPERATOR_TOKEN", "POOLBOOK_SECRET_KEY"])
@pytest.mark.parametrize("secret", ["x" * 31, "x" * 40 + " ", "clé" * 20, "change-me-to-something-else-that-is-long"])
def test_a_secret_is_32_visible_characters_at_least_and_not_that_of_the_example(name: str, secret: str) -> None:
    with pytest.raises(SettingsError, match=f"^{name}: ") as caught:
        Settings.from_environment({name: secret})
    assert secret not in str(caught.value)
    Settings.from_environment({name: "0123456789abcdef" * 2})


@pytest.mark.parametrize("requests", ["0", "-1", "1.5", "many", "1000001", "9" * 5000])
def test_how_many_requests_a_token_may_send_is_a_number(requests: str) -> None:
    with pytest.raises(SettingsError):
        Settings.from_environment({"POOLBOOK_REQUESTS_PER_SECOND": requests})
    assert Settings.from_environment({"POOLBOOK_REQUESTS_PER_SECOND": "1"}).requests_per_second == 1


@pytest.mark.parametrize("events", ["0", "-1", "1e6", "all", "100000001"])
def test_how_many_events_are_remembered_is_a_number(events: str) -> None:
    with pytest.raises(SettingsError):
        Settings.from_environment({"POOLBOOK_REMEMBERED_EVENTS": events})
    assert Settings.from_environment({"POOLBOOK_REMEMBERED_EVENTS": "1"}).remembered_events == 1


@pytest.mark.parametrize(("text", "log_format"), [("", None), ("plain", "plain"), ("json", "json")])
def test_the_log_is_plain_or_json_or_as_its_reader_needs_it(text: str, log_format: str | None) -> None:
    assert Settings.from_environment({"POOLBOOK_LOG_FORMAT": text}).log_format == log_format


@pytest.mark.parametrize("port", ["0", "65536", "-1", "8181.0", "http", "²"])
def test_a_port_is_a_number_that_can_be_listened_on(port: str) -> None:
    with pytest.raises(SettingsError):
        Settings.from_environment({"POOLBOOK_PORT": port})


def test_an_owners_address_alone_is_an_oversight() -> None:
    with pytest.raises(SettingsError):
        Settings.from_environment({"POOLBOOK_OWNER_DATABASE_URL": URL})


@pytest.mark.parametrize(
    "origin",
    [
        *(
            "*",
            "null",
            "club.example",
            "https://",
            "https://club.example/",
            "https://club.example/page",
            "ftp://club.example",
        ),
        *("https://Club.example", "https://*.club.example", "https://user@club.example", "https://club.example:443"),
        *(
            "http://localhost:80",
            "http://localhost:99999",
            "http://localhost:",
            "https://club.example?x",
            "https://[::1",
        ),
    ],
)
def test_an_origin_is_written_as_a_browser_writes_it(origin: str) -> None:
    with pytest.raises(SettingsError, match=r"^POOLBOOK_CORS_ORIGINS: ") as caught:
        Settings.from_environment({"POOLBOOK_CORS_ORIGINS": f"https://good.example {origin}"})
    assert repr(origin) in str(caught.value)
    assert "good.example" not in str(caught.value)


def test_several_origins_stand_with_blanks_or_commas_between() -> None:
    named = "https://club.example, http://localhost:3000 http://[::1]:8080\nhttps://club.example"
    origins = Settings.from_environment({"POOLBOOK_CORS_ORIGINS": named}).cors_origins
    assert origins == ("https://club.example", "http://localhost:3000", "http://[::1]:8080")


def test_every_setting_has_a_field_a_meaning_and_a_default() -> None:
    assert {s.name.removeprefix("POOLBOOK_").lower() for s in SETTINGS} == {f.name for f in fields(Settings)}
    assert all(s.meaning and s.default for s in SETTINGS)
