"""The bots in examples/ play whole games against the real server, and docs/write-a-bot.md says what they do."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import get_args

import msgspec
import pytest

import web
from e2e.server import Server
from eddyline.engine.registry import GAMES
from eddyline.protocol import table as protocol
from eddyline.record import load, replay
from eddyline.server.web.live.socket import decode
from support.serving import running

ROOT = Path(__file__).resolve().parents[3]
PAGE = (ROOT / "docs" / "write-a-bot.md").read_text("utf-8")
BLOCKS = [
    (match[2], re.sub(f"^{match[1]}", "", match[3], flags=re.MULTILINE))
    for match in re.finditer(r"^( *)```(\w+)\n(.*?)^ *```", PAGE, re.MULTILINE | re.DOTALL)
]
JSON = [json.loads(text) for kind, text in BLOCKS if kind == "json"]
TO_SERVER = {message.__struct_config__.tag for message in get_args(protocol.ToServer)}
TO_CLIENT = {message.__struct_config__.tag: message for message in get_args(protocol.ToClient)}


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with Server(tmp_path_factory.mktemp("examples")) as running:
        yield running


def node():
    npm = web.find_npm()
    if npm is None:
        pytest.skip("there is no Node here; `make test` installs it")
    return npm[0] if len(npm) > 1 else str(Path(npm[0]).with_name("node"))


def start(*command):
    return running(command, cwd=ROOT)


def rank(process):
    out, _ = process.communicate()
    assert process.returncode == 0
    return int(re.search(r"^rank (\d) of 3$", out, re.MULTILINE)[1])


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_bots_in_python_and_javascript_play_whole_games_beside_one_of_the_house(server, game):
    with start(sys.executable, "examples/bot.py", server.address, game, "--free", "1") as snake:
        table = snake.stdout.readline().strip().rpartition("/")[2]
        with start(node(), "--experimental-websocket", "examples/bot.mjs", server.address, game, table) as script:
            ranks = [rank(snake), rank(script)]
    record = load(server.record(table))
    assert record.ranking is not None
    assert ranks == [*record.ranking[:2]]
    assert len([*replay(record)]) == len(record.turns), "every turn is checked once more"
    info = server.ask(f"/api/tables/{table}")
    assert [seat["kind"] for seat in info["seats"]] == ["human", "human", "bot"]


@pytest.mark.parametrize("bot", ["bot.py", "bot.mjs"])
def test_a_bot_is_done_when_its_game_is_stopped(server, bot):
    seated = server.open(2)
    table = seated["table"]
    if bot == "bot.py":
        command = [sys.executable, "examples/bot.py", server.address, "niagara", "--table", table]
    else:
        command = [node(), "--experimental-websocket", "examples/bot.mjs", server.address, "niagara", table]
    with start(*command) as process:
        process.stdout.readline()
        person = server.player(table, seated["token"])
        person.say("start")
        person.say("resign")
        assert process.communicate()[0] == "stopped\n"
        assert process.returncode == 0
        person.close()


# ---- the page ----


@pytest.mark.parametrize(
    "message", [each for each in JSON if each.get("type") in TO_SERVER], ids=lambda each: each["type"]
)
def test_the_page_sends_what_the_server_understands(message):
    assert decode(json.dumps(message).encode())


# `fate` is asked and answered under one name; the page shows the question.
@pytest.mark.parametrize(
    "message",
    [each for each in JSON if each.get("type") in TO_CLIENT.keys() - TO_SERVER],
    ids=lambda each: each["type"],
)
def test_the_page_shows_what_the_server_sends(message):
    kind = TO_CLIENT[message["type"]]
    fields, leaves_out = msgspec.structs.fields(kind), kind.__struct_config__.omit_defaults
    known = {field.name: field.type for field in fields}
    needed = {field.name for field in fields if field.required or not leaves_out}
    assert needed <= message.keys() - {"type"} <= known.keys()
    for name, value in message.items():
        if name != "type" and value != "…":
            msgspec.convert(value, known[name], strict=True)


def test_the_page_names_requests_and_answers_of_http():
    plain = [each for each in JSON if "type" not in each]
    for message, kind in zip(plain, (protocol.NewTable, protocol.Join, protocol.Seated, protocol.Problem), strict=True):
        msgspec.convert(message, kind, strict=True)


def test_every_message_that_plays_is_on_the_page():
    assert {each.get("type") for each in JSON} >= {"hello", "decide", "undo", "confirm", "play", "why", "sync", "draft"}


def test_the_page_quotes_the_examples():
    files = {"python": ("bot.py", "remote_bot.py"), "js": ("bot.mjs",)}
    examples = {name: (ROOT / "examples" / name).read_text("utf-8") for names in files.values() for name in names}
    quoted = set()
    for kind, text in BLOCKS:
        if kind in files:
            name = next(name for name in files[kind] if text in examples[name])
            quoted.add(name)
    assert quoted == set(examples)


@pytest.mark.slow
def test_the_page_names_every_refusal():
    for code in get_args(protocol.RefusalCode):
        assert f"`{code}`" in PAGE
