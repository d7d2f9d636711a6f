from __future__ import annotations

import pickle
import random
from collections import Counter

import numpy as np
import pyspiel
import pytest
from open_spiel.python.observation import INFO_STATE_OBS_TYPE, make_observation

from eddyline.engine.doors import CHANCE
from eddyline.engine.options import OptionError
from eddyline.engine.positions import PositionError
from eddyline.engine.random import words
from eddyline.engine.registry import game as find_game
from eddyline.envs.openspiel import load
from eddyline.envs.openspiel.scenario import read_options, write_options

EVERYTHING = {"spirits": True, "diamond_joe": True}
SETTINGS = [
    ("niagara", {"players": 2}),
    ("niagara", {"players": 3, "preset": "italian"}),
    ("niagara", {"players": 4, "preset": "boardgamearena", "options": {"diamond_joe": True}}),
    ("niagara", {"players": 5, "preset": "brettspielwelt", "options": {"whirlpool": True, "double_canoe": True}}),
    ("niagara", {"players": 6, "options": EVERYTHING}),
    ("canyon", {"players": 3, "reward": "win"}),
    ("canyon", {"players": 4, "preset": "no_brown", "options": {"board": "whirlpool"}}),
    ("canyon", {"players": 5, "preset": "secret"}),
    ("canyon", {"players": 6, "preset": "secret", "deals": 30}),
]
NAMES = [f"{game_id}-{parameters['players']}" for game_id, parameters in SETTINGS]


def shortened(parameters, rounds):
    return parameters | {"options": {**parameters.get("options", {}), "max_rounds": rounds}}


def play_to_the_end(game, rng, look):
    """Play at random and look at every state in which a seat decides."""
    state = game.new_initial_state()
    while not state.is_terminal():
        if not state.is_chance_node():
            look(state)
        state.apply_action(rng.choice(state.legal_actions()))


@pytest.mark.slow
@pytest.mark.parametrize("dynamics", ["sequential", "simultaneous"])
@pytest.mark.parametrize(("game_id", "parameters"), SETTINGS, ids=NAMES)
def test_openspiels_own_test_passes(game_id, parameters, dynamics):
    game = load(game_id, **shortened(parameters, 6), dynamics=dynamics)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("game_id", ["niagara", "canyon"])
def test_openspiels_playthroughs_are_generated(game_id):
    """It asks for every kind of observer; those that there are not are None."""
    from open_spiel.python.algorithms.generate_playthrough import playthrough_lines  # noqa: PLC0415 - slow to import

    game = load(game_id, players=3, options={"max_rounds": 1})
    told = playthrough_lines(str(game), action_sequence=[], seed=1)
    assert "IsTerminal() = True" in told
    kinds = [
        pyspiel.IIGObservationType(public_info=public, perfect_recall=False, private_info=private)
        for public in (False, True)
        for private in pyspiel.PrivateInfoType.__members__.values()
    ]
    assert sum(game.make_py_observer(kind) is not None for kind in kinds) == 1


@pytest.mark.slow
@pytest.mark.parametrize("game_id", ["niagara", "canyon"])
def test_openspiels_own_test_passes_with_everything_as_it_comes(game_id):
    pyspiel.random_sim_test(pyspiel.load_game(f"eddyline_{game_id}"), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize(("game_id", "parameters"), SETTINGS, ids=NAMES)
def test_a_resampled_state_is_one_that_the_seat_cannot_tell_from_the_true_one(game_id, parameters):
    game = load(game_id, **shortened(parameters, 4))
    rng = random.Random(7)
    changed = 0

    def look(state):
        nonlocal changed
        if rng.random() > 0.1:
            return
        seat = state.current_player()
        draw = rng.random()
        other = state.resample_from_infostate(seat, lambda: draw)
        assert other.information_state_string(seat) == state.information_state_string(seat)
        assert other.information_state_tensor(seat) == state.information_state_tensor(seat)
        assert other.observation_string(seat) == state.observation_string(seat)
        assert other.observation_tensor(seat) == state.observation_tensor(seat)
        assert (other.current_player(), other.legal_actions()) == (seat, state.legal_actions())
        # Its history is no invention: it leads there.
        again = game.new_initial_state()
        for action in other.history():
            again.apply_action(action)
        assert str(again) == str(other)
        for player in range(game.num_players()):
            assert again.information_state_string(player) == other.information_state_string(player)
        # What the seat cannot know was not looked at.
        assert str(other.resample_from_infostate(seat, lambda: draw)) == str(other)
        changed += str(other) != str(state)

    for _ in range(2):
        play_to_the_end(game, rng, look)
    # With a list of thirty deals a hand gives nearly all of them away.
    assert changed > 0 or "deals" in parameters


def test_a_secret_choice_is_seen_by_nobody_before_all_have_chosen():
    state = load("niagara", players=3).new_initial_state().child(0)
    seen = set()
    for card in state.legal_actions(0):
        after = state.child(card)
        assert after.current_player() == 1
        seen.add((after.information_state_string(1), after.observation_string(1), tuple(after.observation_tensor(1))))
        assert after.information_state_string(0) == f"you 0; start 0; 0 card {card or 'cloud'}"
    assert len(seen) == 1


def test_a_card_is_known_from_its_owners_turn_on():
    state = load("niagara", players=3).new_initial_state().child(0)
    for card in (2, 3, 4):
        state.apply_action(card)
    # Seat 0 has the life preserver, so its card is up.
    assert state.information_state_string(0) == "you 0; start 0; 0 card 2"
    assert state.information_state_string(2) == "you 2; start 0; 0 card 2; 2 card 4"
    while state.current_player() == 0:
        state.apply_action(state.legal_actions()[0])
    assert "1 card 3" in state.information_state_string(2)
    assert "2 card 4" not in state.information_state_string(1)


def test_a_seat_learns_its_own_hand_and_no_other():
    rng = random.Random(1)
    state = load("canyon", players=3).new_initial_state()
    # The dealer, three jetties, three times eight cards and the trump card.
    for _ in range(4 + 25):
        state.apply_action(rng.choice(state.legal_actions()))
    cards = [state.action_to_string(-1, card) for card in state.history()[4:]]
    for turn in range(3):
        known = state.information_state_string((state.current_player() + turn) % 3)
        told = known.partition("dealt ")[2].replace(", trump ", ", ").split(", ")
        assert sorted(told) == sorted([*cards[turn:-1:3], cards[-1]])


def test_both_dynamics_are_the_same_game():
    rng = random.Random(5)
    one, both = (
        load("niagara", players=4, options=EVERYTHING | {"max_rounds": 8}, dynamics=dynamics).new_initial_state()
        for dynamics in ("sequential", "simultaneous")
    )
    secret: dict[int, list[int]] = {}
    together = 0
    while not both.is_terminal():
        if both.is_simultaneous_node():
            together += 1
            chosen = [rng.choice(both.legal_actions(seat) or [0]) for seat in range(4)]
            for seat in both.line.asked:
                secret.setdefault(seat, []).append(chosen[seat])
            both.apply_actions(chosen)
            if any(both.line.pending):
                continue
            for seat in sorted(secret):
                for action in secret[seat]:
                    assert one.current_player() == seat
                    one.apply_action(action)
            secret.clear()
        else:
            action = rng.choice(both.legal_actions())
            one.apply_action(action)
            both.apply_action(action)
        assert str(one) == str(both)
        for seat in range(4):
            assert one.information_state_string(seat) == both.information_state_string(seat)
    assert together >= 8
    assert one.returns() == both.returns()


def test_cards_dealt_one_by_one_make_the_position_that_the_rules_deal():
    rules = find_game("canyon")
    for players, word in zip((3, 4, 5, 6, 3), words(11), strict=False):
        states = rules.new(rules.parse_options(None, {}), players, word)
        while rules.settle(states) != CHANCE:
            (seat,) = rules.to_act(states)
            rules.doors.decide(states, 0, seat, rules.legal(states, seat)[0])
        dealt = states.copy()
        rules.doors.deal(dealt, 0, word)
        deals = rules.outcomes
        cards = deals._drawn(dealt)
        assert len(cards) == len(set(cards)) == 8 * players + 1
        assert deals.dealt(states, cards[:-1]) is None
        assert deals.dealt(states, cards) == dealt


def test_the_set_up_is_drawn_evenly_from_all_there_are():
    for game_id, players, count in (("niagara", 3, 6), ("niagara", 4, 8), ("canyon", 3, 3), ("canyon", 6, 6)):
        outcomes = load(game_id, players=players).new_initial_state().chance_outcomes()
        assert [outcome for outcome, _ in outcomes] == list(range(count))
        assert {probability for _, probability in outcomes} == {1 / count}


@pytest.mark.parametrize(("game_id", "parameters"), SETTINGS, ids=NAMES)
def test_nobody_decides_more_often_in_a_round_than_the_games_length_counts_on(game_id, parameters):
    rules = find_game(game_id)
    options = rules.parse_options(parameters.get("preset"), parameters.get("options", {}), parameters["players"])
    rng, chance = random.Random(3), words(3)
    decisions: Counter[tuple[int, int, int]] = Counter()
    for number in range(2):
        states = rules.new(options, parameters["players"], number)
        while rules.settle(states, chance.__next__):
            seat = min(rules.to_act(states))
            rules.doors.decide(states, 0, seat, rng.choice(rules.legal(states, seat)))
            decisions[number, rules.round_number(states), seat] += 1
    # The choice of a jetty is counted besides.
    assert max(decisions.values()) <= rules.most_decisions + (game_id == "canyon")


@pytest.mark.parametrize("game_id", ["niagara", "canyon"])
def test_tensors_have_the_pieces_that_the_game_names(game_id):
    game = load(game_id, players=3, options={"max_rounds": 2})
    rules = find_game(game_id)
    observation, recall = make_observation(game), make_observation(game, INFO_STATE_OBS_TYPE)
    names = ["player", *(piece.name for piece in rules.pieces)]
    assert list(observation.dict) == names
    assert list(recall.dict) == [*names, "turns"]

    def look(state):
        seat = state.current_player()
        observation.set_from(state, seat)
        recall.set_from(state, seat)
        assert observation.dict["player"].tolist() == [float(player == seat) for player in range(3)]
        seen = rules.observe(state.line.draft(seat), seat)
        for piece in rules.pieces:
            there = seen[piece.start : piece.start + piece.size]
            assert observation.dict[piece.name].ravel().tolist() == there.tolist()
        assert np.array_equal(recall.tensor[: len(observation.tensor)], observation.tensor)
        told = [text for text in state.information_state_string(seat).split("; ") if text[0].isdigit()]
        turns = recall.dict["turns"].astype(int)
        assert [f"{player - 1} {rules.actions[action - 1].text}" for player, action in turns if player] == told

    play_to_the_end(game, random.Random(2), look)


def test_an_observation_is_readable():
    state = load("niagara", players=3).new_initial_state().child(0)
    lines = state.observation_string(1).splitlines()
    assert {"round: 1", "phase: cards", "you: 1", "hand: [cloud,1,2,3,4,5,6]"} <= set(lines)


def test_games_and_states_are_pickled():
    game = load("canyon", players=3, options={"max_rounds": 2, "secret_bids": True})
    assert str(pickle.loads(pickle.dumps(game))) == str(game)  # noqa: S301 - our own

    def look(state):
        if len(state.history()) % 10 == 0:
            again = pickle.loads(pickle.dumps(state))  # noqa: S301 - our own
            assert (str(again), again.history()) == (str(state), state.history())
            assert again.information_state_string(0) == state.information_state_string(0)

    play_to_the_end(game, random.Random(9), look)


def test_a_game_begins_in_a_position():
    rules = find_game("canyon")
    position = rules.position(rules.new(rules.parse_options("secret", {"max_rounds": 3}), 5, 2))
    game = load("canyon", position=position)
    state = game.new_initial_state()
    assert game.num_players() == 5
    assert not state.is_chance_node()
    assert rules.position(state.line.states) == position
    assert str(pyspiel.load_game(str(game))) == str(game)


@pytest.mark.parametrize(
    "options",
    [{}, {"whirlpool": True, "max_rounds": 20}, {"tie_break": "gem_value", "beaver": False}, {"board": "#o\nSV"}],
)
def test_options_come_through_a_games_string(options):
    text = write_options(options)
    assert not set(text) & set("(),= ")
    assert read_options(text) == options


@pytest.mark.parametrize(
    ("game_id", "parameters", "error", "says"),
    [
        ("niagara", {"players": 6}, OptionError, "6 players need one of the options"),
        ("niagara", {"options": {"whirlpool": 3}}, OptionError, "whirlpool"),
        ("niagara", {"preset": "chess"}, OptionError, "no preset 'chess'"),
        ("canyon", {"players": 2}, OptionError, "Canyon is for 3, 4, 5, 6 players, got 2"),
        ("canyon", {"dynamics": "both"}, ValueError, "dynamics"),
        ("canyon", {"reward": "fame"}, ValueError, "reward"),
        ("canyon", {"position": {"players": []}}, PositionError, "players"),
        ("niagara", {"position": {"players": [{}, {}]}, "players": 3}, ValueError, "the position is for 2 players"),
        (
            "niagara",
            {"position": {"players": [{}, {}]}, "preset": "italian"},
            ValueError,
            "a position has its own options",
        ),
    ],
)
def test_wrong_parameters_are_refused_with_the_reason(game_id, parameters, error, says):
    with pytest.raises(error, match=says):
        load(game_id, **parameters)


def test_options_without_a_value_are_refused():
    with pytest.raises(ValueError, match="expected options as 'name:value;name:value', got 'whirlpool'"):
        pyspiel.load_game("eddyline_niagara(options=whirlpool)")


def test_states_of_simultaneous_dynamics_are_not_resampled():
    state = load("niagara", dynamics="simultaneous").new_initial_state().child(0)
    with pytest.raises(NotImplementedError, match="sequential"):
        state.resample_from_infostate(0, random.random)


@pytest.fixture
def state():
    """A state in which seat 0 of three chooses a card."""
    return load("niagara", players=3).new_initial_state().child(0)


@pytest.fixture
def together():
    """The same, where all choose at once."""
    return load("niagara", players=3, dynamics="simultaneous").new_initial_state().child(0)


def finished():
    rng = random.Random(1)
    state = load("canyon", players=3, options={"max_rounds": 1}).new_initial_state()
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize("action", [7, 31, 9999, -2, -9999, 2**62])
def test_an_action_that_is_not_legal_is_refused_and_changes_nothing(state, action):
    before = str(state), state.history()
    says = rf"expected one of player 0's legal actions \[0, 1, 2, 3, 4, 5, 6\], got {action}"
    with pytest.raises(ValueError, match=says):
        state.apply_action(action)
    with pytest.raises(ValueError, match=says):
        state.child(action)
    assert (str(state), state.history()) == before


@pytest.mark.parametrize("game_id", ["niagara", "canyon"])
@pytest.mark.parametrize("outcome", [6, 99, -2, 2**40])
def test_what_chance_cannot_draw_is_refused(game_id, outcome):
    state = load(game_id, players=3).new_initial_state()
    with pytest.raises(ValueError, match=rf"expected one of player -1's legal actions .*, got {outcome}"):
        state.apply_action(outcome)
    assert not state.history()


def test_a_card_is_not_dealt_twice():
    state = load("canyon", players=3).new_initial_state()
    while not state.is_chance_node() or not state.history():
        state.apply_action(state.legal_actions()[0])
    state.apply_action(5)
    with pytest.raises(ValueError, match="expected one of player -1's legal actions"):
        state.apply_action(5)


def test_nothing_is_decided_at_the_end():
    state = finished()
    with pytest.raises(ValueError, match="expected no action at the end, got action 0"):
        state.apply_action(0)
    with pytest.raises(ValueError, match="expected apply_action"):
        state.apply_actions([0, 0, 0])
    with pytest.raises(ValueError, match="expected a chance node, got one of player -4"):
        state.chance_outcomes()
    assert state.legal_actions(0) == []


@pytest.mark.parametrize(
    ("actions", "says"),
    [
        ([], "expected 3 actions, one for each player, got 0"),
        ([1], "got 1"),
        ([1] * 9, "got 9"),
        ([1, 1, 31], r"expected one of player 2's legal actions \[.*\], got 31"),
        ([1, -1, 1], "player 1's legal actions"),
        ([10**9, 1, 1], "player 0's legal actions"),
    ],
)
def test_wrong_actions_of_all_at_once_are_refused_and_change_nothing(together, actions, says):
    before = str(together), together.history()
    with pytest.raises(ValueError, match=says):
        together.apply_actions(actions)
    with pytest.raises(ValueError, match="expected apply_actions, because several players are asked, got action 1"):
        together.apply_action(1)
    assert (str(together), together.history()) == before
    together.apply_actions([1, 2, 3])


def test_actions_of_all_are_refused_where_one_is_asked(state):
    with pytest.raises(ValueError, match="expected apply_action for player 0, got apply_actions"):
        state.apply_actions([1, 1, 1])


@pytest.mark.parametrize("player", [-7, -1, 3, 99])
def test_a_player_that_there_is_not_is_refused(state, player):
    refused = pytest.raises((ValueError, pyspiel.SpielError), match=f"player|got {player}")
    for asked in ("information_state_string", "information_state_tensor", "observation_string", "observation_tensor"):
        with refused:
            getattr(state, asked)(player)
    seat = pytest.raises(ValueError, match=f"expected a seat from 0 to 2, got {player}")
    observers = [make_observation(state.get_game(), kind) for kind in (None, INFO_STATE_OBS_TYPE)]
    for observer in observers:
        with seat:
            observer.set_from(state, player)
        with seat:
            observer.string_from(state, player)
    with seat:
        state.resample_from_infostate(player, random.random)
    if player != -1:
        with seat:
            state.action_to_string(player, 0)
    if player > 0:
        assert not any(state.legal_actions_mask(player))


@pytest.mark.parametrize("draw", [1, -0.1, float("nan"), 1e300, "x", None])
def test_what_no_sampler_draws_is_refused(state, draw):
    with pytest.raises(ValueError, match=r"expected the sampler to draw a number in \[0, 1\), got"):
        state.resample_from_infostate(0, lambda: draw)


@pytest.mark.parametrize("action", [-1, 146, 10**6])
def test_an_action_that_there_is_not_has_no_name(state, action):
    with pytest.raises(ValueError, match=f"expected an action from 0 to 145, got {action}"):
        state.action_to_string(0, action)
    dealing = load("canyon", players=3).new_initial_state()
    with pytest.raises(ValueError, match=f"expected a set-up from 0 to 5, got {action}"):
        state.get_game().new_initial_state().action_to_string(-1, action)
    dealing.apply_action(0)
    with pytest.raises(ValueError, match=f"expected a deal from 0 to 49, got {action}"):
        dealing.action_to_string(-1, action)
    with pytest.raises(ValueError, match=f"Niagara does not deal after its set-up, got outcome {action}"):
        state.action_to_string(-1, action)


def test_a_state_of_another_game_is_no_state_of_this():
    niagara, canyon = load("niagara", players=3), load("canyon", players=3)
    state = niagara.new_initial_state()
    assert str(niagara.deserialize_state(state.serialize())) == str(state)
    with pytest.raises(ValueError, match=r"expected a state of eddyline_canyon.*, got one of another game"):
        canyon.deserialize_state(state.serialize())
    for text in ("", "garbage", "history=0:9999\nmove_number=1\n__dict__=xx", state.serialize()[:-40]):
        with pytest.raises(ValueError, match=r"expected the result of serialize\(\), got "):
            niagara.deserialize_state(text)
    with pytest.raises(ValueError, match="expected a state of the observer's game, got another"):
        make_observation(canyon).set_from(state, 0)
    with pytest.raises(TypeError, match="expected an EddylineGame, got NoneType"):
        type(state)(None)
    with pytest.raises(TypeError, match="expected an IIGObservationType, got int"):
        niagara.make_py_observer(3)


@pytest.mark.parametrize(
    ("game_id", "parameters", "error", "says"),
    [
        ("canyon", {"players": 0}, ValueError, "expected a number of players from 1 to 6, got 0"),
        ("canyon", {"players": 99}, ValueError, "got 99"),
        ("canyon", {"players": 3.0}, TypeError, "as an int, got float"),
        ("canyon", {"deals": -3}, ValueError, "expected a number of deals from 0 to 65536, got -3"),
        ("canyon", {"deals": 2**31}, ValueError, "got 2147483648"),
        ("canyon", {"deals": 2.5}, TypeError, "as an int, got float"),
        ("niagara", {"deals": 3}, ValueError, "expected no number of deals, because niagara does not deal"),
        ("chess", {}, LookupError, "there is no game 'chess'"),
        ("canyon", {"options": 3}, TypeError, "expected options as a dict, got int"),
        ("canyon", {"reward": None}, TypeError, "expected reward as a str, got NoneType"),
        ("canyon", {"preset": 3}, TypeError, "expected preset as a str, got int"),
    ],
)
def test_parameters_of_no_game_are_refused_before_openspiel_sees_them(game_id, parameters, error, says):
    with pytest.raises(error, match=says):
        load(game_id, **parameters)


@pytest.mark.parametrize(
    "text",
    ["canyon(deals=-3)", "canyon(players=-1)", "canyon(position=eyJ)", "canyon(position=zzz)", "canyon(options=eyJ)"],
)
def test_a_games_string_that_no_game_has_is_refused(text):
    with pytest.raises(ValueError, match=r"expected .*, got"):
        pyspiel.load_game(f"eddyline_{text}")
