"""Compile the rules of a game, and bots, to WebAssembly: `eddyline wasm`."""
