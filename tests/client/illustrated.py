"""The illustrated game of the book, recorded by the client. mypy reads this file as a user's program."""

from poolbook.client import Club, Cut, Game, Sitting


def seated(club: Club) -> Sitting:
    """A new sitting of A to E, each with counters for 100."""
    sitting = club.open_sitting(ante=3, limit=12, players=[club.member(name) for name in "ABCDE"])
    for player in sitting.now.seats:
        sitting.sell_counters(player, odd=100)
    return sitting


def cut(club: Club, sitting: Sitting) -> Cut:
    """The cut for the deal, which B wins."""
    cards = {club.member(name): card for name, card in zip("ABCDE", ("8d", "2h", "Ts", "6d", "Qs"), strict=True)}
    return sitting.cut(cards)


def played(sitting: Sitting) -> Game:
    """The illustrated game, to its end."""
    a, b, c, d, e = sitting.now.seats
    game = sitting.begin_game(dealer=a)
    game.deal()

    game.stake(6, player=c)
    game.pass_(player=d)
    game.stake(6, player=e)
    game.stake(18, player=a)
    game.stake(15, player=b)

    game.draw(2, player=b)
    game.stake(12, player=c)
    game.draw(5, player=c)
    game.pass_(player=e)
    game.draw(1, player=a)

    game.stake(6)
    game.stake(6)
    game.stake(18)
    game.stake(24)
    game.pass_()
    game.stake(12)

    game.show("Kh Kd Ks 7c 4d")
    game.show(["Qc", "Qd", "8s", "8h", "2c"])
    return game
