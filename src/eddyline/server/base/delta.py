"""Describe how a state differs from the one that a client has.

A patch is `[value]`, which takes the place of what was there, or an object with a patch for each field or index that
has changed. Lists of messages, or of pieces of bytes, are patched by index while their length stays, objects while
their keys do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec
from msgspec.structs import astuple

if TYPE_CHECKING:
    from collections.abc import Iterable

Patch: TypeAlias = "dict[str, Patch] | list[Any]"


class Patches:
    """Make patches between messages that share many parts, each part once."""

    def __init__(self) -> None:
        self._made: dict[tuple[int, int], tuple[Patch, object, object]] = {}
        """By the identities of the parts, which are held so that nothing else can get these."""

    def between(self, old: msgspec.Struct | None, new: msgspec.Struct) -> Patch:
        """Return the patch that makes the message `new` of the message `old`, or of None.

        Dictionaries that are equal must have their keys in the same order.
        """
        return {} if old == new else self._patch(old, new)

    def _patch(self, old: Any, new: Any) -> Patch:  # noqa: ANN401 - any part of a message
        """Return the patch between two parts that differ."""
        kind = type(new)
        if type(old) is not kind:
            return [new]
        if isinstance(new, msgspec.Struct):
            made = self._made.get((id(old), id(new)))
            if made is None:
                made = self._patches(new.__struct_fields__, astuple(old), astuple(new)), old, new
                self._made[id(old), id(new)] = made
            return made[0]
        if kind is dict and list(old) == list(new):
            return self._patches(new, old.values(), new.values())
        if kind is tuple and len(old) == len(new) and isinstance(new[0], msgspec.Struct | bytes):
            return self._patches(map(str, range(len(new))), old, new)
        return [new]

    def _patches(self, names: Iterable[str], old: Iterable[Any], new: Iterable[Any]) -> Patch:
        return {
            name: self._patch(before, after)
            for name, before, after in zip(names, old, new, strict=True)
            if before is not after and before != after
        }


def patched(old: Any, patch: Patch) -> Any:  # noqa: ANN401 - any part of a message, decoded
    """Apply a patch to a decoded message, which is not changed, as clients do."""
    if isinstance(patch, list):
        return patch[0]
    copy = old.copy()
    for key, part in patch.items():
        index = int(key) if isinstance(copy, list) else key
        copy[index] = patched(copy[index], part)
    return copy
