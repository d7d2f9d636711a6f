"""Describe the HTTP API in OpenAPI, at /api/openapi.json. What goes over the WebSocket is in `protocol/table.py`."""

from __future__ import annotations

from importlib.metadata import version
from typing import TYPE_CHECKING, Annotated, TypeAlias

import msgspec
from litestar.enums import RequestEncodingType
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, Example, SecurityScheme
from litestar.params import BodyKwarg

from eddyline.engine.registry import GAMES
from eddyline.protocol import accounts, friends, lobby, notices, tournaments
from eddyline.protocol import table as protocol
from eddyline.protocol.pace import Clock, Pace

if TYPE_CHECKING:
    from collections.abc import Mapping

SCHEME = "session"
"""Name of the way in which an account says that it asks."""
SIGNED_IN: list[dict[str, list[str]]] = [{SCHEME: []}]
MAYBE_SIGNED_IN: list[dict[str, list[str]]] = [{}, *SIGNED_IN]

DESCRIPTION = OpenAPIConfig(
    title="Eddyline",
    version=version("eddyline"),
    description=(
        "Open tables of canoe games and sit down at them. The game itself is played over a WebSocket, "
        "`/ws/tables/{table}`; its messages are in `protocol/table.py`."
    ),
    path="/api/openapi.json",
    components=Components(
        security_schemes={
            SCHEME: SecurityScheme(
                type="http", scheme="bearer", description="`session` of `SignedIn`; of a bot, `token` of `BotToken`."
            )
        }
    ),
    # The pages that Litestar could show as well load scripts from other hosts.
    render_plugins=[JsonRenderPlugin(path="/")],
    use_handler_docstrings=True,
)

WHY: Mapping[int, tuple[str, protocol.Problem]] = {
    400: (
        "The request is not as described.",
        protocol.Problem(code="bad_message", message="expected at most 2 bots, got 3"),
    ),
    401: (
        "The account's session has ended, or there is none.",
        protocol.Problem(code="signed_out", message="This needs an account; sign in first."),
    ),
    403: (
        "The request came from a page of another site.",
        protocol.Problem(code="not_yours", message="pages of other sites may not do this"),
    ),
    404: (
        "There is no such thing.",
        protocol.Problem(code="unknown", message="There is no such table. Perhaps a letter is missing from the link?"),
    ),
    409: (
        "The state of the table does not allow it.",
        protocol.Problem(code="taken", message="Every seat of this table is taken."),
    ),
    413: ("The request is too long.", protocol.Problem(code="bad_message", message="Request Entity Too Large")),
    415: ("The body is not JSON.", protocol.Problem(code="bad_message", message="expected application/json")),
    421: (
        "The request names another server.",
        protocol.Problem(code="bad_message", message="another server was named"),
    ),
    429: (
        "Too many requests from one address.",
        protocol.Problem(code="too_fast", message="Too many requests from your address; please wait a minute."),
    ),
    503: (
        "The server cannot read or save its tables at the moment.",
        protocol.Problem(code="store", message="The server cannot save anything at the moment."),
    ),
}
"""By status: when it is answered, and an example."""


def example(message: msgspec.Struct) -> BodyKwarg:
    """Mark the type of a request's body with an example of it."""
    return BodyKwarg(media_type=RequestEncodingType.JSON, examples=[Example(value=msgspec.to_builtins(message))])


DrawnMap: TypeAlias = Annotated[protocol.DrawnMap, example(protocol.DrawnMap(text="####\n#SV#\n####\n"))]
NewTable: TypeAlias = Annotated[
    protocol.NewTable, example(protocol.NewTable(game=next(iter(GAMES)), name="Ann", seats=3, bots=("random",)))
]
QuickSeat: TypeAlias = Annotated[
    lobby.QuickSeat,
    example(lobby.QuickSeat(game=next(iter(GAMES)), name="Cy", token="r4nd0m-" * 5)),
]
Mine: TypeAlias = Annotated[
    lobby.Mine, example(lobby.Mine(tables=(lobby.Asked(table="k7mwp2xd9rha", token="r4nd0m-" * 5),)))
]
_OLD, _NEW = "correct horse battery", "battery staple"
NewAccount: TypeAlias = Annotated[accounts.NewAccount, example(accounts.NewAccount(name="Ann", password=_OLD))]
SignIn: TypeAlias = Annotated[accounts.SignIn, example(accounts.SignIn(name="Ann", password=_OLD))]
Recover: TypeAlias = Annotated[
    accounts.Recover, example(accounts.Recover(name="Ann", code="k7mw-p2xd-9rha-cc4e", password=_NEW))
]
_SURE = accounts.Sure(password=_OLD)
ChangePassword: TypeAlias = Annotated[accounts.ChangePassword, example(accounts.ChangePassword(sure=_SURE, new=_NEW))]
Sure: TypeAlias = Annotated[accounts.Sure, example(_SURE)]
_CREDENTIAL = {"id": "AQID", "rawId": "AQID", "type": "public-key", "response": {"clientDataJSON": "e30"}}
Wanted: TypeAlias = Annotated[accounts.Wanted, example(accounts.Wanted(name="Ann"))]
UsePasskey: TypeAlias = Annotated[accounts.UsePasskey, example(accounts.UsePasskey(credential=_CREDENTIAL))]
AddPasskey: TypeAlias = Annotated[accounts.AddPasskey, example(accounts.AddPasskey(credential=_CREDENTIAL))]
RemovePasskey: TypeAlias = Annotated[accounts.RemovePasskey, example(accounts.RemovePasskey(sure=_SURE, id="AQID"))]
Adopt: TypeAlias = Annotated[
    accounts.Adopt, example(accounts.Adopt(seats=(accounts.HeldSeat(table="k7mwp2xd9rha", token="r4nd0m-" * 5),)))
]
Whom: TypeAlias = Annotated[friends.Whom, example(friends.Whom(name="Bo"))]
Prefer: TypeAlias = Annotated[accounts.Prefer, example(accounts.Prefer(colour=2, pattern=4))]
SubscribePush: TypeAlias = Annotated[
    notices.SubscribePush,
    example(notices.SubscribePush(endpoint="https://push.example/1", p256dh="BAA", auth="AAA", language="en")),
]
AddWebhook: TypeAlias = Annotated[notices.AddWebhook, example(notices.AddWebhook(url="https://example.org/hook"))]
AskForMail: TypeAlias = Annotated[notices.AskForMail, example(notices.AskForMail(address="ann@example.org"))]
AddMail: TypeAlias = Annotated[notices.AddMail, example(notices.AddMail(address="ann@example.org", code="12345678"))]
SwitchTopic: TypeAlias = Annotated[notices.SwitchTopic, example(notices.SwitchTopic(topic="people", on=False))]
NewTournament: TypeAlias = Annotated[
    tournaments.NewTournament,
    example(tournaments.NewTournament(name="Autumn cup", game=next(iter(GAMES)), pace=Pace(clock=Clock(120, 300)))),
]
StartTime: TypeAlias = Annotated[tournaments.StartTime, example(tournaments.StartTime(starts=None))]
EnterBots: TypeAlias = Annotated[tournaments.EnterBots, example(tournaments.EnterBots(bot="random", count=5))]
NewBot: TypeAlias = Annotated[accounts.NewBot, example(accounts.NewBot(name="Bot Otter", label="my laptop"))]
NewToken: TypeAlias = Annotated[accounts.NewToken, example(accounts.NewToken(label="the old server"))]
NewVacation: TypeAlias = Annotated[accounts.NewVacation, example(accounts.NewVacation(last="2026-12-03"))]
Join: TypeAlias = Annotated[protocol.Join, example(protocol.Join(name="Bo", seat=1))]


def problems(*statuses: int) -> dict[int, ResponseSpec]:
    """Describe the problems that a handler may answer with."""
    return {
        status: ResponseSpec(
            protocol.Problem,
            description=WHY[status][0],
            generate_examples=False,
            examples=[Example(summary=WHY[status][1].code, value=WHY[status][1])],
        )
        for status in statuses
    }
