"""Play Niagara the naive way, straight from rules.md, to check the real rules against.

Nothing here is shared with the package and nothing is clever: a canoe's plans are found by writing down every row of
single steps (one disc, one gem) that costs no more than the card and crossing out those that a rule forbids; the river
is nine discs that are pushed one by one.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

GEMS = ("amethyst", "diamond", "amber", "sapphire", "ruby")
COLOUR_OF_DISC = {3: "amethyst", 4: "diamond", 5: "amber", 6: "sapphire", 7: "ruby"}


class Canoe(NamedTuple):
    place: str
    cargo: str | None = None


class World(NamedTuple):
    """What a turn of phase 2 can change."""

    canoes: tuple[tuple[Canoe, Canoe], ...]
    stashes: tuple[tuple[int, ...], ...]
    deposits: tuple[tuple[int, ...], ...]
    """Gems by deposit (disc 3 … 7) and colour."""


def disc(place: str) -> int:
    """Count the discs from the dock."""
    return 0 if place == "dock" else int(place[0])


def changed(row: tuple, index: int, value: object) -> tuple:
    return (*row[:index], value, *row[index + 1 :])


def added(row: tuple[int, ...], gem: str, number: int) -> tuple[int, ...]:
    return changed(row, GEMS.index(gem), row[GEMS.index(gem)] + number)


# ---- one canoe ------------------------------------------------------------------------------------------------------


def rows_of_steps(world: World, seat: int, number: int, points: int) -> Iterator[tuple[list[tuple], World]]:
    """Write down every row of single steps that fits the points, physically possible but not yet legal."""
    yield from rows_after([], world, seat, number, points)


def rows_after(row: list[tuple], world: World, seat: int, number: int, points: int) -> Iterator[tuple]:
    yield row, world
    for step, cost, after in single_steps(world, seat, number):
        # Both ways in one row is illegal whatever follows (N-MOVE-2); not to go on saves most of the time.
        if cost <= points and {"up", "down"} - {way for way, _, _ in (*row, step)}:
            yield from rows_after([*row, step], after, seat, number, points - cost)


def single_steps(world: World, seat: int, number: int) -> Iterator[tuple[tuple, int, World]]:
    canoe = world.canoes[seat][number]
    for way, place in neighbours(canoe.place):
        moved = Canoe(place, canoe.cargo)
        yield (way, canoe.place, place), 1, with_canoe(world, seat, number, moved)
    if disc(canoe.place) in COLOUR_OF_DISC:
        site = disc(canoe.place) - 3
        here = world.deposits[site]
        if canoe.cargo is None:
            for gem in GEMS:
                if here[GEMS.index(gem)]:
                    after = with_canoe(world, seat, number, Canoe(canoe.place, gem))
                    after = after._replace(deposits=changed(world.deposits, site, added(here, gem, -1)))
                    yield ("load", canoe.place, gem), 2, after
        else:
            after = with_canoe(world, seat, number, Canoe(canoe.place))
            after = after._replace(deposits=changed(world.deposits, site, added(here, canoe.cargo, 1)))
            yield ("unload", canoe.place, canoe.cargo), 2, after


def neighbours(place: str) -> list[tuple[str, str]]:
    """Name the discs one step away and the way there; nothing leads over the falls (N-MOVE-8)."""
    number, arm = disc(place), place[1:] if place != "dock" else ""
    found = []
    if number > 0:
        found.append(("up", "dock" if number == 1 else f"{number - 1}{arm if number == 7 else ''}"))
    if number == 5:
        found += [("down", "6L"), ("down", "6R")]
    elif number < 7:
        found.append(("down", f"{number + 1}{arm}"))
    return found


def with_canoe(world: World, seat: int, number: int, canoe: Canoe) -> World:
    pair = changed(world.canoes[seat], number, canoe)
    return world._replace(canoes=changed(world.canoes, seat, pair))


def legal_row(row: list[tuple], points: int) -> bool:
    """Cross out what a rule forbids."""
    moves = [step for step in row if step[0] in {"up", "down"}]
    work = [step for step in row if step not in moves]
    spent = len(moves) + 2 * len(work)
    docks = bool(moves) and moves[-1][2] == "dock"
    if len({way for way, _, _ in moves}) > 1:  # N-MOVE-2
        return False
    if any(step[2] == "dock" for step in moves[:-1]) or (docks and row[-1] != moves[-1]):  # N-MOVE-6: no way back
        return False
    if not docks and spent != points:  # N-MOVE-6
        return False
    if len({place for _, place, _ in work}) > 1:  # N-GEM-3: one place
        return False
    blocks = ["move" if step in moves else "work" for step in row]
    if len(list(groupby(blocks))) > 2:  # N-GEM-3: before or after, not in between
        return False
    words = [verb for verb, _, _ in work]
    if words not in ([], ["load"], ["unload"], ["unload", "load"]):  # N-GEM-4: nothing loaded is unloaded again
        return False
    return not (len(work) == 2 and work[0][2] == work[1][2])  # N-GEM-4: two colours


def plans_of_canoe(world: World, seat: int, number: int, points: int) -> list[tuple[tuple[str, ...], World]]:
    """List the legal plans of a canoe as texts, with what the world looks like after each."""
    name = "ab"[number]
    found = []
    for row, end in rows_of_steps(world, seat, number, points):
        if not row or not legal_row(row, points):
            continue
        texts: list[str] = []
        for step in row:
            if step[0] in {"load", "unload"}:
                texts.append(f"{step[0]} {name} {step[2]}")
            elif texts and texts[-1].startswith("paddle"):
                texts[-1] = f"paddle {name} {step[2]}"
            else:
                texts.append(f"paddle {name} {step[2]}")
        for theft, after in thefts(end, seat, number, row):
            found.append(((*texts, *theft), ashore(after, seat, number)))
    return found


def thefts(world: World, seat: int, number: int, row: list[tuple]) -> list[tuple[tuple[str, ...], World]]:
    """List what the canoe may do to others when its points are used up (N-STEAL)."""
    canoe = world.canoes[seat][number]
    if row[-1][0] != "up" or canoe.cargo is not None or canoe.place == "dock":
        return [((), world)]
    found: list[tuple[tuple[str, ...], World]] = []
    for victim, pair in enumerate(world.canoes):
        for other, prey in enumerate(pair):
            if victim != seat and prey.place == canoe.place and prey.cargo is not None:
                after = with_canoe(world, victim, other, Canoe(prey.place))
                after = with_canoe(after, seat, number, Canoe(canoe.place, prey.cargo))
                found.append(((f"steal {victim}{'ab'[other]} {prey.cargo}",), after))
    return [*found, (("spare",), world)] if found else [((), world)]


def ashore(world: World, seat: int, number: int) -> World:
    """Bring the gem of a docked canoe ashore (N-GEM-7)."""
    canoe = world.canoes[seat][number]
    if canoe.place != "dock" or canoe.cargo is None:
        return world
    stashes = changed(world.stashes, seat, added(world.stashes[seat], canoe.cargo, 1))
    return with_canoe(world, seat, number, Canoe("dock"))._replace(stashes=stashes)


# ---- a whole turn ---------------------------------------------------------------------------------------------------


def turns(world: World, seat: int, points: int) -> list[tuple[tuple[str, ...], World]]:
    """List every legal turn with a paddle card, with what the world looks like after each (N-MOVE-3, -4, -5)."""
    places = [canoe.place for canoe in world.canoes[seat]]
    water = [number for number in (0, 1) if places[number] not in {"dock", "lost"}]
    dock = [number for number in (0, 1) if places[number] == "dock"]
    rows = [[]]  # which canoes move, in which order
    if water:
        rows = [[*water], [*reversed(water)]] if len(water) == 2 else [water]
        if dock:
            rows += [water + dock, dock + water]
    elif dock:
        rows = [[number] for number in dock]
    found = []
    for row in rows:
        ends: list[tuple[tuple[str, ...], World]] = [((), world)]
        for number in row:
            ends = [
                ((*texts, *more), after)
                for texts, now in ends
                for more, after in plans_of_canoe(now, seat, number, points)
            ]
        # Who leaves a canoe ashore says so: it is a choice.
        stays = bool(water and dock) and row == water
        found += [((*texts, "stay") if stays else texts, after) for texts, after in ends]
    return found


# ---- the river ------------------------------------------------------------------------------------------------------


def flow(places: list[str], arm: str, pushes: int) -> tuple[list[str], str]:
    """Push the nine discs, one push at a time; returns where canoes at these places end and the next arm."""
    main: list[list[int]] = [[] for _ in range(5)]
    arms: dict[str, list[list[int]]] = {"L": [[], []], "R": [[], []]}
    ends = list(places)
    for number, place in enumerate(places):
        if place[0].isdigit():
            (main[int(place) - 1] if len(place) == 1 else arms[place[1]][int(place[0]) - 6]).append(number)
    for _ in range(pushes):
        for fallen in arms[arm].pop():
            ends[fallen] = "lost"
        arms[arm].insert(0, main.pop())
        main.insert(0, [])
        arm = {"L": "R", "R": "L"}[arm]
    for index, riders in enumerate(main):
        for rider in riders:
            ends[rider] = str(index + 1)
    for side, discs in arms.items():
        for index, riders in enumerate(discs):
            for rider in riders:
                ends[rider] = f"{index + 6}{side}"
    return ends, arm


# ---- lost canoes ----------------------------------------------------------------------------------------------------


def rescues(lost: int, purse: tuple[int, ...], rule: str) -> set[tuple[int, tuple[int, ...]]]:
    """List how phase 1 can end for a player: (canoes still lost, stash), waits that are over left aside (N-LOST)."""
    must, free = False, False
    if lost == 2:
        free = rule == "sit_out" or not any(purse)
        must = rule == "forced" and any(purse)
    if free:
        lost -= 1
    ends: set[tuple[int, tuple[int, ...]]] = set()
    for bought in range(lost + 1):
        if must and bought == 0:
            continue
        ends |= {(lost - bought, rest) for rest in spend(purse, bought)}
    # After the free canoe one is lost: with an empty stash nothing more can be had.
    return ends


def spend(purse: tuple[int, ...], number: int) -> set[tuple[int, ...]]:
    """List what can be left after paying that many gems."""
    rests = {purse}
    for _ in range(number):
        rests = {changed(rest, gem, rest[gem] - 1) for rest in rests for gem in range(5) if rest[gem]}
    return rests
