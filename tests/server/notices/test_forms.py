"""Chat services get messages in their own form, and nobody is told anything at quiet hours."""

from __future__ import annotations

import datetime as dt
from zoneinfo import ZoneInfo

import pytest

from eddyline.protocol.notices import QuietHours
from eddyline.server.notices.forms import form_of
from eddyline.server.notices.occasions import Message
from eddyline.server.notices.outgoing import OutgoingError
from eddyline.server.notices.quiet import is_quiet, knows_zone
from support.noticed import Person, begin, look
from support.people import code

SITE = "https://games.example"
TURN = Message(
    title="It is your turn", body="Niagara with @everyone and *Bo*", tag="abc", path="t/abc", turns=("abc",), waiting=1
)
HOOK = "https://discord.com/api/webhooks/1/secret"
BOT = "https://api.telegram.org/bot1:secret/sendMessage?chat_id=-42"


def test_discord_gets_the_message_without_pings_and_marks_of_names():
    url, said = form_of(HOOK, SITE)(TURN)
    assert url == HOOK
    assert said == {
        "content": "**It is your turn**\nNiagara with \\@everyone and \\*Bo\\*\n<https://games.example/t/abc>",
        "allowed_mentions": {"parse": []},
    }


def test_telegram_gets_the_chat_and_the_text_as_it_is():
    url, said = form_of(BOT, SITE)(TURN)
    assert url == "https://api.telegram.org/bot1:secret/sendMessage"
    assert (said["chat_id"], said["text"]) == (
        "-42", "It is your turn\nNiagara with @everyone and *Bo*\nhttps://games.example/t/abc",
    )  # fmt: skip
    assert "games.example" not in form_of(BOT, None)(TURN)[1]["text"]


@pytest.mark.parametrize("url", ["https://hook.example/api/webhooks/1", "https://discord.com.example/api/webhooks/1"])
def test_others_get_the_usual_form(url):
    assert form_of(url, SITE) is None


@pytest.mark.parametrize(
    "url", [BOT.partition("?")[0], BOT.replace("sendMessage", "getMe"), f"{BOT}".replace("-42", "")]
)
def test_an_address_of_telegram_that_lacks_something_is_refused(server, service, url):
    with pytest.raises(OutgoingError):
        form_of(url, SITE)
    mika = Person(server, service, "Mika")
    answer = server.ask("POST", "/api/me/notices/webhook", mika.session, {"url": url})
    assert (answer.status_code, code(answer)) == (400, "bad_message")


def test_a_chat_service_has_no_secret_and_its_address_is_nowhere_shown(server, service):
    mika = Person(server, service, "Mika")
    for url in (HOOK, BOT):
        made = server.ask("POST", "/api/me/notices/webhook", mika.session, {"url": url})
        assert made.json()["secret"] is None
    assert [way["name"] for way in mika.ways] == ["discord.com", "api.telegram.org"]
    assert "secret" not in server.ask("GET", "/api/me/export", mika.session).text


# ---- quiet hours ----

NIGHT = QuietHours(begins=22 * 60, ends=7 * 60, zone="Europe/Rome")


def at(text, zone="Europe/Rome"):
    return int(dt.datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp() * 1000)


@pytest.mark.parametrize(
    ("hours", "when", "quiet"),
    [
        (NIGHT, "2026-01-10T21:59", False), (NIGHT, "2026-01-10T22:00", True), (NIGHT, "2026-07-10T06:59", True),
        (NIGHT, "2026-07-10T07:00", False), (NIGHT, "2026-07-10T22:30", True),
        (QuietHours(begins=540, ends=720, zone="Europe/Rome"), "2026-01-10T08:59", False),
        (QuietHours(begins=540, ends=720, zone="Europe/Rome"), "2026-01-10T09:00", True),
        (QuietHours(begins=540, ends=720, zone="Nowhere/Else"), "2026-01-10T09:00", False),
    ],
)  # fmt: skip
def test_hours_are_quiet_by_the_clock_where_somebody_lives(hours, when, quiet):
    assert is_quiet(hours, at(when)) == quiet


def test_what_happens_at_quiet_hours_is_told_afterwards_once(server, service):
    mika, nils = Person(server, service, "Mika").subscribe(), Person(server, service, "Nils")
    now = dt.datetime.fromtimestamp(server.clock.now, ZoneInfo("Europe/Rome"))
    minute = now.hour * 60 + now.minute
    hours = {"begins": minute, "ends": (minute + 60) % 1440, "zone": "Europe/Rome"}
    told = server.ask("POST", "/api/me/notices/quiet", mika.session, {"hours": hours}).json()
    assert told["quiet"] == hours
    assert '"notice":"quiet"' in server.ask("GET", "/api/me/export", mika.session).text.replace(" ", "")
    begin(server, mika, nils)
    look(server)
    look(server, 600)
    assert service.taken.empty()
    look(server, 3600)
    assert mika.message()["title"] == "It is your turn"
    look(server, 600)
    assert service.taken.empty()


def test_hours_can_be_given_up_and_must_be_hours(server, service):
    mika = Person(server, service, "Mika").subscribe()
    ask = lambda hours: server.ask("POST", "/api/me/notices/quiet", mika.session, {"hours": hours})  # noqa: E731
    night = {"begins": 1320, "ends": 420, "zone": "Europe/Rome"}
    for wrong in ({"ends": 1320}, {"begins": 1440}, {"zone": "../../etc/passwd"}, {"zone": "Nowhere/Else"}):
        assert ask(night | wrong).status_code == 400
    assert knows_zone("UTC")
    assert ask(night).json()["quiet"] == night
    assert ask(None).json()["quiet"] is None
