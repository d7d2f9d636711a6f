"""Movement is shown where it is wanted, and nobody has to wait for it."""

from __future__ import annotations

import msgspec
import pytest
from playwright.sync_api import expect

from e2e.positions import NAMES, find, prepare, token
from e2e.story import check_log, words_of
from eddyline.games.niagara.events import Pushed
from eddyline.server import protocol

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
    """Look for the last turn of a round, with canoes for the river to take along."""
    view = match.view(0)
    afloat = [canoe for player in view.players for canoe in player.canoes if canoe.place not in {"dock", "lost"}]
    return view.phase == "paddling" and view.order[-1] == 0 and view.speeds.least > 2 and len(afloat) > 3


@pytest.fixture(scope="module")
def last_turn():
    return find(_last_turn)


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_the_river_flows_as_the_system_wishes(own_server, visit, last_turn, motion):
    prepare(own_server.data, "river", **last_turn)
    visitor = visit(own_server.start(), reduced_motion=motion)
    visitor.context.add_init_script(WATCH)
    seat = visitor.sit("river", 0, token(0))
    seat.play(until=lambda sight: bool(sight.confirm))
    seat.page.evaluate("moved.length = slid.length = 0")
    seat.confirm()
    # Nobody skips the river, and after it the next question comes.
    expect(seat.page.get_by_role("region", name="What happened")).to_contain_text("The river flows")
    seat.wait_calmly()
    moved = seat.page.evaluate("[...moved, ...slid]")
    if motion == "reduce":
        assert moved == []
    else:
        assert moved


def test_a_hidden_tab_catches_up_without_a_show(own_server, visit, last_turn):
    prepare(own_server.data, "river", **last_turn)
    visitor = visit(own_server.start(), reduced_motion="no-preference")
    visitor.context.add_init_script(WATCH)
    seat = visitor.sit("river", 0, token(0))
    seat.wait_calmly()  # the story so far is told, so its lines can be counted
    seat.page.evaluate("hide(true)")
    seat.page.evaluate("moved.length = 0")
    told = len(seat.log())
    # Elsewhere the game goes on for more than a round; Ann herself plays on another device.
    people = {number: own_server.player("river", token(number)) for number in range(3)}
    own_server.play_on("river", people, 8)
    # The table may add turns that leave no choice; Ann may have read of the last version already.
    version, newest = -1, own_server.ask("/api/tables/river")["version"]
    while version != newest:
        seat.page.wait_for_timeout(300)
        version, newest = newest, own_server.ask("/api/tables/river")["version"]
    if people[0].sync["version"] < version:
        people[0].wait(lambda message: message["type"] == "sync" and message["version"] == version)
    events = msgspec.convert(people[0].events, list[protocol.Event])
    assert any(isinstance(event, Pushed) for event in events)
    # All of it is in the log and on the board, though nothing has moved.
    lines = sum(bool(words_of(event, NAMES)) for event in events)
    expect(seat.page.locator(".log li")).to_have_count(told + lines)
    check_log(seat.log()[told:], events, NAMES)
    assert seat.page.evaluate("moved") == []
    seat.page.evaluate("hide(false)")
    sight = seat.see()
    assert not sight.playing
    for canoe, text in zip(people[0].sync["view"]["players"][0]["canoes"], sight.canoes, strict=True):
        assert {"dock": "dock", "lost": "falls"}.get(canoe["place"], f"disc {canoe['place']}") in text
    for person in people.values():
        person.close()
