"""Solve small games exactly, and measure how far a bot's strategy is from an equilibrium there."""
