"""The exceptions that the rules raise.

Refused            the laws or the state of the table forbid an act; names the law, and a stable word
Invalid            a field makes no sense here (a player who is not in the game); names the field
BooksDoNotBalance  money was made or lost between two events
"""

from collections.abc import Callable, Mapping


class Refused(Exception):
    """An act is forbidden.

    `law` is the number of the law that forbids it (None where the book has none), `code` a stable word for programs,
    `detail` a sentence for people, `step` the step at which a replay was refused. `index` is the place of the act, from
    0, in a list of acts that are recorded together.
    """

    index: int | None = None

    def __init__(self, law: int | None, code: str, detail: str, step: int | None = None) -> None:
        super().__init__(detail)
        self.law = law
        self.code = code
        self.detail = detail
        self.step = step

    def naming(self, name_of: Callable[[str], str]) -> "Refused":
        """The same refusal, with the names of members in its sentence where it is about one of them."""
        return self


def refusal_of(attempt: Callable[[], object]) -> Refused | None:
    """What would refuse something that is tried and not recorded; None where it may be done."""
    try:
        attempt()
    except Refused as refused:
        return refused
    return None


class Invalid(Exception):
    """A command or request makes no sense here. `errors` gives, for each field, what is wrong with it. `index` is the
    place of the act, from 0, in a list of acts that are recorded together."""

    index: int | None = None

    def __init__(self, errors: Mapping[str, list[str]]) -> None:
        super().__init__("; ".join(f"{name}: {' '.join(problems)}" for name, problems in errors.items()))
        self.errors = dict(errors)


class BooksDoNotBalance(Exception):
    """Money was made or lost between two events. Nothing may be written, and nothing read may be trusted."""
