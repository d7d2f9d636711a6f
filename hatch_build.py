"""Put the built web client, and the name of the commit, into the sdist and the wheel.

pip requests metadata and the wheel in two processes, and a wheel is often built from an sdist that already contains the
client; tools/web.py keeps a digest, so the client is built once. It is left out of editable installs, which are for
developers, who build the client themselves (`make play`).
"""

from __future__ import annotations

import runpy
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# The project's folder is not on the path of build backends.
sys.path.insert(0, str(Path(__file__).parent / "tools"))
import web


class WebClientHook(BuildHookInterface):
    """Build the web client before hatchling collects the files."""

    def dependencies(self) -> list[str]:
        """Request Node from PyPI if it is needed and the machine has no suitable one."""
        return [] if web.is_built() or web.find_npm() else [web.NODE_PACKAGE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build, except for editable installs, and note of which commit."""
        if version == "editable":
            return
        web.build()
        # Loaded by its path: the package itself is not installed yet.
        source = Path(__file__).parent / "src" / "eddyline" / "build.py"
        build = runpy.run_path(str(source))
        # An sdist has no commits, but the note of its own build.
        if commit := build["commit_of"](Path(__file__).parent):
            build["FILE"].write_text(f"{commit}\n", "utf-8")
