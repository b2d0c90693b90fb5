"""Conducting a sitting: the kinds of entry in its book."""
