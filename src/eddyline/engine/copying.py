"""Copy and pickle: what is independent, what is told in full, what another process can read, what cannot be copied."""

from __future__ import annotations

import copyreg
from copy import deepcopy
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn, Self

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from eddyline.engine.game import Game
    from eddyline.engine.records import States


class Independent:
    """Be copied as a whole: `copy.copy` gives what `copy.deepcopy` gives, so nothing done to one changes the other."""

    def __copy__(self) -> Self:
        return deepcopy(self)


class Uncopied:
    """Refuse to be copied and pickled, for what holds a connection, a process or a file."""

    def __reduce__(self) -> NoReturn:
        raise TypeError(
            f"expected something that can be copied or pickled, got a {type(self).__name__}: it holds what exists only "
            "once, such as a connection, a process or a file; make another"
        )


class WholeError(Exception):
    """Be copied and pickled with all attributes, whatever the constructor takes: by itself Python passes it `args`."""

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...], dict[str, Any]]:
        return copyreg.__newobj__, (type(self), *self.args), self.__dict__  # type: ignore[attr-defined] # not in its types


class Parcel(NamedTuple):
    """Hold states of one game, all with the same options, as bytes that another process can read.

    What an option has written into a record may count in this process only, such as the number of a map. So the options
    go along, and are written again where the parcel is opened.
    """

    game: Game
    options: Any
    written: bytes
    """A record in which nothing but the options was written."""
    records: bytes

    @classmethod
    def of(cls, game: Game, options: Any, *states: States) -> Parcel:  # noqa: ANN401 - the game's own type
        """Pack arrays of states one after the other; `options` are theirs, by default read from the first."""
        chosen = game.options(states[0]) if options is None else options
        return cls(game, chosen, _written(game, chosen).tobytes(), b"".join([each.tobytes() for each in states]))

    def open(self) -> States:
        """Return all states as one array, which may be written."""
        states: States = np.frombuffer(bytearray(self.records), self.game.dtype)
        here = _written(self.game, self.options)
        if here.tobytes() != self.written:
            there = np.frombuffer(self.written, self.game.dtype)
            for name in self.game.dtype.names or ():
                if not np.array_equal(here[name], there[name]):
                    states[name] = here[name][0]
        return states


def _written(game: Game, options: Any) -> States:  # noqa: ANN401 - the game's own type
    states = np.zeros(1, game.dtype)
    game.write_options(options, states[0])
    return states
