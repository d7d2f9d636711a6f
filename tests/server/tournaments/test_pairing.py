"""Who meets whom in a tournament: sizes of tables, as few meetings again as there can be, seats, groups and finals."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eddyline.protocol.pace import Pace
from eddyline.server.base.names import NOBODY
from eddyline.server.tournaments import log
from eddyline.server.tournaments.log import Tournament
from eddyline.server.tournaments.pairing import arrange, seat, sizes
from eddyline.server.tournaments.standings import UNPLAYED, meetings, scores, share, standings

NIAGARA, CANYON = {3, 4, 5}, {3, 4, 5, 6}


def tournament(players, rounds=5, size=4, kind="swiss", owners=()):
    """Announce and start one; the first entrants are bots of these owners, or the owners themselves."""
    made = Tournament("t")
    announced = log.Announced(
        name="Cup", organiser="o", game="niagara", preset=None, options={}, format=kind, rounds=rounds, size=size,
        pace=Pace(),
    )  # fmt: skip
    entries = [announced, *(log.Entered(name=f"P{number}", bot="random") for number in range(players))]
    for number, owner in enumerate(owners):
        person = owner in owners[:number]
        account = f"bot {number}" if person else owner
        entries[1 + number] = log.Entered(name=f"P{number}", account=account, owner=owner if person else None)
    for entry in [*entries, log.Started(seed="5eed", seeding=tuple(range(players)))]:
        made.apply(entry, 0)
    return made


def play(made, strength=None, allowed=NIAGARA):
    """Play the next round; the strongest wins each table. Return how it was seated."""
    found = seat(made, allowed)
    assert found is not None
    number = len(made.rounds)
    tables = tuple(log.Pairing(f"{number}-{each}", seats) for each, seats in enumerate(found.tables))
    made.apply(log.Paired(tables=tables, out=found.out), 0)
    for table in tables:
        by = sorted(table.seats, key=strength or (lambda each: each))
        made.apply(log.Finished(table=table.table, ranks=tuple(1 + by.index(each) for each in table.seats)), 0)
    return found


# ---- sizes ----


@given(st.integers(1, 128), st.integers(3, 6), st.sampled_from([NIAGARA, CANYON, {3, 4}, {4, 5}]))
def test_sizes_differ_by_one_at_most_and_are_those_of_the_game(players, wanted, allowed):
    found = sizes(players, wanted, allowed)
    possible = [k for k in range(1, players + 1) if {players // k, -(-players // k)} <= allowed]
    assert (found is None) == (not possible)
    if found is not None:
        assert sum(found) == players
        assert set(found) <= allowed
        assert max(found) - min(found) <= 1
        assert abs(Fraction(players, len(found)) - wanted) == min(abs(Fraction(players, k) - wanted) for k in possible)


# ---- Swiss ----


@pytest.mark.slow
@settings(deadline=None, max_examples=25)
@given(st.integers(3, 30), st.integers(3, 5), st.randoms(use_true_random=False))
def test_everybody_sits_once_a_round_and_rests_by_turns(players, size, rng):
    made = tournament(players, size=size)
    strength = list(range(players))
    rng.shuffle(strength)
    for _ in range(4):
        found = play(made, strength.__getitem__)
        assert sorted([*found.out, *(each for table in found.tables for each in table)]) == list(range(players))
        assert {len(table) for table in found.tables} <= NIAGARA
    rests = Counter(each for played in made.rounds for each in played.out)
    assert max(rests.values(), default=0) <= 1 or len(rests) == players


def _splits(players, tables):
    if not tables:
        yield []
        return
    first, *_ = players
    for others in combinations(players[1:], tables[0] - 1):
        table = (first, *others)
        left = [each for each in players if each not in table]
        yield from ([table, *rest] for rest in _splits(left, tables[1:]))


@pytest.mark.parametrize("seed", range(12))
def test_as_few_meet_again_as_there_can_be(seed):
    """Compared with all arrangements there are, for fields so small that people must meet again."""
    rng = random.Random(seed)
    players, tables = list(range(9)), (3, 3, 3)
    met = Counter(frozenset(rng.sample(players, 2)) for _ in range(18))
    score = [Fraction(rng.randrange(7), 2) for _ in players]
    found = arrange(sorted(players, key=lambda each: -score[each]), tables, score, met, random.Random(1))

    def again(arrangement):
        return sum(met[frozenset(pair)] ** 2 for table in arrangement for pair in combinations(table, 2))

    assert again(found) == min(again(each) for each in _splits(players, tables))


@pytest.mark.parametrize("seed", range(12))
def test_as_few_sit_with_their_own_bots_as_there_can_be_where_as_few_as_can_be_meet_again(seed):
    rng = random.Random(seed)
    players, tables = list(range(9)), (3, 3, 3)
    met = Counter(frozenset(rng.sample(players, 2)) for _ in range(18))
    score = [Fraction(rng.randrange(7), 2) for _ in players]
    families = rng.sample(players, 4), rng.sample(players, 4)
    kin = {frozenset(pair) for family in families for pair in combinations(family, 2)}
    by_score = sorted(players, key=lambda each: -score[each])
    found = arrange(by_score, tables, score, met, random.Random(1), kin)

    def cost(arrangement):
        pairs = [frozenset(pair) for table in arrangement for pair in combinations(table, 2)]
        return sum(met[pair] ** 2 for pair in pairs), sum(pair in kin for pair in pairs)

    assert cost(found) == min(cost(each) for each in _splits(players, tables))
    assert cost(found)[0] == cost(arrange(by_score, tables, score, met, random.Random(1)))[0]


@pytest.mark.parametrize("kind", ["swiss", "groups"])
def test_people_do_not_meet_their_own_bots_where_that_can_be_avoided(kind):
    owners = ["a", "b", "c", "a", "b", "c", "a", "b", "c", "a"]
    made = tournament(28, rounds=4, size=4, kind=kind, owners=owners)
    for _ in range(3):
        for table in play(made).tables:
            families = [owners[each] for each in table if each < len(owners)]
            assert len(families) == len(set(families)), table


def test_groups_stay_of_like_strength_where_people_are_kept_from_their_own_bots():
    plain = tournament(9, rounds=3, size=3, kind="groups")
    made = tournament(9, rounds=3, size=3, kind="groups", owners=["a", "b", "c", "d", "e", "a"])
    laps = [{number // 3 for number in table} for table in play(made).tables]
    assert laps == [{0, 1, 2}] * 3
    assert not any({0, 5} <= {*table.seats} for table in made.rounds[0].tables)
    assert any({0, 5} <= {*table} for table in play(plain).tables)


def test_nobody_meets_again_while_that_can_be_avoided_and_equals_meet():
    made = tournament(28)
    for _ in range(3):
        play(made)
    assert max(meetings(made).values()) == 1
    # The strongest have met: who leads has had better opponents than who is last.
    order = standings(made)
    assert order[0].opponents > order[-1].opponents


@pytest.mark.parametrize("players", [12, 28])
def test_everybody_sits_early_and_late_about_equally_often(players):
    made = tournament(players)
    for _ in range(4):
        play(made)
    late = Counter()
    for played in made.rounds:
        for table in played.tables:
            for place, entrant in enumerate(table.seats):
                late[entrant] += Fraction(2 * place, len(table.seats) - 1) - 1
    # By lot it would be up to 4; on average over the four rounds nobody is off the middle by more than a third.
    assert max(map(abs, late.values())) <= Fraction(4, 3)


def test_whoever_has_withdrawn_is_not_paired_and_too_few_are_not_either():
    made = tournament(4)
    made.apply(log.Withdrew(entrant=2), 0)
    assert sorted(play(made).tables[0]) == [0, 1, 3]
    made.apply(log.Withdrew(entrant=0), 0)
    assert seat(made, NIAGARA) is None


def test_all_processes_pair_alike():
    one, other = tournament(17), tournament(17)
    for _ in range(3):
        assert play(one) == play(other)


# ---- groups ----


def test_groups_of_like_strength_stay_together_and_their_best_play_the_final():
    made = tournament(9, rounds=3, size=3, kind="groups")
    groups = {frozenset(table) for table in play(made).tables}
    assert groups == {frozenset({0, 5, 6}), frozenset({1, 4, 7}), frozenset({2, 3, 8})}
    assert {frozenset(table) for table in play(made).tables} == groups
    final = play(made, lambda each: -each)
    assert sorted(final.tables[0]) == [0, 1, 2]
    # In the final the weakest won; those who did not play it come after it.
    assert [each.entrant for each in standings(made)][:3] == [2, 1, 0]
    assert made.rounds[-1].out == final.out


# ---- standings ----


def test_a_table_is_worth_the_part_of_the_opponents_that_one_was_ahead_of():
    assert [share((1, 2, 3, 4), seat) for seat in range(4)] == [1, Fraction(2, 3), Fraction(1, 3), 0]
    assert [share((1, 1, 3), seat) for seat in range(3)] == [Fraction(3, 4), Fraction(3, 4), 0]
    assert share(None, 2) == UNPLAYED


def test_standings_as_computed_by_hand():
    """Two tables of three, twice. Scores 2, 1½, 1, 1, ½, 0; opponents decide between 2 and 4."""
    made = tournament(6, size=3)
    for number, tables in enumerate([((0, 1, 2), (3, 4, 5)), ((0, 3, 4), (1, 2, 5))]):
        pairings = tuple(log.Pairing(f"{number}{each}", seats) for each, seats in enumerate(tables))
        made.apply(log.Paired(tables=pairings), 0)
    # Not paired by `seat`: results are noted for the running round only, so round 0 is noted by hand.
    for table, ranks in zip(made.rounds[0].tables, [(1, 2, 3), (1, 2, 3)], strict=True):
        table.over, table.ranks = True, ranks
    for table, ranks in zip(made.rounds[1].tables, [(1, 3, 2), (1, 2, 2)], strict=True):
        made.apply(log.Finished(table=table.id, ranks=ranks), 0)
    # 0: 1+1. 1: ½+1. 2: 0+¼. 3: 1+0. 4: ½+½. 5: 0+¼.
    quarter = Fraction(1, 4)
    assert scores(made) == [2, Fraction(3, 2), quarter, 1, 1, quarter]
    found = standings(made)
    assert [each.entrant for each in found][:2] == [0, 1]
    by = {each.entrant: each for each in found}
    assert by[3].opponents == (1 + quarter + 2 + 1) / Fraction(4)
    assert by[4].opponents == (1 + quarter + 2 + 1) / Fraction(4)
    # 3 and 4 met the same people; 3 has won a table.
    assert by[3].place == 3
    assert by[4].place == 4
    assert by[2].opponents == (2 + Fraction(3, 2) * 2 + quarter) / 4
    assert by[5].opponents == (1 + 1 + Fraction(3, 2) + quarter) / 4
    assert (by[2].place, by[5].place) == (5, 6)


def test_who_is_not_seated_gets_half_and_so_does_everybody_at_a_lost_table():
    made = tournament(5)
    made.apply(log.Paired(tables=(log.Pairing("t", (0, 1, 2, 3)),), out=(4,)), 0)
    made.apply(log.Finished(table="t", ranks=None), 0)
    assert scores(made) == [UNPLAYED] * 5


@pytest.mark.parametrize(("over", "gone"), [(True, False), (False, True)])
def test_who_deletes_the_account_after_the_end_has_not_withdrawn(over, gone):
    made = tournament(4, rounds=1)
    play(made)
    if over:
        made.apply(log.Ended(), 0)
    winner = standings(made)[0]
    made.apply(log.Forgotten(entrant=winner.entrant, name=NOBODY), 0)
    shown = made.entrants[winner.entrant]
    assert (shown.name, shown.account, shown.gone) == (NOBODY, None, gone)
    assert standings(made)[0] == winner
