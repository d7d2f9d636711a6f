"""Everything fits: on up to ten screens, in four languages, nothing is cut, covered or too small to hit."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from e2e.browser import PHONE, WIDE, report, resize, speak
from e2e.chromium import FETCHED
from e2e.kept import KEEP, played
from e2e.positions import token
from e2e.scenes import CARDS, OVER, SCENES, TURN

LOW = ((667, 375), (640, 400))
"""A phone on its side; 1280 × 800 at a zoom of 200 %."""
SIZES = (
    (360, 640),
    (390, 844),
    *LOW,
    (768, 1024),
    (820, 1180),
    (1180, 820),
    (1280, 800),
    (1920, 1080),
    (2560, 1440),
)

FAULTS = """(fits) => {
  const found = [];
  const all = (selector) => [...document.querySelectorAll(selector)];
  const seen = (e) => e.checkVisibility({visibilityProperty: true}) && !e.closest('.unseen, .log');
  const called = (e) => `${e.tagName.toLowerCase()}.${e.classList[0] ?? ''}`
    + ` "${(e.getAttribute('aria-label') ?? e.textContent).replace(/\\s+/g, ' ').trim().slice(0, 40)}"`;
  const root = document.scrollingElement;
  if (root.scrollWidth > innerWidth) found.push(`the page is ${root.scrollWidth - innerWidth} px too wide`);
  // Words that do not fit their boxes; an ellipsis is meant, and so is a box that scrolls.
  for (const e of all('button, a, h1, h2, h3, p, label, dt, dd, li, span, legend, summary, .bar, .panel')) {
    if (!seen(e) || ![...e.childNodes].some((node) => node.nodeType === 3 && node.data.trim())) continue;
    const style = getComputedStyle(e);
    if (style.display === 'inline' || style.textOverflow === 'ellipsis' || style.overflowX === 'auto') continue;
    if (e.scrollWidth > e.clientWidth + 1) found.push(`${called(e)} is ${e.scrollWidth - e.clientWidth} px too wide`);
  }
  if (!fits) return found;
  if (root.scrollHeight > innerHeight) found.push(`the page is ${root.scrollHeight - innerHeight} px too high`);
  const wide = document.querySelector('.table.wide:not(.low)') !== null;
  // Upright, and on a low screen, the list of decisions may scroll: all of them are on the board, too.
  for (const e of all(`.panels, .dock, .content, .content section${wide ? ', .content ul' : ''}`)) {
    if (!seen(e)) continue;
    const more = [e.scrollHeight - e.clientHeight, e.scrollWidth - e.clientWidth];
    const scrolls = getComputedStyle(e).overflowY !== 'visible';
    if (Math.max(...more) > 1 && scrolls) found.push(`${called(e)} scrolls by ${more}`);
  }
  const box = (e) => e.getBoundingClientRect();
  // Whoever presses the words beside a box to tick presses the box.
  const pressed = [...all('a[href], button, input, [role=button]')]
    .map((e) => (e.matches('[type=checkbox]') && e.closest('label')) || e);
  for (const e of pressed) {
    if (!seen(e) || (!wide && e.matches('.groups *'))) continue;
    const {left, top, right, bottom, width, height} = box(e);
    if (width < 43.5 || height < 43.5) found.push(`${called(e)} is only ${width.toFixed(1)} × ${height.toFixed(1)}`);
    // The end screen scrolls; its close button and its first words are there anyway.
    const scrolled = e.closest('.end') !== null;
    const out = Math.max(-left, right - innerWidth, ...(scrolled ? [] : [-top, bottom - innerHeight]));
    if (out > 1) found.push(`${called(e)} is ${out.toFixed(1)} px outside`);
    if (scrolled) e.scrollIntoView({block: 'nearest', behavior: 'instant'});
    const now = box(e);
    const at = [(now.left + now.right) / 2, (now.top + now.bottom) / 2];
    const hit = document.elementFromPoint(...at);
    if (e.disabled || hit === null || e.contains(hit)) continue;
    // A canoe may lie where the other one can go: a tap means the place, and both canoes' places are there to tap.
    if (e.matches('[data-canoe]') && hit.closest('[data-place], [data-deposit]')) continue;
    // What the end screen covers may be covered.
    if (!hit.closest('.over')) found.push(`${called(e)} is covered by ${called(hit)}`);
  }
  const overlap = (a, b) => {
    const [p, q] = [box(a), box(b)];
    const across = Math.round(Math.min(p.right, q.right) - Math.max(p.left, q.left));
    const down = Math.round(Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top));
    if (across > 1 && down > 1) found.push(`${called(a)} overlaps ${called(b)} by ${across} × ${down}`);
  };
  const blocks = all('.head > a, .head > .progress, .head .status > * > *, .head > button, .panels > *, .river,'
    + ' .bar .words, .bar button, .hand li button, .groups section').filter(seen);
  for (const [i, a] of blocks.entries()) for (const b of blocks.slice(i + 1)) {
    if (a.matches('.hand *') && b.matches('.hand *')) continue;
    overlap(a, b);
  }
  for (const mark of all('.panel .mark').filter(seen))
    for (const e of mark.closest('.panel').querySelectorAll('.name, .ring, .card, .played')) overlap(mark, e);
  // Words that break after every letter are in no box that is too small.
  for (const e of all('.end .who > *'))
    if (box(e).width < 79) found.push(`${called(e)} has only ${box(e).width.toFixed(1)} px`);
  // Whoever has no portrait is named below those who have one.
  const begin = new Set(all('.end .who > b').map((e) => Math.round(box(e).left)));
  if (begin.size > 1) found.push(`names begin at ${[...begin]}`);
  return found;
}"""


def faults(page, sizes, *, fits):
    found = []
    for width, height in sizes:
        resize(page, width, height)
        found += [f"{width} × {height}: {each}" for each in page.evaluate(FAULTS, fits)]
    return found


SOME = (SIZES[0], LOW[1], (768, 1024), WIDE, SIZES[-1])
"""The narrowest, the lowest, upright, usual and widest: where no board is, or one that is looked at elsewhere."""
FEW = (SIZES[0], WIDE)
"""Sizes at which other languages than English are looked at."""
LOCALES = ("en", "fr", "it", "de")


def faults_anywhere(page, sizes=SOME, *, fits):
    """Look for faults in English at these sizes, and in each other language at a few."""
    found = []
    for locale in LOCALES:
        speak(page, locale)
        found += [f"{locale}, {each}" for each in faults(page, sizes if locale == "en" else FEW, fits=fits)]
    return found


def test_every_page_fits_every_screen_in_every_language(scenes, visit):
    found = {}
    lobby = scenes.open(4, bots=["random"])
    visitor = visit(scenes, size=SIZES[0])
    page = visitor.page()
    page.locator("main form").first.wait_for()
    page.locator("details").evaluate_all("(all) => all.forEach((each) => (each.open = true))")
    found["home"] = faults_anywhere(page, fits=False)
    for path in ("lobby", "ratings", "tournaments", "me"):
        page.goto(f"/{path}")
        page.locator("main.page h1").wait_for()
        found[path] = faults_anywhere(page, fits=False)
    page.goto(f"/t/{CARDS}")
    page.locator(".progress").wait_for()
    found["watching"] = faults_anywhere(page, fits=True)
    visitor.sit(lobby["table"], 0, lobby["token"], page)
    page.locator("#seats").wait_for()
    found["before the start"] = faults_anywhere(page, fits=False)
    for scene in SCENES:
        visitor.sit(scene, 0, token(0), page).wait()
        # Those in between differ from a turn in their dock alone.
        found[scene] = faults_anywhere(page, SIZES if scene in {CARDS, TURN, OVER} else SOME, fits=True)
    report(found)


def test_a_table_that_was_first_drawn_for_a_large_screen_fits_small_ones(scenes, visit):
    found = {}
    visitor = visit(scenes, size=SIZES[-1])
    sizes = (SIZES[-1], LOW[0], SIZES[0])
    page = visitor.page()
    page.locator("main form").first.wait_for()
    found["home"] = faults(page, sizes, fits=False)
    page.goto(f"/t/{CARDS}")
    expect(page.locator(".progress")).to_contain_text("Round")
    found["watching"] = faults(page, sizes, fits=True)
    for scene in (TURN, OVER):
        visitor.sit(scene, 0, token(0), page).wait()
        found[scene] = faults(page, sizes, fits=True)
    report(found)


PLACES = """(name) => {
  window.places = [];
  const look = () => {
    const found = [...document.querySelectorAll('button, h2')].find((each) => each.textContent.startsWith(name));
    const at = found && Math.round(found.getBoundingClientRect().top);
    if (at !== undefined && places.at(-1) !== at) places.push(at);
    requestAnimationFrame(look);
  };
  look();
}"""
"""Notes where a button or a heading is, whenever that has changed."""


def slowly(visitor, button):
    """Open an empty page that will come in several goes, and note where its button is."""
    page = visitor.context.new_page()
    page.context.new_cdp_session(page).send(
        "Network.emulateNetworkConditions",
        {"offline": False, "latency": 100, "downloadThroughput": -1, "uploadThroughput": -1},
    )
    page.add_init_script(f"({PLACES})({button!r})")
    return page


@pytest.mark.parametrize("size", [WIDE, PHONE])
def test_nothing_moves_under_a_finger_while_a_page_loads(scenes, visit, size):
    opened = scenes.open(3, game="canyon", bots=["random", "random"])
    visitor = visit(scenes, size=size)
    home = slowly(visitor, "Play against bots")
    home.goto("/")
    home.evaluate(FETCHED)
    page = slowly(visitor, "Start the game")
    visitor.sit(opened["table"], 0, opened["token"], page, game="canyon")
    page.get_by_role("img", name="QR code of the link").wait_for()
    page.evaluate(FETCHED)
    assert [len(each.evaluate("places")) for each in (home, page)] == [1, 1]


@pytest.mark.parametrize("size", [WIDE, PHONE])
def test_nothing_moves_while_what_looks_back_loads(server, visit, size):
    held = server.open(2, start=True)
    server.sit(held["table"], "Bo")
    visitor = visit(server, size=size)
    shown = visitor.page("/offline")
    shown.evaluate(KEEP, played("niagara", 2))
    seat = json.dumps([held | {"game": "niagara", "name": "Ann", "at": 1}])
    shown.evaluate("(seats) => localStorage.setItem('eddyline.seats', seats)", seat)
    found = {}
    for path, heading in (("/me/games", "Files"), ("/daily", "Earlier rivers")):
        page = slowly(visitor, heading)
        page.goto(path)
        page.evaluate(FETCHED)
        found[path] = len(page.evaluate("places"))
    assert found == {"/me/games": 1, "/daily": 1}
