"""Check that everything that plays Eddyline games plays Goofspiel, and that its values match theory.

EDDYLINE_GAMES=goofspiel PYTHONPATH=examples/goofspiel .venv/bin/python -m pytest examples/goofspiel
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import gymnasium
import msgspec
import numpy as np
import pyspiel
import pytest
from click.testing import CliRunner
from pettingzoo.test import api_test, parallel_api_test
from playwright.sync_api import expect, sync_playwright
from scipy.optimize import linprog

import eddyline
from e2e.browser import PHONE, WIDE, Visitor
from e2e.chromium import launch
from e2e.server import Server
from eddyline.arena.exact.growing import grow
from eddyline.arena.exact.solving import solve
from eddyline.cli import main
from eddyline.engine.match import IllegalAction
from eddyline.engine.positions import PositionError
from eddyline.engine.registry import game
from eddyline.envs.openspiel import load
from eddyline.envs.pettingzoo import env, parallel_env
from eddyline.envs.vector import Tables
from goofspiel import GAME
from support.elsewhere import Elsewhere, Player, bundled, field_of
from support.secrecy import channels

FOUR = {"players": 2, "preset": "four"}


def bid(match, *cards):
    """Let the seats bid, one after the other; return the sentences of the last bid's events."""
    for seat, card in enumerate(cards):
        told = match.play(seat, f"bid {card}")
    return [GAME.sentence(event, match.names) for event in told]


# ---- rules ----


def test_the_highest_bid_takes_the_prize_and_equal_ones_nothing():
    match = eddyline.new("goofspiel", seed=1, **FOUR)
    assert bid(match, 1, 1)[2:] == ["The highest bids are equal: nobody takes the 4.", "The next prize is worth 3."]
    assert bid(match, 3, 2)[2] == "Seat 0 takes the 3."
    assert bid(match, 4, 3)[2] == "Seat 0 takes the 2."
    # The last card is forced, but must be bid like the others.
    assert bid(match, 2, 4)[2:] == ["Seat 1 takes the 1.", "Seat 0 wins."]
    assert [player.rows[0].text for player in match.view(None).players] == ["5", "1"]
    assert match.ranking == (1, 2)


@pytest.mark.parametrize("players", GAME.players)
def test_random_prizes_come_up_equally_often(players):
    firsts = [
        eddyline.new("goofspiel", players=players, preset="five", seed=seed).states[0].prize for seed in range(500)
    ]
    assert all(60 < firsts.count(prize) < 145 for prize in range(1, 6))


def test_what_is_not_legal_is_refused():
    match = eddyline.new("goofspiel", seed=1, **FOUR)
    bid(match, 1, 2)
    with pytest.raises(IllegalAction, match="'bid 1' is not possible now"):
        match.play(0, "bid 1")


def test_positions_that_cannot_be_are_refused():
    written = msgspec.to_builtins(GAME.position(eddyline.new("goofspiel", seed=1, **FOUR).states))
    for changes, place in (
        ({"prize": 0, "prizes": 15}, "waiting"), ({"prizes": 15}, "prizes"), ({"waiting": 7}, "waiting"),
        ({"seats": 7}, "seats"), ({"waiting": 1}, "bid"), ({"hand": [15, 7, 0, 0, 0, 0]}, "hand"),
        ({"points": [1]}, "points"),
    ):  # fmt: skip
        with pytest.raises(PositionError, match=rf"got .* - at `\$\.{place}"):
            GAME.set_up(written | changes)


def test_nobody_learns_of_a_bid_before_all_have_bid():
    one, other = (eddyline.new("goofspiel", players=3, preset="five", seed=2) for _ in range(2))
    one.play(1, "bid 2")
    other.play(1, "bid 5")
    for seat in (None, 0, 2):
        assert channels(one, seat) == channels(other, seat)
    for match, card in ((one, 2), (other, 5)):
        # A position can hold secret bids, too, not only the pending turns of a match.
        GAME.doors.decide(match.states, 0, 1, card - 1)
        assert GAME.redact(match.states, 1)[0].bid[1] == card
    assert GAME.redact(one.states, 0).tobytes() == GAME.redact(other.states, 0).tobytes()


# ---- theory ----


def test_openspiel_knows_the_same_game():
    ours, theirs = (
        load("goofspiel", **FOUR),
        pyspiel.load_game(
            "goofspiel(players=2,num_cards=4,points_order=descending,returns_type=win_loss,imp_info=false)"
        ),
    )
    dice = random.Random(7)
    for _ in range(300):
        mine, yours = ours.new_initial_state().child(0), theirs.new_initial_state()
        while not yours.is_terminal():
            bids = [dice.choice(yours.legal_actions(seat)) for seat in range(2)]
            yours.apply_actions(bids)
            for card in bids:
                assert card in mine.legal_actions()
                mine.apply_action(card)
        # OpenSpiel plays the last cards by itself.
        while not mine.is_terminal():
            mine.apply_action(*mine.legal_actions())
        assert mine.returns() == yours.returns()


def solved(state):
    """Return the value of a position for seat 0: the value of the matrix game of bids, solved recursively."""
    if state.is_terminal():
        return state.returns()[0]
    if state.is_chance_node():
        return sum(share * solved(state.child(prize)) for prize, share in state.chance_outcomes())
    rows = [[solved(state.child(own).child(other)) for other in state.child(own).legal_actions()]
            for own in state.legal_actions()]  # fmt: skip
    matrix = np.array(rows)
    # The best mixed strategy over rows: its value is at least v against every column.
    least = np.hstack([-matrix.T, np.ones((matrix.shape[1], 1))])
    found = linprog(
        [0] * matrix.shape[0] + [-1], least, np.zeros(matrix.shape[1]),
        [[1] * matrix.shape[0] + [0]], [1], [(0, 1)] * matrix.shape[0] + [(-1, 1)],
    )  # fmt: skip
    return found.x[-1]


@pytest.mark.parametrize("bids", [(), (4, 1), (1, 2), (3, 4)])
def test_cfr_finds_the_value_of_four_cards(bids):
    """Check that equal hands are worth 0 to both, and positions after a first round what backward induction gives."""
    match = eddyline.new("goofspiel", seed=1, **FOUR)
    if bids:
        bid(match, *bids)
    small = load("goofspiel", position=GAME.position(match.states))
    value = solved(small.new_initial_state())
    assert bids or value == pytest.approx(0, abs=1e-9)
    solver = pyspiel.CFRPlusSolver(small)
    for _ in range(60 if bids else 25):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    assert pyspiel.nash_conv(small, policy) < 0.05
    found = pyspiel.expected_returns(small.new_initial_state(), policy, -1, use_infostate_get_policy=True)
    assert found == pytest.approx([value, -value], abs=0.03)


@pytest.mark.parametrize("bids", [(), (4, 1), (1, 2), (3, 4)])
def test_the_sequence_form_has_the_value_of_four_cards(bids):
    match = eddyline.new("goofspiel", seed=1, **FOUR)
    if bids:
        bid(match, *bids)
    value = solved(load("goofspiel", position=GAME.position(match.states)).new_initial_state())
    found = solve(grow(GAME, [match.states]))
    # Shares of the first place instead of −1 to 1.
    assert found.values == pytest.approx(((1 + value) / 2, (1 - value) / 2), abs=1e-9)
    assert abs(found.nash_conv) < 1e-9


def test_prizes_that_chance_turns_up_are_in_the_tree():
    states = GAME.new(GAME.parse_options(None, {"cards": 3}, 2), 2, 1)
    tree = grow(GAME, [states])
    # Three prizes, then two, then one; three cards to choose from, then two, then one.
    assert len(tree.chance) == 3 * 9 * 2 * 4
    assert tree.chance.sum() == pytest.approx(9 * 4)
    assert solve(tree).values == pytest.approx((0.5, 0.5))


# ---- everything that plays a game ----


@pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array:UserWarning",
    "ignore:Observation space for each agent probably should be:UserWarning",
)
def test_environments_play_it():
    api_test(env("goofspiel", players=3, preset="five"), num_cycles=40)
    parallel_api_test(parallel_env("goofspiel", players=3, preset="five"), num_cycles=40)
    alone = gymnasium.make("eddyline.envs.gymnasium:eddyline/Goofspiel-v0", players=2, preset="five")
    seen, _ = alone.reset(seed=1)
    rewards = 0.0
    for _ in range(5):
        seen, reward, over, _, _ = alone.step(np.flatnonzero(seen["action_mask"])[-1])
        rewards += reward
    assert over
    assert rewards in {-1.0, 0.0, 1.0}


def test_thousands_are_played_at_once():
    tables, rewards = Tables("goofspiel", 1000, players=3, seed=1), np.zeros(3)
    tables.reset()
    for _ in range(39):
        *_, info = tables.step(tables.batch.sample())
        rewards += info["rewards"][:, :3].sum(axis=0)
    # Thirteen rounds of three bids end every game in the same step; no seat has an advantage.
    assert tables.batch.over.all()
    assert np.abs(rewards).max() < 120


def test_bots_play_it_in_the_arena(tmp_path):
    out = tmp_path / "games.jsonl"
    done = CliRunner().invoke(
        main, ["arena", "goofspiel", "random", "random", "--games", "20", "--option", "cards=5", "--out", str(out)]
    )
    assert done.exit_code == 0, done.output
    assert "Goofspiel, " in done.output
    assert len(out.read_text("utf-8").splitlines()) == 21


def test_it_is_saved_told_and_replayed(tmp_path):
    match = eddyline.new("goofspiel", seed=3, **FOUR)
    for card in (1, 2, 3, 4):
        bid(match, card, card)
    match.save(tmp_path / "game.jsonl")
    assert eddyline.load(tmp_path / "game.jsonl").ranking == (1, 1)
    told = CliRunner().invoke(main, ["replay", str(tmp_path / "game.jsonl")])
    assert told.exit_code == 0, told.output
    assert "nobody takes the 4." in told.output
    assert "<svg" in match._repr_svg_()


@pytest.fixture(scope="module")
def chromium():
    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


@pytest.mark.parametrize("size", [WIDE, PHONE])
def test_it_is_played_in_the_browser(chromium, tmp_path, size):
    with Server(tmp_path) as server:
        visitor = Visitor(chromium, server, size=size)
        page = visitor.page("/")
        page.locator("[data-game=goofspiel]").click()
        page.get_by_label("Your name").fill("Ann")
        page.get_by_text("Five", exact=True).click()
        page.get_by_role("group", name="Bots among them").get_by_text("3", exact=True).click()
        page.get_by_role("button", name="Start the game").click()
        # The last card is forced, and is bid automatically.
        for left in (5, 4, 3, 2):
            bids = page.get_by_role("group", name="Your choices").get_by_role("button")
            expect(bids).to_have_count(left)
            bids.first.click()
            page.get_by_role("button", name="Confirm").click()
        expect(page.get_by_role("list", name="Ranking")).to_be_visible()
        assert visitor.close() == []


def compiled_for_browsers(folder, **environment):
    command = [sys.executable, "-m", "eddyline", "wasm", "goofspiel", "--to", folder]
    subprocess.run(command, env=os.environ | environment, check=True)  # noqa: S603 - this very program
    return folder / "goofspiel.wasm"


def test_it_is_the_same_in_a_browser(tmp_path):
    steps = 0
    with Elsewhere(bundled("rules/node", tmp_path), compiled_for_browsers(tmp_path)) as elsewhere:
        for chunk in Player(GAME, seed=4).chunks():
            steps += chunk.steps
            assert elsewhere.fold(chunk.content) == steps
            if steps > 20_000:
                break


def test_one_constant_that_differs_is_noticed(tmp_path):
    source = Path(sys.modules[GAME.state.__module__].__file__).read_text("utf-8")
    planted = source.replace("highest, winner = 0, -1", "highest, winner = 5, -1")
    assert planted != source
    (tmp_path / "goofspiel.py").write_text(planted, "utf-8")
    module = compiled_for_browsers(tmp_path, PYTHONPATH=str(tmp_path))
    with Elsewhere(bundled("rules/node", tmp_path), module) as elsewhere:
        told = elsewhere.fold(next(Player(GAME, seed=4).chunks(5000)).content)
    assert field_of(GAME, told) == "points", told


def test_its_id_is_its_modules_name():
    assert game("goofspiel") is GAME
