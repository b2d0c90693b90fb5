"""The command line and the service as processes, as an operator meets them."""
