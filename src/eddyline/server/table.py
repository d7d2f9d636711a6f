"""Run one table: seat people, keep their drafts, play confirmed turns – store first, then publish, then answer.

Knows no sockets and no SQL. Every change of a table is an entry of its log; a method that changes it returns after
the entry is durable and `publish` has been called. An invalid request raises RefusalError and changes nothing.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any, TypeVar

from eddyline.engine.match import Deal, Draft, IllegalAction
from eddyline.server import entries, protocol
from eddyline.server.drafts import Drafting, Drafts
from eddyline.server.journal import note
from eddyline.server.metrics import Metrics
from eddyline.server.names import bot_name, check_bot, unused_name
from eddyline.server.refusal import RefusalError
from eddyline.server.state import TableState, token_hash
from eddyline.server.store import Row, StoreError, VersionTakenError
from eddyline.server.thinking import check_limit
from eddyline.server.why_not import because

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Sequence

    from eddyline.server.outside import Outside
    from eddyline.server.store import Store

T = TypeVar("T")

_log = logging.getLogger(__name__)

RETRY = 5.0
"""Seconds until the table retries what could not be saved."""


class Table:
    """Hold one table and run its commands, one change at a time."""

    def __init__(self, state: TableState, store: Store, outside: Outside) -> None:
        """Wrap a folded state; `open_table` and `load_table` fold it."""
        self.state = state
        self.drafts = Drafts(state.match, state.version) if state.match else None
        self.publish: Callable[[protocol.Update], None] = lambda _: None
        """Called with every version as soon as it is durable."""
        self.metrics = Metrics()
        self._views: dict[int | None, protocol.View] = {}
        """Views of this version, cached because several tabs may need the same one."""
        self._store = store
        self._outside = outside
        self._lock = asyncio.Lock()
        self._changes: set[asyncio.Task[Any]] = set()
        self._again: asyncio.TimerHandle | None = None

    # ---- queries ----

    def seat_of(self, token: str) -> int | None:
        """Find the seat that a token belongs to."""
        hashed = token_hash(token)
        return next((number for number, seat in enumerate(self.state.seats) if seat.token == hashed), None)

    def to_play(self) -> frozenset[int]:
        """Return the seats that owe a turn."""
        return self.state.match.waiting if self.state.match else frozenset()

    def info(
        self, online: frozenset[int] = frozenset(), spectators: int = 0, preparing: frozenset[str] = frozenset()
    ) -> protocol.TableInfo:
        """Describe the table and who is connected."""
        return self.state.info(online, spectators, preparing)

    def view(self, seat: int | None) -> protocol.View | None:
        """Show the position as a seat (None: a spectator) sees it, without its draft; None before the start."""
        if self.state.match is None:
            return None
        if seat not in self._views:
            self._views[seat] = self.state.match.view(seat)
        return self._views[seat]

    def updates(self, after: int | None) -> tuple[protocol.Update, ...]:
        """List the updates after version `after`; empty for None and for versions that do not exist yet."""
        return () if after is None else tuple(self.state.updates[max(after, 0) :])

    def draft(self, seat: int | None) -> protocol.Draft | None:
        """Describe a seat's draft for that seat; None when it has nothing to decide or change."""
        view = self.view(seat)
        if seat is None or self.drafts is None or view is None:
            return None
        return self.drafts.show(seat, self.state.version, view)

    # ---- drafts ----

    def decide(self, seat: int, version: int, step: int, action: int) -> None:
        """Add a decision, and the forced ones after it, to the seat's draft."""
        self._owed(seat, version)[0].decide(seat, step, action)

    def undo(self, seat: int, version: int, *, everything: bool = False) -> None:
        """Undo the last free decision, or all of them."""
        self._owed(seat, version)[0].undo(seat, everything=everything)

    def why_not(self, seat: int, asked: protocol.WhyNot) -> protocol.Because:
        """Explain why a decision may not come next for a seat."""
        return because(self.state, self.drafts, seat, asked)

    # ---- turns ----

    async def confirm(self, seat: int, version: int, turn: str) -> None:
        """Make the seat's draft final. A turn id that was already played is not an error and plays nothing."""
        await self._alone(self._confirm(seat, version, turn))

    async def _confirm(self, seat: int, version: int, turn: str) -> None:
        if (seat, turn) in self.state.turn_ids:
            return
        _, drafting = self._owed(seat, version)
        if drafting.confirmed:
            return
        await self._play(seat, drafting.draft, turn)
        await self._settle()

    async def play_at_once(self, seat: int, asked: protocol.Play) -> None:
        """Play a whole turn sent by a program. A turn id that was already played is not an error and plays nothing."""
        await self._alone(self._play_at_once(seat, asked))

    async def _play_at_once(self, seat: int, asked: protocol.Play) -> None:
        if (seat, asked.turn) not in self.state.turn_ids:
            drafts, _ = self._owed(seat, asked.version)
            await self._play(seat, drafts.whole(seat, asked.actions), asked.turn)
            await self._settle()

    async def play(self, seat: int, decisions: Sequence[int], basis: int, *, for_anybody: bool = False) -> bool:
        """Play a bot's turn for a bot, or `for_anybody`; return False when the position at `basis` is outdated."""
        return await self._alone(self._play_bot(seat, decisions, basis, for_anybody))

    async def _play_bot(self, seat: int, decisions: Sequence[int], basis: int, for_anybody: bool) -> bool:
        if self.drafts is None or self.drafts.basis(seat) != basis or seat not in self.to_play():
            return False
        if self.state.seats[seat].bot is None and not for_anybody:
            return False
        await self._play(seat, decisions)
        await self._settle()
        return True

    async def _play(self, seat: int, decisions: Draft | Sequence[int], turn: str | None = None) -> None:
        if self.state.match is None:
            raise RefusalError("wrong_time", "The game has not started yet.")
        # Checked whoever sent it: an illegal entry would make the whole log unreadable.
        try:
            with self.metrics.stage("check"):
                draft = self.state.match.draft(seat, decisions)
        except IllegalAction as error:
            raise RefusalError.illegal(error) from None
        if not draft.complete:
            raise RefusalError("incomplete", "This turn is not complete yet.")
        await self._append(entries.Turn(seat=seat, decisions=draft.decisions, id=turn), draft)

    # ---- people and bots ----

    async def join(self, name: str, token: str, seat: int | None = None) -> int:
        """Give a human `seat`, or the first free one; return the seat."""
        return await self._alone(self._join(name, token, seat))

    async def _join(self, name: str, token: str, seat: int | None) -> int:
        self._must_be("open", "nobody can join any more, but everybody may watch")
        free = [number for number, other in enumerate(self.state.seats) if other.kind == "open"]
        if not free:
            raise RefusalError("taken", "Every seat of this table is taken.")
        if seat is None:
            seat = free[0]
        elif seat not in free:
            self._must_exist(seat)
            raise RefusalError("taken", f"Seat {seat} is taken.")
        name = unused_name(name, (other.name for other in self.state.seats))
        await self._append(entries.Joined(seat=seat, name=name, token=token_hash(token)))
        if self.state.opened.start and len(free) == 1:
            await self._start()
        return seat

    async def add_bot(self, by: int, seat: int, bot: str) -> None:
        """Let the host put a bot on a free seat, or replace a bot."""
        await self._alone(self._add_bot(by, seat, bot))

    async def _add_bot(self, by: int, seat: int, bot: str) -> None:
        self._must_be("open", "bots are added before the start; afterwards they stand in for people")
        self._must_host(by)
        self._must_exist(seat)
        if self.state.seats[seat].kind == "human":
            raise RefusalError("taken", f"Seat {seat} is taken by {self.state.seats[seat].name}.")
        check_bot(self.state.opened.game, bot)
        taken = {other.name for number, other in enumerate(self.state.seats) if number != seat}
        await self._append(entries.BotSat(seat=seat, name=bot_name(taken), bot=bot))

    async def limit_bots(self, by: int, seconds: float) -> None:
        """Let the host set the bots' thinking time per turn, from the next turn on."""
        await self._alone(self._limit_bots(by, seconds))

    async def _limit_bots(self, by: int, seconds: float) -> None:
        if self.state.status == "over":
            raise RefusalError("wrong_time", "The game is over: there is nothing left to think about.")
        self._must_host(by)
        if check_limit(seconds) != self.state.bot_seconds:
            await self._append(entries.BotsLimited(seconds=seconds))

    async def remove(self, by: int, seat: int) -> None:
        """Free a seat before the start; the host may free any seat, a player only their own."""
        await self._alone(self._remove(by, seat))

    async def _remove(self, by: int, seat: int) -> None:
        self._must_be("open", "seats are freed before the start only; a bot can stand in for somebody")
        self._must_exist(seat)
        if by not in (self.state.host, seat):
            raise RefusalError("not_host", "Only the host can free somebody else's seat.")
        if self.state.seats[seat].kind != "open":
            await self._append(entries.Freed(seat=seat))

    async def move_host(self, seat: int) -> None:
        """Make another human the host, before the start."""
        await self._alone(self._move_host(seat))

    async def _move_host(self, seat: int) -> None:
        if self.state.status == "open" and self.state.seats[seat].kind == "human" and self.state.host != seat:
            await self._append(entries.HostMoved(seat=seat))

    async def start(self, by: int) -> None:
        """Let the host start the game when every seat is taken."""
        await self._alone(self._start_by(by))

    async def _start_by(self, by: int) -> None:
        self._must_be("open", "it has started already")
        self._must_host(by)
        free = sum(seat.kind == "open" for seat in self.state.seats)
        if free:
            raise RefusalError(
                "wrong_time", f"The game cannot start: {free} of {len(self.state.seats)} seats are free."
            )
        await self._start()

    async def _start(self) -> None:
        await self._append(entries.Started(word=self._outside.entropy()))
        await self._settle()

    async def stand_in(self, by: int, seat: int, bot: str, *, present: bool) -> None:
        """Let a bot play for the sender, or for a human who is not `present`."""
        await self._alone(self._stand_in(by, seat, bot, present))

    async def _stand_in(self, by: int, seat: int, bot: str, present: bool) -> None:
        self._must_be("running", "bots stand in while a game runs")
        self._must_exist(seat)
        other = self.state.seats[seat]
        if other.kind != "human":
            raise RefusalError("wrong_time", f"Seat {seat} is a bot's already.")
        if present and by != seat:
            raise RefusalError("not_yours", f"{other.name} is at the table; only they can let a bot play for them.")
        check_bot(self.state.opened.game, bot)
        if other.bot != bot:
            await self._append(entries.StoodIn(seat=seat, bot=bot))

    async def come_back(self, seat: int) -> None:
        """Give a human their seat back from the bot standing in; does nothing when there is none."""
        await self._alone(self._come_back(seat))

    async def _come_back(self, seat: int) -> None:
        other = self.state.seats[seat]
        if other.kind == "human" and other.bot is not None and self.state.status == "running":
            await self._append(entries.CameBack(seat=seat))

    async def move_on(self, opening: Callable[[], Coroutine[Any, Any, str]]) -> None:
        """Open the rematch with `opening`, which returns the new table's id, unless there is one already."""
        await self._alone(self._move_on(opening))

    async def _move_on(self, opening: Callable[[], Coroutine[Any, Any, str]]) -> None:
        self._must_be("over", "a rematch can be opened when the game is over")
        if self.state.rematch is None:
            await self._append(entries.Rematched(table=await opening()))

    async def settle(self) -> None:
        """Make due deals and forced turns; called once after loading, later done automatically."""
        await self._alone(self._settle())

    # ---- internals ----

    async def _alone(self, change: Coroutine[Any, Any, T]) -> T:
        """Run a change exclusively, and to its end even when its caller is cancelled.

        A connection may break while its entry is being written; the entry must still be folded and published.
        """

        async def run() -> T:
            async with self._lock:
                return await change

        task = asyncio.get_running_loop().create_task(run())
        self._changes.add(task)
        task.add_done_callback(self._changes.discard)
        return await asyncio.shield(task)

    async def finish(self) -> None:
        """Wait for changes in progress."""
        if self._again is not None:
            self._again.cancel()
        if self._changes:
            await asyncio.wait(self._changes)

    async def _append(self, entry: entries.Entry[int], draft: Draft | None = None) -> None:
        row = Row(int(self._outside.clock() * 1000), entries.encode(entry, self.state.rules))
        try:
            await self.metrics.save(self._store.append(self.state.id, self.state.version + 1, (row,)))
        except VersionTakenError:
            await self._catch_up()
            raise RefusalError(
                "stale", "The table has moved on meanwhile; nothing was lost, please look again."
            ) from None
        except StoreError as error:
            _log.warning("an entry was not saved: %s", error, extra={"table": self.state.id})
            raise RefusalError("wrong_time", f"This could not be saved, so it did not happen: {error}") from error
        self._fold(entry, draft)

    async def _catch_up(self) -> None:
        """Fold the entries that another process has written."""
        for row in await self._store.load(self.state.id, self.state.version):
            self._fold(entries.decode(row.body, self.state.rules))

    def _fold(self, entry: entries.Entry[int], draft: Draft | None = None) -> None:
        update = self.state.apply(entry, draft)
        note(self.state, entry)
        self._views.clear()
        match = self.state.match
        if match is not None and isinstance(entry, entries.Started | entries.Turn | Deal):
            if isinstance(entry, entries.Turn) and entry.seat in match.pending and self.drafts is not None:
                self.drafts.confirmed(entry.seat, update.version)
            else:
                self.drafts = Drafts(match, update.version)
        self.publish(update)

    async def _settle(self) -> None:
        """Deal when a deal is due, and play every forced turn (N-ROUND-7).

        A store error here refuses no request, because the change before it is already saved; settling is retried later.
        """
        try:
            while self.state.match is not None and self.drafts is not None:
                if self.state.match.chance_due:
                    await self._append(Deal(self._outside.entropy()))
                elif forced := self.drafts.forced():
                    await self._play(forced.seat, forced)
                else:
                    return
        except RefusalError as refusal:
            _log.warning("waiting for the store to go on", extra={"table": self.state.id, "code": refusal.code})
            self._again = asyncio.get_running_loop().call_later(RETRY, self._settle_again)

    def _settle_again(self) -> None:
        task = asyncio.get_running_loop().create_task(self._alone(self._settle()))
        self._changes.add(task)
        task.add_done_callback(self._changes.discard)

    def _owed(self, seat: int, version: int) -> tuple[Drafts, Drafting]:
        """Return all drafts, and that of a seat that may decide on the position at `version`."""
        self._must_be("running", "there is nothing to decide")
        assert self.drafts is not None
        drafting = self.drafts.owed(seat, version, self.state.version)
        if self.state.seats[seat].bot is not None:
            raise RefusalError("not_yours", "A bot plays for you; come back first.")
        return self.drafts, drafting

    def _must_be(self, status: protocol.Status, why: str) -> None:
        if self.state.status != status:
            now = {"open": "has not started yet", "running": "is running", "over": "is over"}[self.state.status]
            raise RefusalError("wrong_time", f"The game {now}: {why}.")

    def _must_host(self, by: int) -> None:
        if by != self.state.host:
            raise RefusalError("not_host", f"Only the host, {self.state.seats[self.state.host].name}, can do this.")

    def _must_exist(self, seat: int) -> None:
        if not 0 <= seat < len(self.state.seats):
            raise RefusalError("bad_message", f"expected a seat from 0 to {len(self.state.seats) - 1}, got {seat}")


async def open_table(store: Store, outside: Outside, table: str, log: Sequence[entries.Entry[int]]) -> Table:
    """Open a table with its first entries, written together: `Opened`, then the seats."""
    at = int(outside.clock() * 1000)
    state = TableState.begin(table, log[0], at)
    for entry in log[1:]:
        state.apply(entry)
    await store.append(table, 1, [Row(at, entries.encode(entry, state.rules)) for entry in log])
    return Table(state, store, outside)


async def load_table(store: Store, outside: Outside, table: str) -> Table | None:
    """Load a table from its log; None for an unknown id."""
    rows = await store.load(table)
    # Folding a long game takes a moment; the event loop must serve other tables.
    state = await asyncio.to_thread(TableState.fold, table, rows)
    if state is None:
        return None
    loaded = Table(state, store, outside)
    await loaded.settle()
    return loaded
