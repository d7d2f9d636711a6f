"""Narrate saved games, note comments and variations in them, and write them in other forms."""

from __future__ import annotations

from typing import TYPE_CHECKING, BinaryIO

import click

from eddyline.cli.console import counted, name_of, out, run_uncompiled, text_in

if TYPE_CHECKING:
    from eddyline.engine.match import Match
    from eddyline.record import Record

FORMS = ("record", "json", "text", "html")
OUTPUT = click.option(
    "-o",
    "--output",
    type=click.File("wb", atomic=True),
    default="-",
    help="File to write, which may be FILE itself.  [default: standard output]",
)


@click.command()
@click.argument("file", type=click.File("rb"))
@click.option(
    "--turn", type=click.IntRange(min=0), metavar="N", help="Only turn N and what it led to; 0: the beginning."
)
@click.option("--seat", type=click.IntRange(min=0), metavar="S", help="Only what seat S saw, counted from 0.")
@click.option("--board", is_flag=True, help="Also print the table after each turn.")
def replay(file: BinaryIO, turn: int | None, seat: int | None, *, board: bool) -> None:
    """Print a saved game turn by turn.

    FILE is a record downloaded from a table, or what Python saved; - reads from standard input. A damaged file is
    refused with the line and the reason.

    Turns are counted as on the page of a replay: deals belong to the turn before. Without --seat secret turns are told
    when they were made, and comments and variations where they stand.
    """
    run_uncompiled()
    from eddyline.record import story  # noqa: PLC0415

    record, _ = _opened(file)
    _check_turn(record, turn)
    if seat is not None and seat >= len(record.header.players):
        raise click.BadParameter(f"the game has seats 0 to {len(record.header.players) - 1}", param_hint="--seat")
    for line in story(record, seat=seat, turn=turn, board=board):
        out.print(line, markup=False)


@click.command()
@click.argument("file", type=click.File("rb"))
@click.option("--comment", "comments", multiple=True, metavar="TEXT", help="A comment. May be repeated.")
@click.option(
    "--turn",
    type=click.IntRange(min=0),
    metavar="N",
    help="Turn that the comments are about; 0: the beginning.  [default: the last]",
)
@click.option(
    "--variation",
    "variations",
    type=click.File("rb"),
    multiple=True,
    metavar="FILE2",
    help="A saved game that began alike: how it went on is noted where it differs. May be repeated.",
)
@OUTPUT
def annotate(
    file: BinaryIO, comments: tuple[str, ...], turn: int | None, variations: tuple[BinaryIO, ...], output: BinaryIO
) -> None:
    """Note comments and variations in a saved game.

    FILE is a saved game; - reads from standard input. Everything else in it stays as it is.
    """
    if not comments and not variations:
        raise click.UsageError("expected --comment or --variation, got neither")
    run_uncompiled()
    from msgspec.structs import replace  # noqa: PLC0415

    from eddyline.record import dump  # noqa: PLC0415

    record, match = _opened(file)
    _check_turn(record, turn)
    for other in variations:
        try:
            match.vary(_opened(other)[1])
        except ValueError as error:
            raise click.ClickException(f"{name_of(other)}: {error}") from None
    for text in comments:
        try:
            match.comment(text, turn=turn)
        except ValueError as error:
            raise click.BadParameter(str(error), param_hint="--comment") from None
    output.write(dump(replace(record, notes=match.notes)).encode())


@click.command()
@click.argument("file", type=click.File("rb"))
@click.option(
    "--to",
    "form",
    type=click.Choice(FORMS),
    default="record",
    show_default=True,
    help="record: a line for each turn, as Eddyline writes it; json: a list of the same objects, as one JSON document; "
    "text: what eddyline replay prints; html: a page to look through.",
)
@click.option("--without-notes", is_flag=True, help="Leave comments and variations out.")
@click.option("--hash", "hashed", is_flag=True, help="Print the SHA-256 that names the game, and convert nothing.")
@OUTPUT
def convert(file: BinaryIO, form: str, output: BinaryIO, *, without_notes: bool, hashed: bool) -> None:
    """Write a saved game in another form.

    FILE is a saved game, as a record or as the JSON document that this command writes; - reads from standard input. The
    whole game is replayed by the rules, and refused with the line and the reason if it breaks them.

    The hash is that of what was played: names, comments and variations do not change it.
    """
    run_uncompiled()
    from msgspec.structs import replace  # noqa: PLC0415

    from eddyline.record import as_document, begin, dump, game_hash, story  # noqa: PLC0415
    from eddyline.record.scrubber import Scrubber  # noqa: PLC0415

    record, _ = _opened(file)
    if hashed:
        click.echo(game_hash(record))
        return
    if without_notes:
        record = replace(record, notes=())
    match form:
        case "json":
            text = as_document(record)
        case "text":
            text = "".join(f"{line}\n" for line in story(record))
        case "html":
            text = Scrubber(record, begin(record.header)).page
        case _:
            text = dump(record)
    output.write(text.encode())


def _opened(file: BinaryIO) -> tuple[Record, Match]:
    """Read a saved game in either form and replay it; raises ClickException naming the file."""
    from eddyline.record import RecordError, from_document, load, played  # noqa: PLC0415

    text = text_in(file, "a saved game")
    try:
        record = from_document(text) if text.lstrip().startswith("[") else load(text)
        return record, played(record)
    except RecordError as error:
        raise click.ClickException(f"{name_of(file)}: {error}") from None


def _check_turn(record: Record, turn: int | None) -> None:
    from eddyline.engine.log import Turn  # noqa: PLC0415

    turns = sum(isinstance(entry, Turn) for entry in record.turns)
    if turn is not None and turn > turns:
        raise click.BadParameter(f"the game has {counted(turns, 'turn')}, got {turn}", param_hint="--turn")
