"""A tournament of 24 bots and 4 people goes from entry to standings, although its server is killed twice.

That it waits for people whose time was in an outage is shown in `test_outages.py`.
"""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

from e2e.server import Server

PASSWORD = "correct horse battery"  # noqa: S105 - of accounts of this test
NAMES = ("Mika", "Nils", "Olga", "Petra")
WISH = {
    "name": "Cup",
    "game": "niagara",
    "options": {"max_rounds": 2},
    "rounds": 3,
    "size": 4,
    "pace": {"clock": {"turn": 86400}},
}


class Cup:
    def __init__(self, server):
        self.server = server
        people = [server.ask("/api/people", {"name": name, "password": PASSWORD}) for name in NAMES]
        self.people = {each["account"]: each["session"] for each in people}
        self.organiser = people[0]["session"]
        made = server.ask("/api/tournaments", WISH, self.organiser)
        self.path = f"/api/tournaments/{made['id']}"
        for session in self.people.values():
            self.tell("entry", {}, session)
        self.tell("bots", {"bot": "random", "count": 24})

    def tell(self, what, body, session=None):
        self.server.tell(f"{self.path}/{what}", body, session or self.organiser)

    @property
    def info(self):
        return self.server.ask(self.path)

    def waiting(self, number):
        """Wait until nothing is left in a round but what people have to do; return their seats: table, session."""
        while True:
            info = self.info
            if len(info["played"]) == number:
                entrants = {each["number"]: each for each in info["entrants"]}
                left = [table for table in info["played"][-1]["tables"] if not table["over"]]
                people = [[entrants[each]["account"] for each in table["seats"]] for table in left]
                if all(any(accounts) for accounts in people):
                    return [
                        (table["id"], self.people[account])
                        for table, accounts in zip(left, people, strict=True)
                        for account in accounts
                        if account
                    ]

    def play(self, seats):
        """Let people play their tables to the end, all at the same time."""

        def play(seat):
            with closing(self.server.player(seat[0], None, seat[1])) as player:
                player.play_to_the_end()

        with ThreadPoolExecutor(len(seats)) as people:
            list(people.map(play, seats))


def test_24_bots_and_4_people_play_a_tournament_through_two_kills(tmp_path):
    with Server(tmp_path / "data") as server:
        cup = Cup(server)
        cup.tell("start", {})

        # The first time, everybody's game of the first round has just begun.
        seats = cup.waiting(1)
        assert len(seats) == 4
        before = cup.info
        server.kill()
        server.start()
        assert cup.info == before
        cup.play(seats)

        # The second time, a game of people is over, and others are not.
        seats = cup.waiting(2)
        first = [seat for seat in seats if seat[0] == seats[0][0]]
        cup.play(first)
        server.kill()
        server.start()
        while first[0] in (left := cup.waiting(2)):  # over before the kill, and noted after it, if not before
            pass
        assert left == [seat for seat in seats if seat not in first]
        if left:
            cup.play(left)

        cup.play(cup.waiting(3))
        while (info := cup.info)["status"] != "over":
            pass

        # It started once, nothing was lost, and nothing was played twice.
        assert [len(played["tables"]) for played in info["played"]] == [7, 7, 7]
        tables = [table for played in info["played"] for table in played["tables"]]
        assert len({table["id"] for table in tables}) == 21
        assert Counter(each for table in tables for each in table["seats"]) == dict.fromkeys(range(28), 3)
        for table in tables:
            assert table["ranks"] is not None
            told = server.ask(f"/api/tables/{table['id']}")
            assert (told["status"], told["ended"]) == ("over", "finished")
            names = {each["number"]: each["name"] for each in info["entrants"]}
            assert [seat["name"] for seat in told["seats"]] == [names[each] for each in table["seats"]]
        scores = {each["number"]: each["score"] for each in info["entrants"]}
        shares = Counter()
        for table in tables:
            shares.update(dict(zip(table["seats"], table["shares"], strict=True)))
        assert all(abs(scores[each] - shares[each]) < 1e-9 for each in range(28))
        assert sorted(each["place"] for each in info["entrants"]) == list(range(1, 29))
