"""A schema as PostgreSQL's catalogue describes it, and as the migrations of this release make it.

What the migrations make is not written down anywhere: they are applied to the temporary schema of a session, which is
described like the real one and then rolled back. So both descriptions come from the same server, and the role that
verifies needs no right but to temporary tables. Nobody may grant rights on a temporary schema itself, so these are read
from the text of the files. A role that every server has, pg_monitor, stands for the service's role.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, LiteralString

from psycopg import Connection
from psycopg.sql import SQL, Identifier

from ledger.store.migrations import TABLE, all_files, carries_over

Thing = tuple[str, str, str]
"""Something in a schema: its kind, the table that it belongs to (or nothing), and its name."""

Catalogue = Mapping[Thing, str]
"""What is in a schema, and how it is defined."""

RIGHT, FUNCTION = "right", "function"

_STAND_IN = "pg_monitor"
_ON_SCHEMA = re.compile(r"GRANT (\w+) ON SCHEMA \{schema\} TO \{service\};")
_TEMPORARY = re.compile(r'"?pg_temp(_\d+)?"?\.')


def as_made(connection: Connection[Any], roles: Sequence[str]) -> Catalogue:
    """What the migrations make, with the rights that they give to each of these roles.

    It is found out once for each server in a process, in a session that must have no temporary tables.
    """
    server = connection.info.host, connection.info.port, connection.info.server_version
    if (made := _MADE.get(server)) is None:
        made = _MADE[server] = _made(connection)
    return dict(_for_each(made, roles))


_MADE: dict[tuple[str, int, int], Catalogue] = {}


def _made(connection: Connection[Any]) -> Catalogue:
    with connection.transaction(force_rollback=True):
        connection.execute("SET LOCAL search_path TO ''")
        usages = list(_apply(connection))
        rows = connection.execute(_DESCRIBED, {"schema": None, "temporary": True}).fetchall()
    made = _without_its_name(rows, _TEMPORARY)
    return made | {(RIGHT, "", f"{usage} to {_STAND_IN}"): "" for usage in usages}


def as_it_is(connection: Connection[Any], schema: str) -> Catalogue:
    """What is in a schema now."""
    with connection.transaction(force_rollback=True):
        connection.execute("SET LOCAL search_path TO ''")
        rows = connection.execute(_DESCRIBED, {"schema": schema, "temporary": False}).fetchall()
    return _without_its_name(rows, re.compile(rf'("{re.escape(schema)}"|\b{re.escape(schema)})\.'))


def _without_its_name(rows: Sequence[tuple[str, str, str, str]], own: re.Pattern[str]) -> dict[Thing, str]:
    """The description without the schema's name, which PostgreSQL leaves out itself for some temporary tables.

    In a function's text {schema} stands for it, because there a name without a schema means something else.
    """
    return {
        (what, own.sub("", table), own.sub("", name)): own.sub("{schema}." if what == FUNCTION else "", text)
        for what, table, name, text in rows
    }


def _apply(connection: Connection[Any]) -> Iterator[str]:
    """Apply the files to the temporary schema; the rights that they give on the schema itself."""
    for text in (TABLE, *(text for name, text in all_files() if not carries_over(name))):
        statements = SQL(_ON_SCHEMA.sub("", text))
        connection.execute(statements.format(schema=Identifier("pg_temp"), service=Identifier(_STAND_IN)))
        yield from _ON_SCHEMA.findall(text)


def _for_each(made: Catalogue, roles: Sequence[str]) -> Iterator[tuple[Thing, str]]:
    """The same, with the rights of the role that stands for the service's once for each of `roles`."""
    for (what, table, name), text in made.items():
        right, to, grantee = name.rpartition(" to ")
        if what == RIGHT and grantee == _STAND_IN:
            yield from (((what, table, f"{right}{to}{role}"), text) for role in roles)
        else:
            yield (what, table, name), text


_DESCRIBED: LiteralString = r"""
WITH place AS (
    SELECT n.oid, CASE WHEN %(temporary)s THEN r.oid ELSE n.nspowner END AS owner, n.nspacl
    FROM pg_namespace AS n, pg_roles AS r
    WHERE r.rolname = current_user
        AND CASE WHEN %(temporary)s THEN n.oid = pg_my_temp_schema() ELSE n.nspname = %(schema)s END
), relation AS (
    SELECT c.*, CASE c.relkind WHEN 'r' THEN 'table' WHEN 'S' THEN 'sequence' WHEN 'v' THEN 'view' ELSE 'relation' END
        AS kind
    FROM pg_class AS c JOIN place ON c.relnamespace = place.oid WHERE c.relkind NOT IN ('i', 'I', 't')
), routine AS (
    SELECT p.*, format('%%s(%%s)', p.proname, pg_get_function_identity_arguments(p.oid)) AS called
    FROM pg_proc AS p JOIN place ON p.pronamespace = place.oid
), granted AS (
    SELECT relname::text AS object, '' AS part, relowner AS owner,
        aclexplode(coalesce(relacl, acldefault(CASE relkind WHEN 'S' THEN 's' ELSE 'r' END::"char", relowner))) AS acl
    FROM relation
    UNION ALL SELECT r.relname, format(' (%%s)', a.attname), r.relowner, aclexplode(a.attacl)
    FROM relation AS r JOIN pg_attribute AS a ON a.attrelid = r.oid
    UNION ALL SELECT called, '', proowner, aclexplode(coalesce(proacl, acldefault('f', proowner))) FROM routine
    UNION ALL SELECT '', '', owner, aclexplode(nspacl) FROM place WHERE NOT %(temporary)s
)
SELECT kind, relname::text, '', concat_ws(', ',
    CASE relpersistence WHEN 'u' THEN 'unlogged' END, CASE WHEN relrowsecurity THEN 'row security' END,
    CASE WHEN relforcerowsecurity THEN 'forced' END, reloptions::text,
    CASE WHEN relowner <> place.owner THEN 'owned by ' || pg_get_userbyid(relowner) END,
    (SELECT concat_ws(' ', seqtypid::regtype, seqstart, seqincrement, seqmin, seqmax, seqcycle)
        FROM pg_sequence WHERE seqrelid = relation.oid),
    (SELECT string_agg(inhparent::regclass::text, ' ') FROM pg_inherits WHERE inhrelid = relation.oid),
    CASE WHEN relkind IN ('v', 'm') THEN pg_get_viewdef(relation.oid) END)
FROM relation, place
UNION ALL
SELECT 'column', r.relname, a.attname, concat_ws(' ', format_type(a.atttypid, a.atttypmod),
    CASE WHEN a.attnotnull THEN 'not null' END, nullif(a.attidentity, ''), nullif(a.attgenerated, ''),
    'default ' || pg_get_expr(d.adbin, d.adrelid),
    CASE WHEN a.attcollation NOT IN (0, 100, 950) THEN a.attcollation END)
FROM relation AS r JOIN pg_attribute AS a ON a.attrelid = r.oid AND a.attnum > 0 AND NOT a.attisdropped
LEFT JOIN pg_attrdef AS d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
UNION ALL
-- That a column is not null is part of the column; a trigger that is a constraint is among the triggers.
SELECT 'constraint', r.relname, k.conname, concat_ws(', ',
    pg_get_constraintdef(k.oid), CASE WHEN NOT k.convalidated THEN 'not validated' END)
FROM relation AS r JOIN pg_constraint AS k ON k.conrelid = r.oid WHERE k.contype NOT IN ('n', 't')
UNION ALL
SELECT 'index', r.relname, c.relname, concat_ws(', ',
    pg_get_indexdef(c.oid), CASE WHEN NOT (i.indisvalid AND i.indisready AND i.indislive) THEN 'not valid' END)
FROM relation AS r JOIN pg_index AS i ON i.indrelid = r.oid JOIN pg_class AS c ON c.oid = i.indexrelid
UNION ALL
SELECT 'trigger', r.relname,
    CASE WHEN t.tgisinternal THEN format('of %%s (%%s)', k.conname, t.tgtype) ELSE t.tgname END,
    concat_ws(', ', CASE WHEN t.tgisinternal THEN t.tgfoid::regproc::text ELSE pg_get_triggerdef(t.oid) END,
        CASE WHEN p.pronamespace <> place.oid AND NOT t.tgisinternal THEN 'of another schema' END,
        CASE t.tgenabled WHEN 'O' THEN 'enabled' WHEN 'D' THEN 'disabled' ELSE 'enabled elsewhere' END)
FROM place, relation AS r JOIN pg_trigger AS t ON t.tgrelid = r.oid JOIN pg_proc AS p ON p.oid = t.tgfoid
LEFT JOIN pg_constraint AS k ON k.oid = t.tgconstraint
-- An engine that divides tables has an extension, whose own triggers only the extension can make.
WHERE NOT t.tgisinternal OR NOT EXISTS (
    SELECT FROM pg_depend AS e WHERE e.classid = 'pg_proc'::regclass AND e.objid = p.oid AND e.deptype = 'e')
UNION ALL
SELECT 'rule', r.relname, w.rulename, concat_ws(', ', pg_get_ruledef(w.oid), w.ev_enabled)
FROM relation AS r JOIN pg_rewrite AS w ON w.ev_class = r.oid WHERE r.relkind = 'r'
UNION ALL
SELECT 'policy', r.relname, p.polname, concat_ws(', ',
    p.polcmd, p.polpermissive, pg_get_expr(p.polqual, r.oid), pg_get_expr(p.polwithcheck, r.oid))
FROM relation AS r JOIN pg_policy AS p ON p.polrelid = r.oid
UNION ALL
SELECT 'function', '', called, concat_ws(', ', pg_get_function_result(routine.oid), l.lanname, prokind, provolatile,
    proparallel, CASE WHEN prosecdef THEN 'security definer' END, CASE WHEN proleakproof THEN 'leakproof' END,
    CASE WHEN proisstrict THEN 'strict' END, proconfig::text,
    CASE WHEN proowner <> place.owner THEN 'owned by ' || pg_get_userbyid(proowner) END,
    nullif(prosupport::oid, 0), probin, prosrc, pg_get_function_sqlbody(routine.oid))
FROM place, routine JOIN pg_language AS l ON l.oid = routine.prolang
UNION ALL
SELECT 'type', '', t.typname, t.typtype::text FROM place JOIN pg_type AS t ON t.typnamespace = place.oid
WHERE t.typtype <> 'c' AND NOT EXISTS (SELECT FROM pg_type AS e WHERE e.typarray = t.oid)
UNION ALL
SELECT 'object', '', pg_describe_object(d.classid, d.objid, 0), ''
FROM place JOIN pg_depend AS d ON d.refclassid = 'pg_namespace'::regclass AND d.refobjid = place.oid
WHERE d.classid NOT IN ('pg_class'::regclass, 'pg_proc'::regclass, 'pg_type'::regclass)
UNION ALL
-- The owner has every right on what is his, and can take any other.
SELECT 'right', object, format('%%s%%s to %%s', (acl).privilege_type, part,
    CASE (acl).grantee WHEN 0 THEN 'PUBLIC' ELSE pg_get_userbyid((acl).grantee) END),
    CASE WHEN (acl).is_grantable THEN 'with the right to give it on' ELSE '' END
FROM granted WHERE (acl).grantee <> owner
"""
