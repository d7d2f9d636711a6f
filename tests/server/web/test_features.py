"""All that the server does with a feature follows from one list."""

from __future__ import annotations

import asyncio
import importlib
import json
import pkgutil
from typing import Annotated

import msgspec
from litestar import get, post
from litestar.testing import TestClient

import eddyline.server
import protocol_ts
from eddyline.server.logs.ledger import Kind
from eddyline.server.web import app
from eddyline.server.web.feature import Feature
from eddyline.server.web.features import FEATURES
from eddyline.server.web.openapi import example
from support.markdown import ARCHITECTURE, table_of
from support.tables import MemoryStore, settings

KEPT_BY = {
    "outages": "server",
    "beat": "server",
    "secret": "server",
    "operators": "server",
    "account": "accounts",
    "invitation": "accounts",
    "name": "accounts",
    "orders": "accounts",
    "announcements": "announcements",
    "results": "ratings",
    "notices": "notices",
    "tournament": "tournaments",
    "friends": "friends",
    "known": "friends",
    "memo": "friends",
    "memos": "friends",
    "privacy": "privacy",
    "chat": "chat",
    "reports": "reports",
    "trusted": "moderation",
}
"""By kind of log: the feature that keeps it."""
KEEP_WITHOUT = {
    ("server", "export"): "logs of the process, and of what its operators did: theirs to keep (docs/hosting.md)",
    ("server", "forget"): "the same",
    ("announcements", "export"): "what operators say to everybody: of nobody",
    ("announcements", "forget"): "the same",
    ("ratings", "forget"): "results name accounts by their ids, which say nothing once the account is deleted",
}
"""Which feature keeps logs, and what it does not do with them: why."""


def test_every_kind_of_log_belongs_to_a_feature_that_exports_and_deletes_it():
    found = {}
    for module in pkgutil.walk_packages(eddyline.server.__path__, "eddyline.server."):
        if "migrations" in module.name or "postgres" in module.name:
            continue
        values = vars(importlib.import_module(module.name)).values()
        found |= {id(value): value for value in values if isinstance(value, Kind)}
    assert sorted(kind.name for kind in found.values()) == sorted(KEPT_BY), "each kind once, and of a feature"
    nothing = Feature(name="nothing")
    lacks = {
        (feature.name, what)
        for feature in FEATURES
        for what in ("export", "forget")
        if feature.name in KEPT_BY.values() and getattr(feature, what) is getattr(nothing, what)
    }
    assert {feature.name for feature in FEATURES} >= {*KEPT_BY.values()}
    assert lacks == KEEP_WITHOUT.keys()


class Wish(msgspec.Struct):
    """Wish for a club."""

    name: str


class Club(msgspec.Struct):
    """Describe a club."""

    name: str


class Called(msgspec.Struct, tag_field="type", tag="called"):
    """Call everybody of a club."""


@get("/api/clubs", sync_to_thread=False)
def list_clubs() -> list[Club]:
    return [Club("Otters")]


@post("/api/clubs", sync_to_thread=False)
def found(data: Annotated[Wish, example(Wish("Otters"))]) -> Club:
    return Club(data.name)


def test_whatever_is_on_the_list_is_served_described_run_exported_and_forgotten(monkeypatch):
    done = []

    async def work():
        done.append("begun")
        try:
            await asyncio.Event().wait()
        finally:
            done.append("ended")

    async def export(_, account):
        return [{"club": "Otters", "member": account.name}]

    async def forget(hub, account):
        done.append(("forgotten", account.name, await hub.people.find(account.id) is not None))

    clubs = Feature(
        name="clubs",
        handlers=[list_clubs, found],
        to_client=[Called],
        jobs=lambda _: {"clubs": work},
        export=export,
        forget=forget,
    )
    assert (clubs.asked(), clubs.told()) == ([Wish], [list[Club], Club, Called])
    monkeypatch.setattr(app, "FEATURES", [*FEATURES, clubs])
    with TestClient(app.build_app(settings(), MemoryStore())) as client:
        assert client.get("/api/clubs").json() == [{"name": "Otters"}]
        assert {"get", "post"} == client.get("/api/openapi.json").json()["paths"]["/api/clubs"].keys()
        made = client.post("/api/people", json={"name": "Ann", "password": "correct horse battery"}).json()
        who = {"Authorization": f"Bearer {made['session']}"}
        lines = [json.loads(line) for line in client.get("/api/me/export", headers=who).text.splitlines()]
        assert lines[-1] == {"club": "Otters", "member": "Ann"}
        sure = {"password": "correct horse battery"}
        assert client.post("/api/me/deletion", json=sure, headers=who).status_code == 204
        assert done == ["begun", ("forgotten", "Ann", True)], "before the account itself"
    assert done[-1] == "ended"


def test_the_types_of_the_client_are_those_of_the_list():
    assert [*protocol_ts.FROM_CLIENT] == [kind for feature in FEATURES for kind in feature.asked()]
    assert [*protocol_ts.FROM_SERVER] == [kind for feature in FEATURES for kind in feature.told()]


def test_every_job_has_a_name_of_its_own_and_a_line_in_the_architecture():
    state = app.build_app(settings(), MemoryStore()).state
    names = [*app.jobs(state.hub, state.farewell)]
    assert [line[0] for line in table_of(ARCHITECTURE, "job")] == names
    assert len(names) == len({*names})
