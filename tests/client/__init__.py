"""The client, against the service itself: over a socket where the connection matters, and else within the process."""
