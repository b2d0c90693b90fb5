"""The tokens of a club."""

from api.joined import Joined
from api.lists import Answer as Listed
from api.lists import current, page_of
from api.noun import Answer, Call, Noun, written
from api.schemas.clubs import IssuedToken, NewToken, OneToken, RevokedToken, Token
from api.schemas.lists import FreshListQuery, listed
from api.schemas.nothing import Nothing
from api.service import service
from ledger.application.club_books import NotFound
from ledger.application.tokens import Tokens
from ledger.refusals import Invalid
from ledger.roles import INSPECTORS, MANAGERS
from ledger.store import Token as IssuedBefore

noun = Noun("tokens", __name__, description="Tokens: each opens one club in one role.")


@noun.writes(
    "/v1/clubs/<id:club>/tokens", NewToken, IssuedToken, roles=MANAGERS, creates="/v1/clubs/{club}/tokens/{id}"
)
def issue_token(call: Call) -> Answer:
    """Issue a token; its secret is shown this once."""
    member = call.input["member"]
    if member is not None and member not in call.books.club().members:
        raise Invalid({"member": ["is not a member of this club"]})
    wanted = call.input["role"], member, call.input["label"], call.input["expires_at"]
    issued = Tokens(call.books).issue(call.request, *wanted)
    return written(issued.saved, Joined({"token": issued.secret}, issued.token))


@noun.reads("/v1/clubs/<id:club>/tokens", listed(Token), roles=INSPECTORS, query=FreshListQuery)
def list_tokens(call: Call) -> Listed:
    """The tokens, without their secrets."""
    position = current(call.books, call.input)
    return page_of(service().clubs.directory.tokens(call.club), call.input, position)


@noun.reads("/v1/clubs/<id:club>/tokens/<id:token>", OneToken, roles=INSPECTORS)
def read_token(call: Call) -> IssuedBefore:
    """A token, without its secret."""
    for token in service().clubs.directory.tokens(call.club):
        if token.id == call.ids["token"]:
            return token
    raise NotFound


@noun.writes("/v1/clubs/<id:club>/tokens/<id:token>/revoke", Nothing, RevokedToken, roles=MANAGERS)
def revoke_token(call: Call) -> Answer:
    """Revoke a token."""
    saved, revoked = Tokens(call.books).revoke(call.request, call.ids["token"])
    return written(saved, revoked)
