"""The tests of the store, of its migrations and of the embedded PostgreSQL."""
