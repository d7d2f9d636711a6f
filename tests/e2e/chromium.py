"""Start the system's Chromium, quiet: it asks nobody for anything by itself."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Playwright

SWITCHES = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # Nobody else is found: a page that asks another host for anything complains of that on its console.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
)

FETCHED = """() => new Promise((done) => {
  let before = -1;
  const look = () => {
    const now = performance.getEntriesByType('resource').length;
    if (now === before) return done();
    before = now;
    setTimeout(look, 1000);
  };
  look();
})"""
"""Waits until a page has fetched nothing for a second: what it fetches after its first picture has come, too."""


def find() -> str:
    """Find the program; say how to get it when it is missing.

    The headless shell draws pages and nothing else: the whole browser also draws its own buttons, for every page anew.
    """
    found = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    assert found, "Chromium is missing; tools/chromium.sh installs the system's package"
    return found


def launch(playwright: Playwright) -> Browser:
    """Start it without a window."""
    return playwright.chromium.launch(executable_path=find(), args=SWITCHES)
