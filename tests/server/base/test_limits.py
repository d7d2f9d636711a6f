"""What counts as one address."""

from __future__ import annotations

from ipaddress import ip_network

import pytest
from litestar.testing import TestClient

from eddyline.protocol.refusal import RefusalError
from eddyline.server.base.limits import neighbour
from eddyline.server.web.app import build_app
from eddyline.server.web.transport import configure
from support.people import PASSWORD
from support.tables import Clock as Wall
from support.tables import MemoryStore, outside, settings


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("a socket in a file", "a socket in a file"),
        ("", ""),
    ],
)
def test_neighbours_count_as_one(address, counted):
    assert neighbour(address) == counted
    assert neighbour(counted) == counted


async def test_requests_of_neighbours_are_limited_together(evening):
    made = await evening(2, requests_per_minute=4)
    made.hub.limits.request("2001:db8::1")
    made.hub.limits.request("2001:db8::2")
    with pytest.raises(RefusalError, match="Too many requests"):
        made.hub.limits.request("2001:db8::3")
    made.hub.limits.request("2001:db8:0:1::3")


def test_a_proxy_is_believed_in_both_forms():
    chosen = settings(proxies=(ip_network("10.0.0.0/8"), ip_network("2001:db8::/32")))
    trusted = configure(build_app(chosen, MemoryStore()), chosen).forwarded_allow_ips
    assert trusted == ["10.0.0.0/8", "::ffff:a00:0/104", "2001:db8::/32"]


def test_an_address_makes_no_more_accounts_than_the_limit():
    wall = Wall()
    app = build_app(settings(accounts_per_hour=2, outside=outside(clock=wall)), MemoryStore())
    with TestClient(app) as client:

        def create(name):
            return client.post("/api/people", json={"name": name, "password": PASSWORD})

        assert [create(name).status_code for name in ("Anna", "Mika", "Nele")] == [201, 201, 429]
        refused = create("Nele").json()
        assert refused["code"] == "many_accounts"
        assert "in 30 minutes" in refused["message"]
        wall.now += 1800
        assert create("Nele").status_code == 201


def test_an_address_makes_no_more_accounts_and_opens_no_more_tables_in_a_day_than_the_limits():
    wall = Wall()
    app = build_app(settings(accounts_per_day=1, tables_per_day=3, outside=outside(clock=wall)), MemoryStore())
    table = {"game": "niagara", "name": "Gus", "seats": 2, "bots": []}
    quick = {"game": "canyon", "name": "Gus", "token": "r4nd0m-" * 5}
    with TestClient(app) as client:
        made = [client.post("/api/people", json={"name": name, "password": PASSWORD}) for name in ("Anna", "Mika")]
        assert (made[1].json()["code"], "in 1440 minutes" in made[1].text) == ("many_accounts", True)
        opened = [client.post("/api/tables", json=table).status_code for _ in range(2)]
        assert [*opened, client.post("/api/lobby/seat", json=quick).status_code] == [201, 201, 201]
        # Nobody is turned away from a table that is there.
        assert client.post("/api/lobby/seat", json=quick | {"token": "0ther-" * 6}).status_code == 201
        refused = client.post("/api/tables", json=table)
        assert (refused.status_code, refused.json()["code"]) == (429, "many_tables")
        assert client.post("/api/lobby/seat", json=quick | {"game": "niagara"}).json()["code"] == "many_tables"
        wall.now += 86_400 / 3
        assert client.post("/api/tables", json=table).status_code == 201
