"""Write the server's log to stderr: one line for each event, as JSON for programs or as text for people.

Modules log as usual, with `logging`; what an event is about is in `extra` (`table`, `seat`, …). Log no token, no
address, and nothing that is hidden in a game: no decision, no word of chance, no position, no refusal by the rules.
"""

from __future__ import annotations

import logging
import sys
import threading
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import structlog

if TYPE_CHECKING:
    import asyncio

LogFormat: TypeAlias = Literal["json", "text"]

_log = logging.getLogger(__name__)


def start_logging(form: LogFormat | None = None) -> None:
    """Send everything that is logged to stderr; by default as text to a terminal, and as JSON to anything else.

    Errors that end a thread are logged, too.
    """
    form = form or ("text" if sys.stderr.isatty() else "json")
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(formatter(form, colors=sys.stderr.isatty()))
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    logging.getLogger("eddyline").setLevel(logging.INFO)
    threading.excepthook = _thread_failed


def formatter(form: LogFormat, *, colors: bool = False) -> logging.Formatter:
    """Make the formatter of all lines, whoever logs them."""
    if form == "json":
        last: list[Any] = [structlog.processors.format_exc_info, structlog.processors.JSONRenderer(default=str)]
    else:
        # The usual tracebacks of a terminal show the values of variables: positions and tokens.
        plain = structlog.dev.plain_traceback
        last = [structlog.dev.ConsoleRenderer(colors=colors, exception_formatter=plain)]
    return structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=[
            structlog.stdlib.add_log_level,
            structlog.stdlib.add_logger_name,
            structlog.stdlib.ExtraAdder(),
            structlog.processors.TimeStamper(fmt="iso", utc=True),
        ],
        processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *last],
    )


def task_failed(_: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Log an error that nobody waits for; for `loop.set_exception_handler`."""
    about = context.get("task") or context.get("future") or context.get("handle")
    _log.error(context["message"], extra={"what": type(about).__name__}, exc_info=context.get("exception"))


def _thread_failed(failure: threading.ExceptHookArgs) -> None:
    name = failure.thread.name if failure.thread else None
    _log.error("a thread failed", extra={"thread_name": name}, exc_info=failure.exc_value)
