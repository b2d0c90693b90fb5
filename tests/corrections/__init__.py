"""Corrections of games and sittings, and what-ifs."""
