"""Hypothesis strategies for everything that a game file can hold, lawful or not."""

from typing import Any

from hypothesis import strategies as st

from ledger.articles import VARIANTS, Articles, Kitty
from ledger.cards import pack
from ledger.events.game import Phase
from ledger.events.mishaps import Fouled, MisdealReason
from ledger.events.sitting import Counters
from ledger.gamefile import GameFile, Line, lines
from ledger.gamefile.lines import Act, OpenSitting
from ledger.gamefile.words import MOST, RESERVED
from ledger.laws.hands import HandClass
from ledger.laws.readings import DEFAULTS, READINGS
from ledger.play.commands import (
    AskDealer,
    Borrow,
    CollectDiscards,
    CutPack,
    Deal,
    DemandShow,
    Distract,
    Draw,
    Expose,
    Foul,
    Misdeal,
    Pass,
    Show,
    Shuffle,
    Stake,
    Stand,
    Straddle,
    TakeUp,
    WaiveLaw,
)
from ledger.state.game import BANK
from ledger.table.commands import KEPT, Arrive, BuyBack, CutCards, Depart, Pay, SellCounters, SetLimits
from ledger.table.company import in_utc


def one_of_everything(name: st.SearchStrategy[str], seats: tuple[str, ...]) -> dict[type, st.SearchStrategy[Any]]:
    """A strategy for every kind of act except the head, and for every kind of command, by type."""
    amount = st.integers(0, MOST)
    card = st.sampled_from(pack(with_joker=True))
    some = st.sets(card, min_size=1, max_size=5).map(tuple)
    law = st.integers(1, 81)
    few = st.lists(name, min_size=1, unique=True).map(tuple)
    by_name = lambda value: st.dictionaries(name, value, min_size=1)  # noqa: E731
    counters = st.builds(Counters, red=amount, white=amount, blue=amount, odd=amount)
    common = {"player": name, "irregular": st.booleans(), "note": st.none() | st.text()}
    unnamed = st.fixed_dictionaries({"irregular": common["irregular"], "note": common["note"]})
    drawn = st.tuples(some, st.none() | some).map(lambda d: {"discard": d[0], "cards": d[1]})
    numbered = st.fixed_dictionaries({"discard": st.integers(1, 5), "cards": st.none() | some})
    kept = st.fixed_dictionaries({"discard": st.just(0), "cards": st.none() | some})
    number = st.integers(0, 9)
    amiss = st.fixed_dictionaries(
        {"asked": st.none() | number, "given": st.none() | number, "made_right": st.sampled_from((None, True))}
    )
    pack_amiss = st.fixed_dictionaries({"counts": st.none() | by_name(number), "cut": st.sampled_from((None, False))})
    hands = st.fixed_dictionaries({"cards": st.none() | by_name(some)})
    whole = st.fixed_dictionaries({"pack": st.permutations(pack()).map(tuple)})
    shown = st.tuples(st.just(()) | some, st.just(()) | some).filter(any)
    plain: dict[type, st.SearchStrategy[Any]] = {
        Straddle: st.builds(Straddle, **common),
        Deal: st.tuples(hands | whole, pack_amiss, unnamed).map(lambda d: Deal(**d[0], **d[1], **d[2])),
        Stake: st.builds(Stake, amount=amount, **common),
        Pass: st.builds(Pass, **common),
        Stand: st.builds(Stand, **common),
        DemandShow: st.builds(DemandShow, **common),
        Borrow: st.builds(
            Borrow, lender=st.just(BANK) | name, amount=amount, red=amount, white=amount, blue=amount, **common
        ),
        Draw: st.tuples(drawn | numbered | kept, amiss, st.fixed_dictionaries(common)).map(
            lambda d: Draw(**d[0], **d[1], **d[2])
        ),
        Shuffle: st.builds(Shuffle, **common),
        CutPack: st.builds(CutPack, **common),
        Distract: st.builds(Distract, **common),
        Expose: st.builds(Expose, card=card, **common),
        TakeUp: st.builds(TakeUp, **common),
        AskDealer: st.builds(AskDealer, **common),
        Foul: st.builds(Foul, cards=number, found=st.sampled_from(Fouled), **common),
        Misdeal: st.tuples(st.sampled_from(MisdealReason), st.none() | name, unnamed).map(
            lambda m: Misdeal(reason=m[0], player=m[1], **m[2])
        ),
        CollectDiscards: st.tuples(st.none() | by_name(number), st.none() | name, unnamed).map(
            lambda c: CollectDiscards(announced=c[0], cut_by=c[1], **c[2])
        ),
        WaiveLaw: st.tuples(law, st.just(seats) | few if seats else few, unnamed).map(
            lambda w: WaiveLaw(law=w[0], agreed_by=w[1], **w[2])
        ),
        Show: st.tuples(shown, st.none() | card, st.fixed_dictionaries(common)).map(
            lambda s: Show(cards=s[0][0], original=s[0][1], joker_as=s[1], **s[2])
        ),
    }
    entries: dict[type, st.SearchStrategy[Any]] = {
        SellCounters: st.builds(SellCounters, player=name, counters=counters, on_credit=st.booleans()),
        BuyBack: st.builds(BuyBack, player=name, counters=st.none() | counters),
        CutCards: st.builds(CutCards, cards=by_name(card)),
        Pay: st.builds(Pay, player=name, amount=amount, toward=st.just("credit"))
        | st.builds(Pay, player=name, amount=amount, toward=st.just("loan"), to=st.none() | name),
        Arrive: st.builds(Arrive, player=name, left_of=name),
        Depart: st.builds(Depart, player=name),
        SetLimits: st.builds(
            SetLimits,
            player=name,
            loss=st.none() | st.just(KEPT) | amount,
            stop_at=st.none()
            | st.just(KEPT)
            | st.datetimes().map(lambda at: in_utc(f"{at.isoformat(timespec='seconds')}Z")),
        ).filter(lambda limits: limits.loss is not KEPT or limits.stop_at is not KEPT),
    }
    return plain | {
        **entries,
        lines.Enter: st.builds(lines.Enter, st.one_of(*entries.values())),
        lines.StartGame: st.builds(lines.StartGame, dealer=st.none() | name, sitting_out=st.just(()) | few),
        lines.Record: st.builds(lines.Record, st.one_of(*plain.values())),
        lines.Close: st.builds(lines.Close, stands_over=st.booleans())
        | st.builds(lines.Close, divided=by_name(amount), agreed_by=st.just(seats) | few),
        lines.ExpectTakes: st.builds(lines.ExpectTakes, name, amount),
        lines.ExpectPays: st.builds(lines.ExpectPays, name, amount),
        lines.ExpectRewarded: st.builds(lines.ExpectRewarded, name, amount),
        lines.ExpectHas: st.builds(lines.ExpectHas, name, amount),
        lines.PayOut: st.builds(
            lines.PayOut,
            paid=by_name(amount) | st.just({}),
            carried=st.integers(-9, MOST),
            kitty=st.integers(-9, MOST),
            penalties=by_name(amount) | st.just({}),
            refunds=by_name(amount) | st.just({}),
        ),
        lines.AsPlayed: st.builds(lines.AsPlayed, amount),
        lines.ExpectOwes: st.builds(lines.ExpectOwes, name, name, amount),
        lines.ExpectCash: st.builds(lines.ExpectCash, name, amount),
        lines.ExpectHolds: st.builds(lines.ExpectHolds, name, st.text()),
        lines.ExpectResults: st.builds(lines.ExpectResults, by_name(st.integers(-MOST, MOST))),
        lines.ExpectRefused: st.builds(
            lines.ExpectRefused, st.none() | law, st.none() | st.sampled_from(("above_limit", "invalid"))
        ),
        lines.ExpectCarried: st.builds(lines.ExpectCarried, amount, st.sampled_from((None, "J", "Q", "K"))),
        lines.ExpectNextDealer: st.builds(lines.ExpectNextDealer, name),
        lines.ExpectLaws: st.builds(lines.ExpectLaws, st.lists(law, min_size=1).map(tuple)),
        lines.ExpectPool: st.builds(lines.ExpectPool, amount),
        lines.ExpectKitty: st.builds(lines.ExpectKitty, amount),
        lines.ExpectPhase: st.builds(lines.ExpectPhase, st.sampled_from(Phase)),
        lines.ExpectTurn: st.builds(lines.ExpectTurn, name),
    }


def an_opening(seats: tuple[str, ...]) -> st.SearchStrategy[OpenSitting]:
    amount = st.integers(1, MOST)
    readings = st.fixed_dictionaries({name: st.sampled_from(list(r.values)) for name, r in READINGS.items()})
    kitty = st.builds(Kitty, amount=amount, purpose=st.just("expenses")) | st.builds(
        Kitty, amount=amount, purpose=st.just("reward"), hand_class=st.none() | st.sampled_from(HandClass)
    )
    articles = st.builds(
        Articles,
        ante=amount,
        limit=amount,
        readings=readings | st.just(dict(DEFAULTS)),
        variants=st.lists(st.sampled_from(VARIANTS), unique=True).map(tuple),
        kitty=st.none() | kitty,
        abrogated=st.lists(st.integers(1, 81)).map(tuple),
        loans=st.booleans(),
    )
    return st.builds(
        OpenSitting,
        seats=st.just(seats),
        articles=articles,
        agreed_by=st.just(seats) | st.lists(st.sampled_from(seats), unique=True).map(tuple),
        currency=st.none() | st.sampled_from(("GBP", "LSD")),
        held_on=st.none() | st.dates().map(lambda day: day.isoformat()),
        carried=st.just(0) | amount,
        minimum=st.none() | st.sampled_from("JQK"),
        kitty=st.just(0) | amount,
    )


A_NAME = (st.text(min_size=1, max_size=12) | st.sampled_from(sorted(RESERVED))).filter(
    lambda name: name.strip() and name != "bank"
)


def one_of_all_acts(seats: tuple[str, ...]) -> st.SearchStrategy[Any]:
    everything = one_of_everything(st.sampled_from(seats), seats)
    return st.one_of(*(strategy for kind, strategy in everything.items() if issubclass(kind, Act)))


@st.composite
def a_game_file(draw: st.DrawFn) -> GameFile:
    seats = tuple(draw(st.lists(A_NAME, min_size=1, max_size=4, unique=True)))
    acts: list[Act] = [draw(an_opening(seats)), *draw(st.lists(one_of_all_acts(seats), max_size=6))]
    return GameFile(tuple(Line(number, "", act) for number, act in enumerate(acts, start=1)))
