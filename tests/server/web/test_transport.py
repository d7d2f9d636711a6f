"""What the transport leans on of uvicorn's inside, which may change from one minor version to the next."""

from __future__ import annotations

import inspect
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from eddyline.server.web.transport import Http, WebSockets

CALLED_BY = {Http: HttpToolsProtocol, WebSockets: WebSocketsSansIOProtocol}
"""Classes of the transport, and those of uvicorn that call what they override."""
READ = {
    HttpToolsProtocol: {"client", "connections", "cycle", "flow", "loop", "transport"},
    RequestResponseCycle: {"disconnected", "response_complete", "response_started"},
    WebSocketsSansIOProtocol: {
        *("client", "conn", "curr_msg_data_type", "frames", "handshake_initiated", "loop", "transport", "writable"),
    },
}
"""Attributes of uvicorn's objects that the transport reads or sets."""


@pytest.mark.parametrize("ours", CALLED_BY)
def test_what_the_transport_overrides_is_there(ours):
    theirs = CALLED_BY[ours]
    own = {name for each in ours.__mro__ if each.__module__ == ours.__module__ for name in vars(each)}
    overrides = {name for name in own if not name.startswith("_") and inspect.isfunction(getattr(ours, name))}
    assert len(overrides) > 5
    assert {name for name in overrides if not hasattr(theirs, name)} == set()


@pytest.mark.parametrize("theirs", READ)
def test_what_the_transport_reads_is_set(theirs):
    source = inspect.getsource(theirs)
    assert {
        name for name in READ[theirs] if f"self.{name} = " not in source and f"self.{name}: " not in source
    } == set()


def test_no_other_minor_version_is_installed_without_looking():
    project = tomllib.loads((Path(__file__).parents[3] / "pyproject.toml").read_text("utf-8"))["project"]
    wanted = [need for need in project["optional-dependencies"]["serve"] if need.startswith("uvicorn")]
    assert wanted == [f"uvicorn~={version('uvicorn').rpartition('.')[0]}.0"]
