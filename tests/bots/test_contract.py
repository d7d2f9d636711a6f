"""What every bot of every game must keep."""

from __future__ import annotations

import pytest

from eddyline.bots import BOTS, Budget, Thinker, play_turn
from eddyline.bots.bot import BotError, make_bot
from eddyline.bots.registry import OWN
from eddyline.engine.match import IllegalAction, Match
from eddyline.engine.options import OptionError
from eddyline.engine.random import words
from eddyline.engine.registry import GAMES, game
from support.secrecy import secrets_of

SEATED = [(game_id, name) for game_id, bots in BOTS.items() for name in bots]


def cases(all_of_them):
    """Leave what thinks out of `make quick`: (game, bot, …) each."""
    return [
        pytest.param(*case, marks=[pytest.mark.slow] * isinstance(BOTS[case[0]][case[1]](1), Thinker))
        for case in all_of_them
    ]


TABLES = [
    (game_id, name, preset, players)
    for game_id, name in SEATED
    for preset in game(game_id).presets
    for players in sorted({*game(game_id).players, *game(game_id).house_players})
]


def switches(rules):
    """Choose options that are on or off: each by itself, and all together. Those change what bots have to know."""
    names = [info.name for info in rules.option_infos() if info.kind == "switch"]
    return [{name: True} for name in names] + [dict.fromkeys(names, True)]


def may_play(rules, switched, players):
    """Tell whether so many may play with these options."""
    try:
        rules.check_players(players, rules.parse_options(None, switched, players))
    except OptionError:
        return False
    return True


def fewest_and_most(rules, switched):
    """Name how few and how many may play with these options; those between are there with every preset."""
    possible = [players for players in range(2, 7) if may_play(rules, switched, players)]
    return {possible[0], possible[-1]}


HOUSES = [
    (game_id, name, switched, players)
    for game_id, name in SEATED
    for switched in switches(game(game_id))
    for players in sorted(fewest_and_most(game(game_id), switched))
]
CLEVER = [(game_id, name) for game_id, bots in OWN.items() for name in bots]


def seated(game_id, name, seed):
    """Make a bot that does not think for long: the contract is the same, and answers do not hang on the clock."""
    return BOTS[game_id][name](seed, Budget(seconds=None, rollouts=3))


def new_match(game_id, preset=None, players=3, entropy=1, **overrides):
    rules = game(game_id)
    options = rules.parse_options(preset, overrides)
    return Match.new(rules, options, players=players, word=entropy, chance=words(entropy))


def play_rounds(match, bots, rounds):
    """Play on, and give back every position in which a seat had to decide."""
    before = []
    while not match.over and match.game.round_number(match.states) <= rounds:
        seat = min(match.waiting)
        before.append((match.copy(), seat))
        match.commit(seat, play_turn(bots[seat], match, seat))
    return before


def test_every_game_has_bots():
    assert set(BOTS) == set(GAMES)
    assert all("random" in bots for bots in BOTS.values())


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (3, r"expected a class or function of \(seed, budget\) that makes a bot, got 3"),
        (lambda: None, r"of \(seed, budget\) that makes a bot, got <lambda>\(\): too many positional arguments"),
        (lambda seed: seed, r"of \(seed, budget\) that makes a bot, got <lambda>\(seed\): too many"),
        (
            lambda *, seed, budget: (seed, budget),
            r"got <lambda>\(\*, seed, budget\)",
        ),
        (lambda _seed, _budget: 7, r"expected a bot, which has a method plan\(states, seat\), got 7"),
    ],
)
def test_whatever_makes_no_bot_is_told_the_contract(make, says):
    with pytest.raises(BotError, match=says):
        make_bot(make, 1)


@pytest.mark.parametrize(("game_id", "name"), [(game_id, name) for game_id in BOTS for name in BOTS[game_id]])
def test_without_a_budget_no_bot_looks_at_a_clock(game_id, name):
    bot = BOTS[game_id][name](1)
    if isinstance(bot, Thinker):
        match = Match.new(game(game_id), players=3, seed=1)
        seat = min(match.waiting)
        assert bot.think(match.redacted(seat), seat).rollouts <= 2 * bot.rollouts
        assert "seconds" not in repr(bot)


@pytest.mark.parametrize(("game_id", "name"), SEATED)
def test_printing_a_bot_says_what_it_was_made_of(game_id, name):
    bot = BOTS[game_id][name](7)
    told = f"{game(game_id).name}, seed=7" if name == "random" else "seed=7"
    told += f", rollouts={bot.rollouts}" if isinstance(bot, Thinker) else ""
    assert repr(bot) == f"<{type(bot).__name__}: {told}>"


@pytest.mark.parametrize(("game_id", "name", "preset", "players"), cases(TABLES))
def test_bot_plays_every_preset_with_every_number_of_players(game_id, name, preset, players):
    match = new_match(game_id, preset, players, entropy=players << 63 & 2**64 - 1 | players)
    play_rounds(match, [seated(game_id, name, seed) for seed in range(players)], rounds=10)
    assert match.over or match.game.round_number(match.states) == 11


@pytest.mark.parametrize(("game_id", "name", "switched", "players"), cases(HOUSES))
def test_bot_plays_with_every_switch_and_the_fewest_and_the_most_players(game_id, name, switched, players):
    match = new_match(game_id, None, players, entropy=players << 40 | players, **switched)
    play_rounds(match, [seated(game_id, name, seed) for seed in range(players)], rounds=4)
    assert match.over or match.game.round_number(match.states) == 5


@pytest.mark.parametrize(("game_id", "name"), cases(CLEVER))
@pytest.mark.parametrize("switched", ["none", "all"])
def test_bot_answers_alike_on_the_full_and_the_redacted_state(game_id, name, switched):
    """Whoever lets bots play by the thousand shows them full states: there, too, they must not peek."""
    rules = game(game_id)
    options = switches(rules)[-1] if switched == "all" else {}
    bots = [seated(game_id, name, seed) for seed in range(4)]
    seen = 0
    for match, _ in play_rounds(new_match(game_id, players=4, **options), bots, rounds=11):
        for seat in match.waiting:
            answer = bots[seat].plan(match.states, seat)
            assert answer == bots[seat].plan(rules.redact(match.states, seat), seat)
            assert answer[0] in rules.legal(match.states, seat)
            seen += 1
    assert seen > 40


@pytest.mark.parametrize(("game_id", "name"), cases(SEATED))
@pytest.mark.parametrize("seed", [0, 1, 2**63, 2**64 - 1])
def test_bot_takes_any_seed(game_id, name, seed):
    match = new_match(game_id)
    assert play_turn(seated(game_id, name, seed), match, min(match.waiting))


@pytest.mark.parametrize(("game_id", "name"), cases(SEATED))
def test_bot_answers_alike_with_the_same_seed(game_id, name):
    logs = []
    for _ in range(2):
        match = new_match(game_id)
        play_rounds(match, [seated(game_id, name, seed) for seed in range(3)], rounds=8)
        logs.append(match.log)
    assert logs[0] == logs[1]


@pytest.mark.parametrize(("game_id", "name"), cases(SEATED))
def test_bot_remembers_nothing(game_id, name):
    bots = [seated(game_id, name, seed) for seed in range(3)]
    for match, seat in play_rounds(new_match(game_id), bots, rounds=8):
        assert play_turn(seated(game_id, name, seat), match, seat) == play_turn(bots[seat], match, seat)


@pytest.mark.parametrize(("game_id", "name"), cases(SEATED))
def test_bot_changes_nothing(game_id, name):
    bots = [seated(game_id, name, seed) for seed in range(3)]
    for match, seat in play_rounds(new_match(game_id), bots, rounds=8):
        before = match.states.tobytes()
        redacted = match.redacted(seat)
        shown = redacted.tobytes()
        bots[seat].plan(redacted, seat)
        play_turn(bots[seat], match, seat)
        assert redacted.tobytes() == shown
        assert match.states.tobytes() == before


@pytest.mark.parametrize(("game_id", "name"), cases(SEATED))
def test_turn_of_nobody_is_refused(game_id, name):
    match = new_match(game_id, max_rounds=1)
    bot = seated(game_id, name, 1)
    play_rounds(match, [bot] * 3, rounds=1)
    with pytest.raises(IllegalAction, match="over"):
        play_turn(bot, match, 0)


@pytest.mark.slow
@pytest.mark.parametrize(("game_id", "name"), cases(SEATED))
@pytest.mark.parametrize("entropy", range(2))
@pytest.mark.parametrize("switched", ["none", "all"])
def test_bot_cannot_peek(game_id, name, entropy, switched):
    """Positions that differ only in what a seat cannot know get the same answer."""
    rules = game(game_id)
    twins = secrets_of(game_id).twins
    bots = [seated(game_id, name, seed) for seed in range(3)]
    compared = 0
    options = switches(rules)[-1] if switched == "all" else {}
    for match, _ in play_rounds(new_match(game_id, entropy=entropy, **options), bots, rounds=8):
        for seat in range(match.players):
            answers = {}
            for states in twins(match.states, seat):
                if seat in rules.to_act(states):
                    shown = rules.redact(states, seat).tobytes()
                    answer = bots[seat].plan(rules.redact(states, seat), seat)
                    compared += shown in answers and states.tobytes() not in answers[shown][1]
                    first, secrets = answers.setdefault(shown, (answer, set()))
                    secrets.add(states.tobytes())
                    assert answer == first
    assert compared > 0


@pytest.mark.parametrize(("game_id", "name"), cases(SEATED))
@pytest.mark.parametrize("entropy", range(4))
def test_early_answers_of_others_do_not_matter(game_id, name, entropy):
    """Where several choose at once, a bot answers alike whatever the others have noted already."""
    rules = game(game_id)
    bots = [seated(game_id, name, seed) for seed in range(3)]
    for match, _ in play_rounds(new_match(game_id, entropy=entropy), bots, rounds=8):
        if len(match.waiting) < 2:
            continue
        seat, other = sorted(match.waiting)[:2]
        answers = set()
        for action in rules.legal(match.states, other):
            states = match.states.copy()
            rules.doors.decide(states, 0, other, action)
            if other not in rules.to_act(states):
                answers.add(tuple(bots[seat].plan(rules.redact(states, seat), seat)))
        assert len(answers) <= 1
