"""Let axe-core look at pages; it must find nothing to complain about."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Literal, TypeAlias

from playwright.sync_api import Locator, Page

import web
from e2e.browser import PHONE, WIDE, report, resize

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Way: TypeAlias = tuple[tuple[int, int], Literal["dark", "light"]]

AXE = web.WEB / "node_modules" / "axe-core" / "axe.min.js"
# Nothing here plays sounds or films, for which alone axe would load something beforehand.
# While axe looks, there is something to be seen.
RUN = """async (parts, only) => {
  if (window.unpainted) unpainted.disabled = true;
  const {violations} = await axe.run(
    parts[0] === document.documentElement ? document : {include: parts},
    {resultTypes: ['violations'], preload: false, ...(only && {runOnly: only})});
  if (window.unpainted) unpainted.disabled = false;
  return violations.flatMap(({id, help, nodes}) => nodes.map(
    ({target, failureSummary}) => `${id}: ${help}: ${target} – ${failureSummary}`));
}"""
COLOURS = ("color-contrast", "link-in-text-block")
"""All of axe's rules that look at a colour."""

PHONE_IN_THE_DARK, WIDE_IN_THE_LIGHT = (PHONE, "dark"), (WIDE, "light")
EVERYWHERE = tuple(product((PHONE, WIDE), ("dark", "light")))
"""Each scheme at each size: for what pages are made of. A look takes as long as it takes to load several pages."""


def violations(at: Page | Locator, only: Sequence[str] | None = None) -> list[str]:
    """Let axe look at a page as it is, or only at what a locator finds there; by all of its rules or by these."""
    part, page = (at.locator(":root"), at) if isinstance(at, Page) else (at, at.page)
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    found: list[str] = part.evaluate_all(RUN, only)
    return found


def violations_anywhere(at: Page | Locator, ways: Iterable[Way] = (PHONE_IN_THE_DARK, WIDE_IN_THE_LIGHT)) -> list[str]:
    """Look in several ways, each a size and a scheme; leave the page in the light, and as wide as it was."""
    page = at if isinstance(at, Page) else at.page
    own = page.viewport_size
    assert own is not None
    found, met = [], set()
    # Its own size comes last, so that there is nothing to put back.
    for size, scheme in sorted(ways, key=lambda way: way[0][0] == own["width"]):
        resize(page, *size)
        page.emulate_media(color_scheme=scheme)
        # The two schemes differ in colours and in nothing else.
        rules = COLOURS if size in met else None
        found += [f"{scheme}, {size[0]} px: {each}" for each in violations(at, rules)]
        met.add(size)
    page.emulate_media(color_scheme="light")
    resize(page, own["width"], own["height"])
    return found


def look(*places: Page | Locator) -> None:
    """Fail if axe has anything to say about a page, or about what is new there, such as a dialog."""
    for at in places:
        report({str(at): violations_anywhere(at)})
