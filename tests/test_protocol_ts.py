"""The client's types are the server's, and a client can tell everything apart that it may be sent."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import get_args

import msgspec
import pytest

import protocol_ts
from eddyline.bots import BOTS
from eddyline.engine.registry import GAMES
from eddyline.engine.registry import game as find_game
from eddyline.protocol import table as protocol

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def text():
    return protocol_ts.render()


def test_the_clients_messages_are_the_servers():
    done = subprocess.run(
        [sys.executable, ROOT / "tools" / "protocol_ts.py", "--check"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("game", GAMES)
def test_every_game_stands_in_the_protocol_and_its_types_have_names(game, text):
    said, title = find_game(game).messages, game.capitalize()
    assert {*get_args(said.action)} <= {*get_args(protocol.Action)}
    assert {*get_args(said.event)} <= {*get_args(protocol.Event)}
    assert said.view in get_args(protocol.View)
    assert said.reason in get_args(protocol.Reason)
    assert said.view.__struct_config__.tag == game
    for name in ("Action", "Event", "Reason"):
        assert f"export type {title}{name} = " in text
        (shared,) = (line for line in text.splitlines() if line.startswith(f"export type {name} = "))
        assert f"{title}{name}" in shared
    assert f"export interface {title}View " in text


def test_no_name_is_given_twice(text):
    names = [line.split()[2] for line in text.splitlines() if line.startswith(("export type", "export interface"))]
    assert len(names) == len(set(names)) > 80


class _Told(msgspec.Struct, tag_field="kind", tag="told"):
    pass


class _AlsoTold(msgspec.Struct, tag_field="kind", tag="told"):
    pass


class _Base(msgspec.Struct):
    number: int
    """How many
    there are; None: nobody knows."""
    name: str = ""


class _Documented(_Base, kw_only=True):
    at: int = msgspec.field(name="when", default=0)
    """When it was."""


def test_fields_have_the_comments_of_the_server_and_of_a_base():
    written = protocol_ts.Speller().interface(_Documented, optional=True)
    assert written.splitlines() == [
        "export interface _Documented {",
        "  /** How many there are; null: nobody knows. */",
        "  number: number;",
        "  name?: string;",
        "  /** When it was. */",
        "  when?: number;",
        "}",
    ]


def test_every_comment_of_a_field_stands_in_the_clients_types(text):
    speller = protocol_ts.Speller()
    told = [doc for struct in speller.told + speller.asked for doc in protocol_ts.field_docs(struct).values()]
    assert len(told) > 300
    assert [doc for doc in told if f"  /** {doc} */" not in text] == []


class _Bare(msgspec.Struct):
    pass


@pytest.mark.parametrize("other", [_AlsoTold, _Bare])
def test_two_members_that_look_alike_are_refused(other):
    with pytest.raises(TypeError, match=other.__name__):
        protocol_ts.check_tags("Event", _Told | other)


def test_a_type_that_typescript_has_no_word_for_is_refused():
    with pytest.raises(TypeError, match="cannot write"):
        protocol_ts.Speller().spell(set[int], None)


def test_every_bot_has_its_words():
    words = json.loads((ROOT / "web" / "messages" / "bots" / "en.json").read_text("utf-8"))
    names = {name for bots in BOTS.values() for name in bots}
    assert {f"bots_{name}{part}" for name in names for part in ("", "_help")} <= words.keys()


def described(operation: dict) -> str:
    return protocol_ts.requests({"paths": {"/api/x/{name}": {"post": {"summary": "Do it", **operation}}}})


def test_requests_say_what_they_carry_and_what_answers_them():
    message = {"application/json": {"schema": {"type": "array", "items": {"$ref": "#/components/schemas/Line"}}}}
    given = [
        {"name": "name", "required": True, "schema": {"type": "string"}},
        {"name": "first", "required": False, "schema": {"type": "integer"}},
    ]
    body = {"content": {"application/json": {"schema": {"allOf": [{"$ref": "#/components/schemas/Wish"}]}}}}
    told = {"201": {"content": message}, "404": {"content": {}}}
    assert (
        "  /** Do it. */\n"
        "  'POST /api/x/{name}': { at: { name: string; first?: number }; body: Wish; answer: readonly Line[] };"
    ) in described({"parameters": given, "requestBody": body, "responses": told})
    assert "{ answer: null }" in described({"responses": {"204": {}}})


def test_a_request_that_typescript_has_no_word_for_is_refused():
    content = {"application/json": {"schema": {"type": "object"}}}
    with pytest.raises(TypeError, match="cannot write"):
        described({"responses": {"200": {"content": content}}})


def test_the_client_knows_every_request_of_the_api(text):
    document = protocol_ts.described()
    for path, operations in document["paths"].items():
        for method in operations:
            assert f"'{method.upper()} {path}': {{" in text
    assert len(document["paths"]) > 50
