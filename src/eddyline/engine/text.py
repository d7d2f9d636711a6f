"""Read text from files that other programs may have written."""

from __future__ import annotations

import codecs

MARK = "\ufeff"
"""Byte-order mark, which editors on Windows put in front of a text."""
_WIDE = {
    codecs.BOM_UTF32_LE: "UTF-32",
    codecs.BOM_UTF32_BE: "UTF-32",
    codecs.BOM_UTF16_LE: "UTF-16",
    codecs.BOM_UTF16_BE: "UTF-16",
}
"""Longest first: the mark of UTF-32 begins with that of UTF-16."""


class EncodingError(ValueError):
    """Report text in another encoding than UTF-8."""


def text_of(data: str | bytes) -> str:
    """Return text with line breaks as here and without a byte-order mark; raises EncodingError for other than UTF-8."""
    return (data if isinstance(data, str) else _decoded(data)).removeprefix(MARK).replace("\r\n", "\n")


def _decoded(data: bytes) -> str:
    found = next((name for mark, name in _WIDE.items() if data.startswith(mark)), None)
    if found is None and b"\0" in data[:2]:
        found = "UTF-16"  # without a mark: every other byte of plain letters is 0
    if found is None:
        try:
            return data.decode()
        except UnicodeDecodeError as error:
            found = f"byte {data[error.start]:#04x} at {error.start}"
    raise EncodingError(f"expected text in UTF-8, got {found}; save it as UTF-8")
