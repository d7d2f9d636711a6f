"""Compiled rules of Niagara, and what they are played with: actions, options, what a seat may know."""
