"""Write a site on which games need no server: `eddyline site`."""

from __future__ import annotations

from pathlib import Path

import click

from eddyline.cli.console import out
from eddyline.engine.extras import extra


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
def site(folder: Path) -> None:
    """Write a site of static files into FOLDER: both games against bots and on one device.

    Any web server can offer it, also below a path, and nothing else has to run: try it with `python -m http.server`.
    A site that is there already is updated.
    """
    with extra("serve"):
        from eddyline.server.web.static_site import NotBuiltError, OccupiedError, write_site  # noqa: PLC0415
    try:
        write_site(folder)
    except NotBuiltError:
        raise click.ClickException("the web client has not been built; run: make web") from None
    except OccupiedError:
        raise click.ClickException(
            f"{folder} holds something else; expected a new folder, or a site to update"
        ) from None
    except OSError as error:
        raise click.ClickException(f"{folder} could not be written: {error.strerror or error}") from None
    out.print(f"The site is in {folder}. To try it: python -m http.server --bind 127.0.0.1 --directory {folder}")
