"""People are told by mail where the host sends any: at addresses that are theirs, until they say stop."""

from __future__ import annotations

import re

import pytest
from click.testing import CliRunner

from eddyline.cli import main
from eddyline.server.notices.log import FAILURES
from eddyline.server.notices.mail import is_address, mail_server
from eddyline.server.notices.notices import GUESSES, MAILS
from support.noticed import DAYS, look
from support.people import PASSWORD, serving
from support.post import Post
from support.tables import MemoryStore

ANN = "ann@example.org"
SITE = "https://games.example.org/eddyline"


def reached(post):
    return mail_server(f"smtp://host:s%20cret@127.0.0.1:{post.port}", "games@example.org", SITE + "/")


@pytest.fixture
def post():
    with Post() as made:
        yield made


@pytest.fixture
def server(post):
    with serving(mail=reached(post)) as made:
        yield made


@pytest.fixture
def mika(server):
    return server.create()["session"]


def ask(server, session, address=ANN, **changes):
    return server.ask("POST", "/api/me/notices/mail/code", session, {"address": address} | changes)


def add(server, session, code, address=ANN, **changes):
    return server.ask("POST", "/api/me/notices/mail", session, {"address": address, "code": code} | changes)


def code_in(mail):
    return re.search(r"\b\d{8}\b", mail.get_content())[0]


def confirmed(server, post, session, address=ANN, **changes):
    assert ask(server, session, address, **changes).status_code == 204
    answer = add(server, session, code_in(post.taken.get()), address, **changes)
    assert answer.status_code == 201, answer.text
    return answer.json()["id"]


def ways(server, session):
    return server.ask("GET", "/api/me/notices", session).json()["ways"]


def begin(server, session):
    table = server.open(session, seats=3, bots=["random", "random"], start=True, pace=DAYS)["table"]
    while not server.table(table)["seats"][0]["thinking"]:
        pass
    return table


# ---- an address ----


def test_an_address_is_added_with_the_code_that_was_sent_there(server, post, mika):
    assert server.ask("GET", "/api/me/notices", mika).json()["mail"] is True
    assert ask(server, mika, language="de").status_code == 204
    mail = post.taken.get()
    assert (mail["To"], mail["From"]) == (ANN, "Eddyline <games@example.org>")
    assert mail["Subject"] == f"{code_in(mail)} ist dein Code"
    assert "Hallo Mika" in mail.get_content()
    assert ways(server, mika) == []
    written = code_in(mail)
    assert add(server, mika, f" {written[:4]} {written[4:]} ").status_code == 201
    (way,) = ways(server, mika)
    assert (way["kind"], way["name"]) == ("mail", ANN)
    assert post.signed_in == ["AGhvc3QAcyBjcmV0"]  # host, s cret


def test_a_code_is_for_one_account_and_one_address_and_an_hour(server, post, mika):
    nils = server.create("Nils")["session"]
    ask(server, mika)
    code = code_in(post.taken.get())
    assert add(server, nils, code).json()["code"] == "wrong_password"
    assert add(server, mika, code, "bob@example.org").json()["code"] == "wrong_password"
    for wrong in ("00000000", "", "ünsinn", code[:-1]):
        assert add(server, mika, wrong).json()["code"] == "wrong_password"
    server.clock.now += 2 * 3600
    assert add(server, mika, code).json()["code"] == "wrong_password"
    assert ways(server, mika) == []


def test_codes_cannot_be_guessed_or_used_to_pester_somebody(server, post, mika):
    for _ in range(MAILS):
        assert ask(server, mika).status_code == 204
    assert ask(server, mika, "bob@example.org").status_code == 429
    nils = server.create("Nils")["session"]
    assert ask(server, nils, ANN.upper()).status_code == 429
    for _ in range(GUESSES):
        assert add(server, mika, "12345678").status_code == 403
    assert add(server, mika, code_in(post.taken.get())).status_code == 429
    assert post.taken.qsize() == MAILS - 1


@pytest.mark.parametrize(
    "address",
    [
        "ann",
        "ann@",
        "ann@example",
        "@example.org",
        "ann@example.org\nBcc: bob@example.org",
        "ann@example.org, bob@example.org",
        "Ann <ann@example.org>",
        "ann@-example.org",
        "ann@exam ple.org",
        "änn@example.org",
        f"{'x' * 65}@example.org",
    ],
)
def test_what_is_no_address_is_refused(server, post, mika, address):
    assert not is_address(address)
    answer = ask(server, mika, address)
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_message")
    assert post.taken.empty()


def test_a_server_without_mail_says_so():
    with serving() as server:
        mika = server.create()["session"]
        assert server.ask("GET", "/api/me/notices", mika).json()["mail"] is False
        assert ask(server, mika).json()["code"] == "wrong_time"
        assert add(server, mika, "12345678").json()["code"] == "wrong_time"


# ---- messages ----


@pytest.mark.parametrize(
    ("language", "title", "why"),
    [
        ("en", "It is your turn", "To stop these e-mails, open"),
        ("fr", "C’est à vous de jouer", "Pour ne plus en recevoir, ouvrez"),
        ("it", "Tocca a te", "Per non riceverne più, apri"),
        ("de", "Du bist dran", "Um die Mails abzustellen, öffne"),
    ],
)
def test_somebody_who_is_away_is_told_by_mail(server, post, mika, language, title, why):
    confirmed(server, post, mika, language=language)
    table = begin(server, mika)
    look(server)
    mail = post.taken.get()
    bots = [seat["name"] for seat in server.table(table)["seats"] if seat["kind"] == "bot"]
    assert mail["Subject"] == title
    text = mail.get_content()
    assert all(bot in text for bot in bots)
    assert f"{SITE}/t/{table}" in text
    assert f"{why} {SITE}/me." in text
    assert mail["Auto-Submitted"] == "auto-generated"
    assert mail["Date"].datetime.timestamp() == pytest.approx(server.clock.now, abs=1)
    look(server)
    assert post.taken.empty()


def test_each_mail_says_how_to_stop_without_signing_in(server, post, mika):
    confirmed(server, post, mika)
    kept = confirmed(server, post, mika, "bob@example.org")
    begin(server, mika)
    look(server)
    stops = {mail["To"]: mail for mail in (post.taken.get(), post.taken.get())}
    assert stops[ANN]["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    sent = dict(stops[ANN].raw_items())["List-Unsubscribe"]
    assert sent == stops[ANN]["List-Unsubscribe"], "as it stands, neither folded nor encoded"
    path = re.fullmatch(rf"<{SITE}(/api/notices/stop/\S+)>", stops[ANN]["List-Unsubscribe"])[1]
    form = {"content": b"List-Unsubscribe=One-Click", "headers": {"content-type": "application/x-www-form-urlencoded"}}
    assert server.client.post(f"{path[:-1]}0{path[-1]}", **form).status_code == 404
    assert server.client.get(path).status_code in {404, 405}  # whoever looks through mail for dangers follows links
    assert len(ways(server, mika)) == 2
    for _ in range(2):
        assert server.client.post(path, **form).status_code == 204
    assert [way["id"] for way in ways(server, mika)] == [kept]


def test_a_mail_server_that_is_away_is_told_to_the_person_and_comes_back(server, post, mika):
    confirmed(server, post, mika)
    post.refuses = "550 nobody here"
    for _ in range(FAILURES):
        server.ask("POST", "/api/me/notices/test", mika, {})
    (way,) = ways(server, mika)
    assert (way["off"], way["why"]) == (True, {"code": "mail_address"})
    answer = ask(server, mika, "bob@example.org")
    assert (answer.status_code, answer.json()["code"]) == (503, "store")
    post.refuses = None
    (way,) = server.ask("POST", "/api/me/notices/test", mika, {}).json()["ways"]
    assert (way["off"], way["why"]) == (False, None)
    assert "This is how notifications will reach you" in post.taken.get().get_content()


def test_a_mail_that_was_begun_when_the_server_died_is_sent_by_the_next(post):
    store = MemoryStore()
    with serving(store, mail=reached(post)) as server:
        mika = server.create()["session"]
        confirmed(server, post, mika)
        table = begin(server, mika)
        clock = server.clock
    with serving(store, clock, mail=reached(post)) as server:
        server.table(table)
        look(server)
        assert post.taken.get()["Subject"] == "It is your turn"
    assert post.taken.empty()


def test_the_address_is_taken_home_and_deleted_with_the_account(server, post, mika, caplog):
    confirmed(server, post, mika)
    assert ANN in server.ask("GET", "/api/me/export", mika).text
    assert server.ask("POST", "/api/me/deletion", mika, {"password": PASSWORD}).status_code == 204
    assert not any(ANN in row.body for rows in server.store.logs.values() for row in rows)
    assert ANN not in caplog.text


# ---- what the host sets ----


@pytest.mark.parametrize(
    ("url", "host", "port", "security", "user"),
    [
        ("smtps://ann:pw@mail.example.org", "mail.example.org", 465, "tls", "ann"),
        ("smtp://ann%40example.org:p%3Aw@mail.example.org", "mail.example.org", 587, "starttls", "ann@example.org"),
        ("smtp://mail.example.org:2525/", "mail.example.org", 2525, "starttls", ""),
        ("smtp://localhost", "localhost", 25, "none", ""),
    ],
)
def test_mail_servers_are_read(url, host, port, security, user):
    found = mail_server(url, "games@example.org", "https://games.example.org/")
    assert (found.host, found.port, found.security, found.user) == (host, port, security, user)
    assert found.site == "https://games.example.org"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--mail", "mail.example.org"], "expected a mail server as"),
        (["--mail", "http://mail.example.org"], "expected a mail server as"),
        (["--mail", "smtp://mail.example.org:many"], "expected a mail server as"),
        (["--mail", "smtps://ann:25#pw@mail.example.org"], "expected a mail server as"),
        (["--mail", "smtps://ann@mail.example.org"], "a user and a password"),
        (["--mail", "smtp://m.example.org"], "the address that mail comes from"),
        (["--mail", "smtp://m.example.org", "--mail-from", "me"], "the address that mail comes from"),
        (["--mail", "smtp://m.example.org", "--mail-from", ANN], "where people open this server"),
        (["--mail", "smtp://m.example.org", "--mail-from", ANN, "--mail-link", "x"], "where people open this server"),
    ],
)
def test_what_cannot_send_mail_is_told_at_the_start(arguments, said, tmp_path):
    answer = CliRunner().invoke(main, ["serve", "--port", "0", "--data", str(tmp_path / "data"), *arguments])
    assert answer.exit_code == 1
    assert said in " ".join(answer.output.split())
    assert "secret" not in answer.output
