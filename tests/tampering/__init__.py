"""A superuser of the database tampers with the books, and `verify` finds it."""
