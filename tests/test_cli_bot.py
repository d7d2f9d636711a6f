"""`eddyline bot` plays whole games at a real server, through its death; what cannot work is told in a sentence."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner

from e2e.server import Server
from eddyline.cli import main
from eddyline.protocol.version import WIRE
from support.serving import HEARING, running

ROOT = Path(__file__).parents[1]
PASSWORD = "correct horse battery"  # noqa: S105 - of accounts of this test
CUP = {"pace": {"clock": {"turn": 86400, "reserve": 0}}, "outside_bots": True}
IMPATIENT = f"from eddyline.remote import player; player.LOOK_EVERY = 1.0; {HEARING}"
"""The same, asking the server more often what there is to do, but not too often for it."""
QUICK = {"niagara": "paddler", "canyon": "random"}


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with Server(tmp_path_factory.mktemp("bots")) as running:
        yield running


def owner(server, name):
    return server.ask("/api/people", {"name": name, "password": PASSWORD})["session"]


def token(server, session, name):
    return server.ask("/api/me/bots", {"name": name}, session)["token"]


@contextmanager
def playing(server, token, *arguments, address=None):
    """Run the command as its users do; uncompiled, because a short game ends before a compiler would."""
    command = [sys.executable, "-c", IMPATIENT, "bot", "--server", address or server.address, *arguments]
    environment = os.environ | {"EDDYLINE_BOT_TOKEN": token, "EDDYLINE_PLAIN": "1", "PYTHONUNBUFFERED": "1"}
    with running(command, env=environment, stderr=subprocess.PIPE) as process:
        yield process


def told(process, pattern):
    """Wait until the command says something; return what was found there."""
    said = []
    for line in process.stdout:
        said.append(line)
        if found := re.search(pattern, line):
            return found
    pytest.fail(f"it ended without {pattern!r}: {''.join(said)}{process.stderr.read()}")


@pytest.mark.parametrize("game", QUICK)
def test_two_bots_meet_and_play_to_the_end(server, game):
    first = token(server, owner(server, f"Ottilie {game}"), f"Otter {game}")
    second = token(server, owner(server, f"Bertha {game}"), f"Beaver {game}")
    with playing(server, first, "--game", game, QUICK[game], "--option", "max_rounds=3", "--games", "1") as host:
        link = told(host, r"waiting for others at (\S+)")[1]
        with playing(server, second, "--game", game, "random", "--table", link, "--games", "1") as guest:
            assert told(guest, r"playing with (.+) at")[1].startswith(f"Bot Otter {game}, ")
            ranks = [int(told(process, rf"over, rank (\d) of 3, at {re.escape(link)}")[1]) for process in (host, guest)]
            assert [process.wait(30) for process in (host, guest)] == [0, 0]
    table = server.ask(f"/api/tables/{link.rpartition('/')[2]}")
    assert (table["status"], table["ended"]) == ("over", "finished")
    assert [seat["name"] for seat in table["seats"]][:2] == [f"Bot Otter {game}", f"Bot Beaver {game}"]
    assert all(1 <= rank <= 3 for rank in ranks)


def test_two_bots_play_a_tournament_from_entry_to_standings(server):
    organiser = owner(server, "Theodora")
    made = [server.ask("/api/me/bots", {"name": name}, organiser) for name in ("Tern", "Toad")]
    wish = {"name": "Spring cup", "game": "niagara", "options": {"max_rounds": 2}, "rounds": 3, "size": 3}
    cup = server.ask("/api/tournaments", CUP | wish, organiser)["id"]
    link = f"{server.address}/tournaments/{cup}"
    server.tell(f"/api/tournaments/{cup}/bots", {"bot": "random", "count": 4}, organiser)
    server.tell(f"/api/tournaments/{cup}/entry/{made[1]['account']}", {}, organiser)  # one is entered by its owner
    command = ["--game", "niagara", "paddler", "--tournament"]
    with playing(server, made[0]["token"], *command, link) as tern:
        told(tern, rf"plays along in Spring cup, at {re.escape(link)}")
        with playing(server, made[1]["token"], *command, cup) as toad:
            told(toad, "plays along in Spring cup")
            server.tell(f"/api/tournaments/{cup}/start", {}, organiser)
            for process in (tern, toad):
                told(process, "playing with")
            places = [int(told(process, r"place (\d) of 6 in Spring cup")[1]) for process in (tern, toad)]
            assert [process.wait(30) for process in (tern, toad)] == [0, 0]
    info = server.ask(f"/api/tournaments/{cup}")
    assert (info["status"], info["closed"]) == ("over", False)
    by_account = {each["account"]: each for each in info["entrants"] if each["account"]}
    assert [by_account[each["account"]]["place"] for each in made] == places
    tables = [table for played in info["played"] for table in played["tables"]]
    assert len(tables) == 6
    for table in tables:
        ended = server.ask(f"/api/tables/{table['id']}")
        assert ended["ended"] == "finished"
        of_owner = [seat for seat in ended["seats"] if seat["owner"]]
        assert len(of_owner) <= 1, "two bots of one owner do not meet"
        assert not any(seat["bot"] for seat in of_owner), "nobody played for them"


def test_a_bot_goes_on_in_its_tournament_when_it_is_started_again(server):
    organiser = owner(server, "Ursula")
    bot = token(server, organiser, "Urchin")
    wish = {"name": "Cup", "game": "niagara", "options": {"max_rounds": 1}, "rounds": 1, "size": 3}
    cup = server.ask("/api/tournaments", CUP | wish, organiser)["id"]
    server.tell(f"/api/tournaments/{cup}/bots", {"bot": "random", "count": 2}, organiser)
    command = ["--game", "niagara", "paddler", "--tournament", cup]
    with playing(server, bot, *command) as process:
        told(process, "plays along in Cup")
    server.tell(f"/api/tournaments/{cup}/start", {}, organiser)
    with playing(server, bot, *command) as process:
        told(process, "plays along in Cup")
        told(process, r"place \d of 3 in Cup")
        assert process.wait(30) == 0


@pytest.mark.usefixtures("uncompiled")
def test_a_game_goes_on_after_the_server_was_killed(tmp_path):
    with Server(tmp_path / "data") as server:
        bot = token(server, owner(server, "Ottilie"), "Otter")
        wish = ["--option", "max_rounds=4", "--games", "1"]
        with playing(server, bot, "--game", "niagara", "paddler", *wish) as process:
            table = told(process, r"waiting for others at \S+/t/(\S+)")[1]
            seat = server.ask(f"/api/tables/{table}/seats", {"name": "Cy"})
            told(process, "playing with")
            server.kill()
            server.start()
            server.player(table, seat["token"]).play_to_the_end()
            told(process, r"over, rank \d of 3")
            assert process.wait(30) == 0


def test_a_bot_follows_its_people_to_the_rematch(server):
    bot = token(server, owner(server, "Rosamund"), "Raccoon")
    with playing(server, bot, "--game", "niagara", "paddler", "--option", "max_rounds=1", "--games", "2") as process:
        table = told(process, r"waiting for others at \S+/t/(\S+)")[1]
        seat = server.ask(f"/api/tables/{table}/seats", {"name": "Cy"})
        player = server.player(table, seat["token"])
        player.play_to_the_end()
        told(process, "over, rank")
        player.say("rematch")
        again = player.wait(lambda message: "table" in message and message["table"]["rematch"])["table"]["rematch"]
        server.player(again, seat["token"]).say("start")
        assert told(process, r"playing with .* at \S+/t/(\S+)")[1] == again


def test_the_example_plays(server):
    bot = token(server, owner(server, "Wilma"), "Weasel")
    environment = os.environ | {"EDDYLINE_BOT_TOKEN": bot, "EDDYLINE_PLAIN": "1", "PYTHONUNBUFFERED": "1"}
    command = [sys.executable, ROOT / "examples" / "remote_bot.py", server.address]
    with running(command, env=environment, stderr=subprocess.PIPE) as process:
        table = told(process, r"waiting for others at \S+/t/(\S+)")[1]
        player = server.player(table, server.ask(f"/api/tables/{table}/seats", {"name": "Cy"})["token"])
        told(process, "playing with")
        player.say("resign")
        player.wait(lambda message: "table" in message and message["table"]["seats"][1]["resigned"])
        told(process, r"over, rank \d of 3|over \(resigned\)")


def test_ctrl_c_ends_it_and_its_seat_stays(server):
    bot = token(server, owner(server, "Magda"), "Mink")
    with playing(server, bot, "--game", "niagara", "paddler") as process:
        table = told(process, r"waiting for others at \S+/t/(\S+)")[1]
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 130
        assert "plays on when you start it again" in process.stderr.read()
    assert server.ask(f"/api/tables/{table}")["seats"][0]["name"] == "Bot Mink"
    with playing(server, bot, "--game", "niagara", "paddler", "--wait", "--games", "1") as process:
        server.player(table, server.ask(f"/api/tables/{table}/seats", {"name": "Cy"})["token"])
        assert told(process, r"playing with .* at \S+/t/(\S+)")[1] == table


def test_a_revoked_token_ends_it(server):
    session = owner(server, "Hedwig")
    made = server.ask("/api/me/bots", {"name": "Heron"}, session)
    with playing(server, made["token"], "--game", "niagara", "paddler") as process:
        told(process, "waiting for others")
        (bot,) = server.ask("/api/me", None, session)["bots"]
        server.tell(f"/api/me/bots/{bot['account']}/tokens/{bot['tokens'][0]['id']}", None, session, "DELETE")
        assert process.wait(60) == 1
        assert "does not know this token, or not any more" in process.stderr.read()


@pytest.fixture(scope="module")
def people(server):
    """A person with a bot, and two tournaments: what is known to this server alone, and goes with it."""
    session = owner(server, "Frieda")
    made = {"PERSON": session, "TOKEN": token(server, session, "Falcon")}
    for name, game, admits in (("CLOSED", "niagara", False), ("OTHER", "canyon", True)):
        wish = CUP | {"name": "Cup", "game": game, "outside_bots": admits}
        made[name] = server.ask("/api/tournaments", wish, session)["id"]
    return made


@pytest.mark.parametrize(
    ("arguments", "given", "said"),
    [
        ([], "", "expected the token of a bot in the environment"),
        ([], "Ottilie's password", "other characters"),
        ([], "x", "does not know this token"),
        (["--server", "example.org"], "x", "expected the address of an Eddyline server"),
        (["--server", "http://127.0.0.1:1"], "x", "cannot be reached"),
        (["--game", "niagra"], "x", "did you mean 'niagara'"),
        (["nobody"], "x", "has no bot 'nobody'"),
        (["--free", "5"], "x", "at most"),
        (["--option", "max_rounds=many"], "x", "max_rounds"),
        (["--table", "https://elsewhere.example/t/abc"], "TOKEN", "expected a table's id, or its link at"),
        (["--table", "nosuchtable1"], "TOKEN", "There is no such table"),
        (["--tournament", "SERVER/t/abc"], "TOKEN", "expected a tournament's id, or its link at"),
        (["--tournament", "nosuchcup1"], "TOKEN", "There is no such tournament"),
        (["--tournament", "CLOSED"], "TOKEN", "admits no bots from outside"),
        (["--tournament", "OTHER"], "TOKEN", "is not a tournament of Niagara"),
        ([], "PERSON", "is the session of a person, Frieda"),
    ],
)
def test_what_cannot_work_is_told(server, arguments, given, said, request):
    if given in {"TOKEN", "PERSON"}:
        people = request.getfixturevalue("people")
        given = people[given]
        arguments = [people.get(each, each.replace("SERVER", server.address)) for each in arguments]
    command = ["bot", "--server", server.address, "--game", "niagara", *arguments]
    answer = CliRunner().invoke(main, command, env={"EDDYLINE_BOT_TOKEN": given})
    assert answer.exit_code in {1, 2}, answer.output
    assert said in " ".join(answer.output.split())


def test_a_bot_of_another_version_says_so(server, monkeypatch):
    monkeypatch.setattr("eddyline.remote.server.WIRE", WIRE + 1)
    answer = CliRunner().invoke(
        main, ["bot", "--server", server.address, "--game", "niagara"], env={"EDDYLINE_BOT_TOKEN": "x"}
    )
    assert answer.exit_code == 1
    assert "install the version of eddyline that the server runs" in " ".join(answer.output.split())
