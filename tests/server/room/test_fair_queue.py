"""Whose thought comes next, and how many compete with it."""

from __future__ import annotations

import random

import pytest

from eddyline.server.room.fair_queue import FairQueue


def served(queue):
    """Serve everything; return the items, in order."""
    items = []
    while found := queue.next():
        items.append(found[0].item)
    return items


def test_addresses_take_turns_then_their_tables_then_who_came_first():
    queue = FairQueue()
    for address, table, item in (
        ("a", "one", "a11"),
        ("a", "one", "a12"),
        ("a", "two", "a21"),
        ("a", "one", "a13"),
        ("b", "three", "b1"),
        ("c", "four", "c1"),
        ("b", "three", "b2"),
    ):
        queue.add([address], table, item)
    assert len(queue) == 7
    assert served(queue) == ["a11", "b1", "c1", "a21", "b2", "a12", "a13"]
    assert len(queue) == 0


def test_who_has_been_served_waits_behind_the_others_who_wait():
    queue = FairQueue()
    queue.add("a", "one", 1)
    queue.add("b", "two", 2)
    assert queue.next()[0].item == 1
    queue.add("a", "one", 3)
    assert served(queue) == [2, 3]


def test_a_table_belongs_to_the_address_for_which_the_fewest_wait():
    queue = FairQueue()
    queue.add(["a"], "one", 1)
    assert queue.add(["a", "b"], "two", 2).address == "b"
    assert queue.add([], "three", 3).address == "", "nobody is there any more"
    assert (queue.count("a"), queue.count("b"), queue.count("c")) == (1, 1, 0)


@pytest.mark.parametrize("seed", range(20))
def test_a_place_is_given_up_wherever_it_is(seed):
    dice = random.Random(seed)
    queue = FairQueue()
    places = [queue.add([dice.choice("abc")], dice.choice("xyz"), number) for number in range(30)]
    given_up = dice.sample(places, 12)
    for place in given_up:
        queue.remove(place)
        queue.remove(place)
    assert len(queue) == 18
    assert sorted(served(queue)) == sorted(place.item for place in places if place not in given_up)
    queue.remove(places[0])
    assert queue.next() is None


def competing(*waiting):
    """Return how many compete with the first of what waits."""
    queue = FairQueue()
    for address, table in waiting:
        queue.add([address], table, None)
    return queue.next()[1]


def test_a_crowd_counts_as_much_as_its_rival_does():
    mine = [("a", "mine")] * 2
    assert competing(*mine) == 2
    assert competing(*mine, *[("b", f"table {number}") for number in range(100)]) == 4
    assert competing(*mine, *[("a", "other")] * 100) == 4, "two tables behind one address share as two addresses do"
    assert competing(("b", "theirs"), *[("b", "theirs")] * 99, *mine) == 102


def test_others_are_those_of_other_tables():
    queue = FairQueue()
    queue.add(["a"], "one", 1)
    queue.add(["a"], "two", 2)
    queue.add(["b"], "three", 3)
    assert queue.others("one") == [2, 3]
