"""The weights of the smoothing that a person can choose from."""

SMOOTHINGS = (0.0, 0.6, 0.9, 0.97)
"""Weights of the EMA, in the order they are gone through."""
