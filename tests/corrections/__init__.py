"""Corrections: of a game, of a sitting, and what they would have led to."""
