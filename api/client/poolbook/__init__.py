"""What `pip install poolbook` brings for programs that speak to a service: the service itself is in other packages.

In reading order:

client         a typed client of the HTTP API
pokerkit_draw  teaches PokerKit five-card draw, and needs nothing else
"""
