from __future__ import annotations

import json
from importlib.resources import files

import pytest

from eddyline.engine.catalogue import Catalogue, english, listed

CATALOGUE = Catalogue(
    """{
      "$schema": "https://example.org",
      "begins": "{seat} begins.",
      "moves": [{
        "declarations": ["input used", "input left", "input seat", "local usedPlural = used: plural"],
        "selectors": ["usedPlural", "left"],
        "match": {
          "usedPlural=one, left=0": "{seat} moves {used} space.",
          "usedPlural=other, left=0": "{seat} moves {used} spaces.",
          "usedPlural=*, left=*": "{seat} moves; {left} left."
        }
      }],
      "only": [{ "declarations": ["input gem"], "selectors": ["gem"], "match": { "gem=ruby": "A ruby." } }]
    }"""
)


def test_a_message_is_filled_in():
    assert CATALOGUE.say("begins", {"seat": "Ada", "round": 3}) == "Ada begins."


@pytest.mark.parametrize(
    ("used", "left", "said"),
    [
        (1, 0, "Ada moves 1 space."),
        (0, 0, "Ada moves 0 spaces."),
        (2, 0, "Ada moves 2 spaces."),
        (1_000_000, 0, "Ada moves 1000000 spaces."),
        (1, 4, "Ada moves; 4 left."),
        ("1", "0", "Ada moves 1 space."),
    ],
)
def test_the_first_text_that_fits_the_values_is_said(used, left, said):
    assert CATALOGUE.say("moves", {"seat": "Ada", "used": used, "left": left}) == said


@pytest.mark.parametrize(
    ("key", "values", "what"),
    [
        ("ends", {}, "ends"),
        ("begins", {}, "seat"),
        ("moves", {"seat": "Ada", "used": 1}, "left"),
        ("only", {"gem": "amber"}, "only has no text"),
    ],
)
def test_what_is_missing_is_named(key, values, what):
    with pytest.raises(KeyError, match=what):
        CATALOGUE.say(key, values)


@pytest.mark.parametrize(
    ("words", "said"), [([], ""), (["Ada"], "Ada"), (["Ada", "Ben"], "Ada and Ben"), (list("ABC"), "A, B and C")]
)
def test_words_are_joined_as_english_does(words, said):
    assert listed(words) == said


@pytest.mark.parametrize("part", ["messages", "refusals"])
@pytest.mark.parametrize("game", ["canyon", "niagara"])
def test_a_game_counts_in_english_as_cldr_does(game, part):
    package = f"eddyline.games.{game}.words.{part}"
    texts = json.loads(files(package).joinpath("en.json").read_text("utf-8"))
    catalogue = english(package)
    counted = 0
    for key, message in texts.items():
        if isinstance(message, str) or "Plural" not in str(message):
            continue
        counted += 1
        (choice,) = message
        (count,) = {name.removesuffix("Plural") for name in choice["selectors"] if name.endswith("Plural")}
        values = {line.removeprefix("input "): "x" for line in choice["declarations"] if line.startswith("input ")}
        for number in (1, 2, 5, 1_000_000):
            category = "one" if number == 1 else "other"
            text = next(
                text for wanted, text in reversed(choice["match"].items()) if f"{count}Plural={category}" in wanted
            )
            assert catalogue.say(key, values | {count: number}) == text.replace("\xa0", " ").format(
                **values | {count: number}
            )
    assert counted
