"""Answer HTTP requests about tournaments."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

from litestar import Request, Response
from litestar.di import NamedDependency
from litestar.params import FromPath

from eddyline.engine.registry import GAMES
from eddyline.protocol import tournaments as messages
from eddyline.protocol.pace import Clock, Pace
from eddyline.protocol.table import Ping
from eddyline.protocol.tournaments import (
    NextTournament,
    PersonTournament,
    TournamentId,
    TournamentInfo,
    TournamentLine,
)
from eddyline.server.accounts.account import Account
from eddyline.server.base import origin
from eddyline.server.hub.hub import Hub
from eddyline.server.tournaments.calendar import CALENDAR, calendar
from eddyline.server.web.feature import Feature, Lines
from eddyline.server.web.live.tournaments import watch_tournament
from eddyline.server.web.openapi import example
from eddyline.server.web.operation import delete, get, post
from eddyline.server.web.who import Who

NewTournament: TypeAlias = Annotated[
    messages.NewTournament,
    example(messages.NewTournament(name="Autumn cup", game=next(iter(GAMES)), pace=Pace(clock=Clock(120, 300)))),
]
StartTime: TypeAlias = Annotated[messages.StartTime, example(messages.StartTime(starts=None))]
Terms: TypeAlias = Annotated[
    messages.Terms, example(messages.Terms(description="Bring a mug.", limit=24, door="link", break_minutes=10))
]
Break: TypeAlias = Annotated[messages.Break, example(messages.Break(seconds=300))]
Enter: TypeAlias = Annotated[messages.Enter, example(messages.Enter(password="high water", portrait="otter"))]  # noqa: S106
EnterBots: TypeAlias = Annotated[messages.EnterBots, example(messages.EnterBots(bot="random", count=5))]

Asked = Request[Any, Any, Any]
_DONE = (400, 401, 403, 404, 409, 413, 415, 421, 429, 503)


@post("/api/tournaments", "announce_tournament", "Announce a tournament", _DONE, who=Who.PEOPLE)
async def announce(
    request: Asked, hub: NamedDependency[Hub], me: NamedDependency[Account], data: NewTournament
) -> TournamentId:
    """Announce a tournament; the sender organises it."""
    hub.limits.request(address := origin.address(request))
    hub.people.door.must_be_wanted(data.name)
    return TournamentId(id=await hub.tournaments.organising.announce(me, data, address))


@get("/api/tournaments", "tournaments", "List tournaments", (421, 503), who=Who.EVERYBODY)
async def list_tournaments(hub: NamedDependency[Hub]) -> list[TournamentLine]:
    """List the tournaments, the newest first, 50 at most; not those that are for who has the link."""
    return await hub.tournaments.stored.lines()


@get("/api/tournaments/next", "next_tournament", "Look which tournament is next", (421, 503), who=Who.EVERYBODY)
async def look_ahead(hub: NamedDependency[Hub]) -> NextTournament:
    """Name the tournament that starts first of those that everybody finds and that have room, else the newest."""
    return NextTournament(next=await hub.tournaments.stored.next())


@get(
    "/api/tournaments/{tournament:str}",
    "tournament",
    "Look at a tournament",
    (400, 404, 409, 421, 503),
    who=Who.EVERYBODY,
)
async def look(hub: NamedDependency[Hub], tournament: FromPath[str]) -> TournamentInfo:
    """Describe a tournament: who plays along, all rounds, how everybody stands."""
    return await hub.tournaments.info(tournament)


@get(
    "/api/people/{person:str}/tournaments",
    "tournaments_of",
    "List a person's tournaments",
    (400, 401, 404, 409, 421, 503),
    who=Who.LOOKERS,
)
async def list_of_person(
    hub: NamedDependency[Hub], asker: NamedDependency[Account | None], person: FromPath[str]
) -> list[PersonTournament]:
    """List the tournaments that a person has entered, the newest first: of the last 50, those that they play along.

    Those that are for who has the link are shown to that person, and to who takes part there, too.
    """
    return await hub.tournaments.of_person(person, None if asker is None else asker.id)


@get(
    "/api/tournaments/{tournament:str}/calendar",
    "tournament_calendar",
    "Take a tournament's start home",
    (400, 404, 409, 421, 503),
    who=Who.EVERYBODY,
    media_type=CALENDAR,
)
async def take_home(request: Asked, hub: NamedDependency[Hub], tournament: FromPath[str]) -> Response[str]:
    """Give the time at which a tournament starts as a file for calendars (RFC 5545)."""
    info = await hub.tournaments.info(tournament)
    headers = {"Content-Disposition": f'attachment; filename="{info.id}.ics"'}
    text = calendar(info, f"{origin.site(request, hub.settings)}tournaments/{info.id}")
    return Response(text, media_type=CALENDAR, headers=headers)


@post(
    "/api/tournaments/{tournament:str}/entry",
    "enter_tournament",
    "Enter a tournament",
    _DONE,
    who=Who.ACCOUNTS,
    status=204,
)
async def enter(
    request: Asked,
    hub: NamedDependency[Hub],
    player: NamedDependency[Account],
    tournament: FromPath[str],
    data: Enter,
) -> None:
    """Enter a tournament that has not started; nothing happens when one has entered already.

    A bot's token enters the bot, if the tournament admits bots from outside.
    """
    hub.limits.request(address := origin.address(request))
    await hub.tournaments.organising.enter(tournament, player, data, address)


@delete(
    "/api/tournaments/{tournament:str}/entry",
    "withdraw",
    "Withdraw from a tournament",
    (400, 401, 403, 404, 409, 421, 503),
    who=Who.ACCOUNTS,
)
async def withdraw(hub: NamedDependency[Hub], player: NamedDependency[Account], tournament: FromPath[str]) -> None:
    """Withdraw, from the next round on; a table that is played goes on. A bot's token withdraws the bot."""
    await hub.tournaments.organising.withdraw(tournament, player)


@post(
    "/api/tournaments/{tournament:str}/entry/{bot:str}",
    "enter_own_bot",
    "Enter a bot of one's own",
    _DONE,
    who=Who.OWNER,
    status=204,
)
async def enter_own_bot(
    request: Asked,
    hub: NamedDependency[Hub],
    me: NamedDependency[Account],
    tournament: FromPath[str],
    bot: FromPath[str],
    data: Enter,
) -> None:
    """Enter a bot that plays from outside, by the id of its account, if the tournament admits such bots."""
    hub.limits.request(address := origin.address(request))
    await hub.tournaments.organising.enter(tournament, await hub.bots.own(me, bot), data, address)


@delete(
    "/api/tournaments/{tournament:str}/entry/{bot:str}",
    "withdraw_own_bot",
    "Withdraw a bot of one's own",
    (400, 401, 403, 404, 409, 421, 503),
    who=Who.OWNER,
)
async def withdraw_own_bot(
    hub: NamedDependency[Hub], me: NamedDependency[Account], tournament: FromPath[str], bot: FromPath[str]
) -> None:
    """Withdraw a bot, from the next round on; a table that is played goes on."""
    await hub.tournaments.organising.withdraw(tournament, await hub.bots.own(me, bot))


@delete(
    "/api/tournaments/{tournament:str}/entrants/{number:int}",
    "remove_entrant",
    "Remove somebody from a tournament",
    (400, 401, 403, 404, 409, 421, 503),
    who=Who.ORGANISER,
)
async def remove(
    hub: NamedDependency[Hub], me: NamedDependency[Account], tournament: FromPath[str], number: FromPath[int]
) -> None:
    """As the organiser, withdraw any entrant, by number."""
    await hub.tournaments.organising.withdraw(tournament, me, number)


@post("/api/tournaments/{tournament:str}/bots", "enter_bots", "Enter bots", _DONE, who=Who.ORGANISER, status=204)
async def enter_bots(
    request: Asked, hub: NamedDependency[Hub], me: NamedDependency[Account], tournament: FromPath[str], data: EnterBots
) -> None:
    """As the organiser, enter bots."""
    hub.limits.request(origin.address(request))
    await hub.tournaments.organising.enter_bots(tournament, me, data)


@post(
    "/api/tournaments/{tournament:str}/start",
    "start_tournament",
    "Start a tournament",
    _DONE,
    who=Who.ORGANISER,
    status=204,
)
async def start(
    request: Asked, hub: NamedDependency[Hub], me: NamedDependency[Account], tournament: FromPath[str]
) -> None:
    """As the organiser, close the entries and open the tables of the first round."""
    hub.limits.request(origin.address(request))
    await hub.tournaments.organising.start(tournament, me)


@post(
    "/api/tournaments/{tournament:str}/start-time",
    "schedule_tournament",
    "Choose when a tournament starts",
    _DONE,
    who=Who.ORGANISER,
    status=204,
)
async def schedule(
    request: Asked, hub: NamedDependency[Hub], me: NamedDependency[Account], tournament: FromPath[str], data: StartTime
) -> None:
    """As the organiser, choose when the tournament starts by itself, or that it waits to be started."""
    hub.limits.request(origin.address(request))
    await hub.tournaments.organising.schedule(tournament, me, data.starts)


@post(
    "/api/tournaments/{tournament:str}/terms",
    "agree_on_tournament",
    "Choose who takes part in a tournament and who watches",
    _DONE,
    who=Who.ORGANISER,
    status=204,
)
async def agree(
    request: Asked, hub: NamedDependency[Hub], me: NamedDependency[Account], tournament: FromPath[str], data: Terms
) -> None:
    """As the organiser, say anew who takes part, who watches and how long breaks are; who has entered stays in."""
    hub.limits.request(address := origin.address(request))
    await hub.tournaments.organising.agree(tournament, me, data, address)


@post(
    "/api/tournaments/{tournament:str}/break",
    "lengthen_break",
    "Choose how long a break goes on",
    _DONE,
    who=Who.ORGANISER,
    status=204,
)
async def lengthen(
    request: Asked, hub: NamedDependency[Hub], me: NamedDependency[Account], tournament: FromPath[str], data: Break
) -> None:
    """As the organiser, choose how long the break that goes on lasts from now; 0 ends it."""
    hub.limits.request(origin.address(request))
    await hub.tournaments.organising.lengthen(tournament, me, data.seconds)


@delete(
    "/api/tournaments/{tournament:str}",
    "close_tournament",
    "End a tournament",
    (400, 401, 403, 404, 409, 421, 503),
    who=Who.ORGANISER,
)
async def close(hub: NamedDependency[Hub], me: NamedDependency[Account], tournament: FromPath[str]) -> None:
    """As the organiser, end a tournament before its time; it stays to be looked at."""
    await hub.tournaments.organising.close(tournament, me)


async def _export(hub: Hub, account: Account) -> Lines:
    return [line for each in account.tournaments for line in await hub.tournaments.told_of(each, account.id)]


async def _forget(hub: Hub, account: Account) -> None:
    for each in account.tournaments:
        await hub.tournaments.forget(each, account.id)


async def _rename(hub: Hub, account: Account) -> None:
    for each in account.tournaments:
        await hub.tournaments.rename(each, account.id, account.name)


FEATURE = Feature(
    name="tournaments",
    handlers=[
        *(announce, list_tournaments, list_of_person, look, enter, withdraw, enter_own_bot, withdraw_own_bot),
        *(remove, enter_bots, start, schedule, agree, lengthen, close, look_ahead, take_home, watch_tournament),
    ],
    may_send={Ping: Who.EVERYBODY},
    to_client=[messages.FromTournament],
    jobs=lambda hub: {"tournaments": hub.tournaments.keep_on},
    export=_export,
    forget=_forget,
    rename=_rename,
)
