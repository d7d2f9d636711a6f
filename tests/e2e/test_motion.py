"""Movement is shown where it is wanted, and nobody has to wait for it."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import msgspec
import pytest
from playwright.sync_api import expect

from e2e.browser import HANDS
from e2e.positions import NAMES, find, prepare, token
from e2e.story import check_log, words_of
from eddyline.games.niagara.words.events import Pushed
from eddyline.protocol import table as protocol

NOW = datetime(2030, 1, 1, tzinfo=UTC)

WATCH = """
window.moved = [];
window.slid = [];
const moves = (frames) => new Set(frames.map((frame) => frame.transform ?? '')).size > 1;
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, options) {
  if (moves(frames)) moved.push(frames.map((frame) => frame.transform).join(' … '));
  return animate.call(this, frames, options);
};
const look = () => {
  for (const animation of document.getAnimations()) {
    const byStyle = animation instanceof CSSTransition || animation instanceof CSSAnimation;
    if (byStyle && moves(animation.effect.getKeyframes())) slid.push(animation.effect.target.outerHTML);
  }
  requestAnimationFrame(look);
};
requestAnimationFrame(look);
let hidden = false;
Object.defineProperty(document, 'hidden', {get: () => hidden});
Object.defineProperty(document, 'visibilityState', {get: () => (hidden ? 'hidden' : 'visible')});
window.hide = (value) => {
  hidden = value;
  document.dispatchEvent(new Event('visibilitychange'));
};
"""
"""Notes everything that moves, and lets a test put the tab behind another one, as far as the page can tell."""


def _last_turn(match, draft):
    """Look for the last turn of a round, with canoes for the river to take along, and a choice of cards after it."""
    view = match.view(0)
    if len(view.hand) < 2:
        return False
    afloat = [canoe for player in view.players for canoe in player.canoes if canoe.place not in {"dock", "lost"}]
    return view.phase == "paddling" and view.order[-1] == 0 and view.speeds.least > 2 and len(afloat) > 3


@pytest.fixture(scope="module")
def last_turn():
    return find(_last_turn)


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_the_river_flows_as_the_system_wishes(server, visit, last_turn, motion):
    prepare(server.data, f"river-{motion}", **last_turn)
    visitor = visit(server, reduced_motion=motion, hurried=False)
    visitor.context.add_init_script(WATCH)
    seat = visitor.sit(f"river-{motion}", 0, token(0))
    seat.play(until=lambda sight: bool(sight.confirm))
    seat.page.evaluate("moved.length = slid.length = 0")
    seat.confirm()
    # Nobody skips the river, and after it the next question comes.
    expect(seat.page.get_by_role("region", name="What happened")).to_contain_text("The river pushes")
    seat.wait()
    moved = seat.page.evaluate("[...moved, ...slid]")
    if motion == "reduce":
        assert moved == []
    else:
        assert moved


@pytest.mark.parametrize("hands", ["touch", "keys"])
def test_whoever_has_seen_enough_skips_the_rest(server, visit, last_turn, hands):
    prepare(server.data, f"skip-{hands}", **last_turn)
    visitor = visit(server, reduced_motion="no-preference", hurried=False, **HANDS[hands])
    seat = visitor.sit(f"skip-{hands}", 0, token(0))
    seat.play(until=lambda sight: bool(sight.confirm))
    # From here on the page's time stands still: nothing that is shown ends by itself.
    seat.page.clock.install(time=NOW)
    seat.page.clock.pause_at(NOW + timedelta(seconds=1))
    seat.confirm()
    expect(seat.page.get_by_role("button", name="Skip", exact=True)).to_be_visible()
    assert not seat.see().acting
    # Each part of what is shown is skipped by itself.
    while seat.see().playing:
        seat.skip()
    assert seat.wait().cards


def test_a_hidden_tab_keeps_the_river_until_somebody_looks(server, visit, last_turn):
    prepare(server.data, "behind", **last_turn)
    visitor = visit(server, reduced_motion="no-preference", hurried=False)
    visitor.context.add_init_script(WATCH)
    seat = visitor.sit("behind", 0, token(0))
    seat.wait()  # the story so far is told, so its lines can be counted
    seat.page.evaluate("hide(true)")
    seat.page.evaluate("moved.length = 0")
    told = len(seat.log())
    # Elsewhere the game goes on for more than a round; Ann herself plays on another device.
    people = {number: server.player("behind", token(number)) for number in range(3)}
    server.play_on("behind", people, 8)
    people[0].rest()  # and has read all that came of it
    events = msgspec.convert(people[0].events, list[protocol.Event])
    assert any(isinstance(event, Pushed) for event in events)
    # Nothing has moved, but the tab says that it is Ann's turn.
    expect(seat.page).to_have_title(re.compile("Your turn"))
    assert seat.page.evaluate("moved") == []
    # Once somebody looks, the river flows; then all that happened is in the log and on the board.
    seat.page.evaluate("hide(false)")
    seat.page.wait_for_function("() => moved.length > 0")
    sight = seat.wait()
    lines = sum(bool(words_of(event, NAMES)) for event in events)
    seat.unfold()
    expect(seat.page.locator(".log li")).to_have_count(told + lines)
    check_log(seat.log()[told:], events, NAMES)
    for canoe, text in zip(people[0].sync["view"]["players"][0]["canoes"], sight.canoes, strict=True):
        # An arm of the river is called left or right, not L or R.
        place = canoe["place"].replace("L", " left").replace("R", " right")
        assert {"dock": "dock", "lost": "falls"}.get(place, f"disc {place}") in text
    for person in people.values():
        person.close()
