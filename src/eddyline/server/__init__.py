"""Serve tables: people and bots play over WebSockets, every confirmed turn durable before anybody hears of it."""

from eddyline.engine.extras import extra

with extra("serve"):
    import litestar  # noqa: F401 - imported by most modules here: better missed once, and by whoever needs any of them
