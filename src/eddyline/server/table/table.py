"""Run one table: keep drafts, play confirmed turns – store first, then publish, then answer.

Knows no sockets and no SQL. Every change of a table is an entry of its log; a method that changes it returns after
the entry is durable and `publish` has been called. An invalid request raises RefusalError and changes nothing.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from eddyline.engine.match import Deal, Draft, IllegalAction
from eddyline.protocol.refusal import RefusalError
from eddyline.server.base.limits import Bucket
from eddyline.server.logs.troubles import refused_by
from eddyline.server.store import DeletedError, OutcomeUnknownError, Row, StoreError, VersionTakenError
from eddyline.server.table import encoding, entries
from eddyline.server.table.drafts import Drafts
from eddyline.server.table.facts import starting
from eddyline.server.table.journal import note
from eddyline.server.table.missed import Missed
from eddyline.server.table.state import TableState, token_hash
from eddyline.server.table.turn_queue import Checked, WaitingTurns
from eddyline.server.table.why_not import because
from eddyline.server.tasks import Tasks

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Sequence

    from eddyline.protocol import table as protocol
    from eddyline.protocol import table_info
    from eddyline.protocol.games import View
    from eddyline.server.base.metrics import Metrics
    from eddyline.server.base.outside import Outside
    from eddyline.server.store import Store
    from eddyline.server.table.turn_queue import Check

T = TypeVar("T")

_log = logging.getLogger(__name__)

RETRY_SAVE = 5.0
"""Seconds until the table retries what could not be saved."""
CHANGES, JOINS = 100, 1000
"""How often one seat may change a table, and people may join it, at once; an hour gives as many again."""
HOUR = 3600.0
CHANGE_TRIES = 20
"""How often a change is begun again because other processes were first."""


class OvertakenError(RefusalError):
    """Report that another process has changed the table first; the state has what it did."""

    def __init__(self) -> None:
        super().__init__("stale", "The table has changed in the meantime; nothing was lost, please look again.")


class Observer(Protocol):
    """See what becomes of a table."""

    def publish(self, updates: Sequence[protocol.Update]) -> None:
        """Take in every version as soon as it is durable; several when they were written together."""

    def settled(self) -> None:
        """Take in that it is known again what was saved."""


class Table:
    """Hold one table and run its commands, one change at a time."""

    def __init__(
        self, state: TableState, store: Store, outside: Outside, metrics: Metrics, observer: Observer | None
    ) -> None:
        """Wrap a folded state; `stored.py` folds it."""
        self.state = state
        self.drafts = Drafts(state.match, state.shown, state.confirmed) if state.match else None
        self.metrics = metrics
        self._observer = observer
        self._story = Missed(state.updates)
        self._views: dict[int | None, View] = {}
        """Views of the present position by seat, kept until it changes or, of a seat, until that has played."""
        self._store = store
        self.outside = outside
        self._lock = asyncio.Lock()
        self._changes = Tasks()
        self._again: asyncio.TimerHandle | None = None
        self._turns = WaitingTurns()
        self._changed: dict[int | None, Bucket] = {}
        """Changes by seat (None: joins) since the game last went on."""
        self._unsettled = False
        """Whether the log may have an entry more than the state, which nobody has been told of."""
        self._in_doubt = False
        """Whether somebody was told that the outcome of a change is not known."""
        self._ghosts: set[str] = set()
        """Hashed tokens of those who were not told whether they have a seat; they have no other way to their token."""

    # ---- queries ----

    def seat_of(self, token: str | None, account: str | None = None) -> int | None:
        """Find the seat that a token belongs to, or else an account; an account's seat needs the account."""
        hashed, seats = token and token_hash(token), list(enumerate(self.state.seats))
        by_token = (
            number for number, seat in seats if hashed and seat.token == hashed and seat.account in {None, account}
        )
        by_account = (number for number, seat in seats if account and seat.account == account)
        return next(itertools.chain(by_token, by_account), None)

    def view(self, seat: int | None) -> View | None:
        """Show the position as a seat (None: a spectator) sees it, without its draft; None before the start."""
        if self.state.match is None:
            return None
        if seat not in self._views:
            self._views[seat] = self.state.match.view(seat)
        return self._views[seat]

    def updates(self, after: int | None) -> tuple[protocol.Update, ...]:
        """List the updates after version `after`; empty for None and for versions that do not exist yet.

        The oldest are missing when they are more than fits in a message.
        """
        return () if after is None else self._story.after(after)

    def missed(self, seat: int | None, after: int) -> tuple[protocol.Update, ...]:
        """List what a seat missed after a version; how a private game went, nobody else is told once it is over."""
        return () if seat is None and self.state.ended_privately else self.updates(after)

    def draft(self, seat: int | None) -> protocol.Draft | None:
        """Describe a seat's draft for that seat; None when it has nothing to decide or change."""
        if seat is None or self.drafts is None or not self.asks(seat):
            return None
        return self.drafts.show(seat, self.state.version, self.view(seat))

    def asks(self, seat: int) -> bool:
        """Return whether a seat has something to decide, or a secret turn that it may change."""
        return self.drafts is not None and self.state.status == "running" and self.drafts.asks(seat)

    # ---- drafts ----

    def decide(self, seat: int, version: int, step: int, action: int) -> None:
        """Add a decision, and the forced ones after it, to the seat's draft."""
        self._owed(seat, version).decide(seat, step, action)

    def undo(self, seat: int, version: int, *, everything: bool = False) -> None:
        """Undo the last free decision, or all of them."""
        self._owed(seat, version).undo(seat, everything=everything)

    def why_not(self, seat: int, asked: protocol.WhyNot) -> protocol.Because:
        """Explain why a decision may not come next for a seat."""
        return because(self.state, self.drafts, seat, asked)

    # ---- turns ----

    async def confirm(self, seat: int, version: int, decisions: tuple[int, ...], turn: str) -> None:
        """Play a turn that a seat has decided, whatever has become of its draft meanwhile.

        A turn id that was already played with the same decisions is not an error and plays nothing.
        """
        await self._write_turn(seat, lambda: self._confirmed(seat, version, decisions, turn), turn)

    def _confirmed(self, seat: int, version: int, decisions: tuple[int, ...], turn: str) -> Checked | None:
        if (played := self.state.turn_ids.get((seat, turn))) is not None:
            if played != decisions:
                raise _other_turn(turn)
            return None
        kept = self._owed(seat, version).kept(seat)
        if kept is None or kept.draft.decisions != decisions:
            return self._persons(seat, decisions, turn)
        return None if kept.confirmed else self._persons(seat, kept.draft, turn)

    async def play_at_once(self, seat: int, asked: protocol.Play) -> None:
        """Play a whole turn sent by a program; as `confirm`, but forced decisions may be missing."""
        await self._write_turn(seat, lambda: self._sent(seat, asked), asked.turn)

    def _sent(self, seat: int, asked: protocol.Play) -> Checked | None:
        if (played := self.state.turn_ids.get((seat, asked.turn))) is not None:
            rest = iter(self.state.rules.texts(played))
            if not all(text in rest for text in asked.actions):
                raise _other_turn(asked.turn)
            return None
        return self._persons(seat, self._owed(seat, asked.version).whole(seat, asked.actions), asked.turn)

    def _persons(self, seat: int, decisions: Draft | Sequence[int], turn: str) -> Checked:
        checked = self._checked(seat, decisions, turn, spent=self.state.timing.spent(seat, self.outside.clock()))
        if seat not in self.state.to_play:  # a secret choice is replaced
            self.count_change(seat)
        return checked

    async def play(self, seat: int, decisions: Sequence[int], basis: int, late: str | None = None) -> bool:
        """Play a bot's whole turn, planned for the position at version `basis`; return False when it is outdated.

        `late` is the bot's name when it plays because the seat has run out of time.
        """
        return await self._write_turn(seat, lambda: self._found_by_bot(seat, decisions, basis, late))

    def _found_by_bot(self, seat: int, decisions: Sequence[int], basis: int, late: str | None) -> Checked | None:
        if self.drafts is None or self.drafts.basis(seat) != basis or seat not in self.state.to_play:
            return None
        if self.state.seats[seat].played_by_human if late is None else seat not in self.late():
            return None
        spent = 0.0 if late is None else self.state.timing.spent(seat, self.outside.clock())
        return self._checked(seat, decisions, spent=spent, late=late)

    def _checked(
        self,
        seat: int,
        decisions: Draft | Sequence[int],
        turn: str | None = None,
        spent: float = 0.0,
        late: str | None = None,
    ) -> Checked:
        """Check a turn, whoever sent it: an illegal entry would make the whole log unreadable. Raises RefusalError."""
        if self.state.match is None:
            raise RefusalError("wrong_time", "The game has not started yet.")
        try:
            with self.metrics.stage("check"):
                draft = self.state.match.draft(seat, decisions)
        except IllegalAction as error:
            raise RefusalError.illegal(error) from None
        if not draft.complete:
            raise RefusalError("incomplete", "This turn is not complete yet.")
        entry = entries.Turn(seat=seat, decisions=draft.decisions, id=turn, spent=round(spent, 3), late=late)
        return Checked(entry, draft)

    async def _write_turn(self, seat: int, check: Check, turn: str | None = None) -> bool:
        """Write a turn, with those that wait by then, and what follows; return whether there was one to write."""
        done = self._turns.add(seat, check)
        if len(self._turns) == 1:
            self._changes.begin(self._write_turns())
        try:
            return await done
        except RefusalError:
            if turn is None or (seat, turn) not in self.state.turn_ids:
                raise
            # It is there already: that the store is away does not matter. Other decisions are refused again.
            return check() is not None

    async def _write_turns(self) -> None:
        try:
            await self._exclusively(self._write_waiting)
        except Exception as error:  # noqa: BLE001 - those who wait handle it
            self._turns.fail_all(error)

    async def _write_waiting(self) -> None:
        while self._turns:
            owing = self.state.to_play
            found = self._turns.next(owing)
            if not found:
                continue
            try:
                await self._play([checked for _, checked in found])
            except OvertakenError:
                raise  # looked at again
            except RefusalError as refusal:
                self._turns.answer([waiting for waiting, _ in found], refusal)
            else:
                await self.settle()
                self._turns.answer([waiting for waiting, _ in found], outcome=True)

    async def _play(self, turns: Sequence[Checked]) -> None:
        await self.append(*(checked.entry for checked in turns), drafts=[checked.draft for checked in turns])
        self.metrics.turns.labels(self.state.opened.game).inc(len(turns))

    def late(self) -> frozenset[int]:
        """Return the seats that have run out of time."""
        now, timing = self.outside.clock(), self.state.timing
        return frozenset(seat for seat in self.state.awaited if (left := timing.left(seat, now)) and sum(left) <= 0)

    async def resume(self) -> None:
        """Go on after loading: make due deals and forced turns."""
        await self.alone(self.settle)

    async def look_again(self) -> None:
        """Go on from what another process has appended. Raises RefusalError when it was deleted or is not read.

        What follows by itself, that process appends, too; if it does not, it may have ended.
        """
        self._unsettled = True
        await self.alone(self._settle_unless_others_do)

    async def reach(self, version: int) -> None:
        """Look at the log when somebody was shown a later version than this one, by another process."""
        if version > self.state.version:
            with contextlib.suppress(RefusalError):  # whoever wants to change anything hears of it
                await self.look_again()

    async def _settle_unless_others_do(self) -> None:
        self._settle_later()

    # ---- internals ----

    async def alone(self, change: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Run a change exclusively, and to its end even when its caller is cancelled.

        A connection may break while its entry is being written; the entry must still be folded and published. When
        another process was first, the change is begun again, with the table as it is by then.
        """
        return await asyncio.shield(self._changes.begin(self._exclusively(change)))

    async def _exclusively(self, change: Callable[[], Coroutine[Any, Any, T]]) -> T:
        async with self._lock:
            for _ in range(CHANGE_TRIES):
                await self._find_out()
                with contextlib.suppress(OvertakenError):
                    return await change()
            raise OvertakenError

    async def finish(self) -> None:
        """Wait for changes in progress; nobody is told of what comes after them."""
        await self._changes.finish()
        if self._again is not None:
            self._again.cancel()
        # A reference cycle with the room would hold the table's map until the garbage collector comes.
        self._observer = None

    def publish(self, updates: Sequence[protocol.Update]) -> None:
        """Let it be seen what these durable versions have changed."""
        if self._observer is not None:
            self._observer.publish(updates)

    async def append(self, *written: entries.Entry[int], drafts: Sequence[Draft] = ()) -> None:
        """Write entries, all or none, then apply and publish them; `drafts` are those of turns, in the same order.

        Raises RefusalError when that cannot be done; the table is then unchanged.
        """
        at = int(self.outside.clock() * 1000)
        rows = [Row(at, encoding.encode(entry, self.state.rules)) for entry in written]
        try:
            await self.metrics.save(self._store.append(self.state.id, self.state.version + 1, rows))
        except VersionTakenError:
            self._unsettled = True
            await self._find_out()
            raise OvertakenError from None
        except OutcomeUnknownError as error:
            self._unsettled = self._in_doubt = True
            refusal = refused_by(error)
            self._wait_for_store(refusal)
            raise refusal from error
        except StoreError as error:
            _log.warning("an entry was not saved: %s", error, extra={"table": self.state.id})
            raise refused_by(error) from error
        was_open, was_over = self.state.match is None, self.state.status == "over"
        updates = [self._fold(entry, at, draft) for entry, draft in zip_longest(written, drafts)]
        self.metrics.follow(
            self.state.opened.game,
            begun=was_open and self.state.match is not None,
            ended=None if was_over else self.state.ended,
        )
        self.publish(updates)

    async def _find_out(self) -> None:
        """Fold what the log has more than the state, if there may be anything; raises RefusalError while it is unknown.

        Must come before any change: a turn sent again is then known, or played for the first time.
        """
        if not self._unsettled and not self._ghosts:
            return
        try:
            rows = await self._store.load(self.state.id, self.state.version - 1)
        except StoreError as error:
            raise refused_by(error) from error
        if not rows:
            raise refused_by(DeletedError(self.state.id))
        if updates := [self._fold(encoding.decode(row.body, self.state.rules), row.at) for row in rows[1:]]:
            self.publish(updates)
        self._unsettled = False
        if self._in_doubt:
            self._in_doubt = False
            if self._observer is not None:
                self._observer.settled()
        for number, seat in enumerate(self.state.seats):
            if seat.token in self._ghosts:
                await self.append(entries.Freed(seat=number))
        self._ghosts.clear()

    def _fold(self, entry: entries.Entry[int], at: int, draft: Draft | None = None) -> protocol.Update:
        """Apply an entry that is durable; return what it changed."""
        state = self.state
        position = state.match and state.match.states
        update = state.apply(entry, at, draft)
        note(state, entry)
        # A secret turn changes nothing that anybody else sees, and what is no turn changes no view at all.
        if (state.match and state.match.states) is not position:
            self._views.clear()
        elif update.seat is not None:
            self._views.pop(update.seat, None)
        if state.match is not None and state.shown == update.version:
            self.drafts = Drafts(state.match, state.shown, {})
            self._changed.clear()
        elif update.seat is not None and self.drafts is not None:
            self.drafts.confirmed(update.seat, update.version)
        return update

    def count_change(self, seat: int | None) -> None:
        """Count a change by a seat, or a join. Raises RefusalError when there were too many since the last turn.

        Every change is saved for good, so their number has to be limited.
        """
        most = JOINS if seat is None else CHANGES
        if not self._changed.setdefault(seat, Bucket(most / HOUR, most, self.outside.clock)).take():
            raise RefusalError("too_fast", "There were too many changes at this table; please wait a minute.")

    async def seat_human(self, joined: entries.Joined, *more: entries.Painted) -> None:
        """Give a human a seat; when nobody knows whether that was saved, the seat is freed as soon as it is known."""
        try:
            await self.append(joined, *more)
        except RefusalError:
            if self._unsettled:
                self._ghosts.add(joined.token)
            raise

    async def settle(self) -> None:
        """Start when the table is to start by itself, deal when a deal is due, play every forced turn (N-ROUND-7).

        A store error here refuses no request, because the change before it is already saved; settling is retried later.
        """
        try:
            settled = False
            while not settled:
                # When another process was first, there may be something else to do.
                with contextlib.suppress(OvertakenError):
                    settled = await self._settle_step()
        except RefusalError as refusal:
            self._wait_for_store(refusal)

    async def _settle_step(self) -> bool:
        """Do one thing that follows by itself; return whether there was nothing to do."""
        if self.state.stopped:
            return True
        if self.state.start_due:
            await self.append(starting(self.state, self.next_word()))
        elif self.state.match is None or self.drafts is None:
            return True
        elif self.state.match.chance_due:
            await self.append(Deal(self.next_word()))
        elif turn := self.state.plans.due(self.state) or self.drafts.forced():
            await self._play([self._checked(turn.seat, turn)])
        else:
            return True
        return False

    def _wait_for_store(self, error: RefusalError) -> None:
        _log.warning("waiting for the store to go on", extra={"table": self.state.id, "code": error.code})
        self._settle_later()

    def _settle_later(self) -> None:
        if self._again is not None:
            self._again.cancel()
        self._again = asyncio.get_running_loop().call_later(RETRY_SAVE, self._settle_again)

    def next_word(self) -> int:
        """Return the next word of chance."""
        dealing = self.state.dealing
        return self.outside.entropy() if dealing is None else dealing.next_word(self.state.own_words, self.outside)

    def _settle_again(self) -> None:
        async def settle() -> None:
            try:
                await self.alone(self.settle)
            except RefusalError as refusal:
                self._wait_for_store(refusal)

        self._changes.begin(settle())

    def _owed(self, seat: int, version: int) -> Drafts:
        """Return the drafts of all seats, if this one may decide on the position at `version`. Raises RefusalError."""
        self.must_be("running", "there is nothing to decide")
        assert self.drafts is not None
        self.drafts.check_owed(seat, version, self.state.version)
        if self.state.seats[seat].bot is not None:
            raise RefusalError("not_yours", "A bot plays for you; come back first.")
        return self.drafts

    def must_be(self, status: table_info.Status, why: str) -> None:
        """Raise RefusalError unless the game has this status; `why` explains what needs it."""
        if self.state.status != status:
            if self.state.stopped == "closed":
                raise RefusalError("wrong_time", "The operator of this server has closed this table.")
            now = {"open": "has not started yet", "running": "is running", "over": "is over"}[self.state.status]
            raise RefusalError("wrong_time", f"The game {now}: {why}.")


def _other_turn(turn: str) -> RefusalError:
    return RefusalError("stale", f"The turn {turn} was played already, with other decisions; nothing was changed.")
