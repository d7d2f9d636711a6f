"""Serve tables: people and bots play over WebSockets, every confirmed turn durable before anybody hears of it."""
