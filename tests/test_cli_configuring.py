"""Options of `eddyline serve` come from the command line, else from the environment, else from a TOML file."""

from __future__ import annotations

import click
import pytest
from click.testing import CliRunner

from eddyline.cli.configuring import Setting, read_words
from eddyline.cli.serve import serve
from eddyline.engine.text import EncodingError

SHOWN = [each for each in serve.params if isinstance(each, Setting)]


@pytest.fixture
def file(tmp_path):
    return tmp_path / "eddyline.toml"


def values(*arguments):
    """Return what `eddyline serve` is given."""
    return serve.make_context("serve", list(map(str, arguments)), auto_envvar_prefix="EDDYLINE").params


def refusal(*arguments):
    with pytest.raises(click.BadParameter) as refused:
        values(*arguments)
    return refused.value.format_message()


def test_the_command_line_comes_before_the_environment_and_that_before_the_file(file, monkeypatch):
    file.write_text('port = 8001\nbot-pause = 2\ncontact = "a@example.org"\n', "utf-8")
    monkeypatch.setenv("EDDYLINE_PORT", "8002")
    monkeypatch.setenv("EDDYLINE_BOT_PAUSE", "3")
    found = values("--config", file, "--port", "8003")
    assert (found["port"], found["bot_pause"], found["contact"]) == (8003, 3.0, "a@example.org")
    monkeypatch.delenv("EDDYLINE_PORT")
    monkeypatch.setenv("EDDYLINE_CONFIG", str(file))
    assert values()["port"] == 8001


def test_every_option_may_stand_in_the_environment_and_in_a_file(file, monkeypatch):
    words = file.with_suffix(".txt")
    words.write_text("turnip")
    given = {bool: (True, "1"), int: (7, "7"), float: (7.5, "7.5"), str: ("x", "x")}
    special = {
        "log_format": "text",
        "proxy": "192.0.2.0/24",
        "accounts": "invite",
        "guests": "off",
        "words": str(words),
    }
    assert {each.name for each in serve.params} - {each.name for each in SHOWN} == {"successor"}
    for option in SHOWN:
        if option.name == "config":
            continue
        kind = option._kind()
        written, said = given[kind]
        if option.name in special:
            written = said = special[option.name]
        quoted = f'"{written}"' if kind is str else str(written).lower()
        file.write_text(f"{option.key} = {quoted}\n", "utf-8")
        in_file = values("--config", file)[option.name]
        monkeypatch.setenv(f"EDDYLINE_{option.name.upper()}", said)
        assert in_file == values()[option.name] != option.get_default(click.Context(serve)), option.name
        monkeypatch.delenv(f"EDDYLINE_{option.name.upper()}")


def test_several_values_are_a_list_in_a_file_and_words_in_the_environment(file, monkeypatch):
    file.write_text('allow-host = ["one.example", "two.example"]\n', "utf-8")
    monkeypatch.setenv("EDDYLINE_ALLOW_ORIGIN", "https://one.example https://two.example")
    found = values("--config", file)
    assert found["allow_host"] == ("one.example", "two.example")
    assert found["allow_origin"] == ("https://one.example", "https://two.example")


def test_help_names_every_variable():
    said = CliRunner().invoke(serve, ["--help"], terminal_width=400, prog_name="serve").output
    for option in SHOWN:
        assert f"EDDYLINE_{option.name.upper()}" in said


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("prot = 1", "says prot, which is no option; did you mean port?"),
        ("zzz = 1", "says zzz, which is no option; it may say host, port, data"),
        ("successor = [1, 2]", "says successor, which is no option"),
        ('config = "x"', "says config, which is no option"),
        ('port = "8000"', "port: expected a whole number from 0 to 65535, got the text “8000”"),
        ("port = true", "port: expected a whole number from 0 to 65535, got true"),
        ("port = 8.5", "port: expected a whole number from 0 to 65535, got the number 8.5"),
        ("port = 70000", "expected a whole number from 0 to 65535, got 70000"),
        ("connections = 0", "expected a whole number of at least 1, got 0"),
        ("notify-private = 1", "notify-private: expected true or false, got the number 1"),
        ("contact = 2026-01-01", "contact: expected a text, got the date 2026-01-01"),
        ("allow-host = [1]", "allow-host: expected a text, or a list of texts, got the number 1"),
        ('proxy = ["home"]', "expected an address such as 192.0.2.7"),
        ('log-format = "xml"', "expected one of json, text, got xml"),
        ("[serve]\nport = 1", "says serve, which is no option"),
        ("[port]\nx = 1", "port: expected a whole number from 0 to 65535, got a table"),
        ("port 8000", "is not TOML, such as port = 8000: "),
    ],
)
def test_a_mistake_in_the_file_is_named_with_what_was_expected(file, text, reason):
    file.write_text(text, "utf-8")
    said = refusal("--config", file)
    assert reason in said
    assert str(file) in said


def test_a_file_that_cannot_be_read_is_named(file, tmp_path):
    assert f"cannot read {file}: No such file" in refusal("--config", file)
    assert f"cannot read {tmp_path}: Is a directory" in refusal("--config", tmp_path)
    file.write_bytes(b"port = \xff")
    assert f"cannot read {file}: expected text in UTF-8" in refusal("--config", file)


def test_a_mistake_in_the_environment_names_the_variable(monkeypatch):
    monkeypatch.setenv("EDDYLINE_PORT", "http")
    assert refusal().endswith("'--port', from EDDYLINE_PORT: expected a whole number from 0 to 65535, got http")


def test_what_the_command_line_replaces_may_be_wrong_elsewhere(file, monkeypatch):
    file.write_text("port = 70000", "utf-8")
    monkeypatch.setenv("EDDYLINE_PORT", "http")
    assert values("--config", file, "--port", 8000)["port"] == 8000


def test_a_list_is_read(tmp_path):
    file = tmp_path / "words.txt"
    file.write_text("# Vegetables\nturnip  # no\n\n spam* \nRübe\n", "utf-8")
    assert read_words(file) == ("turnip", "spam*", "Rübe")
    for text in ("two words", "12", "*", "a*b", "x" * 70):
        file.write_text(f"turnip\n{text}\n", "utf-8")
        with pytest.raises(ValueError, match="line 2: expected a word of letters"):
            read_words(file)
    file.write_bytes(b"\xff")
    with pytest.raises(EncodingError):
        read_words(file)


def test_a_list_of_words_that_cannot_be_used_is_named(file):
    file.write_text("two words", "utf-8")
    assert f"cannot use {file}: line 1: expected a word of letters" in refusal("--words", file)
    assert "cannot read nothing: No such file" in refusal("--words", "nothing")
