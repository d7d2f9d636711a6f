"""What a browser is sent does not depend on a card that lies face down."""

from __future__ import annotations

import contextlib
import time
from typing import NamedTuple

from playwright.sync_api import expect

from e2e.positions import NAMES, find, prepare, token
from e2e.server import Server

ANN, BO, CLEO = 0, 1, 2


class Told(NamedTuple):
    """What Ann's browser was sent, before and after Bo's card came up, and the record offered until then."""

    before: list[str]
    record: str
    after: list[str]


def _before_the_cards(match, _):
    """Look for a fresh cycle, with Cléo first, then Ann, then Bo, whose card is secret for longest."""
    view = match.view(ANN)
    return view.phase == "cards" and view.cycle_round == 1 < view.round and view.first == CLEO


def _play_a_round(data, visit, position, card):
    prepare(data, "round", **position)
    with Server(data) as server, contextlib.ExitStack() as leaving:
        visitor = visit(server)
        ann = visitor.sit("round", ANN, token(ANN))
        ann.wait()
        bo, cleo = (server.player("round", token(seat)) for seat in (BO, CLEO))
        leaving.callback(bo.close)
        leaving.callback(cleo.close)
        bo.play(f"card {card}")
        # Ann has been told that there is a card, and asks again for everything.
        expect(ann.page.get_by_role("group", name=f"{NAMES[BO]}, is thinking")).to_have_count(0)
        ann.page.reload()
        ann.wait()
        cleo.play("card 4")
        expect(ann.page.get_by_role("group", name=f"{NAMES[CLEO]}, is thinking")).to_have_count(0)
        ann.card("5")
        ann.confirm()
        cleo.play()
        ann.play(until=lambda sight: bool(sight.confirm))
        before, record = list(visitor.frames), server.record("round")
        ann.confirm()
        expect(ann.page.get_by_role("region", name="What happened")).to_contain_text(f"{NAMES[BO]} plays the {card}")
        # Playwright may tell of a frame a little later than the page shows what was in it.
        deadline = time.monotonic() + 15
        while not any(f'"card":"{card}"' in frame for frame in visitor.frames[len(before) :]):
            assert time.monotonic() < deadline, "the reveal never came over the wire"
            ann.page.wait_for_timeout(50)
        after = visitor.frames[len(before) :]
        visitor.close()
    return Told(before, record, after)


def test_a_card_face_down_leaves_no_trace_on_the_wire(client, tmp_path, visit):
    position = find(_before_the_cards)
    assert [turn[0].split()[0] for _, turn in position["turns"][-2:]] == ["card", "card"]
    position["turns"] = position["turns"][:-2]  # Bo's and Cléo's: here they choose themselves
    three = _play_a_round(tmp_path / "three", visit, position, 3)
    six = _play_a_round(tmp_path / "six", visit, position, 6)
    assert len(three.before) > 8
    assert three.before == six.before
    assert three.record == six.record
    # And the comparison can tell the difference, once there is one.
    assert '"card":"3"' in "".join(three.after)
    assert three.after != six.after
