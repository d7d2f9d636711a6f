"""Notices go through the hands of others: two games that differ in what one seat keeps secret tell the same."""

from __future__ import annotations

import random
import re

import pytest

from eddyline.server.notices.at_tables import AtTables
from eddyline.server.notices.mail import mail_server
from support.noticed import DAYS, Person, hub, look
from support.people import serving
from support.post import Post
from support.tables import play, play_on, random_turn

SECRETS = {"niagara": {}, "canyon": {"secret_bids": True}}
SEATED = ("Ann", "Bo", "Cy")


class World:
    """One of two games of people who are away: browsers, webhooks and mail tell them of it."""

    def __init__(self, server, service, post, game):
        self.server, self.service, self.post = server, service, post
        self.people = [Person(server, service, name).subscribe() for name in SEATED]
        wish = {"game": game, "seats": 3, "start": True, "bots": [], "access": "open", "pace": DAYS}
        first = self.people[0].session
        self.table = server.open(first, **wish, options=SECRETS[game])["table"]
        for person, address in zip(self.people, ("ann", "bo", "cy"), strict=True):
            hook = {"url": f"{service.url}/{person.made['name']}"}
            server.ask("POST", "/api/me/notices/webhook", person.session, hook)
            wish = {"address": f"{address}@example.org"}
            assert server.ask("POST", "/api/me/notices/mail/code", person.session, wish).status_code == 204
            code = re.search(r"\b\d{8}\b", post.taken.get().get_content())[0]
            added = server.ask("POST", "/api/me/notices/mail", person.session, wish | {"code": code})
            assert added.status_code == 201, added.text
            if person.session != first:
                path = f"/api/tables/{self.table}/seats"
                server.ask("POST", path, person.session, {"name": person.made["name"]})

    def loaded(self):
        return hub(self.server).tables.in_memory[self.table].table

    def call(self, what, *args):
        with self.server.client.portal() as portal:
            return portal.call(what, *args)

    def play(self, seat, decisions):
        async def settled():
            await play(self.loaded(), seat, decisions)
            await self.loaded().settle()

        self.call(settled)

    def begin(self):
        """Play until all choose at the same time, in secret."""
        match = self.loaded().state.match
        while match.waiting != {0, 1, 2} or match.pending or getattr(match.view(None), "first", 1) == 0:
            self.call(play_on, self.loaded(), random.Random(len(match.log)), 1)

    def told(self):
        """Let the server look twice, for it waits whether it is still so; return all that it sent."""
        for _ in range(2):
            look(self.server)
        found = [self._opened(*self.service.taken.get()) for _ in range(self.service.taken.qsize())]
        for _ in range(self.post.taken.qsize()):
            mail = self.post.taken.get()
            # Links in mail end with a word by which whoever has it says stop.
            found.append(("mail", mail["To"], mail["Subject"], re.sub(r"[\w-]{20,}", "WORD", mail.get_content())))
        return sorted(map(repr, found))

    def _opened(self, path, headers, body):
        for person in self.people:
            if person.browser.subscription["endpoint"].endswith(path):
                sent = {each: headers.get(each) for each in ("ttl", "urgency", "topic")}
                return "push", person.made["name"], sent, person.browser._opened(body)
        return "webhook", path, sorted(headers), len(body), body


def chosen(world, number):
    """Let Ann choose in secret, in each world something else; tell all that is sent until it is brought to light."""
    rng = random.Random(4)
    world.play(0, sorted({random_turn(world.loaded(), 0, rng) for _ in range(30)})[-number])
    yield world.told()
    world.play(1, random_turn(world.loaded(), 1, rng))
    yield world.told()


def compare(game, service):
    """Compare all that is sent in two worlds; return how it was sent and to whom."""
    worlds = []
    for number in range(2):
        with Post() as post:
            reached = mail_server(f"smtp://127.0.0.1:{post.port}", "games@example.org", "https://games.example.org/")
            with serving(notify_private=True, mail=reached) as server:
                world = World(server, service, post, game)
                world.begin()
                worlds.append([*chosen(world, number)])
    for here, there in zip(*worlds, strict=True):
        assert here == there, "a notice tells a secret"
    return {each.split(",")[0] for moment in worlds[0] for each in moment}


@pytest.mark.parametrize("game", SECRETS)
def test_what_is_chosen_in_secret_is_in_no_notice(game, service):
    assert compare(game, service) == {"('push'", "('webhook'", "('mail'"}


def tell_what_was_chosen(monkeypatch):
    of = AtTables._of

    def leak(self, room):
        chosen = str(room.table.state.match.pending)
        return [each._replace(names=(*each.names, chosen)) for each in of(self, room)]

    monkeypatch.setattr(AtTables, "_of", leak)


def test_a_leak_in_notices_is_found(service, monkeypatch):
    tell_what_was_chosen(monkeypatch)
    with pytest.raises(AssertionError, match="a secret"):
        compare("niagara", service)
