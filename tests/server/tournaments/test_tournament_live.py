"""A tournament's page hears of what changes: what its HTTP answer tells, and nothing else."""

from __future__ import annotations

import json

import pytest
from litestar.exceptions import WebSocketDisconnect
from msgspec.structs import replace

from eddyline.server.base.delta import patched
from eddyline.server.base.names import NOBODY
from eddyline.server.lobby.part import Watcher
from eddyline.server.tournaments import shown
from eddyline.server.tournaments.shown import BYTES_PER_SECOND, CHANGES_EVERY, Shown
from support.cups import Cup
from support.people import PASSWORD, serving
from support.tables import until


class Page:
    """Follow a tournament as the page does."""

    def __init__(self, cup, server=None):
        self.cup, self.server = cup, server or cup.server
        opened = self.server.client.websocket_connect(f"{cup.path}/live")
        self.socket = self.server.opened.enter_context(opened)
        self.info, self.sizes = None, []
        self.hear()

    def hear(self):
        text = self.socket.receive_text()
        said = json.loads(text)
        assert said.keys() == {"type", "patch"}
        assert said["type"] == "delta"
        self.info = patched(self.info, said["patch"])
        self.sizes.append(len(text))

    def until(self, reached):
        while not reached(self.info):
            self.hear()
        return self.info


def closed(socket):
    """Return the code with which the server ends a connection."""
    with pytest.raises(WebSocketDisconnect) as ended:
        socket.receive()
    return ended.value.code


def showing(server):
    return server.client.app.state.hub.tournaments.showing


def test_who_looks_is_told_all_that_changes_and_what_the_answer_tells(server):
    nils = server.create("Nils")["session"]
    cup = Cup(server, server.create()["session"])
    page = Page(cup)
    assert page.info == cup.info
    cup.done("POST", "/entry", session=nils)
    assert page.until(lambda info: len(info["entrants"]) == 1) == cup.info
    cup.done("DELETE", "/entry", session=nils)
    cup.done("POST", "/bots", {"bot": "random", "count": 7})
    cup.done("POST", "/start-time", {"starts": int(server.clock() * 1000) + 1000})
    assert page.until(lambda info: info["starts"] is not None and len(info["entrants"]) == 8) == cup.info
    cup.done("POST", "/start")
    assert page.until(lambda info: info["status"] == "over") == cup.info
    # What has changed takes fewer bytes than all of it.
    assert min(page.sizes[1:]) < page.sizes[0] / 2


def test_who_comes_back_is_shown_the_whole(server):
    cup = Cup(server, server.create()["session"])
    first = Page(cup)
    first.socket.close()
    cup.done("POST", "/bots", {"bot": "random", "count": 7})
    assert Page(cup).info == cup.info


def test_a_change_of_another_process_is_heard_of(server):
    cup = Cup(server, server.create()["session"])
    key = cup.path.rpartition("/")[2]
    with serving(server.store, server.clock) as other:
        page = Page(cup, other)
        hub = other.client.app.state.hub
        for count, changed in enumerate(({f"tournament.{key}"}, None), start=1):
            cup.done("POST", "/bots", {"bot": "random"})
            other.client.blocking_portal.call(hub.changes.catch_up, {"tournament.another", "table9"})
            other.client.blocking_portal.call(hub.changes.catch_up, changed)
            assert len(page.until(lambda info, count=count: len(info["entrants"]) == count)["entrants"]) == count


def test_a_deleted_organiser_is_not_named_to_whoever_comes(server, monkeypatch):
    monkeypatch.setattr(shown, "CHANGES_EVERY", 0.0)
    made = server.create()
    cup = Cup(server, made["session"])
    cup.done("POST", "/entry")
    page = Page(cup)
    assert page.info["organiser_name"] == "Mika"
    assert server.ask("POST", "/api/me/deletion", made["session"], {"password": PASSWORD}).status_code == 204
    later = Page(cup)
    assert later.info == cup.info
    assert "Mika" not in json.dumps(later.info)
    # And to who was there already, as soon as somebody has looked.
    page.until(lambda info: info == cup.info)
    assert page.info["entrants"][0]["name"] == NOBODY


@pytest.mark.parametrize("key", ["nothing", "Not-an-id", "a.b", "ä"])
def test_what_is_no_tournament_is_not_watched(server, key):
    with server.client.websocket_connect(f"/api/tournaments/{key}/live") as socket:
        assert socket.receive_json()["code"] == "unknown"
        assert closed(socket) == 4404
    assert showing(server)._shown == {}


def test_what_a_client_says_is_answered_and_changes_nothing(server):
    page = Page(Cup(server, server.create()["session"]))
    page.socket.send_json({"type": "ping"})
    assert page.socket.receive_json() == {"type": "pong"}
    page.socket.send_json({"type": "enter"})
    assert page.socket.receive_json()["code"] == "bad_message"


def test_when_the_store_cannot_be_read_who_looks_has_to_come_again(server):
    cup = Cup(server, server.create()["session"])
    page = Page(cup)
    server.store.failure = "the disk is gone"
    server.client.blocking_portal.call(showing(server).hear, None)
    assert closed(page.socket) == 1013
    server.store.failure = None
    assert Page(cup).info == cup.info


# ---- what many cost ----


class Source:
    """Answers with numbers, and counts how often it is asked."""

    def __init__(self, info):
        self.info, self.asked = info, 0

    async def __call__(self):
        self.asked += 1
        return self.info


@pytest.fixture
def info(server):
    cup = Cup(server, server.create()["session"])
    hub = server.client.app.state.hub
    return server.client.blocking_portal.call(hub.tournaments.info, cup.path.rpartition("/")[2])


async def test_everybody_is_sent_the_same_bytes_and_who_was_too_slow_the_whole(info):
    source = Source(info)
    held = Shown(source)
    watchers = [Watcher() for _ in range(2000)]
    for watcher in watchers:
        held.watchers.add(watcher)
        await held.catch_up()
        watcher.look_at(held)
    assert source.asked == 1  # for all who come at the same time
    quick, slow = watchers[:-1], watchers[-1]
    assert len({id(watcher.take()) for watcher in quick}) == 1
    for name in ("Winter cup", "Spring cup"):
        source.info = replace(info, name=name)
        held.stir()
        await until(lambda: held._info == source.info)
        sent = [watcher.take() for watcher in quick]
        assert len({id(each) for each in sent}) == 1
        assert json.loads(sent[0])["patch"] == {"name": [name]}
        assert quick[0].take() is None
    assert json.loads(slow.take())["patch"][0]["name"] == "Spring cup"
    assert slow.take() is None
    # A large change for many is followed by a longer rest than a small one.
    assert held.rest == CHANGES_EVERY
    source.info = replace(info, name="x" * 50_000)
    held.stir()
    await until(lambda: held._info == source.info)
    assert held.rest > 2000 * 50_000 / BYTES_PER_SECOND
    held.stop()
