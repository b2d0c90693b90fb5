"""Poolbook: the book of a pooled card game, kept and settled by the laws of the table."""
