"""Open tables, and give people seats there."""

from __future__ import annotations

import asyncio
import functools
from typing import TYPE_CHECKING

from msgspec.structs import replace

from eddyline.engine.registry import UnknownGameError
from eddyline.engine.registry import game as game_by_id
from eddyline.protocol import table as protocol
from eddyline.protocol.accounts import OwnTable
from eddyline.protocol.refusal import RefusalError
from eddyline.server.accounts.bots import Bots
from eddyline.server.base.names import bot_character, bot_name, check_bot
from eddyline.server.hub.showing import Showing
from eddyline.server.table.beginning import opened, rematch, seated
from eddyline.server.table.bot_choice import check_limit
from eddyline.server.table.origin import origin_of
from eddyline.server.table.seating import check_pace, check_rules, must_have_friends
from eddyline.server.table.state import Seat, token_hash

if TYPE_CHECKING:
    from eddyline.characters import Character
    from eddyline.protocol.accounts import HeldSeat
    from eddyline.server.accounts.account import Account
    from eddyline.server.hub.hub import Hub
    from eddyline.server.table.entries import Entry
    from eddyline.server.table.table import Table


class Opening:
    """Open the tables of a server, and let its people sit down."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self.showing = Showing(hub)
        self.bots = Bots(hub.people, hub.settings.outside, self.plays)

    async def open(
        self,
        wish: protocol.NewTable,
        *,
        token: str | None = None,
        person: Account | None = None,
        fill_after: float | None = None,
    ) -> protocol.Seated:
        """Open a table and seat its host, with a secret `token` of their own if they have one. Raises RefusalError.

        A `person` with an account sits under the account's name; None: a guest.
        `fill_after` some seconds bots take the free seats.
        """
        try:
            game = game_by_id(wish.game)
        except UnknownGameError as error:
            raise RefusalError("bad_message", str(error)) from None
        origin, preset, given = None, wish.preset, wish.options
        if wish.origin is not None:
            if wish.preset is not None or wish.options:
                raise RefusalError("bad_message", "A game that goes on is played by its own rules; expected no others.")
            if wish.origin.seat >= wish.seats:
                raise RefusalError("bad_message", f"expected a seat from 0 to {wish.seats - 1}, got {wish.origin.seat}")
            # A long game takes a while to be played through.
            origin, header = await asyncio.to_thread(origin_of, wish.origin, wish.game, wish.seats)
            origin = replace(origin, private=await self.showing.closed(origin.table))
            preset, given = header.preset, header.options
        options = check_rules(game, preset, given, wish.seats)
        if len(wish.bots) >= wish.seats:
            raise RefusalError("bad_message", f"expected at most {wish.seats - 1} bots, got {len(wish.bots)}")
        account, owner = (None, None) if person is None else (person.id, person.owner)
        if wish.access == "friends":
            must_have_friends(account)
        names = [await self._hub.people.name_for(wish.name, person)]
        token = token or self._hub.settings.outside.token()
        mine = 0 if wish.origin is None else wish.origin.seat
        first = opened(
            game,
            preset or (game.default_preset if origin is None else None),
            options,
            wish.seats,
            self._hub.settings.outside.seed(),
            start=wish.start,
            bot_seconds=check_limit(wish.bot_seconds),
            pace=check_pace(wish.game, wish.pace),
            access=wish.access,
            rated=wish.rated and origin is None,
            fill_after=fill_after,
            host=mine,
            origin=origin,
        )
        table = self._hub.settings.outside.table_id()
        host = Seat("human", names[0], token=token_hash(token), account=account, owner=owner, portrait=wish.portrait)
        log: list[Entry[int]] = [
            first,
            *seated(mine, host, *(() if person is None else (person.colour, person.pattern))),
        ]
        others = [seat for seat in range(wish.seats) if seat != mine]
        portraits: list[Character | None] = [wish.portrait]
        for seat, bot in zip(others[len(others) - len(wish.bots) :], wish.bots, strict=True):
            check_bot(wish.game, bot)
            met = None if origin is None else origin.character(seat)
            portraits.append(character := bot_character(table, names, portraits, met))
            names.append(bot_name(names, character))
            log += seated(seat, Seat("bot", names[-1], bot, portrait=character))
        async with self._hub.bots.sitting_down(person):
            await self._hub.tables.open_at(table, log)
        return protocol.Seated(table=table, seat=mine, token=token)

    async def join(
        self, table: str, wish: protocol.Join, token: str | None = None, person: Account | None = None
    ) -> protocol.Seated:
        """Give somebody a seat, with a secret `token` of their own if they have one. Raises RefusalError.

        A `person` with an account sits under the account's name, with a number if a guest here is called so.
        """
        name = await self._hub.people.name_for(wish.name, person)
        async with self._hub.bots.sitting_down(person), self._hub.tables.room(table) as room:
            token = token or self._hub.settings.outside.token()
            sit = functools.partial(
                room.seating.join,
                token=token,
                seat=wish.seat,
                person=person,
                check=self._hub.admission.must_seat,
                portrait=wish.portrait,
            )
            try:
                seat = await sit(name)
            except RefusalError as refusal:
                if person is None or refusal.suggestion is None:
                    raise
                seat = await sit(refusal.suggestion)
            if person is not None:
                await self._hub.tables.note_seats(room.table)
            return protocol.Seated(table=table, seat=seat, token=token)

    async def adopt(self, person: Account, held: HeldSeat) -> OwnTable | None:
        """Make a guest's seat the account's; None when there is no such seat. Raises RefusalError."""
        try:
            async with self._hub.tables.room(held.table) as room:
                if not await room.seating.adopt(held.token, person.id):
                    return None
                await self._hub.tables.note_seats(room.table)
                room.tell_presence()
                return OwnTable(table=held.table, game=room.table.state.opened.game)
        except RefusalError as refusal:
            if refusal.code in {"store", "unsettled"}:
                raise
            return None

    async def rematch(self, table: Table, by: int, address: str) -> str:
        """Open a table with the same options and seats; the players' tokens are valid there, too."""
        self._hub.limits.request(address)
        self._hub.limits.table(address)
        if not self._hub.people.door.guests and any(
            seat.kind == "human" and not seat.account for seat in table.state.seats
        ):
            raise RefusalError("no_guests", "On this server only people with an account play, and a guest sits here.")
        again = self._hub.settings.outside.table_id()
        await self._hub.halls.carry_on(table.state.id, again, table.state.seats[by].name)
        await self._hub.tables.open_at(again, rematch(table.state, by, self._hub.settings.outside.seed()))
        return again

    async def plays(self, account: str, table: str) -> bool:
        """Return whether an account has something to play at a table, now or later. Raises RefusalError."""
        try:
            async with self._hub.tables.room(table) as room:
                seat, state = room.table.seat_of(None, account), room.table.state
                return seat is not None and state.status != "over" and not state.seats[seat].resigned
        except RefusalError as refusal:
            if refusal.code in {"store", "unsettled"}:
                raise
            return False  # nobody can play there
