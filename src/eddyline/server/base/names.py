"""Name people and bots at a table."""

from __future__ import annotations

import functools
import itertools
import re
import unicodedata
from typing import TYPE_CHECKING

from confusable_homoglyphs.confusables import is_confusable

from eddyline.bots.registry import UnknownBotError, maker
from eddyline.characters import NAMES, dealt
from eddyline.protocol.refusal import RefusalError
from eddyline.server.base.direction import isolated

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from eddyline.characters import Character

NAME_LENGTH = 24
"""Characters of a name, as `protocol/table.py` says; normalizing can add some."""
MARKS = 4
"""Combining marks on one letter; the writing systems in use need three."""

BOT_MARK = "Bot "
"""How the name of a bot from outside begins, wherever it is shown, so that nothing shows it as a person's."""

_INVISIBLE = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\uffa0\U000e0100-\U000e01ef]")
"""Invisible characters that Unicode counts among letters, marks and symbols."""
_UNWANTED = {"Cc", "Cf", "Cn", "Co", "Cs"}
"""Categories: control and format characters, unassigned and private ones, halves of surrogate pairs."""
_NUMBER = re.compile(r" \d+$")
_ACCENT = re.compile("[\u0300-\u036f]")
"""Marks that are accents; those of other blocks make other letters, as in Hindi."""
_NO_LETTER = re.compile(r"[\W\d_]+")
_MASKS = tuple(str.maketrans("013457@$!|", letters) for letters in ("oieastasil", "oleastasii"))
"""Letters, by what stands for them: some signs stand for an i or an l."""
_JOINERS = "\u200c\u200d"
_EMOJI_STYLE = "\ufe0f"


def clean_name(name: str) -> str:
    """Normalize a name: NFKC, single spaces, nothing invisible, no marks without a letter.

    Raises RefusalError when nothing is left, or too much.
    """
    return _clean("a name", unicodedata.normalize("NFKC", name), NAME_LENGTH)


def person_name(name: str) -> str:
    """Normalize the name of a person. Raises RefusalError for one that looks like that of a bot from outside."""
    tidy = clean_name(name)
    if any(look.startswith(mark) for look in exact_looks(tidy) for mark in exact_looks(BOT_MARK)):
        free = clean_name(tidy[len(BOT_MARK) :])
        message = f"Names that begin with “{BOT_MARK.strip()}” are for bots; you could be {isolated(free)}."
        raise RefusalError("name_taken", message, suggestion=free)
    refuse_reserved(tidy)
    return tidy


def refuse_reserved(name: str) -> None:
    """Raise RefusalError for a name, or one that looks like it, that sounds like who runs the server."""
    if any(_claims_office(each) for each in (name, *unmasked(name))):
        raise RefusalError("reserved", f"Nobody may be called {isolated(name)}: it sounds like who runs this server.")


def unmasked(text: str) -> tuple[str, ...]:
    """Return a text with letters for the digits and signs that people write for them, in all ways: Adm1n, Eddy1ine."""
    return tuple(text.translate(masks) for masks in _MASKS)


def _claims_office(name: str) -> bool:
    """Return whether a name is a reserved one, or has a word in it that nobody but the server's people may use."""
    letters = [word for word in _NO_LETTER.split(name) if word]
    return bool(looks("".join(letters)) & _reserved(RESERVED + OFFICES)) or any(
        looks(word) & _reserved(OFFICES) for word in letters
    )


def clean_text(text: str, longest: int) -> str:
    """Normalize what somebody writes as names are, but with the characters as they are written."""
    return _clean("a text", unicodedata.normalize("NFC", text), longest)


def _clean(what: str, normal: str, longest: int) -> str:
    kept = ""
    for at, character in enumerate(normal):
        if character.isspace():
            kept += " "
        elif _belongs(character, kept, normal[at + 1 :]):
            kept += character
    tidy = " ".join(kept.rstrip(_JOINERS).split())
    if not tidy:
        raise RefusalError("bad_message", f"expected {what} with at least one visible character, got {normal!a}")
    if len(tidy) > longest:
        raise RefusalError("bad_message", f"expected {what} of at most {longest} characters, got {len(tidy)}")
    return tidy


def _belongs(character: str, before: str, after: str) -> bool:
    """Return whether a character is kept after those that were kept before."""
    last = before[-1:]
    if character in _JOINERS:
        return _joins(character, last, after[:1])
    category = unicodedata.category(character)
    if category in _UNWANTED or _INVISIBLE.match(character):
        return False
    if "\ufe00" <= character <= "\ufe0f":
        return character == _EMOJI_STYLE and bool(last) and unicodedata.category(last) == "So"
    if _is_mark(character):
        marks = 0
        while marks < len(before) and _is_mark(before[-1 - marks]):
            marks += 1
        letter = before[len(before) - marks - 1 : len(before) - marks]
        return marks < MARKS and bool(letter.strip())
    return True


def _joins(joiner: str, last: str, following: str) -> bool:
    """Return whether a joiner does what it is for: forms of Arabic and Indic letters, emoji of several parts."""
    if not last or not following:
        return False
    if unicodedata.combining(last) == 9:  # a virama
        return unicodedata.category(following).startswith("L")
    if joiner == "\u200d" and (last == _EMOJI_STYLE or unicodedata.category(last) in {"So", "Sk"}):
        return unicodedata.category(following) == "So"
    return unicodedata.bidirectional(last) == unicodedata.bidirectional(following) == "AL"


def _is_mark(character: str) -> bool:
    return unicodedata.category(character).startswith("M")


@functools.lru_cache(maxsize=4096)
def _prototype(character: str) -> str:
    """Return the character that stands for all that look like this one."""
    found = is_confusable(character, greedy=True)
    if not found:
        return character
    looks = [homoglyph["c"] for homoglyph in found[0]["homoglyphs"]]
    if len(looks) > 1:
        return character  # many look like it: it is the one that Unicode compares them with
    others = is_confusable(looks[0], greedy=True)
    return str(min(character, looks[0]) if others and len(others[0]["homoglyphs"]) == 1 else looks[0])


def looks(name: str) -> set[str]:
    """Return what a name looks like; names that look alike share something.

    That is in capitals as written and in small letters, also without accents and spaces.
    """
    bare = "".join(c for c in unicodedata.normalize("NFD", name) if not c.isspace() and not _ACCENT.match(c))
    return exact_looks(name) | (exact_looks(bare) if bare else set())


def meant(name: str, names: Iterable[str]) -> str | None:
    """Return which of these names is meant: the very one, else one with its accents, else any that looks like it."""
    known = tuple(names)
    if name in known:
        return name
    for folded in (exact_looks, looks):
        if (found := next((other for other in known if folded(name) & folded(other)), None)) is not None:
            return found
    return None


def place_in_order(name: str) -> tuple[str, str]:
    """Return what a name is sorted by: capitals and accents count only between names that are else the same."""
    return "".join(c for c in unicodedata.normalize("NFD", name) if not _ACCENT.match(c)).casefold(), name


def exact_looks(name: str) -> set[str]:
    """Return what a name looks like with its accents and spaces."""

    def skeleton(text: str) -> str:
        letters = (c for c in unicodedata.normalize("NFD", text) if c not in _JOINERS and c != _EMOJI_STYLE)
        return unicodedata.normalize("NFD", "".join(map(_prototype, letters)))

    return {skeleton(name).casefold(), skeleton(name.casefold()).casefold()}


OFFICES = (
    *("Admin", "Administrator", "Moderator", "Eddyline", "Operator", "Webmaster"),
    *("Administrateur", "Administratrice", "Modérateur", "Modératrice", "Opérateur"),
    *("Amministratore", "Amministratrice", "Moderatore", "Moderatrice"),
    *("Administratorin", "Moderatorin", "Betreiber", "Betreiberin", "Serverbetreiber"),
)
"""Words that make any name sound like the server's, in all languages: Moderator Anna."""
RESERVED = (
    *("Mod", "Server", "System", "Support", "Root", "Staff", "Official", "Helpdesk"),
    *("Serveur", "Système", "Assistance", "Sistema", "Operatore", "Assistenza", "Verwalter"),
)
"""Names by which people would trust somebody as the server's, in all languages."""


@functools.cache
def _reserved(names: tuple[str, ...]) -> frozenset[str]:
    return frozenset().union(*map(looks, names))


def unused_name(name: str, taken: Iterable[str]) -> str:
    """Normalize a name. Raises RefusalError when it is empty, taken, or looks like one that is."""
    tidy, others = clean_name(name), tuple(taken)
    for other in others:
        if looks(tidy) & looks(other):
            like = "" if tidy == other else ", which looks like yours"
            free = numbered(tidy, others)
            message = (
                f"Somebody at this table is called {isolated(other)} already{like}; you could be {isolated(free)}."
            )
            raise RefusalError("name_taken", message, suggestion=free)
    return tidy


def numbered(name: str, taken: Iterable[str]) -> str:
    """Return a name with the first number after it that nobody has: Mika 2."""
    had = set().union(*map(looks, taken))
    stem = _NUMBER.sub("", name)
    ends = (f" {number}" for number in itertools.count(2))
    wished = (clean_name(stem[: NAME_LENGTH - len(end)] + end) for end in ends)
    return next(each for each in wished if not had & looks(each))


BOT_NAMES = (
    *("Alma", "Bruno", "Clara", "Dario", "Elsa", "Felix", "Greta", "Hugo", "Ida", "Jonas", "Karla", "Luca", "Mira"),
    *("Nino", "Olga", "Pia", "Quinn", "Rosa", "Silas", "Tessa", "Uma", "Vito", "Wanda", "Xenia", "Yara", "Zeno"),
)
"""One name per initial, common in every supported language: canoes are marked with their owner's initial."""


NOBODY = "\N{BUST IN SILHOUETTE}"
"""Name of whoever has deleted their account: of no language, and beginning with no letter that is somebody's."""


def no_name(taken: Iterable[str]) -> str:
    """Return the name of somebody who has deleted their account."""
    others = tuple(taken)
    return numbered(NOBODY, others) if NOBODY in others else NOBODY


def bot_name(taken: Iterable[str], character: Character | None = None) -> str:
    """Return a bot name, the character's if it can be, whose initial nobody at the table has, nor one like it."""
    initials = {look[:1] for name in taken for look in looks(name[:1])}
    own: tuple[str, ...] = () if character is None else (NAMES[character],)
    return next(name for name in (*own, *BOT_NAMES) if not initials & looks(name[0]))


def bot_character(
    word: str, names: Collection[str], portraits: Collection[Character | None], first: Character | None = None
) -> Character | None:
    """Deal a character by a word, whose portrait and initial nobody has, or `first`; None if there is none."""
    initials = {look[:1] for name in names for look in looks(name[:1])}
    order = dealt(word) if first is None else (first, *dealt(word))
    free = (each for each in order if each not in portraits and not initials & looks(NAMES[each][0]))
    return next(free, None)


def check_bot(game: str, bot: str) -> None:
    """Raise RefusalError for a bot that this game does not have."""
    try:
        maker(game, bot)
    except UnknownBotError as error:
        raise RefusalError("unknown", f"{error}.") from None
