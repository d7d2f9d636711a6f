"""Serve tables: people and bots play over WebSockets, and every confirmed turn is stored before it is published."""

from eddyline.engine.extras import extra

with extra("serve"):
    import litestar  # noqa: F401 - most modules here need it: report it missing once
