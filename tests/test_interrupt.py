from __future__ import annotations

import signal

import pytest

from eddyline.cli.interrupt import Interrupt


@pytest.fixture(autouse=True)
def hearing():
    """A shell has its children ignore Ctrl-C when they run in the background, and this may be such a child."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def test_the_first_ctrl_c_is_noted_and_the_second_raises():
    with Interrupt() as interrupt:
        assert not interrupt.came()
        signal.raise_signal(signal.SIGINT)
        assert interrupt.came()
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)


def test_afterwards_ctrl_c_does_what_it_did():
    with Interrupt() as interrupt:
        pass
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)
    assert not interrupt.came()
