"""Tables for tests: a store in memory, a clock that is told the time, chance that repeats, tabs without a browser."""

from __future__ import annotations

import asyncio
import itertools
import json
import random
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from eddyline.engine.registry import game as game_of
from eddyline.protocol.pace import Pace
from eddyline.protocol.refusal import RefusalError
from eddyline.protocol.table import Join, NewTable
from eddyline.record.dealing import derive
from eddyline.server.base.delta import patched
from eddyline.server.base.metrics import Metrics
from eddyline.server.base.outside import Outside
from eddyline.server.base.settings import Settings
from eddyline.server.hub.hub import Hub
from eddyline.server.room.connection import Connection
from eddyline.server.store import DeletedError, Kept, OutcomeUnknownError, Row, StoreError, VersionTakenError
from eddyline.server.store.sqlite_games import SqliteGames
from eddyline.server.table.encoding import decode as decode_entry
from eddyline.server.table.stored import load_state
from eddyline.server.table.table import Table
from eddyline.server.web.live.socket import decode

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from eddyline.server.room.room import Room
    from eddyline.server.table.entries import Entry


async def load_table(store: Any, around: Outside, table: str) -> Table | None:
    """Load a table that nobody is told of."""
    state = await load_state(store, around, table)
    if state is None:
        return None
    loaded = Table(state, store, around, Metrics(), None)
    await loaded.resume()
    return loaded


async def until(condition: Callable[[], Any]) -> None:
    """Let everything go on until a condition holds; pytest-timeout watches over one that never does."""
    while not condition():  # noqa: ASYNC110 - the server itself has no use for such an event
        await asyncio.sleep(0.001)


async def refused(doing: Awaitable[Any]) -> RefusalError:
    """Wait for something that must not be done; return why not."""
    with pytest.raises(RefusalError) as caught:
        await doing
    return caught.value


def refusal(answers: Sequence[dict[str, Any]]) -> tuple[str, str]:
    """Return why not, code and sentence: of the one refusal among answers."""
    (refused,) = [each for each in answers if each["type"] == "refused"]
    return refused["code"], refused["message"]


async def settled(room: Room) -> None:
    """Wait until no bot has anything to do."""
    await until(lambda: not room.bots.busy)


def fair(seed: int = 1) -> Outside:
    """Make a world whose words of chance are really derived."""
    return replace(outside(seed, dealing=seed), word=derive)


class MemoryStore:
    """Keep logs in a dictionary; `gate` and `failure` make it slow or broken."""

    def __init__(self) -> None:
        self.logs: dict[str, list[Row]] = {}
        self.peers = None
        self.games = SqliteGames(None)
        self.gate: Any = None
        """An anyio or asyncio Event that appends wait for, before they write."""
        self.waiting = 0
        """How many wait for the gate."""
        self.failure: str | None = None
        self.changed = True
        """Whether logs may have changed otherwise than by `append`."""
        self.unknown: bool | None = None
        """Set: the outcome of appends is unknown, though they are kept (True) or lost (False), until this is None."""

    @property
    def trouble(self) -> str | None:
        return self.failure

    async def append(self, table: str, version: int, rows: Any) -> None:
        if self.gate is not None:
            self.waiting += 1
            await self.gate.wait()
            self.waiting -= 1
        if self.failure is not None:
            raise StoreError(self.failure)
        if self.unknown is False:
            raise OutcomeUnknownError("the disk says nothing")
        if version > 1 and table not in self.logs:
            raise DeletedError(table)
        log = self.logs.setdefault(table, [])
        if version <= len(log):
            raise VersionTakenError(table, version)
        assert version == len(log) + 1
        log.extend(rows)
        if self.unknown:
            raise OutcomeUnknownError("the disk says nothing")

    async def load(self, table: str, after: int = 0) -> list[Row]:
        if self.unknown is not None or self.failure is not None:
            raise StoreError(self.failure or "not settled yet")
        return self.logs.get(table, [])[after:]

    async def tables(self) -> list[Kept]:
        if self.failure is not None:
            raise StoreError(self.failure)
        return [Kept(table, len(log), log[-1].at) for table, log in sorted(self.logs.items())]

    async def delete(self, tables: Any) -> list[str]:
        if self.failure is not None:
            raise StoreError(self.failure)
        deleted = [table for table, version in tables.items() if len(self.logs.get(table, ())) == version]
        for table in deleted:
            del self.logs[table]
        self.changed |= bool(deleted)
        return deleted

    async def changes(self) -> None:
        await until(lambda: self.changed or self.failure)
        if self.failure is not None:
            raise StoreError(self.failure)
        self.changed = False

    async def size(self) -> int:
        if self.failure is not None:
            raise StoreError(self.failure)
        return sum(len(row.body) for log in self.logs.values() for row in log)

    async def close(self) -> None:
        self.logs = {}
        await self.games.close()


def copied(store: MemoryStore, **changed: list[Row]) -> MemoryStore:
    """Make a store as a process that dies now leaves it."""
    copy = MemoryStore()
    copy.logs = {name: list(log) for name, log in (store.logs | changed).items()}
    return copy


@dataclass
class Clock:
    now: float = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


def outside(seed: int = 1, clock: Clock | None = None, dealing: int = 0) -> Outside:
    """Make a world that repeats itself for the same seed.

    Words of chance come from `seed`, too; `dealing` chooses the secret seeds of tables, on which nothing else depends.
    """
    chance, secret = random.Random(seed), random.Random(dealing)
    tables, tokens = itertools.count(1), itertools.count(1)
    return Outside(
        clock=clock or Clock(),
        entropy=lambda: chance.getrandbits(64),
        seed=lambda: secret.randbytes(32),
        word=lambda *_: chance.getrandbits(64),
        table_id=lambda: f"table{next(tables)}",
        token=lambda: f"secret-{next(tokens)}",
    )


def settings(**changes: Any) -> Settings:
    """Choose settings for tests: bots do not wait, nor rest when nobody is there; nobody is too fast, nor told late."""
    plain: dict[str, Any] = {
        "data": Path("/nonexistent"),
        "bot_pause": 0.0,
        "bots_rest_after": None,
        "outside": outside(),
        "requests_per_minute": 1e9,
        "accounts_per_hour": 0,
        "accounts_per_day": 0,
        "tables_per_day": 0,
        "messages_per_second": 1e9,
        "presence_every": 0.0,
        "lobby_every": 0.0,
        "lobby_count_every": 0.0,
        "allowed_hosts": frozenset({"testserver.local"}),
    }
    return Settings(**(plain | changes))


WISHES: tuple[dict[str, Any], ...] = (
    {"since": 0},
    {"deltas": True},
    {"record": True},
    {"deltas": True, "record": True},
)
"""What clients ask for when they say hello, each in its own way."""


@dataclass
class Tab:
    """Be a browser tab, without a browser and a network."""

    room: Room
    connection: Connection = None
    raw: list[bytes] = field(default_factory=list)
    """All it was ever sent."""
    draft: dict[str, Any] | None = None
    """The last one it was shown."""
    state: dict[str, Any] | None = None
    """What it knows, if it follows by what changes."""

    def __post_init__(self) -> None:
        self.connection = self.connection or Connection(self.room.catch_up)

    async def say(self, kind: str, **message: Any) -> list[dict[str, Any]]:
        """Send a message and return what came after it."""
        self.hear()
        await self.room.hear(self.connection, decode(json.dumps({"type": kind, **message}).encode()))
        if kind == "fate":
            await self.room.shared.beside.finish()
        return self.hear()

    def hear(self) -> list[dict[str, Any]]:
        """Return what came since the last look."""
        new = []
        while isinstance(message := self.connection.take(), bytes):
            new.append(message)
        self.raw += new
        messages = [msgspec.json.decode(message) for message in new]
        for message in messages:
            if message["type"] == "delta":
                self._follow(message)
            else:
                self.draft = message if message["type"] == "draft" else message.get("draft", self.draft)
        return messages

    def _follow(self, delta: dict[str, Any]) -> None:
        assert delta["since"] == (None if isinstance(delta["patch"], list) else self.state["table"]["version"])
        self.state = patched(self.state, delta["patch"])
        assert self.state is not None
        if delta.get("whole") is not None:
            assert json.dumps(self.state) == json.dumps(delta["whole"])
        self.draft = self.state["draft"]

    async def confirm(self, version: int, turn: str) -> list[dict[str, Any]]:
        """Confirm the draft it was shown last."""
        self.hear()
        assert self.draft is not None
        decisions = [action["id"] for action in self.draft["decisions"]]
        return await self.say("confirm", version=version, decisions=decisions, turn=turn)

    def close(self) -> None:
        self.room.leave(self.connection)


@dataclass
class Evening:
    """A hub with one table: people on the first seats, bots on the last."""

    hub: Hub
    table_id: str
    tokens: list[str]
    game: str = "niagara"

    @property
    def store(self) -> Any:
        return self.hub.store

    @property
    def rows(self) -> list[Row]:
        """Return the log of the table, as it is stored."""
        rows: list[Row] = self.store.logs[self.table_id]
        return rows

    @property
    def entries(self) -> list[Entry]:
        """Return what the log of the table tells."""
        return [decode_entry(row.body, game_of(self.game)) for row in self.rows]

    async def room(self) -> Room:
        async with self.hub.room(self.table_id) as room:
            return room

    async def tab(self, seat: int | None, since: int | None = None, **wishes: bool) -> Tab:
        """Connect somebody; None watches."""
        tab = Tab(await self.room())
        await tab.say("hello", token=None if seat is None else self.tokens[seat], since=since, **wishes)
        return tab


NAMES = ("Anna", "Bo", "Cy", "Dora", "Emil", "Fay")


async def open_evening(
    people: int = 3,
    *,
    bots: int = 0,
    start: bool = True,
    store: Any = None,
    seed: int = 1,
    clock: Clock | None = None,
    **changes: Any,
) -> Evening:
    """Open a table and let everybody sit down."""
    options, game, pace = changes.pop("options", {}), changes.pop("game", "niagara"), changes.pop("pace", Pace())
    access, preset, origin = changes.pop("access", "link"), changes.pop("preset", None), changes.pop("origin", None)
    hub = Hub(store or MemoryStore(), settings(**({"outside": outside(seed, clock)} | changes)))
    wish = NewTable(
        game=game, name=NAMES[0], seats=people + bots, bots=("random",) * bots, options=options, pace=pace,
        access=access, preset=preset, origin=origin,
    )  # fmt: skip
    seated = [await hub.open(wish)]
    for name in NAMES[1:people]:
        seated.append(await hub.join(seated[0].table, Join(name=name)))
    made = Evening(hub, seated[0].table, [one.token for one in seated], game)
    if start:
        room = await made.room()
        await room.seating.start(0)
    return made


def random_turn(table: Table, seat: int, rng: random.Random) -> tuple[int, ...]:
    """Choose a whole turn."""
    assert table.state.match is not None
    draft = table.state.match.draft(seat)
    while not draft.complete:
        draft.decide(rng.choice(draft.legal()))
    return draft.decisions


async def confirm(table: Table, seat: int, version: int, turn: str) -> None:
    """Confirm what a seat has drafted."""
    assert table.drafts is not None
    await table.confirm(seat, version, table.drafts.of(seat).draft.decisions, turn)


async def play(table: Table, seat: int, decisions: Sequence[int]) -> None:
    """Play a seat's turn, without what follows by itself."""
    await table.alone(lambda: table._play([table._checked(seat, decisions)]))


async def play_on(table: Table, rng: random.Random, turns: int) -> None:
    """Play random turns, in the order of the seats, as bots would."""

    async def one_more() -> None:
        if table.state.to_play:
            seat = min(table.state.to_play)
            await table._play([table._checked(seat, random_turn(table, seat, rng))])
            await table.settle()

    for _ in range(turns):
        await table.alone(one_more)


async def play_to_the_end(room: Room) -> None:
    """Play random turns until the game is over."""
    while room.table.state.status != "over":
        await play_on(room.table, random.Random(room.table.state.version), 1)


async def paddling(made: Evening) -> tuple[Evening, Room, int]:
    """Play cards at a table of Niagara for three: a 6 against two 2s, so that one seat has its turn on the river."""
    room = await made.room()
    assert room.table.state.match is not None
    first = room.table.view(None).first
    for seat in range(3):
        card = room.table.state.match.game.parse_action("card 6" if seat == first else "card 2")
        await play(room.table, seat, (card,))
    return made, room, first
