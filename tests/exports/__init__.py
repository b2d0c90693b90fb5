"""The tests of the outside formats."""
