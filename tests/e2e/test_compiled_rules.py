"""The rules give the same in a real browser as natively."""

from __future__ import annotations

import base64

import pytest

from eddyline.engine.registry import game
from eddyline.wasm.targets import Target
from support.elsewhere import Player, bundled

COMPARE = """async ([code, module, chunk]) => {
  const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const { comparing } = await import(`data:text/javascript;base64,${code}`);
  return (await comparing(bytes(module))).fold(bytes(chunk));
}"""


@pytest.mark.parametrize("name", ["canyon", "niagara"])
def test_games_are_equal_step_by_step(chromium, tmp_path, name):
    chunk = next(Player(game(name), seed=5).chunks(3000))
    given = [bundled("rules/compare", tmp_path).read_bytes(), Target(name).file.read_bytes(), chunk.content]
    page = chromium.new_page()
    try:
        assert page.evaluate(COMPARE, [base64.b64encode(each).decode() for each in given]) == chunk.steps
    finally:
        page.close()
