"""Build the API reference from the docstrings, as a folder of web pages that need no server.

    .venv/bin/python tools/reference.py         # write site/index.html and the rest
    .venv/bin/python tools/reference.py FOLDER  # write another folder

The pages are those of PAGES, written by pdoc. Whatever it warns of, and a link that leads nowhere, is an error.
"""

from __future__ import annotations

import inspect
import os
import re
import shutil
import sys
import warnings
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote

import pdoc
import pdoc.doc
import pdoc.doc_types
import pdoc.render

from eddyline.engine.registry import GAMES

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parent.parent
SITE = ROOT / "site"
SCRIPT = re.compile(r"<script.*?</script>", re.DOTALL)

PAGES = {
    "Play and watch games": (
        "eddyline",
        "eddyline.engine.kept",
        "eddyline.engine.draft",
        "eddyline.engine.refusal",
        "eddyline.engine.log",
        "eddyline.engine.notes",
        "eddyline.engine.registry",
    ),
    "The two games": tuple(
        f"eddyline.games.{game}.{part}"
        for game in GAMES
        for part in ("rules.options", "rules.actions", "words.events", "words.view")
    ),
    "Train bots": (
        "eddyline.envs",
        "eddyline.envs.vector",
        "eddyline.envs.gymnasium",
        "eddyline.envs.pettingzoo",
        "eddyline.envs.episode",
        "eddyline.envs.openspiel",
        "eddyline.engine.batch",
        "eddyline.engine.rewards",
        "eddyline.engine.pieces",
    ),
    "Write and measure bots": ("eddyline.bots", "eddyline.arena", "eddyline.ratings.model", "eddyline.remote"),
    "Saved games": ("eddyline.record", "eddyline.record.file", "eddyline.record.verify"),
    "Write a game": (
        "eddyline.engine.game",
        "eddyline.engine.options",
        "eddyline.engine.doors",
        "eddyline.engine.opening",
        "eddyline.engine.kernel",
        "eddyline.engine.records",
        "eddyline.engine.outcomes",
        "eddyline.engine.plain",
        "eddyline.engine.positions",
    ),
}
"""The documented modules, by what a reader wants to do; a package stands for what its `__all__` names."""

ONLY = {"eddyline.engine.opening": ["open_doors"]}
"""What is shown of modules of which authors use little: the rest of this one is a template."""


def main() -> None:
    """Write the reference; exit with a message if something is wrong with it."""
    folder = Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else SITE
    clear(folder)
    warnings.simplefilter("error")
    # Otherwise a constant that some variable of the environment happens to equal would be left out as a secret.
    os.environ["PDOC_DISPLAY_ENV_VARS"] = "1"
    write(folder)
    if dead := sorted(dead_links(folder)):
        sys.exit("\n".join(dead))
    print(f"{folder / 'index.html'}: {sum(map(len, PAGES.values()))} modules")


def clear(folder: Path) -> None:
    """Remove an older reference; exit with a message, and remove nothing, if the folder holds anything else."""
    if folder.exists() and not (folder.is_dir() and (not any(folder.iterdir()) or (folder / "search.js").is_file())):
        sys.exit(f"expected a new or empty folder, or one with an older reference, got {folder}")
    shutil.rmtree(folder, ignore_errors=True)


def write(folder: Path) -> None:
    """Write all pages into a new folder."""
    pdoc.render.configure(
        docformat="markdown", show_source=False, template_directory=Path(__file__).with_name("reference_pages")
    )
    pdoc.render.env.globals["pages"] = PAGES
    modules = {name: pdoc.doc.Module.from_name(name) for names in PAGES.values() for name in names}
    for module in modules.values():
        load_names(module)
        resolve_constructors(module)
    for name, module in modules.items():
        page = folder / f"{name.replace('.', '/')}.html"
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(pdoc.render.html_module(module, modules), "utf-8")
    (folder / "index.html").write_text(pdoc.render.html_index(modules), "utf-8")
    (folder / "search.js").write_text(pdoc.render.search_index(modules), "utf-8")


def load_names(module: pdoc.doc.Module) -> None:
    """Load the names that a module offers but imports only when they are used, as `eddyline` does, for pdoc to find."""
    if module.modulename in ONLY:
        vars(module.obj)["__all__"] = ONLY[module.modulename]
    for name in getattr(module.obj, "__all__", ()):
        getattr(module.obj, name)


def resolve_constructors(module: pdoc.doc.Module) -> None:
    """Write types into the constructors that dataclasses and named tuples generate.

    Python keeps them there as texts, without the module in which they have a meaning, so pdoc cannot find them.
    """
    for documented in module.classes:
        kind = documented.obj
        home = import_module(kind.__module__)
        for name in ("__init__", "__new__"):
            made = getattr(kind, name)
            if inspect.isfunction(made) and made.__module__ != kind.__module__:
                made.__annotations__ = pdoc.doc_types.resolve_annotations(
                    made.__annotations__, home, None, documented.fullname
                )


def dead_links(folder: Path) -> Iterator[str]:
    """Yield a message for each link within the reference that leads nowhere."""
    texts = {page: SCRIPT.sub("", page.read_text("utf-8")) for page in folder.rglob("*.html")}
    places = {page: set(re.findall(r'\bid="([^"]+)"', text)) for page, text in texts.items()}
    for page, text in texts.items():
        for link in re.findall(r'<a [^>]*href="([^":]*)"', text):
            name, _, part = unquote(link).partition("#")
            goal = (page.parent / name).resolve() if name else page
            if goal not in places or (part and part not in places[goal]):
                yield f"{page.relative_to(folder)}: no such place: {link}"


if __name__ == "__main__":
    main()
