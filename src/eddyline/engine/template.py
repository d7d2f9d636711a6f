"""Write a function once and compile it for every game.

A factory of closures would compile at every start, because Numba does not cache functions that close over compiled
ones. It does cache functions that refer to them as globals. So a template is a function that finds the rules of a game
among its globals; `Template.of` copies it with the globals of a game, and compiles it there.
"""

from __future__ import annotations

from types import FunctionType, SimpleNamespace
from typing import TYPE_CHECKING, Any, TypeVar, cast

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

F = TypeVar("F", bound="Callable[..., object]")


class Template:
    """Collect functions of a module to be compiled for every game, each with its compiling decorator."""

    def __init__(self) -> None:
        """Create an empty template."""
        self._functions: list[tuple[Callable[[Any], Any], FunctionType]] = []

    def __call__(self, compiled: Callable[[F], F]) -> Callable[[F], F]:
        """Register a function, unchanged, to be compiled with `compiled`: `kernel`, `routine` or `door`."""

        def note(function: F) -> F:
            self._functions.append((compiled, cast("FunctionType", function)))
            return function

        return note

    def of(self, home: Mapping[str, Any], **exchanged: object) -> SimpleNamespace:
        """Create all functions for a game, with some of their globals replaced by `exchanged`.

        `home` are the globals of the calling module. The compiled code is cached with that module, and is recompiled
        when it or one of its imports changes; so it must import everything in `exchanged`.
        """
        named = {name: home[name] for name in ("__name__", "__file__")}
        namespace: dict[str, Any] = {}
        made = {}
        for compiled, function in self._functions:
            namespace = namespace or function.__globals__ | exchanged | named
            twin = FunctionType(function.__code__, namespace, function.__name__)
            twin.__doc__, twin.__annotations__ = function.__doc__, function.__annotations__
            made[function.__name__] = namespace[function.__name__] = compiled(twin)
        return SimpleNamespace(**made)
