"""The tests of poolbook."""
