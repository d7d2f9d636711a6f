"""Check the dealing of a saved game: `eddyline verify`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, BinaryIO

import click

from eddyline.cli.console import name_of, out, run_uncompiled, text_in

if TYPE_CHECKING:
    from eddyline.record.dealing import Dealing


def _commitment(_: click.Context, __: click.Parameter, given: str | None) -> str | None:
    if given is not None and not re.fullmatch(r"[0-9a-f]{64}", given):
        raise click.BadParameter(f"expected 64 hexadecimal digits in lower case, got {given!r}")
    return given


@click.command()
@click.argument("file", type=click.File("rb"))
@click.option("--commitment", metavar="HEX", callback=_commitment, help="The commitment that you noted at the table.")
@click.pass_context
def verify(context: click.Context, file: BinaryIO, commitment: str | None) -> None:
    """Check that a saved game was dealt as its server had promised, and played by the rules.

    FILE is a record downloaded from a table after its game; - reads from standard input. Every random number
    is derived again from the revealed link and the players' own words. What does not match is reported with its line.

    The exit status is 0 if everything matches, 1 if something does not or the file is damaged, 2 if the game cannot be
    checked.
    """
    run_uncompiled()
    from eddyline.record import RecordError, load  # noqa: PLC0415
    from eddyline.record.verify import UncheckableError, dealt, verify  # noqa: PLC0415

    try:
        record = load(text_in(file, "a saved game"))
        faults = verify(record, commitment)
    except RecordError as error:
        raise click.ClickException(f"{name_of(file)}: {error}") from None
    except UncheckableError as error:
        click.echo(f"{name_of(file)}: {error}", err=True)
        context.exit(2)
    if record.header.dealing is not None:
        _describe(record.header.dealing, record.header.players)
    if (origin := record.header.origin) is not None:
        out.print(f"The first {origin.entries} turns and deals are those of another game, which this one goes on from.")
    for fault in faults:
        click.echo(f"{name_of(file)}: {fault}", err=True)
    if faults:
        context.exit(1)
    out.print(
        f"All random numbers ({len(dealt(record))}) follow from the commitment and these words; "
        f"all turns and deals ({len(record.turns)}) follow the rules.",
        markup=False,
    )
    if commitment is None:
        out.print("Compare the commitment with the one you saw before the game; --commitment does this for you.")


def _describe(dealing: Dealing, names: tuple[str, ...]) -> None:
    out.print(f"Table {dealing.table}\nCommitment {dealing.commitment}", markup=False)
    for name, word in zip(names, dealing.words, strict=True):
        out.print(f"{name}: {'no own word' if word is None else f'own word {word!r}'}", markup=False)
