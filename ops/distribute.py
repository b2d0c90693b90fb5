"""The tables laid out over several machines, each club's rows together on one: for a database with the extension Citus.

Every table of the clubs is divided by the club, and the divisions of one club lie on the same machine. The function
that records is run there, so that an act crosses to that machine once.
"""

from typing import Any

import psycopg
from psycopg import Connection

_HAS_CITUS = "SELECT FROM pg_extension WHERE extname = 'citus'"
_HAS_NODES = "SELECT FROM pg_dist_node WHERE shouldhaveshards"
# The triggers of our tables write to rows of the same club alone, which lie on the same machine. Functions can only be
# laid out where the tables were before by one connection to each machine.
_SETTINGS = """
    SET LOCAL citus.enable_unsafe_triggers = on;
    SET LOCAL citus.multi_shard_modify_mode = 'sequential'
"""
# The list of clubs comes first: it says where the others go, and tokens refer to it.
_WHOLE_TABLES = """
    SELECT c.oid::regclass::text, a.attname FROM pg_class AS c
    JOIN pg_attribute AS a ON a.attrelid = c.oid
        AND a.attname = CASE WHEN c.relname = 'clubs' THEN 'id' ELSE 'club' END
    WHERE c.relnamespace = 'poolbook'::regnamespace AND c.relkind = 'r'
        AND NOT EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = c.oid AND partmethod = 'h')
    ORDER BY c.relname <> 'clubs', c.relname
"""
_DIVIDE = "SELECT create_distributed_table(%s::regclass, %s, colocate_with => %s)"
# The rows of a database that has clubs are put into the divisions as they are: no trigger may take them for something
# new. What the coordinator had of them goes: erased words must be nowhere.
_TRIGGERS = """
    SELECT format('DROP TRIGGER %%I ON %%s', tgname, tgrelid::regclass), pg_get_triggerdef(oid) FROM pg_trigger
    WHERE tgrelid = %s::regclass AND NOT tgisinternal ORDER BY tgname
"""
_LEAVE_NOTHING_HERE = "SELECT truncate_local_data_after_distributing_table(%s::regclass)"
_FUNCTIONS = "SELECT oid::regprocedure FROM pg_proc WHERE pronamespace = 'poolbook'::regnamespace ORDER BY 1"
_HAVE_EVERYWHERE = "SELECT create_distributed_function(%s::regprocedure)"
_RUN_WHERE_THE_CLUB_IS = """
    SELECT create_distributed_function(%s::regprocedure, 'of_club', colocate_with => 'poolbook.clubs')
"""
# The engine passes on the rights to a table, but not those to single columns. It writes the defaults of a new row out,
# so that on a division every column may be inserted; the coordinator has seen to the columns before.
_RIGHTS_TO_COLUMNS = """
    SELECT c.oid::regclass::text, format(
        'GRANT %s%s ON %%s TO %I', acl.privilege_type,
        CASE WHEN acl.privilege_type <> 'INSERT' THEN format(' (%s)', string_agg(quote_ident(a.attname), ', ')) END,
        r.rolname)
    FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid, aclexplode(a.attacl) AS acl
    JOIN pg_roles AS r ON r.oid = acl.grantee
    WHERE c.relnamespace = 'poolbook'::regnamespace AND c.relkind = 'r' AND c.relname <> 'migrations'
    GROUP BY c.oid, acl.privilege_type, r.rolname
"""
_ON_EVERY_DIVISION = "SELECT shardid, result FROM run_command_on_shards(%s::regclass, %s) WHERE NOT success"
_RECORD = "poolbook.record(uuid,timestamp with time zone,jsonb)"


class NoCitus(Exception):
    """The database cannot divide tables. The message says what to install."""


def distribute(owner_url: str) -> list[str]:
    """Lay out every table of the clubs over the machines that the database knows; the tables that were not yet.

    The tables have been migrated. Rows that are there go along. It is one transaction, during which nothing can be
    recorded. Raises NoCitus, or psycopg's errors.
    """
    with psycopg.connect(owner_url) as owner:
        _check(owner)
        owner.execute(_SETTINGS)
        tables = owner.execute(_WHOLE_TABLES).fetchall()
        triggers = [trigger for table, _ in tables for trigger in owner.execute(_TRIGGERS, (table,)).fetchall()]
        for drop, _ in triggers:
            owner.execute(drop)
        for table, column in tables:
            together = "none" if table == "poolbook.clubs" else "poolbook.clubs"
            owner.execute(_DIVIDE, (table, column, together))
        for table, _ in reversed(tables):
            owner.execute(_LEAVE_NOTHING_HERE, (table,))
        for _, create in triggers:
            owner.execute(create)
        for (function,) in owner.execute(_FUNCTIONS).fetchall():
            owner.execute(_RUN_WHERE_THE_CLUB_IS if function == _RECORD else _HAVE_EVERYWHERE, (function,))
        owner.commit()
        for table, grant in owner.execute(_RIGHTS_TO_COLUMNS).fetchall():
            if refusal := owner.execute(_ON_EVERY_DIVISION, (table, grant)).fetchone():
                raise NoCitus(f"a right could not be given on division {refusal[0]} of {table}: {refusal[1]}")
    return [table for table, _ in tables]


def _check(owner: Connection[Any]) -> None:
    if owner.execute(_HAS_CITUS).fetchone() is None:
        raise NoCitus(
            "this database has no extension citus: install Citus on every machine, then run CREATE EXTENSION citus in"
            " this database on each, and name them to the coordinator with citus_add_node"
        )
    if owner.execute(_HAS_NODES).fetchone() is None:
        raise NoCitus("the coordinator knows no machine to lay out tables on: name them to it with citus_add_node")
