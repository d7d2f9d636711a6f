"""Provide the command line: `eddyline serve`, `tables`, `ratings`, `backup`, `restore`, `arena`, `board` and so on."""

from __future__ import annotations

import click

from eddyline.build import build_id

# These modules load quickly: anything slow to import or compile is imported where it is used, so that `eddyline --help`
# answers at once.
from eddyline.cli.announce import announce
from eddyline.cli.arena import arena
from eddyline.cli.board import board
from eddyline.cli.bot import bot
from eddyline.cli.bots import bots
from eddyline.cli.compiling import compile_
from eddyline.cli.exploit import exploit
from eddyline.cli.invitations import invitations
from eddyline.cli.keeping import backup, check, restore
from eddyline.cli.measure import bench, perft
from eddyline.cli.people import log, people
from eddyline.cli.ratings import ratings
from eddyline.cli.replay import annotate, convert, replay
from eddyline.cli.reports import reports
from eddyline.cli.serve import serve
from eddyline.cli.site import site
from eddyline.cli.suite import suite
from eddyline.cli.tables import tables
from eddyline.cli.tournaments import tournaments
from eddyline.cli.train import train
from eddyline.cli.verify import verify
from eddyline.cli.wasm import wasm
from eddyline.engine.extras import MissingExtraError
from eddyline.engine.registry import UnknownGameError

EPILOG = "To get started, run `eddyline serve`, open the address it prints, and add a bot or send the link to friends."


class Commands(click.Group):
    """Run commands, some of which need optional packages or games from elsewhere."""

    def invoke(self, ctx: click.Context) -> object:
        """Run the command; if an extra or a further game is missing, name it in one sentence."""
        try:
            return super().invoke(ctx)
        except (MissingExtraError, UnknownGameError) as error:
            raise click.ClickException(str(error)) from None


@click.group(
    cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100}, epilog=EPILOG
)
@click.version_option(package_name="eddyline", message=f"Eddyline %(version)s, build {build_id()}")
def main() -> None:
    """Play the canoe games Niagara and Canyon in the browser, with friends and bots.

    Eddyline runs on this machine; anybody who opens its address can play.
    """


SERVING = (
    *(serve, site, tables, tournaments, people, invitations),
    *(announce, reports, log, ratings, backup, check, restore),
)
PLAYING = (
    bot,
    bots,
    arena,
    exploit,
    suite,
    board,
    replay,
    annotate,
    convert,
    verify,
    perft,
    bench,
    train,
    compile_,
    wasm,
)
for command in SERVING + PLAYING:
    main.add_command(command)
