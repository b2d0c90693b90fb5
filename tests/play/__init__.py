"""The engine at play, in memory: random lawful games, refusals as a table, the laws chapter by chapter, sittings."""
