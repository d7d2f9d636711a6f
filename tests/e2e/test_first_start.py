"""A first start lets people play at once, and nobody notices much when the compiled rules take over."""

from __future__ import annotations

import contextlib
import fcntl
import shutil
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from e2e.server import Server
from eddyline.engine import sources
from eddyline.engine.cache_folder import cache_folder

if TYPE_CHECKING:
    from pathlib import Path


class FirstStart:
    """A cache that lacks one function of Niagara's rules; it cannot be kept before `held_up` is left."""

    def __init__(self, folder: Path) -> None:
        self.cache = folder
        mine = folder / "eddyline" / "compiled"
        door = f"games.niagara.rules.door-{sources.digest(sources.PACKAGE / 'games/niagara/rules/door.py')}"
        mine.mkdir(parents=True)
        # The next server writes there, too: nothing of it may lead to the cache of all others.
        for each in cache_folder().iterdir():
            if each.name in {"marks", door}:
                shutil.copytree(each, mine / each.name, ignore=shutil.ignore_patterns("niagara-quick-*", "*.is_over-*"))
            else:
                (mine / each.name).symlink_to(each)
        self._lock = mine / door / "lock"

    @contextlib.contextmanager
    def held_up(self):
        with self._lock.open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield


@pytest.fixture
def first_start(tmp_path):
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
        seated = first_server.open(3, bots=["guide", "paddler"], start=True, bot_seconds=0.1)
        seat = visit(first_server).sit(seated["table"], 0, seated["token"])
        seat.play(until=lambda sight: bool(sight.confirm))
        seat.confirm()
        thinking = seat.page.get_by_text("Ready in a minute:")
        expect(thinking).to_be_visible()
        # Without the guide the game goes on until somebody is in the middle of a turn: a card is chosen, not confirmed.
        other = first_server.open(3, bots=["paddler", "paddler"], start=True)
        at_once = visit(first_server).sit(other["table"], 0, other["token"])
        at_once.play(until=lambda sight: at_once.round == 2 and bool(sight.cards))
        at_once.card(at_once.see().cards[0])
        before = at_once.see()
        assert before.chosen
        served = first_server.process
    first_server.hear("The compiled rules are in use now.")
    expect(at_once.page.locator(".hand [aria-pressed=true]")).to_be_visible()
    assert at_once.see().chosen == before.chosen
    at_once.confirm()
    at_once.play(until=lambda _: at_once.round == 3)
    assert first_server.process == served
    expect(thinking).to_have_count(0)
    seat.play(until=lambda _: seat.round == 2)


def test_a_stop_in_the_middle_of_the_change_is_polite(first_start, first_server):
    with first_start.held_up():
        first_server.start()
        # Paddlers think for a second before their server can stop.
        assert first_server.open(3, bots=["paddler", "paddler"], start=True)["seat"] == 0
    # Wherever it is just then: before, while or after it becomes the next server.
    first_server.stop()
