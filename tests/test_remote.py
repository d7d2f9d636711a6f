"""What a bot elsewhere does with answers that are not what it hoped for; whole games are in test_cli_bot.py."""

from __future__ import annotations

import asyncio
import types
from typing import Any, Literal, Union, get_args, get_origin

import msgspec
import pytest

from eddyline.engine.registry import game
from eddyline.protocol import accounts, lobby, table, table_info, tournaments
from eddyline.remote import messages
from eddyline.remote.errors import RemoteError, UnreachableError
from eddyline.remote.messages import Refused
from eddyline.remote.seat import FINAL_CODES, RemoteSeat
from eddyline.remote.server import Server
from support.push import Taker


@pytest.mark.parametrize(("status", "later"), [(429, True), (502, True), (503, True), (400, False), (404, False)])
def test_what_may_pass_is_tried_again_and_the_rest_is_not(status, later):
    with Taker() as taker:
        taker.status = status
        with pytest.raises(RemoteError, match=f"status {status}") as raised:
            Server(taker.url, "token").post("/api/tables", {}, dict)
        assert isinstance(raised.value, UnreachableError) == later


def test_an_answer_that_is_no_json_is_refused():
    with Taker() as taker, pytest.raises(RemoteError, match="does not answer as an Eddyline server"):
        Server(taker.url, "token").post("/api/tables", {}, dict)


@pytest.mark.parametrize("code", sorted(FINAL_CODES))
async def test_a_table_where_trying_again_would_not_help_is_left_alone(code):
    server, rules = Server("http://127.0.0.1:1", "token"), game("niagara")
    seat = RemoteSeat(server, "table", rules, lambda _: None, asyncio.Lock(), print, asyncio.Event())
    with pytest.raises(RemoteError, match="why") as raised:
        await seat._be_refused(None, Refused(code=code, message="why"))
    assert raised.value.code == code


WHOLE = {
    messages.Problem: table.Problem,
    messages.GameInfo: table.GameInfo,
    messages.Me: accounts.Me,
    messages.MyTable: lobby.MyTable,
    messages.Entrant: tournaments.EntrantInfo,
    messages.RoundTable: tournaments.TableOfRound,
    messages.Round: tournaments.RoundInfo,
    messages.Tournament: tournaments.TournamentInfo,
    messages.Seat: table_info.SeatInfo,
    messages.Vote: table_info.VoteInfo,
    messages.Table: table_info.TableInfo,
    messages.Draft: table.Draft,
    messages.Sync: table.Sync,
    messages.TableChanged: table.TableChanged,
    messages.Refused: table.Refused,
}
"""The message of the server that a bot reads a part of."""


def admits(part, whole):
    """Return whether a field that is declared as `part` takes whatever one has that is declared as `whole`."""
    if part is Any or part == whole or (part is str and get_origin(whole) is Literal):
        return True
    if isinstance(part, type) and issubclass(part, msgspec.Struct):
        return WHOLE.get(part) is whole or part is messages.View
    if get_origin(part) in {Union, types.UnionType}:
        members = get_args(whole) if get_origin(whole) in {Union, types.UnionType} else (whole,)
        return all(any(admits(each, member) for each in get_args(part)) for member in members)
    args = get_args(part), get_args(whole)
    return get_origin(part) is get_origin(whole) and len(args[0]) == len(args[1]) and all(map(admits, *args))


def test_a_bot_reads_what_the_protocol_says():
    defined = {
        each for each in vars(messages).values() if isinstance(each, type) and each.__module__ == messages.__name__
    }
    assert defined - {*WHOLE, messages.View, messages._Any} == set()
    for part, whole in WHOLE.items():
        assert part.__struct_config__.tag in {None, whole.__struct_config__.tag}
        said = {field.encode_name: field for field in msgspec.structs.fields(whole)}
        for field in msgspec.structs.fields(part):
            assert admits(field.type, said[field.encode_name].type), (part, field.encode_name)
    views = [each for each in get_args(table.View) if each.__struct_config__.tag]
    assert views
    for view in views:
        assert {field.encode_name for field in msgspec.structs.fields(view)} >= {"ranking"}, view
