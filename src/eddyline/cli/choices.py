"""Parse game options from the command line: `--option name=value`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from eddyline.engine.text import EncodingError, text_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from eddyline.engine.game import Game
    from eddyline.engine.options import OptionInfo, OptionValue

LONGEST_NUMBER = 20
"""Maximum number of characters, far more than any option needs."""
SWITCH = {"true": True, "on": True, "yes": True, "false": False, "off": False, "no": False}


def preset_and_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options --preset and --option to a command."""
    command = click.option(
        "--option",
        "choices",
        multiple=True,
        metavar="NAME=VALUE",
        help="An option of the game, such as max_rounds=20, whirlpool=on or board=@my-map.txt. May be repeated.",
    )(command)
    return click.option("--preset", help="Preset of the options.  [default: the game's own]")(command)


def chosen(rules: Game, preset: str | None, choices: Sequence[str], players: int) -> Any:  # noqa: ANN401 - the game's own type
    """Combine preset and choices into the game's options; raises ClickException naming what is wrong."""
    from eddyline.engine.options import OptionError  # noqa: PLC0415

    infos = {info.name: info for info in rules.option_infos()}
    overrides: dict[str, OptionValue] = {}
    for choice in choices:
        name, equals, text = choice.partition("=")
        if not equals:
            raise click.ClickException(f"expected --option NAME=VALUE, got {choice!r}")
        overrides[name] = _value(infos.get(name), text, switch=name in rules.bundles)
    try:
        return rules.parse_options(preset, overrides, players)
    except OptionError as error:
        raise click.ClickException(str(error)) from None


def _value(info: OptionInfo | None, text: str, *, switch: bool) -> OptionValue:
    """Convert a value to its option's type; an invalid one stays text, for the game to reject."""
    if (switch or (info and info.kind == "switch")) and text.lower() in SWITCH:
        return SWITCH[text.lower()]
    if info and info.kind == "number" and len(text) < LONGEST_NUMBER and text.removeprefix("-").isdecimal():
        return int(text)
    if info and info.longest and text.startswith("@"):
        try:
            return text_of(Path(text[1:]).read_bytes())
        except (OSError, EncodingError) as error:
            raise click.ClickException(f"{text[1:]}: {error}") from None
    return text
