"""Tell of a table whose game is over what its players find in their histories."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

import msgspec

from eddyline.engine.log import Turn
from eddyline.protocol.history import PlayedGame, PlayedSeat
from eddyline.server.store import Played
from eddyline.server.table import replay

if TYPE_CHECKING:
    from collections.abc import Iterable

    from eddyline.protocol.history import Outcome
    from eddyline.server.store import Row
    from eddyline.server.table.state import TableState

_encoder = msgspec.json.Encoder()


class _Seen(msgspec.Struct):
    """Read of an entry what tells something without the rules of its game."""

    entry: str = ""
    account: str | None = None


_glance = msgspec.json.Decoder(_Seen)


def concerns_accounts(rows: Iterable[Row]) -> bool:
    """Return whether a table's game has begun, with accounts: all others need not be folded.

    Raises msgspec.DecodeError for what is no log.
    """
    seen = [_glance.decode(row.body) for row in rows]
    return any(each.account for each in seen) and any(each.entry == "started" for each in seen)


def played(state: TableState) -> list[Played]:
    """List what each account with a seat finds of a table: nothing while its game runs, or if it never began."""
    facts = state.facts.ended
    if facts is None or state.match is None or state.ended is None:
        return []
    ranks = facts.ranking if state.ended == "finished" else ()
    seats = tuple(
        PlayedSeat(
            name=seat.name,
            account=seat.account,
            bot=seat.bot if seat.kind == "bot" else None,
            rank=ranks[number] if ranks else None,
            won=number in state.winners,
            colour=state.colours[number],
            portrait=seat.portrait,
        )
        for number, seat in enumerate(state.seats)
    )
    private, turns = replay.private(state), sum(isinstance(entry, Turn) for entry in state.match.log)
    found = []
    for number, seat in enumerate(seats):
        if seat.account is None:
            continue
        told = PlayedGame(
            table=state.id,
            game=state.opened.game,
            preset=state.preset,
            seat=number,
            seats=seats,
            outcome=_outcome(state, number),
            ending=state.ended,
            began=state.facts.began,
            ended=facts.at,
            turns=turns,
            rated=state.facts.result is not None,
            tournament=state.opened.tournament,
            host=number == state.host,
            private=private,
        )
        found.append(
            Played(
                account=seat.account,
                ended=told.ended,
                table=told.table,
                game=told.game,
                outcome=told.outcome,
                rated=told.rated,
                public=state.access == "open" and not private,
                words="\n".join(searched(other.name) for other in seats if other is not seat),
                told=_encoder.encode(told).decode(),
            )
        )
    return found


def searched(text: str) -> str:
    """Return a text as searches compare it: without accents, and without capitals."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(character for character in apart if not unicodedata.combining(character))


def _outcome(state: TableState, seat: int) -> Outcome:
    if state.ended not in {"finished", "resigned"}:
        return "off"
    return "won" if seat in state.winners else "lost"
