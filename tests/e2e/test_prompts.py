"""The two questions that come up in the middle: whether to steal, and whether to buy a canoe back."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from e2e.browser import HANDS
from e2e.positions import find, prepare, token
from e2e.scenes import move_to_steal, rescue
from e2e.story import canoe_number


def a(gem: str) -> str:
    return f"an {gem}" if gem[0] == "a" else f"a {gem}"


@pytest.fixture(scope="module")
def steal():
    moves = []

    def wanted(match, draft):
        moves[:] = [move_to_steal(match, draft)]
        return moves[0] is not None

    return find(wanted), moves[0]


@pytest.fixture(scope="module")
def lost():
    return find(rescue)


def test_a_theft_is_offered_and_done(server, visit, steal):
    position, move = steal
    for hands in ("touch", "keys"):
        prepare(server.data, f"steal-{hands}", **position)
        visitor = visit(server, **HANDS[hands])
        seat = visitor.sit(f"steal-{hands}", 0, token(0))
        seat.wait()
        seat.choose(move)
        seat.play(until=lambda sight: any(text.startswith("steal") for text, _ in sight.actions))
        expect(seat.page.get_by_role("status").filter(has_text="Steal its gem?")).to_be_visible()
        theft = next(text for text, _ in seat.see().actions if text.startswith("steal"))
        seat.choose(theft)
        seat.play(until=lambda sight: bool(sight.confirm))
        seat.confirm()
        if hands == "touch":
            seat.page.get_by_role("button", name="What happened").tap()
        stolen = f"Ann steals {a(theft.split()[2])}"
        expect(seat.page.get_by_role("region", name="What happened")).to_contain_text(stolen)


def test_a_lost_canoe_is_bought_back(server, visit, lost):
    for hands in ("mouse", "keys"):
        prepare(server.data, f"rescue-{hands}", **lost)
        visitor = visit(server, **HANDS[hands])
        seat = visitor.sit(f"rescue-{hands}", 0, token(0))
        seat.wait()
        pay = next(text for text, label in seat.see().actions if label.startswith("Pay"))
        _, canoe, gem = pay.split()
        seat.choose(pay)
        seat.play(until=lambda sight: bool(sight.confirm))
        seat.confirm()
        bought = f"Ann buys canoe {canoe_number(canoe)} back for {a(gem)}"
        expect(seat.page.get_by_role("region", name="What happened")).to_contain_text(bought)
