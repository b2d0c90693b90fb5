"""Proof that what was acknowledged stands, once, whatever befalls the parts.

In reading order: `scorekeeper` (a client that sends each act until it is answered); `audit` (the books held against
what was acknowledged); `lines` (HTTP to a running service, and a proxy that loses replies); `parts` (the service's
processes, started and killed). `ops.kill` kills the parts of a running service; `ops.simulate` drives the
application through a seeded world of its own.
"""
