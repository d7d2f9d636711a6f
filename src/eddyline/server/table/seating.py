"""Seat people and bots at a table, start and end its game."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar

import msgspec

from eddyline.bots.levels import offered
from eddyline.engine.options import OptionError
from eddyline.protocol.refusal import RefusalError
from eddyline.server.base.direction import isolated
from eddyline.server.base.names import bot_character, bot_name, check_bot, looks, no_name, numbered, unused_name
from eddyline.server.table import entries
from eddyline.server.table.bot_choice import check_limit
from eddyline.server.table.dealing import check_own_word
from eddyline.server.table.facts import starting
from eddyline.server.table.state import token_hash

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Collection, Coroutine, Mapping

    from eddyline.characters import Character
    from eddyline.engine.game import Game
    from eddyline.engine.options import OptionValue
    from eddyline.protocol.ahead import PlanAhead
    from eddyline.protocol.pace import Pace
    from eddyline.protocol.paint import Portrait
    from eddyline.protocol.table_info import Access
    from eddyline.server.accounts.account import Account
    from eddyline.server.table.state import Seat, TableState
    from eddyline.server.table.table import Table

MOST_INVITED = 50
"""People who are invited to a table at the same time."""

P = ParamSpec("P")
T = TypeVar("T")


def _alone(
    command: Callable[Concatenate[Seating, P], Coroutine[Any, Any, T]],
) -> Callable[Concatenate[Seating, P], Coroutine[Any, Any, T]]:
    """Run a command with no other change of its table in between."""

    @functools.wraps(command)
    async def run(seating: Seating, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await seating.table.alone(lambda: command(seating, *args, **kwargs))

    return run


class Seating:
    """Carry out the commands about a table's seats; each returns after its entry is durable and published.

    `by` is the seat that asks. Raises RefusalError, and changes nothing, when it may not.
    """

    def __init__(self, table: Table) -> None:
        self.table = table

    @property
    def _state(self) -> TableState:
        return self.table.state

    @_alone
    async def plan_ahead(self, by: int, asked: PlanAhead) -> None:
        """Write down what a seat has decided in advance, instead of all that it had."""
        self.table.must_be("running", "there is nothing to decide in advance")
        if not self._state.seats[by].played_by_human:
            raise RefusalError("not_yours", "A bot plays for you; come back first.")
        drafts, version = self.table.drafts, self._state.version
        if drafts is None or not drafts.basis(by) <= asked.version <= version:
            raise RefusalError(
                "stale", f"That was meant for version {asked.version}; the table is at version {version}."
            )
        plans = self._state.plans
        if plans.parse(self._state, by, asked.actions) != plans.of(by):
            self.table.count_change(by)
            await self.table.append(entries.Planned(seat=by, actions=asked.actions))

    # ---- before the start ----

    @_alone
    async def join(
        self,
        name: str,
        token: str,
        seat: int | None = None,
        person: Account | None = None,
        check: Callable[[TableState, str | None], Awaitable[None]] | None = None,
        portrait: Character | None = None,
    ) -> int:
        """Give a human `seat`, or the first free one; return the seat. An account has one seat at a table.

        The canoes of a `person` with an account get the favourite colour and pattern, where nobody else has them.

        `check` raises RefusalError for an account (None: a guest) that may not sit at the table as it is now.
        """
        self.table.must_be("open", "nobody can join any more, but everybody may watch")
        account, owner = (None, None) if person is None else (person.id, person.owner)
        if check is not None:
            await check(self._state, account)
        if (had := self.table.seat_of(None, account)) is not None:
            raise RefusalError(
                "taken", f"You have a seat at this table already, as {isolated(self._state.seats[had].name)}."
            )
        free = [number for number, other in enumerate(self._state.seats) if other.kind == "open"]
        if not free:
            raise RefusalError("taken", "Every seat of this table is taken.")
        if seat is None:
            seat = free[0]
        elif seat not in free:
            self._must_exist(seat)
            raise RefusalError("taken", f"Seat {seat} is taken.")
        name = unused_name(name, (other.name for other in self._state.seats))
        self.table.count_change(None)
        joined = entries.Joined(seat=seat, name=name, token=token_hash(token), account=account, owner=owner)
        await self.table.seat_human(joined, *self._favourites(seat, person, portrait))
        await self.table.settle()
        return seat

    def _favourites(self, seat: int, person: Account | None, portrait: Character | None) -> list[entries.Painted]:
        """Return the entry that paints whoever takes a seat, and their canoes, if there is anything to paint."""
        colour, pattern = (None, None) if person is None else (person.colour, person.pattern)
        painted = entries.Painted(
            seat=seat,
            colour=self._unless_held(self._state.colours, colour, seat),
            pattern=self._unless_held(self._state.patterns, pattern, seat),
            portrait=portrait if self._drawn_as(portrait, seat) is None else None,
        )
        return [] if painted == entries.Painted(seat=seat) else [painted]

    @_alone
    async def adopt(self, token: str, account: str) -> bool:
        """Give a guest's seat to an account that shows the seat's token; return whether the account has a seat now."""
        seat = self.table.seat_of(token)
        if seat is not None and self.table.seat_of(None, account) is None:
            self.table.count_change(seat)
            await self.table.append(entries.Adopted(seat=seat, account=account))
        return self.table.seat_of(None, account) is not None

    @_alone
    async def add_bot(self, by: int, seat: int, bot: str, character: Character | None = None) -> None:
        """Let the host put a bot on a free seat, or replace a bot."""
        self.table.must_be("open", "bots are added before the start; afterwards they stand in for people")
        self._must_host(by)
        self._must_exist(seat)
        if self._state.seats[seat].kind == "human":
            raise RefusalError("taken", f"Seat {seat} is taken by {isolated(self._state.seats[seat].name)}.")
        check_bot(self._state.opened.game, bot)
        others = [other for number, other in enumerate(self._state.seats) if number != seat]
        if character is not None and (holder := self._drawn_as(character, seat)) is not None:
            raise RefusalError("taken", f"{isolated(holder.name)} has this portrait.")
        character = character or self._state.seats[seat].portrait
        taken = [other.name for other in others]
        if character is None:
            character = self._met(seat, taken, [other.portrait for other in others])
        self.table.count_change(by)
        await self.table.append(
            entries.BotSat(seat=seat, name=bot_name(taken, character), bot=bot, character=character)
        )
        await self.table.settle()

    @_alone
    async def remove(self, by: int, seat: int) -> None:
        """Free a seat; the host may free any seat, a player only their own."""
        self.table.must_be("open", "seats are freed before the start only; a bot can stand in for somebody")
        self._must_exist(seat)
        if by not in (self._state.host, seat):
            raise RefusalError("not_host", "Only the host can free somebody else's seat.")
        if self._state.seats[seat].kind != "open":
            # Not counted: there was a join or a bot before, and nobody may use up what the host can do.
            await self.table.append(entries.Freed(seat=seat))

    @_alone
    async def mix(self, seat: int, word: str) -> None:
        """Mix a player's own word into the dealing, or replace it; it counts from when it is logged."""
        self.table.must_be("open", "words of your own are mixed in before the start")
        if self._state.seats[seat].word != check_own_word(word):
            self.table.count_change(seat)
            await self.table.append(entries.Mixed(seat=seat, word=word))

    @_alone
    async def set_pace(self, by: int, pace: Pace) -> None:
        """Let the host set how long the table waits for people."""
        self.table.must_be("open", "how long the table waits is agreed on before the start")
        self._must_host(by)
        check_pace(self._state.opened.game, pace)
        if pace != self._state.pace:
            self.table.count_change(by)
            await self.table.append(entries.Paced(pace=pace))

    @_alone
    async def set_access(self, by: int, access: Access) -> None:
        """Let the host say who finds the table."""
        self._must_admit(by)
        if access == "friends":
            must_have_friends(self._state.seats[by].account)
        if access != self._state.access:
            self.table.count_change(by)
            await self.table.append(entries.Admitted(access=access))

    @_alone
    async def invite(self, by: int, account: str) -> None:
        """Let the host invite somebody to a table for friends."""
        self._must_admit(by)
        if self._state.access != "friends":
            raise RefusalError(
                "wrong_time", "Anyone who has the link may come to this table; nobody needs an invitation."
            )
        if account in self._state.invited:
            return
        if len(self._state.invited) >= MOST_INVITED:
            raise RefusalError("full", f"{MOST_INVITED} people are invited to this table, which is the limit.")
        self.table.count_change(by)
        await self.table.append(entries.Invited(seat=by, account=account))

    @_alone
    async def uninvite(self, by: int, account: str) -> None:
        """Let the host take an invitation back; whoever has a seat by then keeps it."""
        self._must_admit(by)
        if account in self._state.invited:
            await self.table.append(entries.Uninvited(seat=by, account=account))

    @_alone
    async def paint(
        self,
        seat: int,
        colour: int | None = None,
        pattern: int | None = None,
        portrait: Portrait | None = None,
    ) -> None:
        """Give the sender a colour, a pattern or a portrait that nobody has; a free seat that had it gets theirs."""
        self.table.must_be("open", "canoes are painted before the start")
        state = self._state
        wanted = [("colour", state.colours, colour), ("pattern", state.patterns, pattern)]
        for what, shades, shade in wanted:
            if shade is not None and (holder := self._holder(shades, shade, seat)) is not None:
                raise RefusalError("taken", f"{isolated(holder.name)} has this {what}.")
        if portrait and (holder := self._drawn_as(portrait, seat)) is not None:
            raise RefusalError("taken", f"{isolated(holder.name)} has this portrait.")
        drawn_so = portrait is None or (portrait or None) == state.seats[seat].portrait
        if drawn_so and all(shade is None or shades[seat] == shade for _, shades, shade in wanted):
            return
        self.table.count_change(seat)
        await self.table.append(entries.Painted(seat=seat, colour=colour, pattern=pattern, portrait=portrait))

    def _unless_held(self, shades: list[int], shade: int | None, seat: int) -> int | None:
        """Return a colour or a pattern unless somebody else has it; `shades`: by seat."""
        return shade if shade is not None and self._holder(shades, shade, seat) is None else None

    def _met(self, seat: int, names: Collection[str], portraits: Collection[Character | None]) -> Character | None:
        """Return which character plays a bot's seat: in a game that goes on, who played it there, if they can."""
        origin = self._state.opened.origin
        return bot_character(self._state.id, names, portraits, None if origin is None else origin.character(seat))

    def _drawn_as(self, portrait: Character | None, seat: int) -> Seat | None:
        """Return who else has a portrait."""
        others = (other for number, other in enumerate(self._state.seats) if number != seat)
        return None if portrait is None else next((other for other in others if other.portrait == portrait), None)

    def _holder(self, shades: list[int], shade: int, seat: int) -> Seat | None:
        """Return who else has a colour or a pattern; `shades`: by seat."""
        owner = shades.index(shade)
        if owner == seat or owner >= len(self._state.seats) or self._state.seats[owner].kind == "open":
            return None
        return self._state.seats[owner]

    @_alone
    async def set_rules(self, by: int, preset: str, options: Mapping[str, OptionValue]) -> None:
        """Let the host change what the table plays by; the number of players stays."""
        self.table.must_be("open", "the rules are agreed on before the start")
        self._must_host(by)
        state = self._state
        if state.opened.origin is not None:
            raise RefusalError("wrong_time", "This game goes on from another one, by the same rules.")
        checked = check_rules(state.rules, preset, options, len(state.seats))
        needed, bound = state.rules.most_words(checked), state.dealing
        if bound is not None and needed > bound.length:
            raise RefusalError(
                "bad_message",
                f"expected rules that need at most {bound.length} random numbers, as many as this table is bound to, "
                f"got rules that may need {needed}; a new table can have them",
            )
        entry = entries.Ruled(preset=preset, options=msgspec.to_builtins(checked))
        if (entry.preset, entry.options) != (state.preset, state.given):
            self.table.count_change(by)
            await self.table.append(entry)

    @_alone
    async def move_host(self, seat: int) -> None:
        """Make another human the host."""
        if self._state.status == "open" and self._state.seats[seat].kind == "human" and self._state.host != seat:
            self.table.count_change(seat)
            await self.table.append(entries.HostMoved(seat=seat))

    @_alone
    async def start(self, by: int) -> None:
        """Let the host start the game when every seat is taken."""
        self.table.must_be("open", "it has started already")
        self._must_host(by)
        free = sum(seat.kind == "open" for seat in self._state.seats)
        if free:
            raise RefusalError(
                "wrong_time", f"The game cannot start yet: {free} of {len(self._state.seats)} seats still free."
            )
        await self.table.append(starting(self._state, self.table.next_word()))
        await self.table.settle()

    @_alone
    async def fill_up(self, present: Collection[int]) -> None:
        """Let bots take the seats of all who are not `present`, and start; does nothing when that is not due.

        Nothing happens either when nobody is there.
        """
        due, state = self._state.fills_at, self._state
        if due is None or due > self.table.outside.clock() or not present:
            return
        away = {number for number, seat in enumerate(state.seats) if seat.kind == "human" and number not in present}
        staying = [seat for number, seat in enumerate(state.seats) if number not in away]
        names, portraits = [seat.name for seat in staying], [seat.portrait for seat in staying]
        filled: list[entries.Entry[int]] = [entries.Freed(seat=seat) for seat in sorted(away)]
        for number, seat in enumerate(state.seats):
            if seat.kind == "open" or number in away:
                portraits.append(character := self._met(number, names, portraits))
                names.append(bot_name(names, character))
                bot = offered(state.opened.game)[0]
                filled.append(entries.BotSat(seat=number, name=names[-1], bot=bot, character=character))
        await self.table.append(*filled)
        await self.table.settle()

    # ---- while the game runs ----

    @_alone
    async def limit_bots(self, by: int, seconds: float) -> None:
        """Let the host set the bots' thinking time per turn, from the next turn on."""
        if self._state.status == "over":
            raise RefusalError("wrong_time", "The game is over: there is nothing left to think about.")
        self._must_host(by)
        if check_limit(seconds) != self._state.bot_seconds:
            self.table.count_change(by)
            await self.table.append(entries.BotsLimited(seconds=seconds))

    @_alone
    async def stand_in(self, by: int, seat: int, bot: str | None = None, *, away: float | None = None) -> None:
        """Let a bot play for the sender, or for a human who has been away for some seconds (None: is connected)."""
        self.table.must_be("running", "bots stand in while a game runs")
        other = self._human(seat)
        if by != seat:
            if self._state.timing.vacation(seat, self.table.outside.clock()) is not None:
                raise RefusalError("wrong_time", f"{isolated(other.name)} is on vacation; the clock stands still.")
            self._check_absence(isolated(other.name), bot, away)
            bot = other.bot  # the one its owner chose stays
        bot = bot or self._state.stand_in
        check_bot(self._state.opened.game, bot)
        if other.bot != bot:
            self.table.count_change(by)
            await self.table.append(entries.StoodIn(seat=seat, bot=bot))

    def _check_absence(self, name: str, bot: str | None, away: float | None) -> None:
        absence = self._state.pace.absence
        if away is None:
            raise RefusalError("not_yours", f"{name} is at the table; only they can let a bot play for them.")
        if away < absence:
            raise RefusalError(
                "wrong_time", f"{name} has been away for {away:.0f} s; a bot may play for them after {absence:g} s."
            )
        if bot is not None:
            raise RefusalError(
                "bad_message", f"expected no bot, because for others the table's bot plays, {self._state.stand_in}"
            )

    @_alone
    async def replace_silent(self, seat: int) -> None:
        """Let a bot play for a human who owes a turn; others have voted for it."""
        rests = self._state.timing.vacation(seat, self.table.outside.clock()) is not None
        if seat in self._state.awaited and not rests:
            self.table.count_change(seat)
            await self.table.append(entries.StoodIn(seat=seat, bot=self._state.stand_in))

    @_alone
    async def come_back(self, seat: int) -> None:
        """Give a human their seat back from the bot standing in; does nothing when there is none."""
        other = self._state.seats[seat]
        if other.kind == "human" and other.bot is not None and not other.resigned and self._state.status == "running":
            await self.table.append(entries.CameBack(seat=seat))

    # ---- the end ----

    @_alone
    async def resign(self, seat: int) -> None:
        """Let a bot play for the sender to the end; the game ends when one seat, or no human, is left."""
        self.table.must_be("running", "there is nothing to give up")
        self._human(seat)
        await self.table.append(*self._resigning(seat))

    def _resigning(self, seat: int) -> list[entries.Entry[int]]:
        left = [number for number, other in enumerate(self._state.seats) if not other.resigned and number != seat]
        end = len(left) < 2 or all(self._state.seats[number].kind != "human" for number in left)
        stopped = [entries.Stopped(why="resigned")] if end else []
        return [entries.Resigned(seat=seat, bot=self._state.stand_in), *stopped]

    @_alone
    async def forget(self, account: str) -> None:
        """Take an account's name off its seat, which it leaves: before the start it is free, afterwards a bot's."""
        seat, state = self.table.seat_of(None, account), self._state
        if seat is None:
            return
        if state.status == "open":
            await self.table.append(entries.Freed(seat=seat))
            return
        gives_up = state.status == "running" and not state.seats[seat].resigned
        name = no_name(other.name for other in state.seats)
        await self.table.append(*(self._resigning(seat) if gives_up else ()), entries.Forgotten(seat=seat, name=name))

    @_alone
    async def rename(self, account: str, name: str) -> None:
        """Write an account's new name on its seat, with a number after it where somebody else has one like it."""
        seat = self.table.seat_of(None, account)
        if seat is None:
            return
        others = [other.name for number, other in enumerate(self._state.seats) if number != seat and other.name]
        taken = any(looks(name) & looks(other) for other in others)
        wanted = numbered(name, others) if taken else name
        if self._state.seats[seat].name != wanted:
            await self.table.append(entries.Renamed(seat=seat, name=wanted))

    @_alone
    async def stop(self) -> None:
        """End the game as its players have agreed."""
        if self._state.status == "running":
            await self.table.append(entries.Stopped(why="agreed"))

    @_alone
    async def move_on(self, opening: Callable[[], Coroutine[Any, Any, str]]) -> None:
        """Open the rematch with `opening`, which returns the new table's id, unless there is one already."""
        self.table.must_be("over", "a rematch can be opened when the game is over")
        if self._state.match is None or self._state.ended == "closed":
            raise RefusalError("wrong_time", "This table was closed before its game was over; there is none to repeat.")
        if self._state.rematch is None:
            await self.table.append(entries.Rematched(table=await opening()))

    # ---- checks ----

    def _must_host(self, by: int) -> None:
        if by != self._state.host:
            raise RefusalError(
                "not_host", f"Only the host, {isolated(self._state.seats[self._state.host].name)}, can do this."
            )

    def _must_admit(self, by: int) -> None:
        """Refuse whoever may not say who comes to the table."""
        if self._state.opened.tournament is not None:
            raise RefusalError("not_host", "The organiser of the tournament has said who may come to its tables.")
        self._must_host(by)

    def _must_exist(self, seat: int) -> None:
        if not 0 <= seat < len(self._state.seats):
            raise RefusalError("bad_message", f"expected a seat from 0 to {len(self._state.seats) - 1}, got {seat}")

    def _human(self, seat: int) -> Seat:
        """Return a seat whose human has not resigned."""
        self._must_exist(seat)
        found = self._state.seats[seat]
        if found.kind != "human":
            raise RefusalError("wrong_time", f"Seat {seat} already belongs to a bot.")
        if found.resigned:
            raise RefusalError("wrong_time", f"{isolated(found.name)} has resigned; a bot plays to the end.")
        return found


def check_rules(game: Game, preset: str | None, options: Mapping[str, OptionValue], players: int) -> object:
    """Return the options of a table as the game has them; raises RefusalError when it refuses them.

    They are held already, so that a map there is no room for is refused before it is in the log.
    """
    try:
        checked = game.hold(game.parse_options(preset, options, players))
        game.check_players(players, checked)
    except OptionError as error:
        raise RefusalError("bad_message", str(error)) from None
    return checked


def must_have_friends(account: str | None) -> None:
    """Raise RefusalError for a guest who wants a table for friends."""
    if account is None:
        raise RefusalError("signed_out", "Only accounts have friends; sign in to open a table for friends.")


def check_pace(game: str, pace: Pace) -> Pace:
    """Return the pace if the game has its bot; raises RefusalError otherwise."""
    if pace.stand_in is not None:
        check_bot(game, pace.stand_in)
    return pace
