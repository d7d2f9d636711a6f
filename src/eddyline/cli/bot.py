"""Play with a bot at a server anywhere: `eddyline bot`."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import click
import msgspec

from eddyline.cli.choices import chosen, preset_and_options
from eddyline.cli.console import err, find_game, out
from eddyline.cli.interrupt import STOPPED
from eddyline.engine.extras import extra
from eddyline.engine.text import EncodingError, text_of

if TYPE_CHECKING:
    from typing import BinaryIO

    from eddyline.bots.bot import Bot, Budget, Maker
    from eddyline.engine.game import Game
    from eddyline.remote import NewTables

EXAMPLES = """
\b
Examples:
  export EDDYLINE_BOT_TOKEN=…
  eddyline bot --server https://example.org --game canyon guide
  eddyline bot --server https://example.org --game niagara my_bots:MyBot --table https://example.org/t/k7mwp2xd9rha
  eddyline bot --server https://example.org --game canyon guide --tournament https://example.org/tournaments/q4zt8b6n2m
"""


@click.command(epilog=EXAMPLES)
@click.argument("bot", required=False)
@click.option("--server", required=True, metavar="URL", help="Address of the server.")
@click.option("--game", required=True, metavar="GAME", help="Id of the game, such as canyon.")
@click.option("--table", "tables", multiple=True, metavar="LINK", help="Sit down at this table. May be repeated.")
@click.option(
    "--tournament",
    "tournaments",
    multiple=True,
    metavar="LINK",
    help="Enter this tournament, and play until it is over. May be repeated.",
)
@click.option("--wait", is_flag=True, help="Open no tables; play where the bot has a seat, for ever.")
@click.option("--free", default=1, show_default=True, type=click.IntRange(1, 5), help="Seats for others at new tables.")
@click.option("--practice", is_flag=True, help="New tables are not rated.")
@preset_and_options
@click.option("--games", type=click.IntRange(1), help="Stop after this many games.  [default: never]")
@click.option("--seed", type=click.IntRange(0, 2**64 - 1), help="Seed of the bot.  [default: any]")
@click.option(
    "--token-file",
    type=click.File("rb"),
    help="File that contains the token.  [default: EDDYLINE_BOT_TOKEN]",
)
def bot(
    bot: str | None,
    server: str,
    game: str,
    tables: tuple[str, ...],
    tournaments: tuple[str, ...],
    wait: bool,
    free: int,
    practice: bool,
    preset: str | None,
    choices: tuple[str, ...],
    games: int | None,
    seed: int | None,
    token_file: BinaryIO | None,
) -> None:
    """Let a bot play on a server, over the network.

    BOT is a bot's name or module:Class, optionally with a budget per turn, as for `eddyline arena`: guide, guide@0.2s,
    my_bots:MyBot. By default it is the game's recommended one, and thinks as long as each table allows.

    The token belongs to a bot that you create on your account page at that server. It is read from the environment
    variable EDDYLINE_BOT_TOKEN or from a file.

    The bot plays at every table of the game where its account has a seat. Without --table, --tournament and --wait it
    also opens tables, one after the other, in the lobby, where anybody can sit down. When the server or the network was
    away, it goes on. With --tournament it ends when all these tournaments are over, unless there is --wait.
    """
    token = _token(token_file)
    with extra("serve"):
        import websockets  # noqa: F401, PLC0415 - fail now if it is missing
    from eddyline.remote import RemoteError, play_remotely  # noqa: PLC0415 - slow to import

    rules = find_game(game)
    make = _maker(rules, bot)
    opens = None if tables or tournaments or wait else _new_tables(rules, free, preset, choices, rated=not practice)
    err.print("The bot is getting ready …", markup=False)
    _rehearse(rules, make)
    try:
        play_remotely(
            server,
            token,
            rules.id,
            make,
            seed=seed,
            tables=tables,
            tournaments=tournaments,
            opens=opens,
            games=games,
            wait=wait,
            report=_report,
        )
    except RemoteError as error:
        raise click.ClickException(str(error)) from None
    except KeyboardInterrupt:
        err.print("Stopped. The bot keeps its seats and plays on when you start it again.", markup=False)
        sys.exit(STOPPED)


def _token(file: BinaryIO | None) -> str:
    try:
        token = text_of(file.read(1024) if file else os.environ.get("EDDYLINE_BOT_TOKEN", "")).strip()
    except EncodingError as error:
        raise click.ClickException(f"the token cannot be read: {error}") from None
    if not token:
        where = "in the file" if file else "in the environment, as EDDYLINE_BOT_TOKEN, or with --token-file"
        raise click.ClickException(
            f"expected the token of a bot {where}; its owner can create one on their account page"
        )
    return token


def _maker(rules: Game, spec: str | None) -> Maker:
    from eddyline.arena.entrants import Entrant, SpecError, check, parse  # noqa: PLC0415
    from eddyline.arena.entrants import maker as bot_maker  # noqa: PLC0415
    from eddyline.bots import BOTS  # noqa: PLC0415

    try:
        entrant = parse(spec or next(iter(BOTS[rules.id])))
        check(rules.id, entrant)
    except SpecError as error:
        raise click.BadParameter(str(error), param_hint="BOT") from None

    def make(seed: int, budget: Budget) -> Bot:
        return bot_maker(rules.id, Entrant(entrant.name, entrant.budget or budget))(seed)

    return make


def _new_tables(rules: Game, free: int, preset: str | None, choices: tuple[str, ...], *, rated: bool) -> NewTables:
    """Say which tables to open: as small as the game allows, with bots of the server where nobody is to sit."""
    from eddyline.bots import BOTS  # noqa: PLC0415
    from eddyline.remote import NewTables  # noqa: PLC0415

    seats = min((count for count in rules.players if count > free), default=0)
    if not seats:
        raise click.BadParameter(f"{rules.name} has at most {max(rules.players)} seats", param_hint="--free")
    options = msgspec.to_builtins(chosen(rules, preset, choices, seats))
    return NewTables(seats, [next(iter(BOTS[rules.id]))] * (seats - 1 - free), preset, options, rated)


def _rehearse(rules: Game, make: Maker) -> None:
    """Let the bot decide once, so that it is compiled before anybody waits for it."""
    from eddyline.bots import Budget, play_turn  # noqa: PLC0415
    from eddyline.engine.match import Match  # noqa: PLC0415

    players = rules.players[0]
    match = Match.new(rules, rules.parse_options(None, {}, players), players=players, seed=1)
    play_turn(make(1, Budget(seconds=0.05)), match, min(match.waiting))


def _report(what: str) -> None:
    out.print(what, markup=False)
