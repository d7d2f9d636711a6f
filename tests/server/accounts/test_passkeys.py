"""Passkeys: accounts without a password, confirming, what is refused; with an authenticator in software."""

from __future__ import annotations

import copy

import pytest

from eddyline.server.accounts.passkeys import ANSWERED_WITHIN, MOST_PASSKEYS
from eddyline.server.accounts.tries import MISTAKES
from support.authenticator import Authenticator
from support.people import OTHER, PASSWORD, code, serving

HOST, ORIGIN = "localhost:8000", "http://localhost:8000"


class Pages:
    """A browser on a page of the server."""

    def __init__(self, server, device):
        self.server, self.device = server, device

    def post(self, path, body=None, session=None, host=HOST, origin=ORIGIN):
        return self.server.ask("POST", path, session, body or {}, host=host, origin=origin)

    def options(self, path, body=None, session=None):
        self.server.clock.now += 0.001  # two challenges of one millisecond are not newer than each other
        answer = self.post(path, body, session)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def create(self, name="Mika"):
        asked = self.options("/api/passkeys/creation", {"name": name})
        passkey = {"account": asked["account"], "credential": self.device.make(asked["options"])}
        return self.post("/api/people", {"name": name, "passkey": passkey, "device": "Desk"})

    def shown(self):
        """What the device answers when it is asked to sign in."""
        return self.device.use(self.options("/api/passkeys/challenge")["options"])

    def sign_in(self, credential=None, **how):
        return self.post("/api/sessions/passkey", {"credential": credential or self.shown(), "device": "Phone"}, **how)

    def sure(self, session):
        return {"passkey": self.device.use(self.options("/api/me/passkeys/challenge", session=session)["options"])}

    def add(self, session, sure, device):
        asked = self.options("/api/me/passkeys/options", sure, session)
        body = {"credential": device.make(asked["options"]), "device": "Phone"}
        return self.post("/api/me/passkeys", body, session)


@pytest.fixture
def pages(server):
    return Pages(server, Authenticator(ORIGIN))


# ---- coming ----


@pytest.mark.parametrize("counts", [True, False])
def test_an_account_without_a_password_signs_in_by_passkey(server, counts):
    pages = Pages(server, Authenticator(ORIGIN, counts=counts))
    made = pages.create()
    assert made.status_code == 201, made.text
    assert len(made.json()["codes"]) == 8
    for _ in range(2):
        again = pages.sign_in()
        assert again.status_code == 201, again.text
        assert (again.json()["account"], again.json()["name"]) == (made.json()["account"], "Mika")
        server.clock.now += 1
    told = server.me(again.json()["session"]).json()
    assert not told["password"]
    [passkey] = told["passkeys"]
    assert (passkey["device"], passkey["site"]) == ("Desk", "localhost")
    assert passkey["used"] > passkey["since"]
    # No password fits an account that has none.
    assert code(server.sign_in(password=PASSWORD)) == "wrong_password"
    assert code(server.sign_in(password="")) == "bad_message"


def test_a_recovery_code_lets_the_owner_of_a_lost_passkey_in(server, pages):
    made = pages.create().json()
    wish = {"name": "Mika", "code": made["codes"][0], "password": OTHER}
    assert server.ask("POST", "/api/sessions/recovery", body=wish).status_code == 201
    assert server.sign_in(password=OTHER).status_code == 201


def test_an_account_with_a_password_adds_and_removes_passkeys(server, pages):
    made = server.create()
    session = made["session"]
    assert code(pages.post("/api/me/passkeys/options", {"password": OTHER}, session)) == "wrong_password"
    assert pages.add(session, {"password": PASSWORD}, pages.device).status_code == 204
    assert pages.sign_in().json()["account"] == made["account"]
    # It confirms as the password does.
    assert pages.post("/api/me/codes", pages.sure(session), session).status_code == 201
    [passkey] = server.me(session).json()["passkeys"]
    gone = pages.post("/api/me/passkeys/removal", {"sure": pages.sure(session), "id": passkey["id"]}, session)
    assert gone.status_code == 204
    assert server.me(session).json()["passkeys"] == []
    assert code(pages.sign_in()) == "wrong_password"
    assert code(pages.post("/api/me/passkeys/challenge", {}, session)) == "unknown"


def test_the_last_way_in_cannot_be_removed_until_there_is_a_password(server, pages):
    session = pages.create().json()["session"]
    [passkey] = server.me(session).json()["passkeys"]
    wish = {"sure": pages.sure(session), "id": passkey["id"]}
    assert code(pages.post("/api/me/passkeys/removal", wish, session)) == "wrong_time"
    assert pages.post("/api/me/password", {"sure": pages.sure(session), "new": OTHER}, session).status_code == 204
    wish["sure"] = {"password": OTHER}
    assert pages.post("/api/me/passkeys/removal", wish, session).status_code == 204
    assert server.sign_in(password=OTHER).status_code == 201


def test_the_account_is_deleted_by_passkey_with_all_that_is_kept(server, pages):
    made = pages.create().json()
    exported = server.ask("GET", "/api/me/export", made["session"]).text
    assert "passkey_added" in exported
    assert pages.post("/api/me/deletion", pages.sure(made["session"]), made["session"]).status_code == 204
    assert code(pages.sign_in()) == "wrong_password"
    assert server.client.get(f"/api/people/{made['account']}").status_code == 404


# ---- what is refused ----


def test_nothing_that_was_shown_once_works_again(server, pages):
    asked = pages.options("/api/passkeys/creation", {"name": "Mika"})
    passkey = {"account": asked["account"], "credential": pages.device.make(asked["options"])}
    wish = {"name": "Mika", "passkey": passkey}
    session = pages.post("/api/people", wish).json()["session"]
    assert code(pages.post("/api/people", wish)) == "name_taken"
    # It is for this name only.
    assert code(pages.post("/api/people", wish | {"name": "Nils"})) == "wrong_password"
    assert server.client.get("/api/me", headers={"authorization": f"Bearer {session}"}).json()["name"] == "Mika"

    pages.device.counts = False  # as devices that keep passkeys in step with others
    shown = pages.shown()
    assert pages.sign_in(shown).status_code == 201
    assert code(pages.sign_in(shown)) == "wrong_password"
    sure = pages.sure(session)
    assert pages.post("/api/me/codes", sure, session).status_code == 201
    assert code(pages.post("/api/me/codes", sure, session)) == "wrong_password"


def test_a_challenge_counts_for_its_purpose_only_and_not_for_long(server, pages):
    session = pages.create().json()["session"]
    sure = pages.sure(session)["passkey"]
    assert code(pages.sign_in(sure)) == "wrong_password"
    assert code(pages.post("/api/me/codes", {"passkey": pages.shown()}, session)) == "wrong_password"
    late = pages.shown()
    server.clock.now += ANSWERED_WITHIN / 1000 + 1
    assert code(pages.sign_in(late)) == "wrong_password"
    assert pages.sign_in().status_code == 201


def test_a_passkey_is_added_in_the_session_that_asked_only(server, pages):
    made = server.create()
    other = server.sign_in().json()["session"]
    asked = pages.options("/api/me/passkeys/options", {"password": PASSWORD}, made["session"])
    body = {"credential": pages.device.make(asked["options"])}
    assert code(pages.post("/api/me/passkeys", body, other)) == "wrong_password"
    stranger = server.create("Nils")["session"]
    assert code(pages.post("/api/me/passkeys", body, stranger)) == "wrong_password"
    assert pages.post("/api/me/passkeys", body, made["session"]).status_code == 204


def test_another_account_s_passkey_confirms_nothing(server, pages):
    pages.create()
    eve = Pages(server, Authenticator(ORIGIN))
    session = eve.create("Eve").json()["session"]
    options = eve.options("/api/me/passkeys/challenge", session=session)["options"]
    mikas = pages.device.use(options | {"allowCredentials": []})
    assert code(eve.post("/api/me/codes", {"passkey": mikas}, session)) == "wrong_password"
    # Nor does one that says it is somebody else's.
    forged = eve.shown()
    forged["response"]["userHandle"] = mikas["response"]["userHandle"]
    assert code(eve.sign_in(forged)) == "wrong_password"


@pytest.mark.parametrize(
    "device",
    [
        Authenticator("http://phishing.example"),  # the page of another origin
        Authenticator(ORIGIN, verifies=False),  # whoever finds the device could use it
    ],
)
def test_passkeys_of_other_pages_and_without_a_check_of_the_person_are_refused(server, device):
    assert code(Pages(server, device).create()) == "wrong_password"


def test_what_comes_back_is_checked_to_the_last_byte(server, pages):
    pages.create()
    shown = pages.shown()
    for field in ("clientDataJSON", "authenticatorData", "signature", "userHandle"):
        for value in ("", "AAAA", "é", 7, None, [], "A" * 3000):
            bad = copy.deepcopy(shown)
            bad["response"][field] = value
            if field == "userHandle" and value is None:
                continue
            answer = pages.sign_in(bad)
            assert code(answer) in {"wrong_password", "too_fast"}, answer.text
            server.clock.now += 3600 * (code(answer) == "too_fast")
    for bad in ({}, {"id": "AQID"}, {"response": {}}, {"type": "public-key", "id": 3}):
        assert code(pages.post("/api/sessions/passkey", {"credential": bad})) in {"wrong_password", "too_fast"}


def test_a_proof_is_a_password_or_a_passkey_not_both(server, pages):
    session = pages.create().json()["session"]
    for sure in ({}, {"password": PASSWORD, "passkey": {"id": "AQID"}}):
        answer = pages.post("/api/me/codes", sure, session)
        assert code(answer) == "bad_message"
        assert "either" in answer.json()["message"]
    assert code(pages.post("/api/people", {"name": "Nils"})) == "bad_message"


def test_passkeys_need_a_page_and_a_name(server, pages):
    answer = server.ask("POST", "/api/passkeys/challenge", body={})
    assert code(answer) == "bad_message"
    assert "Origin" in answer.json()["message"]
    numbered = pages.post("/api/passkeys/challenge", {}, host="127.0.0.1:8000", origin="http://127.0.0.1:8000")
    assert "IP address" in numbered.json()["message"]
    assert pages.post("/api/passkeys/challenge", {}, origin="http://evil.example").status_code == 403


def test_attempts_are_limited(server, pages):
    pages.create()
    bad = pages.shown() | {"id": "AQID", "rawId": "AQID"}
    codes = [code(pages.sign_in(bad)) for _ in range(MISTAKES + 1)]
    assert codes == ["wrong_password"] * MISTAKES + ["too_fast"]


def test_an_account_has_so_many_passkeys(server, pages):
    made = server.create()
    for number in range(MOST_PASSKEYS + 1):
        answer = pages.add(made["session"], {"password": PASSWORD}, pages.device)
        assert answer.status_code == 204 if number < MOST_PASSKEYS else code(answer) == "full"
        server.clock.now += 3600


def test_another_process_accepts_the_answer_to_a_challenge(server, pages):
    pages.create()
    shown = pages.shown()
    with serving(server.store, server.clock) as other:
        assert Pages(other, pages.device).sign_in(shown).status_code == 201
        # And the first one knows that it was used.
        assert code(pages.sign_in(shown)) == "wrong_password"
