"""The two ways in which the book says no.

Refused     an act the laws or the state of the table forbid; names the law, and a stable word
Invalid     something said that makes no sense here (a player who is not in the game); names the field
"""

from collections.abc import Mapping


class Refused(Exception):
    """The act is forbidden. `law` is the number that forbids it (None where the book gives none), `code` a
    stable word for programs, `detail` a sentence for people, `step` the step at which a replay was refused.
    """

    def __init__(self, law: int | None, code: str, detail: str, step: int | None = None) -> None:
        super().__init__(detail)
        self.law = law
        self.code = code
        self.detail = detail
        self.step = step


class Invalid(Exception):
    """What was said cannot be meant: `errors` gives, for each field, what is wrong with it."""

    def __init__(self, errors: Mapping[str, list[str]]) -> None:
        super().__init__("; ".join(f"{name}: {' '.join(said)}" for name, said in errors.items()))
        self.errors = dict(errors)


class BooksDoNotBalance(Exception):
    """Money was made or lost between two events. Nothing may be written, and nothing read may be trusted."""
