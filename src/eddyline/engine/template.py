"""Write a function once and compile it for every game.

A factory of closures would compile at every start: Numba keeps no function in its cache that closes over compiled ones.
It does keep functions that name them as globals. So a template is a function that finds the rules of a game among its
globals; `Template.of` makes it anew with those of a game, and compiles it there.
"""

from __future__ import annotations

from types import FunctionType, SimpleNamespace
from typing import TYPE_CHECKING, Any, TypeVar, cast

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

F = TypeVar("F", bound="Callable[..., object]")


class Template:
    """Some functions of a module that are compiled for every game, each with the decorator that compiles it."""

    def __init__(self) -> None:
        """Begin without any function."""
        self._functions: list[tuple[Callable[[Any], Any], FunctionType]] = []

    def __call__(self, compiled: Callable[[F], F]) -> Callable[[F], F]:
        """Decorate a function of the template; `compiled` is `kernel`, `routine` or `door`. It stays as it is."""

        def note(function: F) -> F:
            self._functions.append((compiled, cast("FunctionType", function)))
            return function

        return note

    def of(self, home: Mapping[str, Any], **exchanged: object) -> SimpleNamespace:
        """Make all functions for a game, with some of their globals `exchanged`.

        `home` are the globals of the module that asks. The compiled code is kept with that module, and is compiled anew
        when it or what it imports changes; so it must import whatever stands in `exchanged`.
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
