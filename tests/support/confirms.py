"""Confirm what cannot be played, at a table where others play on: nothing may come of it."""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import TYPE_CHECKING, Any

from eddyline.engine.match import IllegalAction
from eddyline.protocol.refusal import RefusalError
from eddyline.protocol.table import Confirm
from eddyline.server.web.live.socket import decode
from support.hostile import damaged
from support.tables import open_evening, random_turn

if TYPE_CHECKING:
    from collections.abc import Sequence

    from support.tables import Evening, Tab

PLAYERS = 3
BETWEEN = 25
"""Hostile messages between two turns."""


class Attack:
    """Attack one table as its players and a spectator, who draft at home as pages do."""

    def __init__(self, made: Evening, tabs: Sequence[Tab], rng: random.Random) -> None:
        self.made = made
        self.tabs = tabs
        self.rng = rng
        self.counts: Counter[str] = Counter()
        """Answers by code; turns that were `played`, and hostile messages that happened to be `legal`: not sent."""
        self.found: list[str] = []
        self._state = tabs[0].room.table.state
        self._numbers = len(self._state.rules.actions)
        self._played: list[dict[str, Any]] = []
        self._kinds = [
            self._any, self._changed, self._cut, self._longer, self._of_another, self._at_another_version, self._again,
            self._damaged, self._noise,
        ]  # fmt: skip

    async def play(self, hostile: int) -> int:
        """Play on, with so many hostile messages at most, until the game is over; return how many were sent."""
        sent = 0
        while sent < hostile and self._state.status == "running":
            turns = {seat: random_turn(self.tabs[0].room.table, seat, self.rng) for seat in self._state.to_play}
            for _ in range(BETWEEN):
                sent += await self._send(self.rng.choice(self._kinds)(turns))
            seat, decisions = self.rng.choice(sorted(turns.items()))
            told = self._message(decisions)
            await self.tabs[seat].say("confirm", **told)
            if (seat, told["turn"]) not in self._state.turn_ids:
                self.found.append(f"a turn was not played: {told}")
            self._played.append(told)
            self.counts["played"] += 1
        return sent

    async def _send(self, message: dict[str, Any] | bytes) -> bool:
        """Send a hostile message from any seat; see whether it has changed anything. False: it is none."""
        tab = self.rng.choice(self.tabs)
        content = message if isinstance(message, bytes) else json.dumps({"type": "confirm", **message}).encode()
        before = self._all()
        tab.hear()
        try:
            asked = decode(content)
            if isinstance(asked, Confirm) and self._legal(tab.connection.seat, asked):
                self.counts["legal"] += 1
                return False
            await tab.room.hear(tab.connection, asked)
        except RefusalError as refusal:
            self.counts[refusal.code] += 1
        else:
            answers = [answer["code"] for answer in tab.hear() if answer["type"] == "refused"]
            self.counts.update(answers or ["known"])
        if self._all() != before:
            self.found.append(f"seat {tab.connection.seat} has changed something by {content!r}")
        return True

    def _all(self) -> tuple[object, ...]:
        """Return all that a turn could change."""
        match = self._state.match
        assert match is not None
        return len(self.made.rows), self._state.version, match.states.tobytes(), dict(match.pending), match.waiting

    def _legal(self, seat: int | None, asked: Confirm) -> bool:
        """Tell whether a seat may play a turn, as the rules alone say."""
        match, table = self._state.match, self.tabs[0].room.table
        assert match is not None
        if seat is None or (seat, asked.turn) in self._state.turn_ids or seat not in match.waiting | {*match.pending}:
            return False
        since = self._state.confirmed.get(seat, self._state.shown)
        if not since <= asked.version <= table.state.version:
            return False
        try:
            return match.draft(seat, asked.decisions).complete
        except IllegalAction:
            return False

    def _message(self, decisions: Sequence[int], **changes: Any) -> dict[str, Any]:
        turn = f"turn-{self.rng.getrandbits(64):016x}"
        return {"version": self._state.version, "decisions": [*decisions], "turn": turn} | changes

    def _turn(self, turns: dict[int, tuple[int, ...]]) -> list[int]:
        return [*self.rng.choice(sorted(turns.values()))]

    # ---- kinds of messages, made of turns that could be played ----

    def _any(self, _: dict[int, tuple[int, ...]]) -> dict[str, Any]:
        edges = [-1, self._numbers, 2**31, 2**63 - 1]
        length, rng = self.rng.randint(1, 66), self.rng
        return self._message([rng.choice([*edges, *[rng.randrange(self._numbers)] * 9]) for _ in range(length)])

    def _changed(self, turns: dict[int, tuple[int, ...]]) -> dict[str, Any]:
        decisions = self._turn(turns)
        decisions[self.rng.randrange(len(decisions))] = self.rng.randrange(self._numbers)
        return self._message(decisions)

    def _cut(self, turns: dict[int, tuple[int, ...]]) -> dict[str, Any]:
        return self._message(self._turn(turns)[:-1])

    def _longer(self, turns: dict[int, tuple[int, ...]]) -> dict[str, Any]:
        return self._message([*self._turn(turns), self.rng.randrange(self._numbers)])

    def _of_another(self, turns: dict[int, tuple[int, ...]]) -> dict[str, Any]:
        return self._message(self._turn(turns))

    def _at_another_version(self, turns: dict[int, tuple[int, ...]]) -> dict[str, Any]:
        other = self.rng.choice([0, -1, 1, self._state.shown - 1, self._state.version + 1, 2**53])
        return self._message(self._turn(turns), version=other)

    def _again(self, turns: dict[int, tuple[int, ...]]) -> dict[str, Any]:
        """Name a turn that was played, with its decisions or with others."""
        if not self._played:
            return self._any(turns)
        played = self.rng.choice(self._played)
        return played if self.rng.random() < 0.5 else played | {"decisions": self._turn(turns)}

    def _damaged(self, turns: dict[int, tuple[int, ...]]) -> bytes:
        return damaged(self.rng, {"type": "confirm", **self._message(self._turn(turns))})

    def _noise(self, _: dict[int, tuple[int, ...]]) -> bytes:
        return self.rng.randbytes(self.rng.randrange(1, 200))


async def attack(game: str, seed: int, hostile: int) -> tuple[Counter[str], list[str]]:
    """Attack table after table with so many messages; return what was counted, and what must not be."""
    rng, counts, found = random.Random(seed), Counter[str](), list[str]()
    while counts["hostile"] < hostile:
        made = await open_evening(PLAYERS, game=game, seed=rng.getrandbits(32))
        wishes = {"deltas": True, "record": True}
        tabs = [await made.tab(seat, **wishes) for seat in (*range(PLAYERS), None)]
        at_table = Attack(made, tabs, rng)
        counts["hostile"] += await at_table.play(hostile - counts["hostile"])
        counts += at_table.counts
        found += at_table.found
        await made.hub.close()
    return counts, found
