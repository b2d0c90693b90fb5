"""Members and clubs renamed. The caller checks the role."""

from functools import partial

from ledger.application.club_books import ClubBooks, NotFound, Request, Saved, Write
from ledger.seats import Member
from ledger.store.directory import rename_club
from ledger.table import names


class Renaming:
    """The names of one club and of its members. Both commands raise what `ClubBooks.carry_out` raises."""

    def __init__(self, books: ClubBooks) -> None:
        self.books = books

    def rename_member(self, request: Request, member: Member, name: str, *, same_name: bool = False) -> Saved:
        """Give a member another name. Raises NotFound if the club has no such member, Refused or Invalid."""

        def decision() -> list[Write]:
            club = self.books.club()
            if member not in club.members:
                raise NotFound
            request.decided_on(club.version)
            renamed = names.rename_member(club, member, name, same_name=same_name)
            return [Write(self.books.club_id, club.version, [renamed])]

        return self.books.carry_out(request, decision)

    def rename_club(self, request: Request, name: str) -> Saved:
        """Give the club another name. Its row in the list of clubs changes in the same transaction."""

        def decision() -> list[Write]:
            club = self.books.club()
            request.decided_on(club.version)
            listed = partial(rename_club, self.books.club_id, name)
            return [Write(self.books.club_id, club.version, [names.rename_club(club, name)], [listed])]

        return self.books.carry_out(request, decision)
