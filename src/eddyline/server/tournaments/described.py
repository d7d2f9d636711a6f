"""Describe tournaments as everybody may see them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from eddyline.protocol import tournaments as messages
from eddyline.server.tournaments.standings import share, standings

if TYPE_CHECKING:
    from collections.abc import Mapping

    from eddyline.server.base.outages import Outages
    from eddyline.server.tournaments.log import Announced, Played, Tournament


def line(tournament: Tournament) -> messages.TournamentLine:
    """Describe a tournament in a list. Raises RefusalError."""
    announced = tournament.must_exist()
    return messages.TournamentLine(
        id=tournament.id,
        name=announced.name,
        game=announced.game,
        status=tournament.status,
        format=announced.format,
        round=len(tournament.rounds),
        rounds=announced.rounds,
        entrants=len(tournament.playing),
        since=tournament.at,
        starts=_starts(tournament),
        door=tournament.terms.door,
        limit=tournament.terms.limit,
    )


def of_person(tournament: Tournament, account: str) -> messages.PersonTournament | None:
    """Describe a tournament to whoever looks at somebody; None if they do not play along. Raises RefusalError."""
    own = [each for each in tournament.entrants if each.account == account]
    taken = [
        each for each in own if (not each.gone if tournament.status == "open" else each.number in tournament.seeding)
    ]
    if not taken:
        return None
    entrant = taken[-1]
    places = (
        {each.entrant: each.place for each in standings(tournament)}
        if any(table.over for each in tournament.rounds for table in each.tables)
        else {}
    )
    return messages.PersonTournament(
        **msgspec.structs.asdict(line(tournament)),
        ended=tournament.ended,
        place=places.get(entrant.number),
        of=len(tournament.seeding),
        gone=entrant.gone,
    )


def info(
    tournament: Tournament, announced: Announced, names: Mapping[str, str | None], outages: Outages
) -> messages.TournamentInfo:
    """Describe a tournament; `names` are those of its organiser and of bots' owners, None for a deleted account."""
    terms, pause = tournament.terms, tournament.pause
    return messages.TournamentInfo(
        id=tournament.id,
        name=announced.name,
        game=announced.game,
        preset=announced.preset,
        options=announced.options,
        format=announced.format,
        rounds=announced.rounds,
        size=announced.size,
        pace=announced.pace,
        rated=announced.rated,
        outside_bots=announced.outside_bots,
        description=terms.description,
        limit=terms.limit,
        door=terms.door,
        watching=terms.watching,
        break_minutes=terms.break_minutes,
        organiser=announced.organiser,
        organiser_name=names.get(announced.organiser),
        status=tournament.status,
        closed=tournament.closed,
        since=tournament.at,
        starts=_starts(tournament),
        missed=tournament.missed if tournament.status == "open" else None,
        break_ends=None if pause is None else int(pause.ends(outages) * 1000),
        ended=tournament.ended,
        seed=tournament.seed,
        entrants=tuple(
            messages.EntrantInfo(
                number=each.number,
                name=each.name,
                account=each.account,
                owner=each.owner,
                owner_name=None if each.owner is None else names.get(each.owner),
                bot=each.bot,
                portrait=each.portrait,
                gone=each.gone,
                place=standing.place,
                score=float(standing.score),
                opponents=float(standing.opponents),
                wins=float(standing.wins),
            )
            for standing in sorted(standings(tournament), key=lambda standing: standing.entrant)
            for each in [tournament.entrants[standing.entrant]]
        ),
        played=tuple(
            messages.RoundInfo(tables=tuple(map(_table, each.tables)), out=each.out) for each in tournament.rounds
        ),
    )


def _starts(tournament: Tournament) -> int | None:
    return tournament.starts if tournament.status == "open" else None


def _table(table: Played) -> messages.TableOfRound:
    shares = tuple(float(share(table.ranks, seat)) for seat in range(len(table.seats))) if table.over else None
    return messages.TableOfRound(id=table.id, seats=table.seats, over=table.over, ranks=table.ranks, shares=shares)
