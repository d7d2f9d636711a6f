"""Talk to Eddyline from a terminal: `eddyline serve`, `replay`, `perft`, `bench`."""

from __future__ import annotations

import functools
import os
import socket
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, TextIO

import click
from rich.console import Console

# Everything that compiles or imports much is imported where it is used: `eddyline --help` answers at once.
if TYPE_CHECKING:
    from eddyline.engine.game import Game
    from eddyline.engine.records import States

out = Console(highlight=False, soft_wrap=True)
"""Results."""
err = Console(highlight=False, soft_wrap=True, stderr=True)
"""Progress and complaints: they stay out of pipes."""

EPILOG = "Begin with `eddyline serve`, open the address it prints, and add a bot or send the link to friends."


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100}, epilog=EPILOG)
@click.version_option(package_name="eddyline", message="Eddyline %(version)s")
def main() -> None:
    """A table for canoe games: play Niagara in the browser, with friends and bots.

    Eddyline runs on this machine; whoever opens its address plays along. There are no accounts.
    """


# ---- serve ----


def data_folder() -> Path:
    """Choose where tables are kept unless told otherwise: where this system keeps the data of programs."""
    if sys.platform in {"win32", "darwin"}:
        return Path(click.get_app_dir("Eddyline"))
    home = os.environ.get("XDG_DATA_HOME")
    return (Path(home) if home else Path.home() / ".local" / "share") / "eddyline"


@main.command()
@click.option(
    "--host", default="127.0.0.1", show_default=True, help="Address to listen on. 0.0.0.0 lets your network in."
)
@click.option(
    "--port", default=8000, show_default=True, type=click.IntRange(0, 65535), help="Port; 0 takes a free one."
)
@click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    envvar="EDDYLINE_DATA",
    help=f"Folder where tables are kept.  [default: {data_folder()}]",
)
@click.option(
    "--bot-pause",
    default=0.7,
    show_default=True,
    type=click.FloatRange(0, 60),
    help="Seconds a bot waits before its turn, so that people can follow.",
)
@click.option(
    "--allow-origin",
    multiple=True,
    metavar="URL",
    help="Origin, such as https://games.example.org, whose pages may connect, too. "
    "Only needed behind a proxy that changes the Host header. May be repeated.",
)
def serve(host: str, port: int, data: Path | None, bot_pause: float, allow_origin: tuple[str, ...]) -> None:
    """Start the server and print the address to open.

    Every confirmed turn is on the disk before anybody hears of it: stop the server as you like, even by pulling the
    plug; after the next start every table goes on where it was. Ctrl-C stops it politely.
    """
    sock = _listen(host, port)
    _warm_up()
    import uvicorn  # noqa: PLC0415

    from eddyline.server.app import build_app  # noqa: PLC0415
    from eddyline.server.settings import Settings  # noqa: PLC0415
    from eddyline.server.socket import FRAME  # noqa: PLC0415
    from eddyline.server.store import StoreError  # noqa: PLC0415

    settings = Settings(
        data=data or data_folder(), bot_pause=bot_pause, allowed_origins=frozenset(o.rstrip("/") for o in allow_origin)
    )
    try:
        app = build_app(settings)
    except StoreError as error:
        raise click.ClickException(str(error)) from None

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            if not self.should_exit:
                _announce(host, sock.getsockname()[1], settings.data)

    config = uvicorn.Config(
        app,
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        ws_max_size=FRAME,
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=5,
    )
    try:
        Server(config).run(sockets=[sock])
    except KeyboardInterrupt:
        err.print("Stopped. Every table is kept.")
    finally:
        sock.close()


def _listen(host: str, port: int) -> socket.socket:
    """Take the port before anything slow happens, or say who may have it."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    sock = socket.socket(family, socket.SOCK_STREAM)
    if sys.platform != "win32":  # there it would let two servers share a port
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        sock.bind((host, port))
        # Bound twice is refused only while one of the two listens.
        sock.listen()
    except OSError as error:
        sock.close()
        other = port + 1 if port < 65535 else 8000
        raise click.ClickException(
            f"cannot listen on {host} port {port}: {error.strerror or error}.\n"
            f"If Eddyline runs already, its address is http://{_reachable(host)}:{port}/\n"
            f"Another port is as good: eddyline serve --port {other}"
        ) from None
    return sock


def _announce(host: str, port: int, data: Path) -> None:
    out.print(f"Eddyline is ready: [bold]http://{_reachable(host)}:{port}/[/bold]")
    if host in {"127.0.0.1", "localhost", "::1"}:
        out.print("Only this machine can open it; `eddyline serve --host 0.0.0.0` lets your network in.")
    out.print(f"Tables are kept in {data}. Ctrl-C stops the server.")


def _reachable(host: str) -> str:
    """Turn 'listen everywhere' into an address that others can open."""
    if host not in {"0.0.0.0", "::"}:  # noqa: S104 - compared, not bound
        return f"[{host}]" if ":" in host else host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Sends nothing: it only asks the system which of its addresses leads out. 192.0.2.1 is nobody's.
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


@functools.cache
def _warm_up() -> None:
    """Load the compiled rules and bots, or compile them the first time, so that no player waits for it."""
    from eddyline.engine.kernel import COMPILED_BEFORE  # noqa: PLC0415

    if COMPILED_BEFORE:
        _play_once()
        return
    began = time.perf_counter()
    with err.status("Compiling the rules – only the first time, it takes up to a minute …"):
        _play_once()
    err.print(f"Compiled the rules in {time.perf_counter() - began:.0f} s; the next start takes one second.")


def _play_once() -> None:
    """Let every bot of every game play a few turns: that goes through every door."""
    from eddyline.bots import BOTS, play_turn  # noqa: PLC0415
    from eddyline.engine.match import Match  # noqa: PLC0415
    from eddyline.engine.random import words  # noqa: PLC0415
    from eddyline.engine.registry import GAMES, game  # noqa: PLC0415

    for game_id in GAMES:
        rules = game(game_id)
        for factory in BOTS[game_id].values():
            match = Match.new(rules, players=rules.players[0], entropy=1, chance=words(1))
            bot = factory(1)
            for _ in range(8 * rules.players[0]):
                seat = min(match.waiting)
                match.commit(seat, play_turn(bot, match, seat))
                match.view(None)


# ---- records and rules ----


def _game(name: str) -> Game:
    """Find a game; compile it first, with a word about it, where that has not been done."""
    from eddyline.engine.kernel import COMPILED_BEFORE  # noqa: PLC0415
    from eddyline.engine.registry import UnknownGameError, game  # noqa: PLC0415

    try:
        found = game(name)
    except UnknownGameError as error:
        raise click.BadParameter(str(error), param_hint="GAME") from None
    if not COMPILED_BEFORE:
        _warm_up()
    return found


@main.command()
@click.argument("file", type=click.File(encoding="utf-8"))
def replay(file: TextIO) -> None:
    """Print a saved game turn by turn.

    FILE is what "download the record" gives at a table; - reads from standard input. A damaged file is refused with the
    line and the reason.
    """
    from eddyline.record import RecordError, TurnLine, begin, load  # noqa: PLC0415
    from eddyline.record import replay as steps  # noqa: PLC0415

    try:
        record = load(file.read())
        names = record.header.players
        out.print(f"{_game(record.header.game).name}, {len(names)} players: {', '.join(names)}", markup=False)
        match = begin(record.header)
        for event in match.game.tell_start(match.states):
            out.print(match.game.sentence(event, names), markup=False)
        for step in steps(record):
            match = step.match
            if isinstance(step.line, TurnLine):
                out.print(f"\n{names[step.line.seat]}: {', '.join(step.line.turn)}", markup=False)
            else:
                out.print("\nchance", markup=False)
            for event in step.events:
                out.print(f"    {match.game.sentence(event, names)}", markup=False)
    except UnicodeDecodeError as error:
        raise click.ClickException(f"{file.name}: this is no saved game: it is not text ({error.reason})") from None
    except RecordError as error:
        raise click.ClickException(f"{file.name}: {error}") from None
    if match.ranking is None:
        out.print("\nThe game was still running here.")
    else:
        places = sorted(zip(match.ranking, names, strict=True))
        out.print("\n" + ", ".join(f"{rank}. {name}" for rank, name in places), markup=False)


@main.command()
@click.argument("game")
@click.option("--depth", type=click.IntRange(1, 12), help="Count this many decisions deep instead of comparing.")
@click.option("--players", type=int, help="Number of players.  [default: the fewest the game is made for]")
@click.option("--preset", help="Preset of the options.  [default: the game's own]")
@click.option("--entropy", help="64 bits that decide the set-up.  [default: 0x1]")
@click.option("--position", type=click.File("rb"), help="Begin with this position (JSON) instead of the set-up.")
@click.option("--divide", is_flag=True, help="Show the count below each first decision.")
def perft(
    game: str,
    depth: int | None,
    players: int | None,
    preset: str | None,
    entropy: str | None,
    position: BinaryIO | None,
    divide: bool,
) -> None:
    """Count the positions that can follow, to check the rules.

    GAME is a game's id, such as niagara. Counts below the positions of the game's own table and compares; with --depth,
    or any other option, counts below one position, with a line for each depth: positions, seconds, positions a second.
    One level is one decision; where several seats choose at once the lowest goes first.
    """
    from eddyline.engine.perft import divide as count_each  # noqa: PLC0415
    from eddyline.engine.perft import perft as count  # noqa: PLC0415

    rules = _game(game)
    if not (depth or players or preset or entropy or position or divide):
        _compare(rules)
        return
    depth = depth or 4
    states = _position(rules, players, preset, entropy or "0x1", position)
    if divide:
        counts = count_each(rules, states, depth)
        for text, below in counts.items():
            out.print(f"{text:<16} {below}", markup=False)
        out.print(f"{'total':<16} {sum(counts.values())}")
        return
    count(rules, states, 1)
    for level in range(1, depth + 1):
        with err.status(f"Counting to depth {level} …"):
            began = time.perf_counter()
            nodes = count(rules, states, level)
            took = time.perf_counter() - began
        out.print(f"{level:>3} {nodes:>16} {took:>9.3f} s {nodes / max(took, 1e-9):>15.0f} /s")


def _compare(rules: Game) -> None:
    """Count below every position of the game's table; end with status 1 when a count differs."""
    import json  # noqa: PLC0415
    from importlib.resources import files  # noqa: PLC0415

    from eddyline.engine.perft import perft as count  # noqa: PLC0415

    table = json.loads(files(f"eddyline.games.{rules.id}").joinpath("perft.json").read_text("utf-8"))
    wrong = 0
    for entry in table:
        states = rules.set_up(entry["position"])
        with err.status(f"{entry['name']} …"):
            counts = [count(rules, states, depth) for depth in range(len(entry["counts"]))]
        wrong += counts != entry["counts"]
        verdict = "as in the table" if counts == entry["counts"] else f"the table says {entry['counts']}, got {counts}"
        out.print(f"{entry['name']:<24} {counts[-1]:>12} at depth {len(counts) - 1:<3} {verdict}", markup=False)
    if wrong:
        raise click.ClickException(f"{wrong} of {len(table)} positions differ; look where with --position and --divide")
    out.print(f"All {len(table)} positions agree with the table.")


def _entropy(text: str) -> int:
    try:
        return int(text, 0)
    except ValueError:
        raise click.ClickException(f"expected entropy as a number such as 7 or 0x1f, got {text!r}") from None


def _position(rules: Game, players: int | None, preset: str | None, entropy: str, position: BinaryIO | None) -> States:
    import msgspec  # noqa: PLC0415

    from eddyline.engine.match import Match  # noqa: PLC0415

    try:
        if position is not None:
            return Match.from_position(rules, msgspec.json.decode(position.read())).states
        options = rules.parse_options(preset, {}, players or min(rules.players))
        return Match.new(rules, options, players=players or min(rules.players), entropy=_entropy(entropy)).states
    except (ValueError, msgspec.DecodeError) as error:
        raise click.ClickException(str(error)) from None


@main.command()
@click.option("--game", default="niagara", show_default=True, help="Game to measure.")
@click.option("--seconds", default=2.0, show_default=True, type=click.FloatRange(0.1, 600), help="Time a figure takes.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of a table.")
def bench(game: str, seconds: float, as_json: bool) -> None:
    """Measure how fast this machine plays: random legal play on one core.

    A decision is one step of a turn, with all legal steps computed before it. The project's own figures come from the
    folder benchmarks/ of its source tree.
    """
    import json  # noqa: PLC0415

    rules = _game(game)
    rows = []
    for players in sorted({*rules.players, *rules.house_players}):
        with err.status(f"{rules.name}, {players} players …"):
            rows.append({"players": players, **_measure(rules, players, seconds)})
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


def _measure(rules: Game, players: int, seconds: float) -> dict[str, float]:
    states = rules.new(rules.parse_options(None, {}, players), players, 1)
    rules.doors.playout(states.copy(), 0, 1, 1000)
    total = [0, 0, 0]
    rounds, seed, began = 10_000, 1, time.perf_counter()
    while (took := time.perf_counter() - began) < seconds:
        seed += 1
        for index, count in enumerate(rules.doors.playout(states.copy(), 0, seed, rounds)):
            total[index] += count
    decisions, played, games = total
    return {"decisions_per_s": decisions / took, "rounds_per_s": played / took, "games_per_s": games / took}
