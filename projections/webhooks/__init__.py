"""What is recorded in a club, sent to the addresses that it has named.

In reading order:

posting  one message sent, signed, to an address that is judged
sending  the messages of one webhook, in their order
sender   the webhooks of every club, each in a thread of its own
"""

from projections.webhooks.posting import Outcome, Postman
from projections.webhooks.sender import Sender
from projections.webhooks.sending import ping

__all__ = ["Outcome", "Postman", "Sender", "ping"]
