"""The river and every loss are always shown, and the headline tells of whom the highlight shows."""

from __future__ import annotations

import json
import os
from collections import Counter
from itertools import groupby

from e2e.story import canoe_number, events_of
from eddyline.games.niagara.words.events import Pushed, RiverFlows

WHOLE = bool(os.environ.get("EDDYLINE_WHOLE_GAMES"))
"""Play until somebody has won, which takes minutes; otherwise a limit of rounds ends the games."""
# Everything happens in the same order, so many times as fast: nobody waits for whole games.
FAST = 12
HASTEN = f"""
const later = window.setTimeout;
window.setTimeout = (what, ms = 0, ...more) => later(what, ms / {FAST}, ...more);
const now = performance.now.bind(performance);
const start = now();
performance.now = () => start + (now() - start) * {FAST};
"""
"""Lets the page's own time run faster; the server's and the test's go on as ever."""

NOTE = """
window.shown = [];
new MutationObserver(() => {
  const told = document.querySelector('[data-told]')?.dataset.told;
  if (told === undefined) return;
  const sentence = document.querySelector('.bar .sentence').textContent;
  const looked = [...document.querySelectorAll('.player:has(.panel.active)')].map((one) => Number(one.dataset.player));
  const seen = JSON.stringify({told, sentence, looked});
  if (shown.at(-1) !== seen) shown.push(seen);
}).observe(document, {subtree: true, childList: true, characterData: true, attributes: true});
"""
"""Notes what is shown: which events, in which words, and who is highlighted."""


def test_every_river_and_every_loss_of_a_game_is_shown(server, visit):
    # Six need a module; the double canoe changes nothing that is looked at here.
    options = {"max_rounds": 100 if WHOLE else 3, "double_canoe": True}
    table = server.open(6, bots=["random"] * 5, options=options, start=True)
    visitor = visit(server, reduced_motion="no-preference", hurried=False)
    visitor.context.add_init_script(HASTEN + NOTE)
    seat = visitor.sit(table["table"], table["seat"], table["token"])
    seat.play()
    shown = [json.loads(each) for each in seat.page.evaluate("shown")]
    names = [each["name"] for each in server.ask(f"/api/tables/{table['table']}")["seats"]]
    events = events_of(server.record(table["table"]))

    rivers = [event for event in events if isinstance(event, RiverFlows)]
    assert rivers
    flowing = [flows for flows, _ in groupby(each["told"].startswith("river") for each in shown)]
    assert sum(flowing) == len(rivers)
    lost = Counter(
        f"{names[canoe.seat]} loses canoe {canoe_number(canoe.canoe)}"
        for event in events
        if isinstance(event, Pushed)
        for canoe in event.canoes
        if canoe.place == "lost"
    )
    sentences = [sentence for sentence, _ in groupby(each["sentence"] for each in shown)]
    told = Counter({loss: sum(loss in sentence for sentence in sentences) for loss in lost})
    assert told == lost
    for each in (each for each in shown if each["told"]):
        named = [name for name in names if name in each["sentence"]]
        if each["looked"]:
            assert len(each["looked"]) == 1, each
            assert not named or names[each["looked"][0]] in named, each
        else:
            assert len(named) != 1, each
