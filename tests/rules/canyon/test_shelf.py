"""Maps are loaded from many threads at once, and each keeps a number of its own."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import combinations, islice

from eddyline.games.canyon.rules.board import Shelf
from eddyline.games.canyon.rules.boards import MAPS


def maps(number: int) -> list[str]:
    """Change calm water of the default map that nobody needs, a little differently each time."""
    text = MAPS["canyon"]
    stones = [at for at, mark in enumerate(text) if mark == "o"]
    for size in range(1, len(stones) + 1):
        for some in islice(combinations(stones, size), number):
            yield "".join("#" if at in some else mark for at, mark in enumerate(text))


def test_maps_loaded_at_once_keep_their_numbers() -> None:
    texts = list(maps(8))
    for _ in range(20):
        shelf = Shelf(MAPS)
        with ThreadPoolExecutor(8) as threads:
            numbers = list(threads.map(shelf.number, texts * 3))
        assert len(shelf.table) == len(shelf.lines) == len(shelf.names) == len(MAPS) + len(texts)
        for text, number in zip(texts * 3, numbers, strict=True):
            assert shelf.text(number) == text.rstrip("\n")
