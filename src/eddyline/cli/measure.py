"""Check and measure rules: `eddyline perft`, `eddyline bench`."""

from __future__ import annotations

import contextlib
import time
from typing import TYPE_CHECKING, BinaryIO

import click

from eddyline.cli.choices import chosen, preset_and_options
from eddyline.cli.console import counted, err, find_game, out
from eddyline.engine.text import text_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from eddyline.engine.game import Game
    from eddyline.engine.records import States


LOADING = "Loading the rules (compiled the first time) …"


@click.command()
@click.argument("game")
@click.option("--depth", type=click.IntRange(1, 12), help="Count to this depth in decisions instead of comparing.")
@click.option("--players", type=int, help="Number of players.  [default: the game's minimum without house rules]")
@preset_and_options
@click.option("--seed", type=click.IntRange(0, 2**64 - 1), help="Seed of the set-up.  [default: 1]")
@click.option("--position", type=click.File("rb"), help="Start from this position (JSON) instead of the set-up.")
@click.option("--divide", is_flag=True, help="Show the count below each first decision.")
def perft(
    game: str,
    depth: int | None,
    players: int | None,
    preset: str | None,
    choices: tuple[str, ...],
    seed: int | None,
    position: BinaryIO | None,
    divide: bool,
) -> None:
    """Count reachable positions, to check the rules.

    GAME is a game's id, such as niagara. By default, counts from the positions of the game's perft table and compares.
    With --depth or any other option, counts from one position and prints a line for each depth: positions, seconds,
    positions per second. One level is one decision; when several seats choose at once the lowest goes first. Deals
    after the set-up are always the same.
    """
    from eddyline.engine.perft import divide as count_each  # noqa: PLC0415
    from eddyline.engine.perft import perft as count  # noqa: PLC0415
    from eddyline.engine.random import derived  # noqa: PLC0415

    rules = find_game(game)
    if not (depth or players or preset or choices or seed is not None or position or divide):
        _compare(rules)
        return
    depth = depth or 4
    if position is None:
        seats = players or min(rules.players)
        options = chosen(rules, preset, choices, seats)
        try:
            rules.check_players(seats, options)
        except ValueError as error:
            raise click.ClickException(str(error)) from None
        states = rules.new(options, seats, derived(1 if seed is None else seed, "set-up"))
    else:
        states = _position(rules, position)
    if divide:
        counts = count_each(rules, states, depth)
        for text, below in counts.items():
            out.print(f"{text:<16} {below}", markup=False)
        out.print(f"{'total':<16} {sum(counts.values())}")
        return
    with err.status(LOADING):
        count(rules, states, 1)
    for level in range(1, depth + 1):
        with err.status(f"Counting to depth {level} …"):
            began = time.perf_counter()
            nodes = count(rules, states, level)
            took = time.perf_counter() - began
        out.print(f"{level:>3} {nodes:>16} {took:>9.3f} s {nodes / max(took, 1e-9):>15.0f} /s")


def _compare(rules: Game) -> None:
    """Count from every position of the game's table; exit with status 1 if a count differs."""
    import json  # noqa: PLC0415
    from importlib.resources import files  # noqa: PLC0415

    from eddyline.engine.perft import perft as count  # noqa: PLC0415

    table = json.loads(files(f"eddyline.games.{rules.id}").joinpath("perft.json").read_text("utf-8"))
    wrong = 0
    with err.status(LOADING):
        count(rules, rules.set_up(table[0]["position"]), 0)
    for entry in table:
        states = rules.set_up(entry["position"])
        with err.status(f"{entry['name']} …"):
            counts = [count(rules, states, depth) for depth in range(len(entry["counts"]))]
        wrong += counts != entry["counts"]
        verdict = "as in the table" if counts == entry["counts"] else f"the table says {entry['counts']}, got {counts}"
        out.print(f"{entry['name']:<24} {counts[-1]:>12} at depth {len(counts) - 1:<3} {verdict}", markup=False)
    if wrong:
        raise click.ClickException(
            f"{wrong} of {counted(len(table), 'position')} not as in the table; find them with --position and --divide"
        )
    out.print(f"{counted(len(table), 'position agrees', 'positions agree')} with the table.")


def _position(rules: Game, position: BinaryIO) -> States:
    import msgspec  # noqa: PLC0415

    try:
        return rules.set_up(msgspec.json.decode(text_of(position.read())))
    except (ValueError, msgspec.DecodeError) as error:
        raise click.ClickException(str(error)) from None


@click.command()
@click.argument("game")
@click.option("--seconds", default=2.0, show_default=True, type=click.FloatRange(0.1, 600), help="Length of each run.")
@preset_and_options
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of a table.")
def bench(game: str, seconds: float, preset: str | None, choices: tuple[str, ...], as_json: bool) -> None:
    """Measure the speed of random legal play on one core.

    GAME is a game's id, such as niagara. A decision is one step of a turn, including the computation of all legal
    steps. The project's published results come from the folder benchmarks/ of its source tree.
    """
    import json  # noqa: PLC0415

    rules = find_game(game)
    rows = []
    with err.status(LOADING):
        for _, states in _tables(rules, preset, choices):
            rules.doors.playout(states, 0, 1, 1)
    for players, states in _tables(rules, preset, choices):
        with err.status(f"{rules.name}, {players} players …"):
            rows.append({"players": players, **_measure(rules, states, seconds)})
    if as_json:
        out.print(json.dumps({"game": game, "state_bytes": rules.dtype.itemsize, "random_play": rows}), markup=False)
        return
    out.print(f"{rules.name}: uniformly random play, one core; a state takes {rules.dtype.itemsize} bytes")
    out.print("players     decisions/s        rounds/s       games/s")
    for row in rows:
        out.print(
            f"{row['players']:>7} {row['decisions_per_s']:>15,.0f} {row['rounds_per_s']:>15,.0f} "
            f"{row['games_per_s']:>13,.0f}"
        )


def _tables(rules: Game, preset: str | None, choices: Sequence[str]) -> Iterator[tuple[int, States]]:
    """Set up the game for every number of players that these options support."""
    from eddyline.engine.options import OptionError  # noqa: PLC0415

    for players in rules.player_counts:
        options = chosen(rules, preset, choices, players)
        with contextlib.suppress(OptionError):
            rules.check_players(players, options)
            yield players, rules.new(options, players, 1)


def _measure(rules: Game, states: States, seconds: float) -> dict[str, float]:
    rules.doors.playout(states.copy(), 0, 1, 1000)
    total = [0, 0, 0]
    rounds, seed, began = 10_000, 1, time.perf_counter()
    while (took := time.perf_counter() - began) < seconds:
        seed += 1
        for index, count in enumerate(rules.doors.playout(states.copy(), 0, seed, rounds)):
            total[index] += count
    decisions, played, games = total
    return {"decisions_per_s": decisions / took, "rounds_per_s": played / took, "games_per_s": games / took}
