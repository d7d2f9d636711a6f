"""A break between two rounds: it ends by itself or when the organiser says so, and outlasts restarts and outages."""

from __future__ import annotations

import pytest

from support.cups import Cup
from support.people import code, serving
from support.tables import copied

MINUTE = 60


def resting(server, **changes):
    """Play the first round of a tournament of bots; return it in its break."""
    cup = Cup(server, server.create()["session"], break_minutes=10, **changes)
    cup.done("POST", "/bots", {"bot": "random", "count": 3})
    cup.done("POST", "/start")
    cup.until(lambda info: info["break_ends"] is not None)
    return cup


def left(cup):
    return cup.info["break_ends"] / 1000 - cup.server.clock()


def pass_time(cup, seconds):
    """Put the clock ahead, and let the server notice."""
    cup.server.clock.now += seconds
    rounds = cup.server.client.app.state.hub.tournaments.rounds

    async def look():
        rounds.end_breaks()

    cup.server.client.blocking_portal.call(look)


def test_there_is_a_break_between_two_rounds_and_none_after_the_last(server):
    cup = resting(server, rounds=2)
    assert (len(cup.info["played"]), cup.info["status"], left(cup)) == (1, "running", 10 * MINUTE)
    pass_time(cup, 10 * MINUTE - 1)
    assert len(cup.info["played"]) == 1
    pass_time(cup, 1)
    info = cup.until(lambda info: info["status"] == "over")
    assert (len(info["played"]), info["break_ends"], info["closed"]) == (2, None, False)


def test_the_organiser_makes_it_longer_or_shorter(server):
    nils = server.create("Nils")["session"]
    cup = resting(server, rounds=3)
    assert code(cup.ask("POST", "/break", {"seconds": 300}, session=nils)) == "not_host"
    assert code(cup.ask("POST", "/break", {"seconds": 86460})) == "bad_message"
    pass_time(cup, 9 * MINUTE)
    cup.done("POST", "/break", {"seconds": 1800})
    assert left(cup) == 30 * MINUTE
    pass_time(cup, 20 * MINUTE)
    cup.done("POST", "/break", {"seconds": 60})
    pass_time(cup, MINUTE)
    cup.until(lambda info: len(info["played"]) == 2 and info["break_ends"] is not None)
    # The next one is as long as all of them; 0 ends it at once.
    assert left(cup) == 10 * MINUTE
    cup.done("POST", "/break", {"seconds": 0})
    cup.until(lambda info: info["status"] == "over")
    assert code(cup.ask("POST", "/break", {"seconds": 300})) == "wrong_time"


def test_no_break_can_be_changed_that_does_not_go_on(server):
    cup = Cup(server, server.create()["session"], break_minutes=10)
    assert code(cup.ask("POST", "/break", {"seconds": 300})) == "wrong_time"
    cup.done("POST", "/entry")
    cup.done("POST", "/bots", {"bot": "random", "count": 2})
    cup.done("POST", "/start")
    assert code(cup.ask("POST", "/break", {"seconds": 300})) == "wrong_time"


def test_who_withdraws_in_the_break_is_not_paired_again(server):
    cup = resting(server, rounds=2)
    cup.done("DELETE", "/entrants/0")
    pass_time(cup, 10 * MINUTE)
    # Two are too few for a table: nothing more is played.
    info = cup.until(lambda info: info["status"] == "over")
    assert len(info["played"]) == 1


def test_a_tournament_is_closed_in_its_break(server):
    cup = resting(server)
    cup.done("DELETE")
    pass_time(cup, 10 * MINUTE)
    assert (cup.info["status"], cup.info["break_ends"], len(cup.info["played"])) == ("over", None, 1)


@pytest.mark.parametrize("down", [5 * MINUTE, 3600])
def test_nobody_rests_while_the_server_is_down(server, down):
    cup = resting(server, rounds=2)
    pass_time(cup, 4 * MINUTE)
    server.client.blocking_portal.call(server.client.app.state.hub.heartbeat._beat)
    kept, before = copied(server.store), left(cup)
    assert before == 6 * MINUTE
    server.clock.now += down
    with serving(kept, server.clock) as cup.server:
        assert left(cup) == before
        pass_time(cup, before - 1)
        assert len(cup.info["played"]) == 1
        pass_time(cup, 1)
        cup.until(lambda info: info["status"] == "over")


def test_two_processes_begin_one_break_and_one_round_after_it(server):
    cup = resting(server, rounds=2)
    key = f"tournament.{cup.path.rpartition('/')[2]}"
    with serving(server.store, server.clock) as other:
        assert other.client.get(cup.path).json()["break_ends"] == cup.info["break_ends"]
        # What the organiser says to one, the other goes by.
        cup.done("POST", "/break", {"seconds": 1200})
        cup.server = other
        pass_time(cup, 10 * MINUTE)
        assert len(cup.info["played"]) == 1
        pass_time(cup, 10 * MINUTE)
        cup.server = server
        pass_time(cup, 0)
        cup.until(lambda info: info["status"] == "over")
    bodies = [row.body for row in server.store.logs[key]]
    assert [sum(f'"{kind}"' in body for body in bodies) for kind in ("paused", "paired")] == [2, 2]
