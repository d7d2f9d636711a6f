"""Moderators do in the page what operators do by commands; nobody else does, and what cannot be known is not shown."""

from __future__ import annotations

import json
import random
import re
import time

import pytest
from click.testing import CliRunner

from eddyline.cli import main
from eddyline.server.base.outbox import CLOSED_BY
from eddyline.server.store import SqliteStore
from eddyline.server.store.names import DATABASE
from eddyline.server.web.features import FEATURES
from support.people import OTHER, PASSWORD, code, heard, last_words, serving, waited
from support.tables import play, play_on, random_turn

(MODERATION,) = (feature for feature in FEATURES if feature.name == "moderation")
ROUTES = sorted(
    (method, path)
    for handler in MODERATION.handlers
    for path in handler.paths
    for method in handler.http_methods
    if method != "HEAD"
)
WHY = "Insults in the lobby."
DO = "/api/moderation"


@pytest.fixture
def server(tmp_path):
    with serving(SqliteStore(tmp_path / DATABASE), clock=time.time, data=tmp_path) as made:
        yield made


@pytest.fixture
def run(run):
    return lambda *arguments: run(*arguments).output.strip()


@pytest.fixture
def mod(server, run):
    """Make a moderator."""
    made = server.create("Mira")
    assert run("people", "trust", "mira") == "Mira moderates from now on."
    return made


def do(server, me, path, method="POST", **body):
    answer = server.ask(method, f"{DO}/{path}", me["session"], None if method == "GET" else body)
    return answer.json() if answer.content else answer.status_code


def see(server, me, path):
    return do(server, me, path, "GET")


def chat(server, place, **hello):
    socket = server.opened.enter_context(server.client.websocket_connect(f"/api/chat/{place}"))
    socket.send_json({"type": "hello", **hello})
    heard(socket, "lines")
    return socket


def log_of(run):
    return [line[18:] for line in run("log").splitlines()]


# ---- who may ----


def request(server, method, path, session):
    """Send what says nothing: whoever may ask is told that, or shown something."""
    address = re.sub(r"\{(\w+):(\w+)\}", lambda found: "1" if found[2] == "int" else "nowhere", path)
    return server.ask(method, address, session, None if method == "GET" else {})


def test_no_route_is_reached_by_anybody_but_a_moderator(server, run, mod):
    plain = server.create("Ann")
    bots = server.bot(plain["session"])["token"], server.bot(mod["session"], "Pike")["token"]
    guest = server.open(seats=2, bots=[])["token"]
    assert len(ROUTES) >= 18
    elsewhere = [
        path for feature in FEATURES if feature is not MODERATION for each in feature.handlers for path in each.paths
    ]
    assert [path for path in elsewhere if path.startswith(DO)] == []
    for method, path in ROUTES:
        asked = [request(server, method, path, session) for session in (None, guest, plain["session"], *bots)]
        told = [(answer.status_code, code(answer)) for answer in asked]
        assert told == [(401, "signed_out")] * 2 + [(403, "not_yours")] * 3, path
        answer = request(server, method, path, mod["session"])
        assert answer.status_code in ({200, 400, 404} if method == "GET" else {400}), (path, answer.text)
    assert log_of(run) == [f"olga trusted Mira ({mod['account']})"], "nothing was done"


def test_power_ends_at_once_with_the_trust_and_with_the_session(server, run, mod):
    server.create("Ann")
    assert see(server, mod, "log") != []
    assert run("people", "distrust", "Mira") == "Mira moderates no more."
    assert see(server, mod, "log")["code"] == "not_yours"
    assert run("people", "distrust", "Mira") == "Mira was no moderator."
    run("people", "trust", "Mira")
    assert run("people", "trust", "Mira") == "Mira moderates, as before."
    # Somebody has stolen the session: its owner ends it from another device.
    other = server.sign_in("Mira").json()
    (stolen,) = [each["id"] for each in server.me(other["session"]).json()["sessions"] if not each["here"]]
    assert server.ask("DELETE", f"/api/sessions/{stolen}", other["session"]).status_code == 204
    assert see(server, mod, "log")["code"] == "signed_out"
    assert see(server, other, "log") != []
    run("people", "suspend", "Mira", "--why", WHY)
    assert see(server, other, "log")["code"] == "suspended"


def test_whom_the_operator_trusts_is_listed_exported_and_forgotten(server, run, mod):
    server.bot(mod["session"])
    assert "Bot Otter is a bot" in run("people", "trust", "Bot Otter")
    assert "There is no account" in run("people", "trust", "Nobody")
    assert "Mira, moderator" in run("people", "list")
    assert "trusted  moderates" in run("people", "look", "Mira")
    exported = [json.loads(line) for line in server.ask("GET", "/api/me/export", mod["session"]).text.splitlines()]
    assert [line["moderates"] for line in exported if "moderates" in line] == [True]
    trust = server.client.app.state.hub.people.trust
    with server.client.portal() as portal:
        assert mod["account"] in portal.call(trust.since)
        server.ask("POST", "/api/me/deletion", mod["session"], {"password": PASSWORD})
        assert portal.call(trust.since) == {}


def test_moderators_are_out_of_reach_of_each_other(server, run, mod):
    other = server.create("Mona")
    run("people", "trust", "Mona")
    for whom, bot in ((mod, "Pike"), (other, "Perch")):
        told = [
            do(server, mod, f"people/{whom['account']}/{deed}", why=WHY)
            for deed in ("suspension", "restoration", "reset", "deletion")
        ]
        theirs = whom["account"], server.bot(whom["session"], bot)["account"]
        told += [do(server, mod, f"people/{account}/renaming", name="Otter", why=WHY) for account in theirs]
        for each in told:
            assert (each["code"], "only the operator" in each["message"]) == ("not_yours", True)
    assert len(log_of(run)) == 2


# ---- reports ----


def test_a_report_is_looked_at_and_handled_and_both_are_told(server, run, mod):
    ann, bo = server.create("Ann"), server.create("Bo")
    rude, hers = (chat(server, "lobby", session=each["session"]) for each in (bo, ann))
    for text in ("Hello", "You fool"):
        rude.send_json({"type": "write", "text": text})
        heard(rude, "lines")
    hers.send_json({"type": "report", "number": 2, "reason": "insult", "note": "Again."})
    heard(hers, "reported")
    duty = server.ask("GET", "/api/me/duty", mod["session"]).json()
    assert duty == {"moderates": True, "reports": 1}
    assert server.ask("GET", "/api/me/duty", ann["session"]).json() == {"moderates": False, "reports": 0}
    (listed,) = see(server, mod, "reports")
    assert (listed["text"], listed["filed"][0]["by"], listed["filed"][0]["note"]) == ("You fool", "Ann", "Again.")
    looked = see(server, mod, "reports/1")
    assert [line["text"] for line in looked["around"]] == ["Hello", "You fool"]
    assert looked["conduct"] == {"games": 0, "replaced": 0, "resigned": 0}
    assert do(server, mod, "reports/1/handled", what="nothing", why="A joke among friends.") == 204
    assert do(server, mod, "reports/1/handled", what="removed")["code"] == "wrong_time"
    assert do(server, mod, "reports/9/handled", what="removed")["code"] == "unknown"
    assert see(server, mod, "reports") == []
    (handled,) = see(server, mod, "reports?handled=true")
    who = f"Mira ({mod['account']})"
    assert (handled["handled_by"], handled["outcome"], handled["why"]) == (who, "nothing", "A joke among friends.")
    (told,) = server.ask("GET", "/api/me/reports", ann["session"]).json()
    assert told["handled"] is not None
    assert "joke" not in json.dumps(told)
    assert log_of(run)[1:] == [f"{who} handled report 1 (message 2 of Bo at lobby), nothing: A joke among friends."]


def test_moderators_learn_nothing_of_reports_about_themselves(server, mod, run):
    ann, moa = server.create("Ann"), server.create("Mona")
    run("people", "trust", "Mona")
    server.ask("POST", "/api/reports", ann["session"], {"account": mod["account"], "reason": "insult"})
    assert see(server, mod, "reports") == []
    assert see(server, mod, "reports/1")["code"] == "unknown"
    assert do(server, mod, "reports/1/handled", what="nothing")["code"] == "unknown"
    assert server.ask("GET", "/api/me/duty", mod["session"]).json()["reports"] == 0
    assert [each["name"] for each in see(server, moa, "reports")] == ["Mira"]


# ---- people ----


def test_people_are_found_suspended_let_in_and_helped(server, run, mod):
    made = server.create("Béa Böhm")
    own = server.hello(server.open(made["session"], seats=2, bots=[])["table"], session=made["session"])
    heard(own, "sync")
    for spelling in ("bea bohm", "BÖHM", made["account"]):
        assert [each["name"] for each in see(server, mod, f"people?name={spelling}")] == ["Béa Böhm"]
    assert see(server, mod, "people?name=zoe") == []
    assert see(server, mod, "people") == []
    (found,) = see(server, mod, "people?name=bea")
    shown = json.dumps(found)
    assert not {"session", "sessions", "devices", "password", "codes", "invitation"} & found.keys()
    assert made["session"] not in shown
    whom = f"people/{made['account']}"
    assert do(server, mod, f"{whom}/suspension", why=" ")["code"] == "bad_message"
    assert do(server, mod, f"{whom}/suspension", why=WHY, until=1)["code"] == "bad_message"
    end = int((time.time() + 3600) * 1000)
    assert do(server, mod, f"{whom}/suspension", why=WHY, until=end) == 204
    assert last_words(own)[1] == CLOSED_BY["suspended"]
    assert WHY in server.sign_in("Béa Böhm").json()["message"]
    (held,) = see(server, mod, "people")
    assert (held["suspended"], held["until"]) == (WHY, end)
    assert do(server, mod, f"{whom}/restoration", why="Sorry.") == 204
    assert server.sign_in("Béa Böhm").status_code == 201
    given = do(server, mod, f"{whom}/reset", why="Lost the phone.")["code"]
    recovery = {"name": "Béa Böhm", "code": given, "password": OTHER}
    assert server.ask("POST", "/api/sessions/recovery", body=recovery).status_code == 201
    who, them = f"Mira ({mod['account']})", f"Béa Böhm ({made['account']})"
    assert [re.sub(r"until .* UTC|until [\d: -]+(?=:)", "until then", line) for line in log_of(run)[1:]] == [
        f"{who} suspended {them} until then: {WHY}",
        f"{who} restored {them}: Sorry.",
        f"{who} reset {them}: Lost the phone.",
    ]


def test_people_are_renamed_and_deleted_as_by_the_commands(server, run, mod):
    made = server.create("Rude")
    bot = server.bot(made["session"], "Louse")
    other = server.create("Ann")
    assert do(server, mod, f"people/{made['account']}/renaming", name="Otter", why=" ")["code"] == "bad_message"
    assert do(server, mod, f"people/{made['account']}/renaming", name="ANN", why=WHY)["code"] == "name_taken"
    assert do(server, mod, f"people/{made['account']}/renaming", name="Otter", why=WHY) == 204
    assert do(server, mod, f"people/{bot['account']}/renaming", name="Frog", why=WHY) == 204
    (found,) = see(server, mod, "people?name=otter")
    assert found["account"] == made["account"]
    assert code(server.ask("POST", "/api/people", body={"name": "RUDE", "password": PASSWORD})) == "name_taken"
    assert [server.sign_in(name).json()["name"] for name in ("Rude", "Otter")] == ["Otter", "Otter"]
    # A bot goes with its owner.
    assert do(server, mod, f"people/{bot['account']}/deletion", why=WHY)["code"] == "unknown"
    assert do(server, mod, f"people/{made['account']}/deletion", why=" ")["code"] == "bad_message"
    assert do(server, mod, f"people/{made['account']}/deletion", why=WHY) == 204
    waited(lambda: server.client.get(f"/api/people/{made['account']}").status_code, 404)
    waited(lambda: see(server, mod, "people?name=frog"), [])
    assert server.me(other["session"]).status_code == 200
    assert server.me(made["session"]).status_code == 401
    who = f"Mira ({mod['account']})"
    assert log_of(run)[1:] == [
        f"{who} renamed Rude ({made['account']}) Otter: {WHY}",
        f"{who} renamed Bot Louse ({bot['account']}) Bot Frog: {WHY}",
        f"{who} deleted Otter ({made['account']}): {WHY}",
    ]


# ---- tables, chats, tournaments ----


def test_tables_are_found_closed_and_deleted(server, run, mod):
    ann, flood = server.create("Ann"), server.create("Rolf")
    kept = server.open(ann["session"])["table"]
    flooded = [server.open(flood["session"])["table"] for _ in range(3)]
    found = see(server, mod, "tables?by=ROLF")
    assert ({each["id"] for each in found["tables"]}, found["count"]) == ({*flooded}, 3)
    assert see(server, mod, f"tables?by=Rolf&since={int((time.time() + 60) * 1000)}")["count"] == 0
    assert see(server, mod, f"tables/{kept}")["players"][0] == "Ann"
    assert see(server, mod, "tables/nowhere")["code"] == "unknown"
    assert do(server, mod, f"tables/{flooded[0]}/closing", why="Moved.") == 204
    assert do(server, mod, f"tables/{flooded[0]}/closing", why="Moved.")["code"] == "wrong_time"
    assert do(server, mod, f"tables/{flooded[1]}/deletion", why=WHY) == 204
    assert do(server, mod, f"tables/{flooded[1]}/deletion", why=WHY)["code"] == "unknown"
    assert do(server, mod, "tables/deletions", by="rolf", since=0, why="A flood.") == {"deleted": 2, "kept": 0}
    assert see(server, mod, "tables?by=Rolf")["count"] == 0
    assert server.table(kept)["seats"][0]["name"] == "Ann"
    assert [line.split(") ", 1)[1].split(":")[0] for line in log_of(run)[1:]] == [
        f"closed table {flooded[0]}",
        "deleted 1 table",
        "deleted 2 tables",
    ]


def test_a_chat_is_cleared_and_a_note_taken_down(server, run, mod):
    ann = server.create("Ann")
    table = server.open(ann["session"], seats=2, bots=[])["table"]
    socket = chat(server, table, session=ann["session"])
    socket.send_json({"type": "write", "text": "Buy here"})
    heard(socket, "lines")
    server.ask("POST", f"/api/tables/{table}/note", ann["session"], {"text": "Buy there"})
    assert see(server, mod, f"tables/{table}")["note"] == "Buy there"
    assert do(server, mod, f"tables/{table}/note/removal", why="Advertising.") == 204
    assert see(server, mod, f"tables/{table}")["note"] is None
    assert [line["text"] for line in see(server, mod, f"chats/{table}")["lines"]] == ["Buy here"]
    others = chat(server, table)
    assert do(server, mod, f"chats/{table}/lines/1/removal", why="Advertising.") == 204
    # Every page that shows it is told at once.
    for each in (socket, others):
        assert [(line["number"], line["text"]) for line in heard(each, "lines")["lines"]] == [(1, None)]
    assert do(server, mod, f"chats/{table}/lines/7/removal", why="Advertising.")["code"] == "unknown"
    assert do(server, mod, f"chats/{table}/mutes", name="ANN") == 204
    looked = see(server, mod, f"chats/{table}")
    assert ([line["text"] for line in looked["lines"]], looked["muted"]) == ([None], ["Ann"])
    assert do(server, mod, f"chats/{table}/mutes", name="Ann", muted=False) == 204
    assert see(server, mod, f"chats/{table}")["muted"] == []
    assert do(server, mod, "chats/nowhere/mutes", name="Ann")["code"] == "unknown"


def test_who_plays_along_does_not_read_as_a_moderator_what_spectators_say(server, run, mod):
    other = server.create("Mona")
    run("people", "trust", "Mona")
    table = server.open(mod["session"], seats=2, start=True, access="open")["table"]
    while server.table(table)["status"] != "running":
        pass
    watcher = chat(server, table, session=server.create("Ann")["session"])
    watcher.send_json({"type": "write", "text": "Take the left arm"})
    assert heard(watcher, "lines", "refused")["type"] == "lines"
    assert see(server, mod, f"chats/{table}")["lines"] == []
    assert [line["text"] for line in see(server, other, f"chats/{table}")["lines"]] == ["Take the left arm"]


def test_tournaments_are_closed_and_deleted(server, run, mod):
    ann = server.create("Ann")
    wish = {"name": "Hoax", "game": "niagara", "pace": {"clock": {"turn": 120, "reserve": 300}}}
    cup = server.ask("POST", "/api/tournaments", ann["session"], wish).json()["id"]
    (listed,) = see(server, mod, "tournaments")
    assert (listed["name"], listed["organiser"], listed["status"]) == ("Hoax", "Ann", "open")
    assert do(server, mod, f"tournaments/{cup}/deletion", why="A hoax.")["code"] == "wrong_time"
    assert do(server, mod, f"tournaments/{cup}/closing", why="A hoax.") == 204
    assert do(server, mod, f"tournaments/{cup}/deletion", why="A hoax.") == 204
    assert see(server, mod, "tournaments") == []
    done = see(server, mod, "log")
    assert [(each["did"], each["why"]) for each in done] == [
        ("deleted", "A hoax."),
        ("closed", "A hoax."),
        ("trusted", None),
    ]
    assert do(server, mod, f"tournaments/{cup}/closing", why="A hoax.")["code"] == "unknown"


# ---- two worlds ----


def told(tmp_path, number, game, **options):
    """Ask, as a moderator, all there is to ask of a game in which somebody has chosen in secret."""
    with serving(SqliteStore(tmp_path / str(number) / DATABASE), data=tmp_path / str(number)) as server:
        people = {name: server.create(name) for name in ("Ann", "Cy", "Mira")}
        run = CliRunner().invoke(main, ["people", "trust", "Mira", "--data", str(tmp_path / str(number))])
        assert run.exit_code == 0, run.output
        wish = {"game": game, "seats": 3, "bots": [], "start": True, "access": "open", "options": options}
        table = server.open(people["Ann"]["session"], **wish)["table"]
        for who in ({"name": "Bo"}, {"name": "Cy"}):
            session = people["Cy"]["session"] if who["name"] == "Cy" else None
            assert server.ask("POST", f"/api/tables/{table}/seats", session, who).status_code == 201
        report = {"table": table, "seat": 0, "reason": "stalling"}
        assert server.ask("POST", "/api/reports", people["Cy"]["session"], report).status_code == 204
        held = server.client.app.state.hub.tables.in_memory[table].table

        async def choose():
            await play_on(held, random.Random(3), 20)
            while held.state.match.waiting != {0, 1, 2} or held.state.match.pending:
                await play_on(held, random.Random(len(held.state.match.log)), 1)
            turns = sorted({random_turn(held, 0, random.Random(seed)) for seed in range(30)})
            assert len(turns) > 1
            await play(held, 0, turns[-number])
            await held.settle()
            return repr(turns[-number])

        with server.client.portal() as portal:
            chosen = portal.call(choose)
        values = {"number": "1", "table": table, "place": table, "account": people["Ann"]["account"]}
        answers = {}
        for path in [path for method, path in ROUTES if method == "GET"]:
            address = re.sub(r"\{(\w+):\w+\}", lambda found: values[found[1]], path)
            queries = {"people": "?name=a", "tables": "?by=Ann"}
            answer = server.ask("GET", address + queries.get(path.rsplit("/", 1)[1], ""), people["Mira"]["session"])
            assert answer.status_code == 200, (path, answer.text)
            answers[path] = re.sub(r'"(at|since|opened|changed|seen)":\d+', r'"\1":0', answer.text)
            for each in (table, *(person["account"] for person in people.values())):
                answers[path] = answers[path].replace(each, "?")
        return chosen, answers


@pytest.mark.parametrize(("game", "options"), [("niagara", {}), ("canyon", {"secret_bids": True})])
def test_moderators_see_nothing_of_a_running_game_that_is_hidden(tmp_path, game, options):
    (one, here), (other, there) = (told(tmp_path, number, game, **options) for number in (1, 2))
    assert one != other
    assert here == there
    assert len(here) >= 7
    assert "Ann" in here["/api/moderation/tables/{table:str}"]
