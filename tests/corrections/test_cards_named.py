"""Every field with cards is known; a forgotten field would let a reader find out sealed cards."""

import ast
import inspect

import pytest

from ledger.afterwards.game_corrections import names_cards
from ledger.play import commands
from ledger.play.acts import ACT_OF
from ledger.play.commands import Command, Draw, Expose, Foul, Pass
from ledger.play.values import fields_of


def annotated() -> dict[str, set[str]]:
    """The fields of each command whose annotation, as it is written, speaks of a Card.

    They are read from the source, apart from how the service finds them out.
    """
    card_fields: dict[str, set[str]] = {}
    for kind in ast.parse(inspect.getsource(commands)).body:
        if isinstance(kind, ast.ClassDef):
            annotations = [node for node in kind.body if isinstance(node, ast.AnnAssign)]
            fields = {node.target.id for node in annotations if isinstance(node.target, ast.Name) and _of_cards(node)}
            card_fields[kind.name] = fields
    return card_fields


def _of_cards(field: ast.AnnAssign) -> bool:
    return any(isinstance(node, ast.Name) and node.id == "Card" for node in ast.walk(field.annotation))


def test_every_field_of_a_command_that_names_a_card_is_listed() -> None:
    card_fields = annotated()
    assert set(card_fields) == {"Command", *(kind.__name__ for kind in ACT_OF)}
    for kind in ACT_OF:
        assert card_fields[kind.__name__] == {field.name for field in fields_of(kind) if field.value.holds_cards}


@pytest.mark.parametrize("kind", ACT_OF)
def test_a_command_with_any_such_field_filled_in_names_a_card(kind: type[Command]) -> None:
    for field in annotated()[kind.__name__]:
        command = object.__new__(kind)
        for name in kind.__dataclass_fields__:
            object.__setattr__(command, name, None)
        assert not names_cards(command)
        object.__setattr__(command, field, "Ah")
        assert names_cards(command)


def test_an_act_without_cards_names_none() -> None:
    assert not names_cards(Pass(player="C", irregular=True))
    assert not names_cards(Draw(player="C", discard=3))
    assert not names_cards(Foul(player="C", cards=6, found="dealt", irregular=True))
    assert names_cards(Draw(player="C", discard=("Ah",)))
    assert names_cards(Expose(player="C", card="Ah", irregular=True))
