"""The pages in a real browser, against the running service."""
