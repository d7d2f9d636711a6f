"""Play whole turns and phase 3 of Niagara with every module the naive way, straight from rules.md.

Like `oracle`, this shares nothing with the package: a canoe goes disc by disc, a gem at a time, and every whole turn is
written down. Turns are told apart by what the table looks like after them, not by the decisions that lead there.
"""

from __future__ import annotations

from itertools import combinations, permutations, product
from typing import NamedTuple

GEMS = ("amethyst", "diamond", "amber", "sapphire", "ruby")
HOME = {"3": 0, "4": 1, "5": 2, "6L": 3, "6R": 3, "7L": 4, "7R": 4}
"""Deposit beside a disc; deposit k is the home of gem k."""
UPSTREAM = {"1": "dock", "2": "1", "3": "2", "4": "3", "5": "4", "6L": "5", "6R": "5", "7L": "6L", "7R": "6R"}
DOWNSTREAM = {
    "dock": ["1"],
    "1": ["2"],
    "2": ["3"],
    "3": ["4"],
    "4": ["5"],
    "5": ["6L", "6R"],
    "6L": ["7L"],
    "6R": ["7R"],
}
"""Nothing leads on from discs 7: nobody paddles over the falls (N-MOVE-8)."""


class Canoe(NamedTuple):
    place: str
    cargo: tuple[str, ...] = ()
    """In the order of GEMS."""


class Table(NamedTuple):
    """Everything that a turn of phase 2 or phase 3 can change."""

    canoes: tuple[tuple[Canoe, Canoe], ...]
    stashes: tuple[tuple[int, ...], ...]
    deposits: tuple[tuple[int, ...], ...]
    weather: int = 0
    arm: str = "L"
    whirlpool: str | None = None
    """lost: the next disc carries it; None: not played."""
    beaver: str | None = None
    moose: tuple[int, int] | None = None
    joe: str | None = None
    joe_gem: str | None = None


class Game(NamedTuple):
    """What does not change: which modules are played."""

    double_canoe: bool = False
    beaver: bool = False
    moose: bool = False


def changed(row: tuple, index: int, value: object) -> tuple:
    return (*row[:index], value, *row[index + 1 :])


def added(row: tuple[int, ...], gem: str, number: int) -> tuple[int, ...]:
    return changed(row, GEMS.index(gem), row[GEMS.index(gem)] + number)


def with_gem(cargo: tuple[str, ...], gem: str) -> tuple[str, ...]:
    return tuple(sorted((*cargo, gem), key=GEMS.index))


def without_gem(cargo: tuple[str, ...], gem: str) -> tuple[str, ...]:
    rest = list(cargo)
    rest.remove(gem)
    return tuple(rest)


def with_canoe(table: Table, seat: int, number: int, canoe: Canoe) -> Table:
    return table._replace(canoes=changed(table.canoes, seat, changed(table.canoes[seat], number, canoe)))


def with_deposit(table: Table, site: int, gem: str, number: int) -> Table:
    return table._replace(deposits=changed(table.deposits, site, added(table.deposits[site], gem, number)))


# ---- paddling -------------------------------------------------------------------------------------------------------


class Move(NamedTuple):
    end: str
    way: str
    pushed: bool


def moves(start: str, points: int, whirlpool: str | None) -> set[Move]:
    """Paddle disc by disc until all points are used, or no further step can be paid (N-MOVE, S-WHIRL)."""
    return upstream(start, points, whirlpool) | downstream(start, points, whirlpool)


def upstream(start: str, points: int, whirlpool: str | None) -> set[Move]:
    here, paddled = start, 0
    while here != "dock":
        price = 2 if here == whirlpool else 1  # S-WHIRL-4
        if points < price:
            break
        here, points, paddled = UPSTREAM[here], points - price, paddled + 1
    if not paddled:
        return set()
    if here == whirlpool:
        return {Move(end, "up", True) for end in DOWNSTREAM[here]}
    return {Move(here, "up", False)}


def downstream(start: str, points: int, whirlpool: str | None) -> set[Move]:
    ends = {start}
    for _ in range(points):
        ends = {after for end in ends for after in DOWNSTREAM.get(end, [])}
    if not points:
        return set()
    found = {Move(end, "down", False) for end in ends if end != whirlpool}
    # From the whirlpool on disc 7 the push would go over the falls: no legal end (S-WHIRL-6).
    return found | {
        Move(end, "down", True) for there in ends if there == whirlpool for end in DOWNSTREAM.get(there, [])
    }


# ---- cargo work -----------------------------------------------------------------------------------------------------


def works(table: Table, seat: int, number: int, places: int) -> list[tuple[int, Table]]:
    """List all the cargo work there is where the canoe is: points that it costs and the table after it (N-GEM)."""
    canoe = table.canoes[seat][number]
    if canoe.place not in HOME:
        return [(0, table)]
    site = HOME[canoe.place]
    found = []
    for unloads in range(len(canoe.cargo) + 1):
        for laid_down in set(combinations(canoe.cargo, unloads)):
            empty, kept = table, canoe.cargo
            for gem in laid_down:
                empty, kept = with_deposit(empty, site, gem, 1), without_gem(kept, gem)
            found += [
                (2 * (unloads + loads), after)
                for loads, after in loaded(empty, seat, number, kept, site, places, laid_down)
            ]
    return found


def loaded(
    table: Table, seat: int, number: int, cargo: tuple[str, ...], site: int, places: int, laid_down: tuple[str, ...]
) -> list[tuple[int, Table]]:
    """Load one gem after the other, none of a colour that was laid down in this turn (N-GEM-4, S-DOUBLE-2)."""
    place = table.canoes[seat][number].place
    found = [(0, with_canoe(table, seat, number, Canoe(place, cargo)))]
    if len(cargo) < places:
        for gem in GEMS:
            if gem not in laid_down and table.deposits[site][GEMS.index(gem)]:
                fewer = with_deposit(table, site, gem, -1)
                more = loaded(fewer, seat, number, with_gem(cargo, gem), site, places, laid_down)
                found += [(loads + 1, after) for loads, after in more]
    return found


# ---- meeting somebody -----------------------------------------------------------------------------------------------


def thefts(table: Table, seat: int, number: int, places: int) -> set[Table]:
    """Take up to as many gems as there are free places, each from another canoe (N-STEAL, S-DOUBLE-2, S-DOUBLE-3)."""
    thief = table.canoes[seat][number]
    preys = [
        (victim, other)
        for victim, pair in enumerate(table.canoes)
        for other, prey in enumerate(pair)
        if victim != seat and prey.place == thief.place and prey.cargo
    ]
    found = set()
    for how_many in range(1, places - len(thief.cargo) + 1):
        for robbed in combinations(preys, how_many):
            for gems in product(*(table.canoes[victim][other].cargo for victim, other in robbed)):
                after, cargo = table, thief.cargo
                for (victim, other), gem in zip(robbed, gems, strict=True):
                    prey = after.canoes[victim][other]
                    after = with_canoe(after, victim, other, Canoe(prey.place, without_gem(prey.cargo, gem)))
                    cargo = with_gem(cargo, gem)
                found.add(with_canoe(after, seat, number, Canoe(thief.place, cargo)))
    return found


def deals(table: Table, seat: int, number: int, places: int) -> set[Table]:
    """Take Joe's gem, give him one, or swap (J-JOE-4)."""
    place, cargo = table.canoes[seat][number]
    if table.joe != place:
        return set()
    found = set()
    if table.joe_gem is None:
        found |= {(without_gem(cargo, gem), gem) for gem in cargo}
    else:
        found |= {(with_gem(without_gem(cargo, gem), table.joe_gem), gem) for gem in cargo}
        if len(cargo) < places:
            found.add((with_gem(cargo, table.joe_gem), None))
    return {with_canoe(table, seat, number, Canoe(place, mine))._replace(joe_gem=his) for mine, his in found}


# ---- a canoe, a turn ------------------------------------------------------------------------------------------------


def plans(game: Game, table: Table, seat: int, number: int, points: int) -> set[Table]:
    """Carry every plan of a canoe out that uses so many points."""
    places = 2 if game.double_canoe and number == 1 else 1
    found: set[Table] = set()
    start = table.canoes[seat][number].place
    for cost, worked in works(table, seat, number, places):
        if cost == points:
            found.add(worked)  # N-MOVE-10: this canoe does not move, so it meets nobody
        for move in moves(start, points - cost, table.whirlpool) if 0 <= cost < points else ():
            found |= arrivals(worked, seat, number, move, places)
    for paddled in range(1, points - 1):
        for move in moves(start, paddled, table.whirlpool):
            if move.end == "dock" or move.pushed:
                continue  # S-WHIRL-3; and who docks has no use for points
            there = moved(table, seat, number, move.end)
            for cost, worked in works(there, seat, number, places):
                if cost == points - paddled:
                    found |= {worked, *deals(worked, seat, number, places)}
    return found


def moved(table: Table, seat: int, number: int, end: str) -> Table:
    return with_canoe(table, seat, number, Canoe(end, table.canoes[seat][number].cargo))


def arrivals(table: Table, seat: int, number: int, move: Move, places: int) -> set[Table]:
    """Let the canoe arrive with all points used, and meet whoever is there."""
    after = moved(table, seat, number, move.end)
    if move.end == "dock":
        return {ashore(after, seat, number)}
    found = {after, *deals(after, seat, number, places)}
    if move.way == "up" and not move.pushed:
        found |= thefts(after, seat, number, places)
    return found


def ashore(table: Table, seat: int, number: int) -> Table:
    """Bring the cargo of a docked canoe ashore and let the moose go (N-GEM-7, S-MOOSE-2)."""
    stash = table.stashes[seat]
    for gem in table.canoes[seat][number].cargo:
        stash = added(stash, gem, 1)
    table = with_canoe(table, seat, number, Canoe("dock"))
    moose = None if table.moose == (seat, number) else table.moose
    return table._replace(stashes=changed(table.stashes, seat, stash), moose=moose)


def with_moose(game: Game, table: Table, seat: int, number: int) -> list[Table]:
    """List the table as it is, and with the moose in this canoe, if it may take it (S-MOOSE-1)."""
    takes = game.moose and table.moose is None and table.canoes[seat][number].place in {"7L", "7R"}
    return [table, table._replace(moose=(seat, number))] if takes else [table]


def canoe_turns(game: Game, table: Table, seat: int, number: int, points: int) -> set[Table]:
    """Carry every plan of a canoe out, with the moose and without (S-MOOSE-1)."""
    found = set()
    for begun in with_moose(game, table, seat, number):
        found |= plans(game, begun, seat, number, points + 2 * (begun.moose == (seat, number)))
    return found


def turns(game: Game, table: Table, seat: int, card: str) -> set[Table]:
    """Carry every turn with this card out."""
    places = [canoe.place for canoe in table.canoes[seat]]
    if card in {"cloud", "rope"}:
        begun = {after for number in (0, 1) for after in with_moose(game, table, seat, number)}
        return begun if card == "rope" else {after for before in begun for after in clouds(game, before)}
    there = [number for number in (0, 1) if places[number] != "lost"]
    if card == "123":  # S-CARD-3
        one_moves = {
            after
            for number in there
            for points in (1, 2, 3)
            for after in canoe_turns(game, table, seat, number, points)
        }
        return one_moves if there else {table}
    water = [number for number in there if places[number] != "dock"]
    dock = [number for number in there if places[number] == "dock"]
    if not water:  # N-MOVE-4
        orders = [(number,) for number in dock] or [()]
    else:
        orders = [*permutations(water), *(order for number in dock for order in permutations((*water, number)))]
    found: set[Table] = set()
    for order in orders:
        ends = {table}
        for number in order:
            ends = {after for now in ends for after in canoe_turns(game, now, seat, number, int(card))}
        found |= ends
    return found


def clouds(game: Game, table: Table) -> set[Table]:
    """Move the weather a step (N-CLOUD-1); a storm calls the beaver (S-BEAVER-1)."""
    found = set()
    for weather in (table.weather - 1, table.weather + 1):
        if -1 <= weather <= 2:
            jumps = game.beaver and weather == 2 and table.beaver is None
            found.add(table._replace(weather=weather, beaver="1" if jumps else table.beaver))
    return found


# ---- phase 3 --------------------------------------------------------------------------------------------------------


def flows(table: Table, cards: list[str], first: int) -> set[Table]:
    """Let the river flow and everything that follows happen; several tables where owners choose arms (J-JOE-5)."""
    counted = [int(card) for card in cards if card in set("1234567")]
    pushes = max(0, min(counted, default=0) + table.weather)
    tied = {seat for seat, card in enumerate(cards) if card == "rope"}
    for _ in range(pushes):
        table = push(table, tied)
    found = set()
    for after in untied(table, sorted(tied)):
        now = after
        if now.joe == "lost":
            now = now._replace(joe="2" if now.whirlpool == "1" else "1")
        now = joe_paddles(joe_loads(now), cards[first])
        if now.moose and now.canoes[now.moose[0]][now.moose[1]].place == "lost":
            now = now._replace(moose=None)
        found.add(now)
    return found


def push(table: Table, tied: set[int]) -> Table:
    """Push the nine discs once, and all that lies on them."""
    arm = table.arm
    way = {"1": "2", "2": "3", "3": "4", "4": "5", "5": f"6{arm}", f"6{arm}": f"7{arm}", f"7{arm}": "lost"}
    for seat, pair in enumerate(table.canoes):
        for number, canoe in enumerate(pair):
            if seat not in tied and canoe.place in way:
                table = drifted(table, seat, number, way[canoe.place])
    # A whirlpool that fell with an earlier push comes in with this one's disc (S-WHIRL-1).
    table = table._replace(
        arm="R" if arm == "L" else "L",
        whirlpool="1" if table.whirlpool == "lost" else way.get(str(table.whirlpool), table.whirlpool),
    )
    if table.beaver is not None:
        beaver = way.get(table.beaver, table.beaver)
        table = table._replace(beaver=beaver)
        if beaver == "lost":
            table = table._replace(beaver=None, weather=0)
    if table.joe is not None:
        table = table._replace(joe=way.get(table.joe, table.joe))
        if table.joe == "lost":
            table = joe_drops(table)
    return table


def drifted(table: Table, seat: int, number: int, place: str) -> Table:
    """Move a canoe without paddling; over the falls its cargo goes home (N-LOST-1)."""
    cargo = table.canoes[seat][number].cargo
    if place != "lost":
        return with_canoe(table, seat, number, Canoe(place, cargo))
    for gem in cargo:
        table = with_deposit(table, GEMS.index(gem), gem, 1)
    return with_canoe(table, seat, number, Canoe("lost"))


def untied(table: Table, tied: list[int]) -> set[Table]:
    """Put tied canoes back; the whirlpool pushes those that lie on it (S-WHIRL-7)."""
    found = {table}
    for seat, number in product(tied, (0, 1)):
        if table.whirlpool not in {None, "lost"} and table.canoes[seat][number].place == table.whirlpool:
            ends = DOWNSTREAM.get(str(table.whirlpool), ["lost"])
            found = {drifted(after, seat, number, end) for after in found for end in ends}
    return found


def joe_drops(table: Table) -> Table:
    """Send a fallen Joe's gem home (J-JOE-3)."""
    if table.joe_gem is None:
        return table
    return with_deposit(table, GEMS.index(table.joe_gem), table.joe_gem, 1)._replace(joe_gem=None)


def joe_loads(table: Table) -> Table:
    """Give Joe a gem of the colour at home beside him, if he has none and there is one (J-JOE-2)."""
    if table.joe is None or table.joe_gem is not None or table.joe not in HOME:
        return table
    gem = GEMS[HOME[table.joe]]
    if not table.deposits[HOME[table.joe]][GEMS.index(gem)]:
        return table
    return with_deposit(table, HOME[table.joe], gem, -1)._replace(joe_gem=gem)


def joe_paddles(table: Table, card: str) -> Table:
    """Paddle Joe disc by disc: up, round on disc 1, down the right arm (J-JOE-2)."""
    if table.joe is None or card not in set("1234567"):
        return table
    here, points, up = table.joe, int(card), True
    while points:
        if up and here == "1":
            up = False
        price = 2 if up and here == table.whirlpool else 1
        onward = UPSTREAM[here] if up else DOWNSTREAM.get(here, [None])[-1]
        if points < price or onward is None:
            break
        here, points = onward, points - price
    if here == table.whirlpool:
        here = DOWNSTREAM.get(here, ["lost"])[-1]
    if here == "lost":
        return joe_drops(table)._replace(joe="1")
    return table._replace(joe=here)
