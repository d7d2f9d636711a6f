"""Answer HTTP requests about how somebody is told what they should know."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

import litestar
from litestar import Request
from litestar.di import NamedDependency
from litestar.params import FromPath

from eddyline.protocol import notices as messages
from eddyline.protocol.notices import NoticeWays, WayId
from eddyline.server.accounts.account import Account
from eddyline.server.base import origin
from eddyline.server.hub.hub import Hub
from eddyline.server.web.feature import Feature
from eddyline.server.web.openapi import example, problems
from eddyline.server.web.operation import delete, get, post
from eddyline.server.web.who import Who, may

SubscribePush: TypeAlias = Annotated[
    messages.SubscribePush,
    example(messages.SubscribePush(endpoint="https://push.example/1", p256dh="BAA", auth="AAA", language="en")),
]
AddWebhook: TypeAlias = Annotated[messages.AddWebhook, example(messages.AddWebhook(url="https://example.org/hook"))]
AskForMail: TypeAlias = Annotated[messages.AskForMail, example(messages.AskForMail(address="ann@example.org"))]
AddMail: TypeAlias = Annotated[messages.AddMail, example(messages.AddMail(address="ann@example.org", code="12345678"))]
SwitchTopic: TypeAlias = Annotated[messages.SwitchTopic, example(messages.SwitchTopic(topic="people", on=False))]
BeQuiet: TypeAlias = Annotated[
    messages.BeQuiet,
    example(messages.BeQuiet(hours=messages.QuietHours(begins=22 * 60, ends=7 * 60, zone="Europe/Rome"))),
]

Asked = Request[Any, Any, Any]
_DONE = (400, 401, 403, 409, 413, 415, 421, 429, 503)


@get("/api/me/notices", "notice_ways", "Show how one is notified", (400, 401, 421, 503), who=Who.PEOPLE, private=True)
async def ways(hub: NamedDependency[Hub], me: NamedDependency[Account]) -> NoticeWays:
    """Tell by which ways somebody who is away learns what they should know, whether they work, and what is left out."""
    return await hub.notices.ways(me)


@post("/api/me/notices/push", "subscribe_push", "Be notified by this browser", _DONE, who=Who.PEOPLE)
async def subscribe(
    request: Asked,
    hub: NamedDependency[Hub],
    me: NamedDependency[Account],
    session: NamedDependency[str],
    data: SubscribePush,
) -> WayId:
    """Let a browser show messages (Web Push) until it is signed out; doing it again replaces what it said before."""
    hub.limits.request(origin.address(request))
    return WayId(id=await hub.notices.subscribe(me, data, session))


@post("/api/me/notices/webhook", "add_webhook", "Be notified by a webhook", _DONE, who=Who.PEOPLE, private=True)
async def add_webhook(
    request: Asked, hub: NamedDependency[Hub], me: NamedDependency[Account], data: AddWebhook
) -> WayId:
    """Let messages be sent to an address, signed as Standard Webhooks describes it; the answer has the secret."""
    hub.limits.request(origin.address(request))
    return await hub.notices.add_webhook(me, data)


@post("/api/me/notices/mail/code", "ask_for_mail", "Have a code sent to an address", _DONE, who=Who.PEOPLE, status=204)
async def ask_for_mail(
    request: Asked, hub: NamedDependency[Hub], me: NamedDependency[Account], data: AskForMail
) -> None:
    """Send a code to an address, with which its owner adds it; nothing is kept of it until then."""
    hub.limits.request(origin.address(request))
    await hub.notices.ask_for_mail(me, data)


@post("/api/me/notices/mail", "add_mail", "Be notified by e-mail", _DONE, who=Who.PEOPLE)
async def add_mail(hub: NamedDependency[Hub], me: NamedDependency[Account], data: AddMail) -> WayId:
    """Let messages be sent to an address, with the code that was sent there."""
    return WayId(id=await hub.notices.add_mail(me, data))


@litestar.post(
    "/api/notices/stop/{wish:str}",
    operation_id="stop_mail",
    summary="Stop e-mail",
    opt=may(Who.KNOWING),
    status_code=204,
    responses=problems(400, 404, 421, 429, 503),
)
async def stop(request: Asked, hub: NamedDependency[Hub], wish: FromPath[str]) -> None:
    """Remove an address by what each mail to it says in `List-Unsubscribe` (RFC 8058); mail programs ask for it."""
    hub.limits.request(origin.address(request), check=True)
    await hub.notices.stop(wish)


@post("/api/me/notices/test", "try_notices", "Send a test", _DONE, who=Who.PEOPLE, private=True, status=200)
async def try_out(request: Asked, hub: NamedDependency[Hub], me: NamedDependency[Account]) -> NoticeWays:
    """Send a message by all ways, and tell which of them work."""
    hub.limits.request(origin.address(request))
    await hub.notices.try_out(me)
    return await hub.notices.ways(me)


@post(
    "/api/me/notices/topics", "switch_topic", "Choose what one is told", _DONE, who=Who.PEOPLE, private=True, status=200
)
async def switch(
    request: Asked, hub: NamedDependency[Hub], me: NamedDependency[Account], data: SwitchTopic
) -> NoticeWays:
    """Be told of turns, of ends of games and rematches, of friends and invitations, or not; at first of all of them."""
    hub.limits.request(origin.address(request))
    await hub.notices.switch(me, data)
    return await hub.notices.ways(me)


@post(
    "/api/me/notices/quiet",
    "be_quiet",
    "Choose when one is told nothing",
    _DONE,
    who=Who.PEOPLE,
    private=True,
    status=200,
)
async def be_quiet(
    request: Asked, hub: NamedDependency[Hub], me: NamedDependency[Account], data: BeQuiet
) -> NoticeWays:
    """Be told nothing at some hours of the day; what happens meanwhile is told afterwards, if it still waits."""
    hub.limits.request(origin.address(request))
    await hub.notices.be_quiet(me, data.hours)
    return await hub.notices.ways(me)


@delete("/api/me/notices/{way:str}", "remove_way", "Stop being notified", (400, 401, 403, 421, 503), who=Who.PEOPLE)
async def remove(hub: NamedDependency[Hub], me: NamedDependency[Account], way: FromPath[str]) -> None:
    """Remove a way, by its id; nothing happens when there is none."""
    await hub.notices.remove(me, way)


FEATURE = Feature(
    name="notices",
    handlers=[ways, subscribe, add_webhook, ask_for_mail, add_mail, stop, try_out, switch, be_quiet, remove],
    jobs=lambda hub: {"notices": hub.notices.keep_on},
    export=lambda hub, account: hub.notices.told_of(account.id),
    forget=lambda hub, account: hub.notices.forget(account.id),
)
