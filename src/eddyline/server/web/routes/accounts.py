"""Answer HTTP requests about accounts."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

import msgspec
from litestar import Request, Response
from litestar.di import NamedDependency
from litestar.params import FromPath

from eddyline.protocol import accounts as messages
from eddyline.protocol.invitations import HeldInvitation, ShownInvitation
from eddyline.server.accounts import vacation
from eddyline.server.accounts.account import Account
from eddyline.server.base import origin
from eddyline.server.hub.hub import Hub
from eddyline.server.web.farewell import Farewell
from eddyline.server.web.feature import Feature, Lines
from eddyline.server.web.openapi import example
from eddyline.server.web.operation import PRIVATE, delete, get, post
from eddyline.server.web.who import Who

_OLD, _NEW = "correct horse battery", "battery staple"
SURE = messages.Sure(password=_OLD)
NewAccount: TypeAlias = Annotated[messages.NewAccount, example(messages.NewAccount(name="Ann", password=_OLD))]
SignIn: TypeAlias = Annotated[messages.SignIn, example(messages.SignIn(name="Ann", password=_OLD))]
Recover: TypeAlias = Annotated[
    messages.Recover, example(messages.Recover(name="Ann", code="k7mw-p2xd-9rha-cc4e", password=_NEW))
]
ChangePassword: TypeAlias = Annotated[messages.ChangePassword, example(messages.ChangePassword(sure=SURE, new=_NEW))]
Sure: TypeAlias = Annotated[messages.Sure, example(SURE)]
Adopt: TypeAlias = Annotated[
    messages.Adopt, example(messages.Adopt(seats=(messages.HeldSeat(table="k7mwp2xd9rha", token="r4nd0m-" * 5),)))
]
Prefer: TypeAlias = Annotated[messages.Prefer, example(messages.Prefer(colour=2, pattern=4))]

Held: TypeAlias = Annotated[HeldInvitation, example(HeldInvitation(code="k7mw-p2xd-9rha-cc4e"))]

OWN_TABLES = 50
SECRETS = {"hash", "hashes", "session", "sessions", "key", "token"}
"""Fields of entries that are not exported: hashes of what a person knows or holds. They say nothing of the person."""
_WRONG = (400, 401, 403, 413, 415, 421, 429, 503)


@post(
    "/api/people",
    "create_account",
    "Create an account",
    (400, 403, 409, 413, 415, 421, 429, 503),
    who=Who.NEWCOMERS,
    private=True,
)
async def create(request: Request[Any, Any, Any], hub: NamedDependency[Hub], data: NewAccount) -> messages.SignedIn:
    """Create an account with a password or a passkey, and sign in; the answer has the recovery codes."""
    hub.limits.request(origin.address(request))
    hub.limits.account(origin.address(request))
    return await hub.people.create(data, origin.Caller.of(request))


@post(
    "/api/invitations",
    "look_at_invitation",
    "Look at an invitation",
    (400, 403, 413, 415, 421, 429, 503),
    who=Who.KNOWING,
    private=True,
    status=200,
)
async def look_at_invitation(request: Request[Any, Any, Any], hub: NamedDependency[Hub], data: Held) -> ShownInvitation:
    """Tell how many more people an invitation is for, before anybody thinks of a password."""
    found = await hub.people.door.look(data.code, origin.address(request))
    return ShownInvitation(left=found.left, until=found.until)


@post("/api/sessions", "sign_in", "Sign in", (400, 403, 413, 415, 421, 429, 503), who=Who.KNOWING, private=True)
async def sign_in(request: Request[Any, Any, Any], hub: NamedDependency[Hub], data: SignIn) -> messages.SignedIn:
    """Sign in with a password."""
    return await hub.people.sign_in(data, origin.address(request))


@post(
    "/api/sessions/recovery",
    "recover",
    "Sign in with a recovery code",
    (400, 403, 413, 415, 421, 429, 503),
    who=Who.KNOWING,
    private=True,
)
async def recover(request: Request[Any, Any, Any], hub: NamedDependency[Hub], data: Recover) -> messages.SignedIn:
    """Sign in with a recovery code, and set a new password; all other sessions end."""
    return await hub.people.recover(data, origin.address(request))


@get("/api/me", "me", "See one's account", (400, 401, 421, 503), who=Who.ACCOUNTS, private=True)
async def me(hub: NamedDependency[Hub], player: NamedDependency[Account], session: NamedDependency[str]) -> messages.Me:
    """Tell what the server knows of the account, be it a person's or a bot's."""
    tables = [messages.OwnTable(table=table, game=game) for table, game in reversed(player.tables.items())]
    return messages.Me(
        account=player.id,
        name=player.name,
        since=player.since,
        password=player.password is not None,
        passkeys=tuple(
            messages.Passkey(id=each, device=held.device, site=held.site, since=held.since, used=held.used)
            for each, held in player.passkeys.items()
        ),
        codes=len(player.codes),
        sessions=tuple(
            messages.Session(id=each, device=held.device, since=held.since, seen=held.seen, here=each == session)
            for each, held in player.sessions.items()
        ),
        owner=player.owner,
        bots=tuple(
            messages.OwnBot(account=bot.id, name=bot.name, since=bot.since, tokens=_tokens(bot))
            for bot in await hub.bots.of(player)
        ),
        tables=tuple(tables[:OWN_TABLES]),
        colour=player.colour,
        pattern=player.pattern,
        vacation=_vacation(player, hub.now()),
        vacation_left=vacation.left(player, hub.now()),
    )


def _tokens(bot: Account) -> tuple[messages.HeldToken, ...]:
    return tuple(
        messages.HeldToken(id=each, label=held.device, since=held.since, seen=held.seen)
        for each, held in bot.sessions.items()
    )


def _vacation(me: Account, now: float) -> messages.Vacation | None:
    pending = vacation.pending_of(me, now)
    if pending is None:
        return None
    first, last = vacation.first_day(pending).isoformat(), vacation.last_day(pending).isoformat()
    return messages.Vacation(first=first, last=last, begun=pending[0] <= now * 1000)


@delete("/api/sessions/{which:str}", "sign_out", "Sign a device out", (400, 401, 403, 421, 503), who=Who.PEOPLE)
async def sign_out(
    hub: NamedDependency[Hub], me: NamedDependency[Account], session: NamedDependency[str], which: FromPath[str]
) -> None:
    """End a session, by its id in `Me`, or `here`; nothing happens when there is none."""
    await hub.people.end_session(me, session if which == "here" else which)


@post("/api/me/password", "change_password", "Change the password", _WRONG, who=Who.PEOPLE, status=204)
async def change_password(
    request: Request[Any, Any, Any],
    hub: NamedDependency[Hub],
    me: NamedDependency[Account],
    session: NamedDependency[str],
    data: ChangePassword,
) -> None:
    """Set the password, or replace it; all other sessions end."""
    await hub.people.change_password(me, data, session, origin.Caller.of(request))


@post("/api/me/codes", "renew_codes", "Get new recovery codes", _WRONG, who=Who.PEOPLE, private=True)
async def renew_codes(
    request: Request[Any, Any, Any], hub: NamedDependency[Hub], me: NamedDependency[Account], data: Sure
) -> messages.Codes:
    """Replace all recovery codes; the old ones are void."""
    await hub.people.must_be_sure(me, data, origin.Caller.of(request))
    return await hub.people.renew_codes(me)


@post("/api/me/preferences", "prefer", "Choose a favourite colour and pattern", _WRONG, who=Who.PEOPLE, status=204)
async def prefer(hub: NamedDependency[Hub], me: NamedDependency[Account], data: Prefer) -> None:
    """Choose the colour and the pattern that the account's canoes get at tables where they are free."""
    await hub.people.prefer(me, data)


@post("/api/me/seats", "adopt", "Add a guest's seats to the account", _WRONG, who=Who.PEOPLE, status=200)
async def adopt(
    request: Request[Any, Any, Any], hub: NamedDependency[Hub], me: NamedDependency[Account], data: Adopt
) -> list[messages.OwnTable]:
    """Take over seats by their tokens; return the tables at which the account has a seat now."""
    hub.limits.request(origin.address(request))
    return [owned for seat in data.seats if (owned := await hub.adopt(me, seat)) is not None]


@get(
    "/api/me/export",
    "export",
    "Export everything",
    (400, 401, 421, 503),
    who=Who.PEOPLE,
    media_type="application/jsonl; charset=utf-8",
)
async def export(farewell: NamedDependency[Farewell], me: NamedDependency[Account]) -> Response[str]:
    """Give everything that the server has of the account, one JSON object a line; secrets are left out."""
    headers = PRIVATE | {"Content-Disposition": 'attachment; filename="eddyline-account.jsonl"'}
    return Response(await farewell.export(me), headers=headers, media_type="application/jsonl; charset=utf-8")


@post("/api/me/deletion", "delete_account", "Delete one's account", _WRONG, who=Who.PEOPLE, status=204)
async def delete_account(
    request: Request[Any, Any, Any],
    hub: NamedDependency[Hub],
    farewell: NamedDependency[Farewell],
    me: NamedDependency[Account],
    data: Sure,
) -> None:
    """Delete the account for good. Seats at tables stay, but nobody's name is on them any more."""
    await hub.people.must_be_sure(me, data, origin.Caller.of(request))
    await farewell.delete(me)


@get("/api/people/{account:str}", "person", "Show a person's profile", (400, 404, 421, 503), who=Who.EVERYBODY)
async def look_at(hub: NamedDependency[Hub], account: FromPath[str]) -> messages.Person:
    """Describe a person as everybody may see them."""
    found = await hub.people.must_find(account)
    owner = await hub.people.find(found.owner) if found.owner is not None else None
    day = 86_400_000
    return messages.Person(
        account=found.id,
        name=found.name,
        since=found.since // day * day,
        colour=found.colour,
        pattern=found.pattern,
        owner=None if owner is None else messages.Owner(account=owner.id, name=owner.name),
    )


async def _export(hub: Hub, account: Account) -> Lines:
    lines = []
    for version, row in enumerate(await hub.people.accounts.rows(account.id), start=1):
        entry = msgspec.json.decode(row.body)
        kept = {field: value for field, value in entry.items() if field not in SECRETS}
        lines.append({"account": account.id, "version": version, "at": row.at, **kept})
    return lines


async def _forget(hub: Hub, account: Account) -> None:
    """Keep the name from everybody, and delete the log."""
    for name in (account.name, *account.former):
        await hub.people.claims.retire(name, account.id)
    await hub.people.accounts.delete(account.id)
    hub.people.changed(account.id, None)


FEATURE = Feature(
    name="accounts",
    handlers=[
        *(create, sign_in, recover, sign_out, me, change_password, renew_codes, prefer, adopt, export, delete_account),
        *(look_at, look_at_invitation),
    ],
    jobs=lambda hub: {"names": hub.people.extend_names},
    export=_export,
    forget=_forget,
)
