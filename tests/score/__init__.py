"""The prompt `poolbook score`."""
