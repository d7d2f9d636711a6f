"""Find out when changes of tables arrived at those who watch the lobby.

A change counts for a watcher when it must be shown to them at once: a row of their part is another one or leaves the
list, or a row is put in between others. A row that is new at the edge of a part may have moved there because of other
tables, so it is left out.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import msgspec

Key: TypeAlias = tuple[str, str, int]
"""Table, status and number of free seats: what is told of a change."""
GONE = -1
"""Stands for the free seats of a table that leaves a list."""


class Seat(msgspec.Struct):
    """Read of a seat whether it is free."""

    kind: str


class Row(msgspec.Struct):
    """Read of a row what a change changes."""

    id: str
    status: str
    seats: list[Seat]

    @property
    def key(self) -> Key:
        """Return what tells this state of the table from others."""
        return self.id, self.status, sum(seat.kind == "open" for seat in self.seats)


class Placed(msgspec.Struct):
    """Read where a row is put."""

    at: int
    row: Row


class Told(msgspec.Struct):
    """Read a message, shown whole (`rows`) or as a change."""

    type: str
    rows: list[Row] = []
    gone: list[str] = []
    placed: list[Placed] = []


@dataclass
class Follower:
    """Hold what came to a watcher: numbers of messages, and when."""

    question: dict[str, Any]
    came: list[tuple[int, float]] = field(default_factory=list)


class Arrivals:
    """Keep each message once, as watchers with the same question are sent the same bytes."""

    def __init__(self) -> None:
        self._numbers: dict[bytes, int] = {}

    def number(self, message: bytes) -> int:
        """Return the number of a message."""
        return self._numbers.setdefault(message, len(self._numbers))

    def report(self, followers: list[Follower], changes: list[tuple[str, str, int, float, float]]) -> dict[str, Any]:
        """Return the milliseconds of every arrival of a change since its answer, and since it was sent.

        `changes` have the table, its status, its free seats, when the change was sent, and when it was answered. What
        was shown last as a whole must be what the changes before have made: `in_step` counts for how many it was. All
        that came before it is forgotten.
        """
        told = [msgspec.json.decode(message, type=Told) for message in self._numbers]
        times = {(table, status, free): (sent, answered) for table, status, free, sent, answered in changes}
        since_answer: list[float] = []
        since_sent: list[float] = []
        in_step = messages = 0
        per_change: defaultdict[Key, int] = defaultdict(int)
        for follower in followers:
            rows = told[follower.came[0][0]].rows
            same, shown = False, 0
            for index, (number, at) in enumerate(follower.came[1:], start=1):
                message = told[number]
                messages += 1
                if message.type == "listed":
                    shown = index
                    # Who was too slow for a change is shown all; so is everybody in the end, and nothing may differ.
                    same = rows == message.rows
                    message = difference(rows, message.rows)
                for key in seen(rows, message, follower.question):
                    sent, answered = times.get(key, (at, at))
                    if key in times and at >= sent:
                        since_answer.append(max(0.0, at - answered) * 1000)
                        since_sent.append((at - sent) * 1000)
                        per_change[key] += 1
                rows = after(rows, message)
            in_step += same
            del follower.came[:shown]
        return {
            "since_answer_ms": since_answer,
            "since_sent_ms": since_sent,
            "changes_seen": [list(key) for key in per_change],
            "messages": messages,
            "in_step": in_step,
        }


def difference(rows: list[Row], shown: list[Row]) -> Told:
    """Return the change that makes some rows of others."""
    before, now = {row.id: row for row in rows}, {row.id for row in shown}
    placed = [Placed(at, row) for at, row in enumerate(shown) if before.get(row.id) != row]
    return Told("changed", gone=[row.id for row in rows if row.id not in now], placed=placed)


def after(rows: list[Row], message: Told) -> list[Row]:
    """Return the rows as they are after a change."""
    moved = {*message.gone, *(placed.row.id for placed in message.placed)}
    made = [row for row in rows if row.id not in moved]
    for placed in message.placed:
        made.insert(placed.at, placed.row)
    return made


def seen(rows: list[Row], message: Told, question: dict[str, Any]) -> list[Key]:
    """List the changes of tables that a message must have been sent for."""
    before = {row.id: row for row in rows}
    status = "over" if question.get("status") == "running" else "running"
    found: list[Key] = [(table, status, GONE) for table in message.gone]
    made = after(rows, message)
    new = [placed for placed in message.placed if placed.row.id not in before]
    edges = _edges(made, {placed.row.id for placed in new}, question)
    for placed in message.placed:
        old = before.get(placed.row.id)
        if old.key != placed.row.key if old is not None else placed.row.id not in edges:
            found.append(placed.row.key)
    return found


def _edges(made: list[Row], new: set[str], question: dict[str, Any]) -> set[str]:
    """Return the new rows at the ends of a part that have other rows beyond."""
    edges = set()
    for rows, beyond in ((made, question["first"] > 0), (made[::-1], len(made) >= question["rows"])):
        for row in rows if beyond else ():
            if row.id not in new:
                break
            edges.add(row.id)
    return edges
