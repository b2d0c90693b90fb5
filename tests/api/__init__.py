"""The service over HTTP, on a real PostgreSQL."""
