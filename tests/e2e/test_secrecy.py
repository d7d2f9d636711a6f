"""What a browser is sent does not depend on a card that lies face down."""

from __future__ import annotations

import contextlib
import json
from typing import NamedTuple

from playwright.sync_api import expect

from e2e.positions import NAMES, NIAGARA, find, prepare, token

ANN, BO, CLEO = 0, 1, 2
PASSED = {"taken", "away"}
"""Seconds since something that everybody was told of; tests/server/room/test_secrecy.py stops the clock."""
PONG = '{"type":"pong"}'
CHAT = '{"type":"lines"'


class Told(NamedTuple):
    """What Ann's browser was sent, before and after Bo's card came up, and the record offered until then."""

    before: list[str]
    record: str
    chat: set[str]
    """What it was told over the chat's own connection, whenever that came."""
    after: list[str]


def _before_the_cards(match, _):
    """Look for a fresh cycle, with Cléo first, then Ann, then Bo, whose card is secret for longest."""
    view = match.view(ANN)
    return view.phase == "cards" and view.cycle_round == 1 < view.round and view.first == CLEO


def _timeless(message):
    """Leave out the times that have passed, and of a patch what changes nothing else."""
    if isinstance(message, list):
        return [_timeless(part) for part in message]
    if not isinstance(message, dict):
        return message
    parts = {name: _timeless(part) for name, part in message.items() if name not in PASSED}
    return {name: part for name, part in parts.items() if part != {} or message[name] == {}}


def _play_a_round(server, visit, position, card):
    table = f"round-{card}"
    prepare(server.data, table, **position)
    with contextlib.ExitStack() as leaving:
        visitor = visit(server)
        ann = visitor.sit(table, ANN, token(ANN))
        ann.wait()
        bo, cleo = (server.player(table, token(seat)) for seat in (BO, CLEO))
        leaving.callback(bo.close)
        leaving.callback(cleo.close)
        bo.play(f"card {card}")
        # Ann has been told that there is a card, and asks again for everything.
        expect(ann.page.get_by_role("group", name=f"{NAMES[BO]}, is thinking")).to_have_count(0)
        # Playwright tells nothing more of a page's sockets once the page is left.
        visitor.hear(lambda frame: f'"version":{bo.sync["version"]},"seat":{BO}' in frame)
        ann.page.goto("about:blank")
        bo.wait(lambda message: "table" in message and not message["table"]["seats"][ANN]["online"])
        ann.page.goto(f"/t/{table}")
        ann.wait()
        cleo.play("card 4")
        expect(ann.page.get_by_role("group", name=f"{NAMES[CLEO]}, is thinking")).to_have_count(0)
        ann.card("5")
        ann.confirm()
        # Cléo's turn leaves no choice, so the table plays it.
        ann.play(until=lambda sight: bool(sight.confirm))
        # That it is her turn is the last thing she was told of: she decides without asking anybody.
        version = server.ask(f"/api/tables/{table}")["version"]
        visitor.hear(lambda frame: f'"type":"delta","version":{version}' in frame)
        before, record = list(visitor.frames), server.record(table)
        ann.confirm()
        expect(ann.page.get_by_role("region", name="What happened")).to_contain_text(f"{NAMES[BO]} plays the {card}")
        visitor.hear(lambda frame: f'"kind":"revealed","seat":{BO}' in frame, told=len(before))
        after = visitor.frames[len(before) :]
        visitor.close()
    # The two tables have names, which may differ, and a slow round may be long enough for a ping. Who comes and goes is
    # told at most four times a second, as time allows; tests/server/room/test_secrecy.py compares how often.
    apart = ('{"type":"table"', CHAT)
    told = [frame for frame in before if frame != PONG and not frame.startswith(apart)]
    same = [json.dumps(_timeless(json.loads(frame.replace(table, "round")))) for frame in told]
    return Told(same, record, {frame for frame in before if frame.startswith(CHAT)}, after)


def test_a_card_face_down_leaves_no_trace_on_the_wire(server, visit):
    position = find(_before_the_cards)
    assert [NIAGARA.texts(turn.decisions)[0].split()[0] for turn in position["turns"][-2:]] == ["card", "card"]
    position["turns"] = position["turns"][:-2]  # Bo's and Cléo's: here they choose themselves
    three = _play_a_round(server, visit, position, 3)
    six = _play_a_round(server, visit, position, 6)
    assert len(three.before) == 6
    assert three.before == six.before
    assert three.record == six.record
    assert len(three.chat | six.chat) <= 1
    # And the comparison can tell the difference, once there is one.
    assert '"card":"3"' in "".join(three.after)
    assert three.after != six.after
