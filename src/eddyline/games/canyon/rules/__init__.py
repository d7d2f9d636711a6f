"""Compiled rules of Canyon, and what they are played with: actions, options, what a seat may know."""
