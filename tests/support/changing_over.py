"""Let a server believe that it is a first start: on SIGUSR1 the next program takes its place, in the same process."""

from __future__ import annotations

import signal
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from eddyline.cli.first_start import Preparation

serve = import_module("eddyline.cli.serve")
prepare = serve.prepare


def changing() -> Preparation:
    made: Preparation = prepare()

    def when_compiled(make_way: Callable[[], None]) -> None:
        def change(*_: object) -> None:
            made.compiled = True
            make_way()

        signal.signal(signal.SIGUSR1, change)

    made.when_compiled = when_compiled  # type: ignore[method-assign]
    return made


serve.prepare = changing
