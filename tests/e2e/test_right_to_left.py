"""Names that are written from right to left stand where they belong, and pull nothing along."""

from __future__ import annotations

from contextlib import ExitStack, closing
from itertools import pairwise

from playwright.sync_api import expect

DANA, YUSUF, DANA_2 = NAMES = ("דנה", "يوسف", "דנה 2")

BOXES = """(element, parts) => {
  const nodes = [];
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) nodes.push(walker.currentNode);
  const text = nodes.map((node) => node.data).join('');
  const put = (set, at) => {
    for (const node of nodes) {
      if (at <= node.data.length) return set(node, at);
      at -= node.data.length;
    }
  };
  let end = 0;
  return parts.map((part) => {
    const start = text.indexOf(part, end);
    if (start < 0) throw new Error(`no "${part}" after ${end} in "${text}"`);
    end = start + part.length;
    const range = document.createRange();
    put((node, at) => range.setStart(node, at), start);
    put((node, at) => range.setEnd(node, at), end);
    const { left, right } = range.getBoundingClientRect();
    return { part, left, right };
  });
}"""
"""Where parts of an element's text are drawn."""


def in_order(locator, *parts):
    """Check that parts of a text stand in one line, each to the right of the one before."""
    boxes = locator.evaluate(BOXES, parts)
    for before, after in pairwise(boxes):
        assert before["right"] <= after["left"] + 1, f"{before['part']} is not before {after['part']}: {boxes}"


def test_names_from_right_to_left_pull_nothing_along(server, visit):
    seated = server.open(4, access="open")
    table = seated["table"]
    tokens = [seated["token"], *(server.sit(table, name)["token"] for name in NAMES)]
    visitor = visit(server)
    page = visitor.page("/lobby")
    in_order(page.get_by_role("listitem").filter(has_text=YUSUF), "Ann", "·", DANA, "·", YUSUF, "·", DANA_2)
    seat = visitor.sit(table, 0, tokens[0], page)
    other = visit(server).sit(table, 3, tokens[3]).page
    expect(other.get_by_text("Nobody has written anything yet.")).to_be_visible()  # it is connected
    writer = other.get_by_role("combobox")
    writer.fill("2 of 3?")
    writer.press("Enter")
    chat = page.get_by_role("log")
    expect(chat).to_contain_text("2 of 3?")
    in_order(chat.locator(".line").last, DANA_2, ":")
    with ExitStack() as leaving:
        ann, dana, yusuf, dana_2 = (leaving.enter_context(closing(server.player(table, token))) for token in tokens)
        ann.say("start")
        seat.wait()
        seat.card("3")
        seat.confirm()
        in_order(page.get_by_text("Waiting for"), "for", DANA, ",", YUSUF, "and", DANA_2)
        dana_2.say("vote", matter="stop")
        strip = page.locator(".strip")
        expect(strip).to_contain_text("(1 of 4)")
        in_order(strip, "favour:", DANA_2, "(", "1", "of")
        for player in (ann, dana, yusuf):
            player.say("resign")
        in_order(page.get_by_role("heading", name=DANA_2), DANA_2, "wins")
