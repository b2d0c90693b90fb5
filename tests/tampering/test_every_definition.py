"""Every trigger, constraint, index, function and right is taken away or changed: each change is found and named.

The cases follow from the schema itself. A change is made in a transaction that is rolled back, and everything that
differs in it is listed.
"""

from collections.abc import Callable
from typing import Any

import pytest
from psycopg.errors import InsufficientPrivilege
from psycopg.rows import dict_row, tuple_row
from psycopg.sql import SQL, Identifier, Literal

from projections.verify.report import Difference, Findings
from projections.verify.schema import differences
from tests.tampering.hand import VIEWS, Hand

CHANGE = """
    DO $$ DECLARE thing record; BEGIN
        FOR thing IN {things} LOOP EXECUTE format({change}, thing.a, thing.b); END LOOP;
    END $$
"""
TRIGGERS = """
    SELECT t.tgrelid::regclass AS a, quote_ident(t.tgname) AS b, c.relname, t.tgname AS name
    FROM pg_trigger AS t JOIN pg_class AS c ON c.oid = t.tgrelid
    WHERE NOT t.tgisinternal AND c.relnamespace = 'poolbook'::regnamespace
"""
CONSTRAINTS = """
    SELECT k.conrelid::regclass AS a, quote_ident(k.conname) AS b, c.relname, k.conname AS name
    FROM pg_constraint AS k JOIN pg_class AS c ON c.oid = k.conrelid
    WHERE k.contype NOT IN ('n', 't') AND c.relnamespace = 'poolbook'::regnamespace
    ORDER BY k.contype DESC
"""
COLUMNS = """
    SELECT a.attrelid::regclass AS a, quote_ident(a.attname) AS b, c.relname, a.attname AS name
    FROM pg_attribute AS a JOIN pg_class AS c ON c.oid = a.attrelid
    WHERE c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped AND a.attnotnull AND a.attidentity = ''
        AND c.relnamespace = 'poolbook'::regnamespace
        AND NOT EXISTS (SELECT FROM pg_index WHERE indrelid = c.oid AND indisprimary AND a.attnum = ANY(indkey))
"""
INDEXES = """
    SELECT i.indexrelid::regclass AS a, ''::text AS b, c.relname, x.relname AS name
    FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indrelid JOIN pg_class AS x ON x.oid = i.indexrelid
    WHERE c.relnamespace = 'poolbook'::regnamespace
        AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = i.indexrelid)
"""
TABLES = """
    SELECT c.oid::regclass AS a, {role}::text AS b, c.relname, '' AS name
    FROM pg_class AS c
    WHERE c.relkind = 'r' AND c.relnamespace = 'poolbook'::regnamespace
"""

EVERY = {
    "triggers switched off": (TRIGGERS, "ALTER TABLE %s DISABLE TRIGGER %s", "trigger {name}"),
    "triggers that also fire for a replica": (TRIGGERS, "ALTER TABLE %s ENABLE ALWAYS TRIGGER %s", "trigger {name}"),
    "triggers dropped": (TRIGGERS, "DROP TRIGGER %2$s ON %1$s", "trigger {name}"),
    "constraints dropped": (CONSTRAINTS, "ALTER TABLE %s DROP CONSTRAINT IF EXISTS %s CASCADE", "constraint {name}"),
    "columns that may be null": (COLUMNS, "ALTER TABLE %s ALTER %s DROP NOT NULL", "column {name}"),
    "indexes dropped": (INDEXES, "DROP INDEX %s", "index {name}"),
    "tables with row security": (TABLES, "ALTER TABLE %s ENABLE ROW LEVEL SECURITY", "table"),
    "tables of another owner": (TABLES, "ALTER TABLE %s OWNER TO %s", "table"),
    "tables that the service may alter": (TABLES, "GRANT TRUNCATE ON %s TO %s", "right TRUNCATE to {role}"),
    "tables that everybody may read": (TABLES, "GRANT SELECT ON %s TO PUBLIC", "right SELECT to PUBLIC"),
    "tables taken from the service": (TABLES, "REVOKE SELECT ON %s FROM %s", "right SELECT to {role}"),
    "tables with one more trigger": (
        TABLES,
        "CREATE TRIGGER planted AFTER INSERT ON %s EXECUTE FUNCTION suppress_redundant_updates_trigger()",
        "trigger planted",
    ),
    "tables with a rule": (TABLES, "CREATE RULE planted AS ON DELETE TO %s DO ALSO NOTHING", "rule planted"),
}
"""What is done to every thing of a kind: the query for the things, the change, and the key by which each is named."""


def differences_after(hand: Hand, *changes: Any) -> list[Difference]:
    """Make these changes, list the differences, and undo the changes."""
    with hand.connection.transaction(force_rollback=True):
        hand.connection.execute("SET LOCAL session_replication_role = origin")
        hand.connection.execute(SQL("DROP SCHEMA {} CASCADE").format(Identifier(VIEWS)))
        for change in changes:
            hand.connection.execute(change)
        hand.connection.row_factory = tuple_row  # type: ignore[assignment]
        try:
            return list(differences(hand.connection, Findings()))
        finally:
            hand.connection.row_factory = dict_row


def test_the_schema_as_it_was_made_has_no_difference_and_everything_in_them_is_compared(hand: Hand) -> None:
    assert differences_after(hand) == []
    things = hand.verified().checked["definitions"]
    columns = sum(len(columns) for columns in hand.columns.values())
    assert things > columns + len(hand.columns)


@pytest.mark.parametrize("case", EVERY)
def test_every_thing_of_a_kind_is_named_when_it_is_changed(hand: Hand, case: str) -> None:
    query, change, key = EVERY[case]
    listing = SQL(query).format(role=Literal(hand.role))
    things = hand.do(listing.as_string(hand.connection))
    assert things
    listed = differences_after(hand, SQL(CHANGE).format(things=listing, change=Literal(change)))
    named = {(difference.table, difference.key) for difference in listed}
    wanted = {(thing["relname"], key.format(role=hand.role, **thing)) for thing in things}
    assert wanted - named == set()


PLANTED: dict[str, Callable[[Hand], tuple[str, str]]] = {
    "a function with another body": lambda h: (
        "CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'",
        "function refuse_change()",
    ),
    "a function with a setting": lambda h: (
        "ALTER FUNCTION refuse_change() SET search_path TO public",
        "function refuse_change()",
    ),
    "a function that everybody may call": lambda h: (
        "GRANT EXECUTE ON FUNCTION record TO PUBLIC",
        "right EXECUTE to PUBLIC",
    ),
    "one more function": lambda h: ("CREATE FUNCTION planted() RETURNS int RETURN 1", "function planted()"),
    "a table that a crash empties": lambda h: ("ALTER TABLE sealed SET UNLOGGED", "table"),
    "one more table": lambda h: ("CREATE TABLE planted (a int)", "table"),
    "a view": lambda h: ("CREATE VIEW planted AS SELECT * FROM sealed", "view"),
    "a policy": lambda h: ("CREATE POLICY planted ON sealed USING (false)", "policy planted"),
    "one more column": lambda h: ("ALTER TABLE commands ADD planted int DEFAULT 1", "column planted"),
    "a column of another type": lambda h: (
        "ALTER TABLE poolbook.tokens ALTER member TYPE varchar(200)",
        "column member",
    ),
    "a column that the service may change": lambda h: (
        f"GRANT UPDATE (role) ON poolbook.tokens TO {h.role}",
        f"right UPDATE (role) to {h.role}",
    ),
    "a constraint that lets more through": lambda h: (
        "ALTER TABLE postings DROP CONSTRAINT postings_amount_check;"
        "ALTER TABLE postings ADD CONSTRAINT postings_amount_check CHECK (true)",
        "constraint postings_amount_check",
    ),
    "a constraint that was not looked at": lambda h: (
        "ALTER TABLE journal DROP CONSTRAINT journal_lines_check;"
        "ALTER TABLE journal ADD CONSTRAINT journal_lines_check CHECK (lines >= 2) NOT VALID",
        "constraint journal_lines_check",
    ),
    "the triggers of a foreign key switched off": lambda h: (
        "ALTER TABLE poolbook.tokens DISABLE TRIGGER ALL",
        "trigger of tokens_club_fkey",
    ),
    "a schema that everybody may use": lambda h: ("GRANT USAGE ON SCHEMA poolbook TO PUBLIC", "right USAGE to PUBLIC"),
    "a right that can be given on": lambda h: (
        f"GRANT SELECT ON sealed TO {h.role} WITH GRANT OPTION",
        f"right SELECT to {h.role}",
    ),
    "a function that others may call with the owner's rights": lambda h: (
        "ALTER FUNCTION check_entries SECURITY DEFINER",
        "function check_entries(",
    ),
    "positions that the service may choose": lambda h: (
        f"GRANT INSERT ON stored_events TO {h.role}",
        f"right INSERT to {h.role}",
    ),
    "a turn that the service may move": lambda h: (
        f"GRANT UPDATE (position) ON clubs TO {h.role}",
        f"right UPDATE (position) to {h.role}",
    ),
    "one more sequence": lambda h: ("CREATE SEQUENCE planted", "sequence"),
    "one more type": lambda h: ("CREATE DOMAIN planted AS int", "type planted"),
    "one more operator": lambda h: (
        "CREATE OPERATOR === (FUNCTION = int4eq, LEFTARG = int, RIGHTARG = int)",
        "object operator",
    ),
}
"""What somebody plants, and how the key of the difference begins."""


@pytest.mark.parametrize("case", PLANTED)
def test_what_was_planted_in_a_schema_is_named(hand: Hand, case: str) -> None:
    change, key = PLANTED[case](hand)
    listed = differences_after(hand, change)
    assert [
        difference for difference in listed if difference.kind == "schema" and (difference.key or "").startswith(key)
    ], listed


AROUND: dict[str, Callable[[Hand], tuple[str, str]]] = {
    "a setting of the service's role": lambda h: (
        f"ALTER ROLE {h.role} SET session_replication_role = replica",
        f"session_replication_role=replica (of the role {h.role})",
    ),
    "a setting of the database": lambda h: (
        f"ALTER DATABASE {h.connection.info.dbname} SET session_replication_role = replica",
        "session_replication_role=replica (of the database)",
    ),
    "functions in the place of PostgreSQL's": lambda h: (
        f"ALTER ROLE {h.role} SET search_path TO planted, pg_catalog",
        "search_path=planted, pg_catalog",
    ),
    "a service that is a superuser": lambda h: (f"ALTER ROLE {h.role} SUPERUSER", "is a superuser"),
    "a service that is a member of the owner": lambda h: (
        f"GRANT {h.connection.info.user} TO {h.role}",
        "a member of the owner's role",
    ),
    "a service that may write everywhere": lambda h: (
        f"GRANT pg_write_all_data TO {h.role}",
        "one that writes everywhere",
    ),
    "rights that new tables will have": lambda h: (
        "ALTER DEFAULT PRIVILEGES IN SCHEMA poolbook GRANT ALL ON TABLES TO PUBLIC",
        "default privileges",
    ),
    "a schema of another owner": lambda h: (
        f"ALTER SCHEMA poolbook OWNER TO {h.role}",
        f"owned by {h.connection.info.user}",
    ),
    "a schema of an older release": lambda h: (f"CREATE SCHEMA club_{32 * '0'}", "which is no club's any more: club_0"),
}
"""Ways around triggers and rights that change neither, and words from the sentence that reports each."""


@pytest.mark.parametrize("case", AROUND)
def test_a_way_past_triggers_and_rights_is_named(hand: Hand, case: str) -> None:
    change, words = AROUND[case](hand)
    sentences = [f"{difference.sentence}: {difference.found}" for difference in differences_after(hand, change)]
    assert [sentence for sentence in sentences if words in sentence], sentences


def test_a_trigger_that_was_switched_off_fails_the_verification_though_no_row_was_changed(hand: Hand) -> None:
    hand.do("ALTER TABLE poolbook.stored_events DISABLE TRIGGER recorded_stays")
    try:
        difference = hand.verified().first_difference
    finally:
        hand.do("ALTER TABLE poolbook.stored_events ENABLE TRIGGER recorded_stays")
    assert difference is not None
    assert (difference.kind, difference.table, difference.key) == ("schema", "stored_events", "trigger recorded_stays")
    assert "is not as the migrations make it" in difference.sentence
    assert hand.verified().ok


def test_the_description_needs_no_right_that_the_service_lacks(hand: Hand) -> None:
    assume = SQL("SET LOCAL ROLE {}").format(Identifier(hand.role))
    assert differences_after(hand, assume) == []
    with pytest.raises(InsufficientPrivilege):
        differences_after(hand, assume, "CREATE SCHEMA planted")
