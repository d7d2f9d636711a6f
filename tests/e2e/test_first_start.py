"""A first start lets people play at once, and nobody notices much when the compiled rules take over."""

from __future__ import annotations

import contextlib
import fcntl
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from e2e.server import Server
from eddyline.engine import sources
from eddyline.engine.cache_folder import cache_folder

if TYPE_CHECKING:
    from pathlib import Path


class FirstStart:
    """A cache in which one module is still to be compiled; that cannot be finished before `compiled` is left."""

    def __init__(self, folder: Path) -> None:
        self.cache = folder
        mine = folder / "eddyline" / "compiled"
        mine.mkdir(parents=True)
        module = sources.PACKAGE / "games" / "niagara" / "rules" / "door.py"
        missing = f"games.niagara.rules.door-{sources.digest(module)}"
        for each in cache_folder().iterdir():
            if each.name not in {"marks", missing}:
                (mine / each.name).symlink_to(each)
        (mine / missing).mkdir()
        self._lock = mine / missing / "lock"

    @contextlib.contextmanager
    def held_up(self):
        with self._lock.open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield


@pytest.fixture
def first_start(client, tmp_path):
    return FirstStart(tmp_path / "cache")


@pytest.fixture
def first_server(first_start, tmp_path):
    server = Server(tmp_path / "data", environment={"EDDYLINE_CACHE": str(first_start.cache)})
    yield server
    server.stop()
    assert "Traceback" not in server.complaints, server.complaints


# That nobody is refused meanwhile is checked by `visit`: a browser complains of every connection that fails.
def test_a_game_goes_on_unhurt_when_the_compiled_rules_take_over(first_start, first_server, visit):
    with first_start.held_up():
        first_server.start()
        seated = first_server.open(3, bots=["paddler", "paddler"], start=True)
        seat = visit(first_server).sit(seated["table"], 0, seated["token"])
        seat.play(until=lambda sight: seat.round == 2 and bool(sight.cards) and not sight.playing)
        # In the middle of a turn: a card is chosen and not confirmed.
        seat.card(seat.see().cards[0])
        before = seat.see()
        assert before.chosen
        served = first_server.process
    first_server.hear("The compiled rules are in use now.")
    expect(seat.page.locator(".hand [aria-pressed=true]")).to_be_visible()
    assert seat.see().chosen == before.chosen
    seat.confirm()
    seat.play(until=lambda _: seat.round == 4)
    assert first_server.process == served


def test_a_stop_in_the_middle_of_the_change_is_polite(first_start, first_server):
    with first_start.held_up():
        first_server.start()
        stopping = first_server.ask("/api/games")
        assert stopping
    # Wherever it is just then: before, while or after it becomes the next server.
    first_server.stop()


def test_bots_that_think_say_when_they_come(first_start, first_server, visit):
    with first_start.held_up():
        first_server.start()
        seated = first_server.open(3, bots=["guide", "guide"], start=True, bot_seconds=0.1)
        seat = visit(first_server).sit(seated["table"], 0, seated["token"])
        seat.play(until=lambda sight: bool(sight.confirm))
        seat.confirm()
        expect(seat.page.get_by_text("Ready in a minute:")).to_be_visible()
    expect(seat.page.get_by_text("Ready in a minute:")).to_have_count(0)
    seat.play(until=lambda _: seat.round == 2)


def test_ten_first_starts_in_a_row_are_ready_at_once(first_start, tmp_path):
    with first_start.held_up():
        # Paddlers think for a second before their server can stop; that it may be asked to, the first shows for all.
        for number, bot in enumerate(["paddler"] + ["random"] * 9):
            with Server(tmp_path / f"data {number}", environment={"EDDYLINE_CACHE": str(first_start.cache)}) as server:
                assert server.open(3, bots=[bot, bot], start=True)["seat"] == 0
            assert "Traceback" not in server.complaints, server.complaints
