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
# What is not painted – see `UNPAINTED` – is not painted for axe either: it is told that there is something to be seen.
RUN = """async (parts, only) => {
  const [root, computed] = [document.documentElement, window.getComputedStyle];
  window.getComputedStyle = (element, part) => {
    const style = computed(element, part);
    if (element !== root) return style;
    const value = (name) => (name === 'opacity' ? '1' : style.getPropertyValue(name));
    return new Proxy(style, {get: (_, name) => (name === 'getPropertyValue' ? value : style[name])});
  };
  const {violations} = await axe.run(
    parts[0] === root ? document : {include: parts},
    {resultTypes: ['violations'], preload: false, ...(only && {runOnly: only})});
  window.getComputedStyle = computed;
  return violations.flatMap(({id, help, nodes}) => nodes.map(
    ({target, failureSummary}) => `${id}: ${help}: ${target} – ${failureSummary}`));
}"""
COLOURS = ("color-contrast", "link-in-text-block")
"""All of axe's rules that look at a colour."""

PHONE_IN_THE_DARK, WIDE_IN_THE_LIGHT = (PHONE, "dark"), (WIDE, "light")
EVERYWHERE = tuple(product((PHONE, WIDE), ("dark", "light")))
"""Each scheme at each size: for what tables are made of. A look takes as long as it takes to load several pages."""


def violations(at: Page | Locator, only: Sequence[str] | None = None) -> list[str]:
    """Let axe look at a page as it is, or only at what a locator finds there; by all of its rules or by these."""
    part, page = (at.locator(":root"), at) if isinstance(at, Page) else (at, at.page)
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    found: list[str] = part.evaluate_all(RUN, only)
    return found


def violations_anywhere(at: Page | Locator, ways: Iterable[Way] | None = None) -> list[str]:
    """Look in several ways, each a size and a scheme; leave the page in the light, and as wide as it was.

    Unless told otherwise, look at a page on a phone in the dark and on a wide screen in the light, and at a part of it,
    which is made of the same elements at every size, at the page's own size in both schemes.
    """
    page = at if isinstance(at, Page) else at.page
    size = page.viewport_size
    assert size is not None
    own = (size["width"], size["height"])
    if ways is None:
        ways = (PHONE_IN_THE_DARK, WIDE_IN_THE_LIGHT) if isinstance(at, Page) else ((own, "dark"), (own, "light"))
    found, met, now = [], set(), own
    # Its own size comes last, so that there is nothing to put back.
    for wanted, scheme in sorted(ways, key=lambda way: way[0] == own):
        if wanted != now:
            resize(page, *wanted)
            now = wanted
        page.emulate_media(color_scheme=scheme)
        # The two schemes differ in colours and in nothing else.
        rules = COLOURS if wanted in met else None
        found += [f"{scheme}, {wanted[0]} px: {each}" for each in violations(at, rules)]
        met.add(wanted)
    page.emulate_media(color_scheme="light")
    if now != own:
        resize(page, *own)
    return found


def look(*places: Page | Locator) -> None:
    """Fail if axe has anything to say about a page, or about what is new there, such as a dialog."""
    for at in places:
        report({str(at): violations_anywhere(at)})
