"""What a bot elsewhere does with answers that are not what it hoped for; whole games are in test_cli_bot.py."""

from __future__ import annotations

import asyncio

import pytest

from eddyline.engine.registry import game
from eddyline.remote.errors import RemoteError, UnreachableError
from eddyline.remote.messages import Refused
from eddyline.remote.seat import GONE, RemoteSeat
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


@pytest.mark.parametrize("code", sorted(GONE))
async def test_a_table_where_trying_again_would_not_help_is_left_alone(code):
    server, rules = Server("http://127.0.0.1:1", "token"), game("niagara")
    seat = RemoteSeat(server, "table", rules, lambda _: None, asyncio.Lock(), print, asyncio.Event())
    with pytest.raises(RemoteError, match="why") as raised:
        await seat._be_refused(None, Refused(code=code, message="why"))
    assert raised.value.code == code
