"""A page that knows the rules is told as much of the position as it needs to show it and to draft turns by itself."""

from __future__ import annotations

import random

import pytest

from eddyline.engine.registry import GAMES, game
from support.at_home import AtHome
from support.tables import Tab, open_evening, paddling, play_on, refusal

BOARD = "\n".join(game("canyon").boards["canyon"]).replace("~", ".", 1)


async def compare(game_id: str, seed: int, **options: object) -> dict[str, int]:
    """Play a game at random, and draft at some turns: on the server in one tab, at home in another."""
    rng = random.Random(seed)
    made = await open_evening(3, seed=seed, game=game_id, options={"max_rounds": 12, **options})
    room = await made.room()
    pairs = [
        (await made.tab(seat, deltas=True), await made.tab(seat, deltas=True, record=True)) for seat in (0, 1, 2, None)
    ]
    met = dict.fromkeys(("drafts", "changed", "shown"), 0)
    while not room.table.state.match.over:
        seat = rng.choice(sorted(room.table.state.to_play | room.table.state.match.pending.keys()))
        if rng.random() < 0.3:
            await draft(*pairs[seat], game_id, rng, met)
        if seat in room.table.state.to_play:
            await play_on(room.table, rng, 1)
        for kept, own in pairs:
            kept.hear(), own.hear()
            assert kept.state["position"] is None
            assert own.state["view"] is own.state["draft"] is None
            home = AtHome(game_id, own.state["you"], own.state["position"])
            assert home.view() == kept.state["view"]
            # A confirmed turn that was taken back is a draft like any other, until it is confirmed again.
            opened = kept.draft and own.state["position"]["turn"] and not kept.draft["confirmed"]
            assert home.draft([action["id"] for action in kept.draft["decisions"]] if opened else None) == told(kept)
            met["shown"] += 1
    await made.hub.close()
    return met


async def draft(kept: Tab, own: Tab, game_id: str, rng: random.Random, met: dict[str, int]) -> None:
    """Decide at random up to the end of a turn, and take it all back."""
    kept.hear(), own.hear()
    home = AtHome(game_id, own.state["you"], own.state["position"])
    met["changed"] += kept.draft is not None and kept.draft["confirmed"]
    while kept.draft and kept.draft["legal"] and (not kept.draft["complete"] or kept.draft["confirmed"]):
        version, step = kept.draft["version"], kept.draft["step"]
        await kept.say("decide", version=version, step=step, action=rng.choice(kept.draft["legal"])["id"])
        assert home.draft([action["id"] for action in kept.draft["decisions"]]) == told(kept)
        assert own.hear() == [], "it is told of a draft that it does not need"
        met["drafts"] += 1
    await kept.say("undo", version=kept.draft["version"], all=True) if kept.draft else None


def told(tab: Tab) -> object:
    """Return the draft that a tab was shown."""
    return tab.draft and {name: value for name, value in tab.draft.items() if name not in {"type", "version"}}


@pytest.mark.parametrize(
    ("game_id", "options"),
    [
        *((game_id, {}) for game_id in GAMES),
        ("niagara", {"spirits": True}),
        ("canyon", {"secret_bids": True}),
        ("canyon", {"board": BOARD}),
    ],
)
async def test_what_a_page_works_out_is_what_the_server_shows(game_id, options):
    met = await compare(game_id, 5, **options)
    assert met["drafts"] > 20
    assert met["shown"] > 100


async def test_questions_are_answered_about_a_draft_of_ones_own():
    made, room, seat = await paddling(await open_evening(3, seed=3))
    table, tab = room.table, await made.tab(seat, deltas=True, record=True)
    drafted = table.state.match.draft(seat)
    drafted.decide(drafted.legal()[0])
    assert not drafted.complete
    version, mine = table.state.version, list(drafted.decisions)
    possible, *_ = table.state.rules.texts(drafted.legal())
    asked = {"version": version, "step": len(mine), "action": possible, "decisions": mine}
    (answer,) = await tab.say("why", **asked)
    assert answer["reason"] == "legal"
    assert refusal(await tab.say("why", **asked | {"step": 0}))[0] == "stale"
    assert refusal(await tab.say("why", **asked | {"decisions": mine * 3}))[0] == "illegal"
    assert refusal(await tab.say("fate", decisions=[10_000]))[0] == "illegal"
    assert await refused(tab, version, [mine[0]] * 3) == "illegal"
    assert await refused(tab, version, mine) == "incomplete"
    counted = made.hub.metrics.registry.get_sample_value("eddyline_differing_turns_total")
    assert counted == 2
    (answer,) = await tab.say("fate", action=None, decisions=mine)
    assert (answer["version"], answer["step"]) == (version, len(mine))
    assert table.drafts.of(seat).draft.free == 0, "asking changes nothing"


async def refused(tab: Tab, version: int, decisions: list[int]) -> str:
    """Confirm a turn that is none; return why not."""
    return refusal(await tab.say("confirm", version=version, decisions=decisions, turn="turn-from-home"))[0]
