-- A database of the release before the tables of all clubs, as pg_dump wrote it: a schema for each of two clubs, without
-- the rows of the read tables. What is text in a bytea stands as text.
CREATE SCHEMA club_767a793673745e70aa551fb56817d200;
CREATE SCHEMA club_9cb7e604ff4a55ddb01573078baf0aa4;
CREATE SCHEMA poolbook;
CREATE FUNCTION club_767a793673745e70aa551fb56817d200.account_is_current() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
IF NEW.last_position < OLD.last_position OR (NEW.kind, NEW.owner) <> (OLD.kind, OLD.owner) THEN
PERFORM "club_767a793673745e70aa551fb56817d200".refuse_books(OLD.last_position, format('%s:%s goes back', OLD.kind, OLD.owner));
END IF;
RETURN NEW;
END
$$;
CREATE FUNCTION club_767a793673745e70aa551fb56817d200.account_stands() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
IF NEW.balance IS DISTINCT FROM (
SELECT p.after FROM "club_767a793673745e70aa551fb56817d200".postings p
WHERE p.kind = NEW.kind AND p.owner = NEW.owner AND p.position = NEW.last_position
ORDER BY p.line DESC LIMIT 1)
THEN
PERFORM "club_767a793673745e70aa551fb56817d200".refuse_books(NEW.last_position,
format('no line of %s:%s ends at %s', NEW.kind, NEW.owner, NEW.balance));
END IF;
RETURN NULL;
END
$$;
CREATE FUNCTION club_767a793673745e70aa551fb56817d200.emptied_whole() RETURNS trigger
LANGUAGE plpgsql
AS $$
DECLARE
left_over boolean;
BEGIN
EXECUTE format('SELECT EXISTS (SELECT FROM %I.%I)', TG_TABLE_SCHEMA, TG_TABLE_NAME) INTO left_over;
IF left_over OR EXISTS (SELECT FROM "club_767a793673745e70aa551fb56817d200".journal) THEN
RAISE EXCEPTION 'the books are emptied whole, the journal first, or not at all: % stays', TG_TABLE_NAME
USING ERRCODE = 'integrity_constraint_violation';
END IF;
RETURN NULL;
END
$$;
CREATE FUNCTION club_767a793673745e70aa551fb56817d200.entry_balances() RETURNS trigger
LANGUAGE plpgsql
AS $$
DECLARE
made record;
entry_before record;
standing record;
BEGIN
SELECT count(*) AS lines, max(p.line) AS last, sum(p.amount) AS total,
coalesce(-sum(p.amount) FILTER (WHERE "club_767a793673745e70aa551fb56817d200".holds_counters(p.kind)), 0) AS counters,
bool_and(p.sitting = NEW.sitting) AS of_one_sitting,
bool_and(p.before = coalesce(prior.after, 0)) AS chained,
bool_and(p.table_before = CASE
WHEN prior IS NULL THEN 0 WHEN prior.sitting = p.sitting THEN prior.table_after ELSE p.table_before
END) AS chained_at_table,
-- Where it was carried to is a later line, or this entry's last of the account: account_stands sees to that.
bool_and(coalesce((
SELECT a.last_position FROM "club_767a793673745e70aa551fb56817d200".accounts a WHERE a.kind = p.kind AND a.owner = p.owner), 0)
>= p.position) AS carried_over
INTO made
FROM "club_767a793673745e70aa551fb56817d200".postings p LEFT JOIN LATERAL (
SELECT b.after, b.table_after, b.sitting FROM "club_767a793673745e70aa551fb56817d200".postings b
WHERE b.kind = p.kind AND b.owner = p.owner AND (b.position, b.line) < (p.position, p.line)
ORDER BY b.position DESC, b.line DESC LIMIT 1) AS prior ON true
WHERE p.position = NEW.position;
IF made.lines <> NEW.lines OR made.last <> NEW.lines OR NOT made.of_one_sitting THEN
PERFORM "club_767a793673745e70aa551fb56817d200".refuse_books(NEW.position, format('%s lines of %s', made.lines, NEW.lines));
ELSIF made.total <> 0 THEN
PERFORM "club_767a793673745e70aa551fb56817d200".refuse_books(NEW.position, format('the postings sum to %s', made.total));
ELSIF made.counters <> NEW.issued THEN
PERFORM "club_767a793673745e70aa551fb56817d200".refuse_books(NEW.position,
format('%s in issue by the postings, %s by the till', made.counters, NEW.issued));
ELSIF NOT (made.chained AND made.chained_at_table) THEN
PERFORM "club_767a793673745e70aa551fb56817d200".refuse_books(NEW.position, 'a line does not begin where its account stood');
ELSIF NOT made.carried_over THEN
PERFORM "club_767a793673745e70aa551fb56817d200".refuse_books(NEW.position, 'an account does not stand where its last line ends');
END IF;
SELECT j.number, j.in_issue INTO entry_before FROM "club_767a793673745e70aa551fb56817d200".journal j
WHERE j.position < NEW.position ORDER BY j.position DESC LIMIT 1;
IF NEW.number <> coalesce(entry_before.number, 0) + 1 THEN
PERFORM "club_767a793673745e70aa551fb56817d200".refuse_books(NEW.position, format('entry %s does not follow the one before', NEW.number));
ELSIF NEW.in_issue <> coalesce(entry_before.in_issue, 0) + NEW.issued THEN
PERFORM "club_767a793673745e70aa551fb56817d200".refuse_books(NEW.position, format('%s counters in issue do not follow', NEW.in_issue));
END IF;
-- The last entry answers for the whole club, which is looked at once in a transaction therefore.
IF NOT EXISTS (SELECT FROM "club_767a793673745e70aa551fb56817d200".journal j WHERE j.number = NEW.number + 1) THEN
SELECT coalesce(sum(a.balance), 0) AS total,
coalesce(-sum(a.balance) FILTER (WHERE "club_767a793673745e70aa551fb56817d200".holds_counters(a.kind)), 0) AS counters
INTO standing FROM "club_767a793673745e70aa551fb56817d200".accounts a WHERE a.balance <> 0;
IF standing.total <> 0 OR standing.counters <> NEW.in_issue THEN
PERFORM "club_767a793673745e70aa551fb56817d200".refuse_books(NEW.position, format('the accounts sum to %s, and %s counters lie on them, %s are in issue',
standing.total, standing.counters, NEW.in_issue));
END IF;
END IF;
RETURN NULL;
END
$$;
CREATE FUNCTION club_767a793673745e70aa551fb56817d200.erase_parts(streams uuid[], versions bigint[], parts text[]) RETURNS void
LANGUAGE plpgsql
SET search_path TO 'pg_catalog', 'pg_temp'
AS $$
DECLARE
named record;
BEGIN
FOR named IN SELECT * FROM unnest(streams, versions, parts) AS each (stream, version, part) LOOP
IF NOT "club_767a793673745e70aa551fb56817d200".erase_sealed(named.stream, named.version, named.part) THEN
RAISE EXCEPTION 'the part % of event % of stream % is not there', named.part, named.version, named.stream
USING ERRCODE = 'integrity_constraint_violation';
END IF;
END LOOP;
END
$$;
CREATE FUNCTION club_767a793673745e70aa551fb56817d200.erase_sealed(of_stream uuid, of_version bigint, of_part text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER
SET search_path TO 'pg_catalog', 'pg_temp'
AS $$
DECLARE
was_there boolean;
BEGIN
-- Not a SET of the function itself: only a superuser may give a function a setting that is not PostgreSQL's.
DELETE FROM "club_767a793673745e70aa551fb56817d200".sealed WHERE stream = of_stream AND version = of_version AND part = of_part;
was_there := FOUND;
RETURN was_there;
END
$$;
CREATE FUNCTION club_767a793673745e70aa551fb56817d200.holds_counters(kind text) RETURNS boolean
LANGUAGE sql IMMUTABLE
RETURN (kind = ANY (ARRAY['player'::text, 'pool'::text, 'carried'::text, 'kitty'::text]));
CREATE FUNCTION club_767a793673745e70aa551fb56817d200.lines_belong() RETURNS trigger
LANGUAGE plpgsql
AS $$
DECLARE
alone record;
BEGIN
SELECT made.position, made.line INTO alone
FROM made LEFT JOIN "club_767a793673745e70aa551fb56817d200".journal j ON j.position = made.position AND j.lines >= made.line
WHERE j.position IS NULL LIMIT 1;
IF FOUND THEN
PERFORM "club_767a793673745e70aa551fb56817d200".refuse_books(alone.position, format('line %s belongs to no entry', alone.line));
END IF;
RETURN NULL;
END
$$;
CREATE FUNCTION club_767a793673745e70aa551fb56817d200.nothing_left_behind() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
IF EXISTS (
SELECT FROM (SELECT p.position FROM "club_767a793673745e70aa551fb56817d200".postings p ORDER BY p.position DESC LIMIT 1) AS p
WHERE p.position IS DISTINCT FROM (SELECT max(j.position) FROM "club_767a793673745e70aa551fb56817d200".journal j))
OR NOT EXISTS (SELECT FROM "club_767a793673745e70aa551fb56817d200".journal)
AND (EXISTS (SELECT FROM "club_767a793673745e70aa551fb56817d200".accounts) OR EXISTS (SELECT FROM "club_767a793673745e70aa551fb56817d200".table_accounts))
THEN
RAISE EXCEPTION 'the journal was emptied, and not the lines and accounts with it'
USING ERRCODE = 'integrity_constraint_violation';
END IF;
RETURN NULL;
END
$$;
CREATE FUNCTION club_767a793673745e70aa551fb56817d200.refuse_books(entry bigint, because text) RETURNS void
LANGUAGE plpgsql
AS $$
BEGIN
RAISE EXCEPTION 'the books do not balance at position %: %', entry, because
USING ERRCODE = 'integrity_constraint_violation';
END
$$;
CREATE FUNCTION club_767a793673745e70aa551fb56817d200.refuse_change() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
RAISE EXCEPTION '% of %.% refused: what is recorded stays', TG_OP, TG_TABLE_SCHEMA, TG_TABLE_NAME
USING ERRCODE = 'insufficient_privilege';
END
$$;
CREATE FUNCTION club_767a793673745e70aa551fb56817d200.table_account_stands() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
IF NEW.balance IS DISTINCT FROM (
SELECT p.table_after FROM "club_767a793673745e70aa551fb56817d200".postings p
WHERE p.kind = NEW.kind AND p.owner = NEW.owner AND p.position = NEW.last_position AND p.sitting = NEW.sitting
ORDER BY p.line DESC LIMIT 1)
THEN
PERFORM "club_767a793673745e70aa551fb56817d200".refuse_books(NEW.last_position,
format('no line of %s:%s at that table ends at %s', NEW.kind, NEW.owner, NEW.balance));
END IF;
RETURN NULL;
END
$$;
CREATE FUNCTION club_9cb7e604ff4a55ddb01573078baf0aa4.account_is_current() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
IF NEW.last_position < OLD.last_position OR (NEW.kind, NEW.owner) <> (OLD.kind, OLD.owner) THEN
PERFORM "club_9cb7e604ff4a55ddb01573078baf0aa4".refuse_books(OLD.last_position, format('%s:%s goes back', OLD.kind, OLD.owner));
END IF;
RETURN NEW;
END
$$;
CREATE FUNCTION club_9cb7e604ff4a55ddb01573078baf0aa4.account_stands() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
IF NEW.balance IS DISTINCT FROM (
SELECT p.after FROM "club_9cb7e604ff4a55ddb01573078baf0aa4".postings p
WHERE p.kind = NEW.kind AND p.owner = NEW.owner AND p.position = NEW.last_position
ORDER BY p.line DESC LIMIT 1)
THEN
PERFORM "club_9cb7e604ff4a55ddb01573078baf0aa4".refuse_books(NEW.last_position,
format('no line of %s:%s ends at %s', NEW.kind, NEW.owner, NEW.balance));
END IF;
RETURN NULL;
END
$$;
CREATE FUNCTION club_9cb7e604ff4a55ddb01573078baf0aa4.emptied_whole() RETURNS trigger
LANGUAGE plpgsql
AS $$
DECLARE
left_over boolean;
BEGIN
EXECUTE format('SELECT EXISTS (SELECT FROM %I.%I)', TG_TABLE_SCHEMA, TG_TABLE_NAME) INTO left_over;
IF left_over OR EXISTS (SELECT FROM "club_9cb7e604ff4a55ddb01573078baf0aa4".journal) THEN
RAISE EXCEPTION 'the books are emptied whole, the journal first, or not at all: % stays', TG_TABLE_NAME
USING ERRCODE = 'integrity_constraint_violation';
END IF;
RETURN NULL;
END
$$;
CREATE FUNCTION club_9cb7e604ff4a55ddb01573078baf0aa4.entry_balances() RETURNS trigger
LANGUAGE plpgsql
AS $$
DECLARE
made record;
entry_before record;
standing record;
BEGIN
SELECT count(*) AS lines, max(p.line) AS last, sum(p.amount) AS total,
coalesce(-sum(p.amount) FILTER (WHERE "club_9cb7e604ff4a55ddb01573078baf0aa4".holds_counters(p.kind)), 0) AS counters,
bool_and(p.sitting = NEW.sitting) AS of_one_sitting,
bool_and(p.before = coalesce(prior.after, 0)) AS chained,
bool_and(p.table_before = CASE
WHEN prior IS NULL THEN 0 WHEN prior.sitting = p.sitting THEN prior.table_after ELSE p.table_before
END) AS chained_at_table,
-- Where it was carried to is a later line, or this entry's last of the account: account_stands sees to that.
bool_and(coalesce((
SELECT a.last_position FROM "club_9cb7e604ff4a55ddb01573078baf0aa4".accounts a WHERE a.kind = p.kind AND a.owner = p.owner), 0)
>= p.position) AS carried_over
INTO made
FROM "club_9cb7e604ff4a55ddb01573078baf0aa4".postings p LEFT JOIN LATERAL (
SELECT b.after, b.table_after, b.sitting FROM "club_9cb7e604ff4a55ddb01573078baf0aa4".postings b
WHERE b.kind = p.kind AND b.owner = p.owner AND (b.position, b.line) < (p.position, p.line)
ORDER BY b.position DESC, b.line DESC LIMIT 1) AS prior ON true
WHERE p.position = NEW.position;
IF made.lines <> NEW.lines OR made.last <> NEW.lines OR NOT made.of_one_sitting THEN
PERFORM "club_9cb7e604ff4a55ddb01573078baf0aa4".refuse_books(NEW.position, format('%s lines of %s', made.lines, NEW.lines));
ELSIF made.total <> 0 THEN
PERFORM "club_9cb7e604ff4a55ddb01573078baf0aa4".refuse_books(NEW.position, format('the postings sum to %s', made.total));
ELSIF made.counters <> NEW.issued THEN
PERFORM "club_9cb7e604ff4a55ddb01573078baf0aa4".refuse_books(NEW.position,
format('%s in issue by the postings, %s by the till', made.counters, NEW.issued));
ELSIF NOT (made.chained AND made.chained_at_table) THEN
PERFORM "club_9cb7e604ff4a55ddb01573078baf0aa4".refuse_books(NEW.position, 'a line does not begin where its account stood');
ELSIF NOT made.carried_over THEN
PERFORM "club_9cb7e604ff4a55ddb01573078baf0aa4".refuse_books(NEW.position, 'an account does not stand where its last line ends');
END IF;
SELECT j.number, j.in_issue INTO entry_before FROM "club_9cb7e604ff4a55ddb01573078baf0aa4".journal j
WHERE j.position < NEW.position ORDER BY j.position DESC LIMIT 1;
IF NEW.number <> coalesce(entry_before.number, 0) + 1 THEN
PERFORM "club_9cb7e604ff4a55ddb01573078baf0aa4".refuse_books(NEW.position, format('entry %s does not follow the one before', NEW.number));
ELSIF NEW.in_issue <> coalesce(entry_before.in_issue, 0) + NEW.issued THEN
PERFORM "club_9cb7e604ff4a55ddb01573078baf0aa4".refuse_books(NEW.position, format('%s counters in issue do not follow', NEW.in_issue));
END IF;
-- The last entry answers for the whole club, which is looked at once in a transaction therefore.
IF NOT EXISTS (SELECT FROM "club_9cb7e604ff4a55ddb01573078baf0aa4".journal j WHERE j.number = NEW.number + 1) THEN
SELECT coalesce(sum(a.balance), 0) AS total,
coalesce(-sum(a.balance) FILTER (WHERE "club_9cb7e604ff4a55ddb01573078baf0aa4".holds_counters(a.kind)), 0) AS counters
INTO standing FROM "club_9cb7e604ff4a55ddb01573078baf0aa4".accounts a WHERE a.balance <> 0;
IF standing.total <> 0 OR standing.counters <> NEW.in_issue THEN
PERFORM "club_9cb7e604ff4a55ddb01573078baf0aa4".refuse_books(NEW.position, format('the accounts sum to %s, and %s counters lie on them, %s are in issue',
standing.total, standing.counters, NEW.in_issue));
END IF;
END IF;
RETURN NULL;
END
$$;
CREATE FUNCTION club_9cb7e604ff4a55ddb01573078baf0aa4.erase_parts(streams uuid[], versions bigint[], parts text[]) RETURNS void
LANGUAGE plpgsql
SET search_path TO 'pg_catalog', 'pg_temp'
AS $$
DECLARE
named record;
BEGIN
FOR named IN SELECT * FROM unnest(streams, versions, parts) AS each (stream, version, part) LOOP
IF NOT "club_9cb7e604ff4a55ddb01573078baf0aa4".erase_sealed(named.stream, named.version, named.part) THEN
RAISE EXCEPTION 'the part % of event % of stream % is not there', named.part, named.version, named.stream
USING ERRCODE = 'integrity_constraint_violation';
END IF;
END LOOP;
END
$$;
CREATE FUNCTION club_9cb7e604ff4a55ddb01573078baf0aa4.erase_sealed(of_stream uuid, of_version bigint, of_part text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER
SET search_path TO 'pg_catalog', 'pg_temp'
AS $$
DECLARE
was_there boolean;
BEGIN
-- Not a SET of the function itself: only a superuser may give a function a setting that is not PostgreSQL's.
DELETE FROM "club_9cb7e604ff4a55ddb01573078baf0aa4".sealed WHERE stream = of_stream AND version = of_version AND part = of_part;
was_there := FOUND;
RETURN was_there;
END
$$;
CREATE FUNCTION club_9cb7e604ff4a55ddb01573078baf0aa4.holds_counters(kind text) RETURNS boolean
LANGUAGE sql IMMUTABLE
RETURN (kind = ANY (ARRAY['player'::text, 'pool'::text, 'carried'::text, 'kitty'::text]));
CREATE FUNCTION club_9cb7e604ff4a55ddb01573078baf0aa4.lines_belong() RETURNS trigger
LANGUAGE plpgsql
AS $$
DECLARE
alone record;
BEGIN
SELECT made.position, made.line INTO alone
FROM made LEFT JOIN "club_9cb7e604ff4a55ddb01573078baf0aa4".journal j ON j.position = made.position AND j.lines >= made.line
WHERE j.position IS NULL LIMIT 1;
IF FOUND THEN
PERFORM "club_9cb7e604ff4a55ddb01573078baf0aa4".refuse_books(alone.position, format('line %s belongs to no entry', alone.line));
END IF;
RETURN NULL;
END
$$;
CREATE FUNCTION club_9cb7e604ff4a55ddb01573078baf0aa4.nothing_left_behind() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
IF EXISTS (
SELECT FROM (SELECT p.position FROM "club_9cb7e604ff4a55ddb01573078baf0aa4".postings p ORDER BY p.position DESC LIMIT 1) AS p
WHERE p.position IS DISTINCT FROM (SELECT max(j.position) FROM "club_9cb7e604ff4a55ddb01573078baf0aa4".journal j))
OR NOT EXISTS (SELECT FROM "club_9cb7e604ff4a55ddb01573078baf0aa4".journal)
AND (EXISTS (SELECT FROM "club_9cb7e604ff4a55ddb01573078baf0aa4".accounts) OR EXISTS (SELECT FROM "club_9cb7e604ff4a55ddb01573078baf0aa4".table_accounts))
THEN
RAISE EXCEPTION 'the journal was emptied, and not the lines and accounts with it'
USING ERRCODE = 'integrity_constraint_violation';
END IF;
RETURN NULL;
END
$$;
CREATE FUNCTION club_9cb7e604ff4a55ddb01573078baf0aa4.refuse_books(entry bigint, because text) RETURNS void
LANGUAGE plpgsql
AS $$
BEGIN
RAISE EXCEPTION 'the books do not balance at position %: %', entry, because
USING ERRCODE = 'integrity_constraint_violation';
END
$$;
CREATE FUNCTION club_9cb7e604ff4a55ddb01573078baf0aa4.refuse_change() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
RAISE EXCEPTION '% of %.% refused: what is recorded stays', TG_OP, TG_TABLE_SCHEMA, TG_TABLE_NAME
USING ERRCODE = 'insufficient_privilege';
END
$$;
CREATE FUNCTION club_9cb7e604ff4a55ddb01573078baf0aa4.table_account_stands() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
IF NEW.balance IS DISTINCT FROM (
SELECT p.table_after FROM "club_9cb7e604ff4a55ddb01573078baf0aa4".postings p
WHERE p.kind = NEW.kind AND p.owner = NEW.owner AND p.position = NEW.last_position AND p.sitting = NEW.sitting
ORDER BY p.line DESC LIMIT 1)
THEN
PERFORM "club_9cb7e604ff4a55ddb01573078baf0aa4".refuse_books(NEW.last_position,
format('no line of %s:%s at that table ends at %s', NEW.kind, NEW.owner, NEW.balance));
END IF;
RETURN NULL;
END
$$;
CREATE TABLE club_767a793673745e70aa551fb56817d200.accounts (
kind text NOT NULL,
owner text NOT NULL,
balance bigint NOT NULL,
first_position bigint NOT NULL,
last_position bigint NOT NULL,
CONSTRAINT accounts_kind_check CHECK ((kind = ANY (ARRAY['bank_cash'::text, 'player'::text, 'pool'::text, 'carried'::text, 'kitty'::text, 'stands_over'::text, 'credit'::text, 'loan'::text, 'differences'::text, 'between_players'::text, 'club'::text])))
);
CREATE TABLE club_767a793673745e70aa551fb56817d200.audit (
"position" bigint NOT NULL,
kind text NOT NULL,
stream uuid NOT NULL,
version bigint NOT NULL,
at timestamp with time zone NOT NULL,
sitting uuid,
game uuid,
members text[] NOT NULL
);
CREATE TABLE club_767a793673745e70aa551fb56817d200.command_secret (
only_one boolean DEFAULT true NOT NULL,
secret bytea NOT NULL,
CONSTRAINT command_secret_only_one_check CHECK (only_one),
CONSTRAINT command_secret_secret_check CHECK ((octet_length(secret) = 32))
);
CREATE TABLE club_767a793673745e70aa551fb56817d200.commands (
key text NOT NULL,
request_hash bytea NOT NULL,
stream uuid NOT NULL,
from_version bigint NOT NULL,
to_version bigint NOT NULL,
recorded_at timestamp with time zone NOT NULL
);
CREATE TABLE club_767a793673745e70aa551fb56817d200.games (
game uuid NOT NULL,
sitting uuid NOT NULL,
number integer NOT NULL,
phase text NOT NULL,
dealer text NOT NULL,
players text[] NOT NULL,
minimum text,
carried_in bigint NOT NULL,
pool bigint NOT NULL,
carried_out bigint,
begun_at timestamp with time zone NOT NULL,
settled_at timestamp with time zone,
disputes integer DEFAULT 0 NOT NULL
);
CREATE TABLE club_767a793673745e70aa551fb56817d200.journal (
"position" bigint NOT NULL,
number bigint NOT NULL,
stream uuid NOT NULL,
version bigint NOT NULL,
sitting uuid NOT NULL,
game uuid,
topic text NOT NULL,
recorded_at timestamp with time zone NOT NULL,
lines integer NOT NULL,
issued bigint NOT NULL,
in_issue bigint NOT NULL,
CONSTRAINT journal_lines_check CHECK ((lines >= 2)),
CONSTRAINT journal_number_check CHECK ((number > 0))
);
CREATE TABLE club_767a793673745e70aa551fb56817d200.log_checkpoints (
size bigint NOT NULL,
"position" bigint NOT NULL,
root bytea NOT NULL,
note text NOT NULL,
vkey text NOT NULL,
signed_at timestamp with time zone NOT NULL,
CONSTRAINT log_checkpoints_root_check CHECK ((octet_length(root) = 32)),
CONSTRAINT log_checkpoints_size_check CHECK ((size > 0))
);
CREATE TABLE club_767a793673745e70aa551fb56817d200.log_leaves (
index bigint NOT NULL,
"position" bigint NOT NULL,
hash bytea NOT NULL,
CONSTRAINT log_leaves_hash_check CHECK ((octet_length(hash) = 32)),
CONSTRAINT log_leaves_index_check CHECK ((index >= 0))
);
CREATE TABLE club_767a793673745e70aa551fb56817d200.log_nodes (
level smallint NOT NULL,
index bigint NOT NULL,
hash bytea NOT NULL,
CONSTRAINT log_nodes_hash_check CHECK ((octet_length(hash) = 32)),
CONSTRAINT log_nodes_index_check CHECK ((index >= 0)),
CONSTRAINT log_nodes_level_check CHECK ((level > 0))
);
CREATE TABLE club_767a793673745e70aa551fb56817d200.log_unsigned (
only_one boolean DEFAULT true NOT NULL,
error text NOT NULL,
failed_at timestamp with time zone NOT NULL,
CONSTRAINT log_unsigned_only_one_check CHECK (only_one)
);
CREATE TABLE club_767a793673745e70aa551fb56817d200.notification_tracking (
application_name text NOT NULL,
notification_id bigint
);
CREATE TABLE club_767a793673745e70aa551fb56817d200.pool_shares (
game uuid NOT NULL,
member text NOT NULL,
seat integer NOT NULL,
ante bigint NOT NULL,
payment bigint NOT NULL,
stake bigint NOT NULL,
penalty bigint NOT NULL,
retired boolean NOT NULL
);
CREATE TABLE club_767a793673745e70aa551fb56817d200.pools (
game uuid NOT NULL,
sitting uuid NOT NULL,
number integer NOT NULL,
corrected boolean NOT NULL,
carried_in bigint NOT NULL
);
CREATE TABLE club_767a793673745e70aa551fb56817d200.postings (
"position" bigint NOT NULL,
line integer NOT NULL,
sitting uuid NOT NULL,
kind text NOT NULL,
owner text NOT NULL,
amount bigint NOT NULL,
before bigint NOT NULL,
after bigint NOT NULL,
table_before bigint NOT NULL,
table_after bigint NOT NULL,
CONSTRAINT postings_amount_check CHECK ((amount <> 0)),
CONSTRAINT postings_check CHECK ((after = (before + amount))),
CONSTRAINT postings_check1 CHECK ((table_after = (table_before + amount))),
CONSTRAINT postings_line_check CHECK ((line > 0))
);
CREATE TABLE club_767a793673745e70aa551fb56817d200.projection_failure (
only_one boolean DEFAULT true NOT NULL,
after_position bigint NOT NULL,
error text NOT NULL,
failed_at timestamp with time zone NOT NULL,
CONSTRAINT projection_failure_only_one_check CHECK (only_one)
);
CREATE TABLE club_767a793673745e70aa551fb56817d200.reckoned_colours (
sitting uuid NOT NULL,
colour text NOT NULL,
worth bigint NOT NULL,
opened bigint NOT NULL,
sold bigint NOT NULL,
lent bigint NOT NULL,
bought_back bigint NOT NULL
);
CREATE TABLE club_767a793673745e70aa551fb56817d200.reckoned_players (
sitting uuid NOT NULL,
member text NOT NULL,
place integer NOT NULL,
paid bigint NOT NULL,
on_credit bigint NOT NULL,
lent bigint NOT NULL,
borrowed bigint NOT NULL,
net bigint NOT NULL,
in_hand bigint NOT NULL,
red bigint NOT NULL,
white bigint NOT NULL,
blue bigint NOT NULL,
odd bigint NOT NULL,
counted bigint NOT NULL,
difference bigint NOT NULL,
credit bigint NOT NULL,
loan bigint NOT NULL,
cash_due bigint NOT NULL,
credit_repaid bigint NOT NULL,
loan_repaid bigint NOT NULL,
repaid bigint NOT NULL,
divided bigint NOT NULL
);
CREATE TABLE club_767a793673745e70aa551fb56817d200.reckonings (
sitting uuid NOT NULL,
closed boolean NOT NULL,
running uuid,
carried_before bigint NOT NULL,
kitty_before bigint NOT NULL,
carried bigint NOT NULL,
kitty bigint NOT NULL,
in_pool bigint NOT NULL,
astray bigint NOT NULL,
to_club bigint NOT NULL,
carried_over bigint NOT NULL,
kitty_over bigint NOT NULL,
till_difference bigint NOT NULL,
till_lent bigint NOT NULL
);
CREATE TABLE club_767a793673745e70aa551fb56817d200.results (
game uuid NOT NULL,
member text NOT NULL,
sitting uuid NOT NULL,
number integer NOT NULL,
begun_position bigint NOT NULL,
net bigint NOT NULL,
played boolean NOT NULL,
opened boolean NOT NULL,
won boolean NOT NULL,
shown boolean NOT NULL,
settled_at timestamp with time zone,
took bigint DEFAULT 0 NOT NULL,
passed_before_draw boolean DEFAULT false NOT NULL,
passed_after_draw boolean DEFAULT false NOT NULL,
jack_pot boolean DEFAULT false NOT NULL,
demanded boolean DEFAULT false NOT NULL
);
CREATE TABLE club_767a793673745e70aa551fb56817d200.sealed (
stream uuid NOT NULL,
version bigint NOT NULL,
part text NOT NULL,
salt bytea NOT NULL,
body bytea NOT NULL
);
CREATE TABLE club_767a793673745e70aa551fb56817d200.settlements (
game uuid NOT NULL,
sitting uuid NOT NULL,
number integer NOT NULL,
corrected boolean NOT NULL,
demanded text[] NOT NULL,
document text NOT NULL,
paid text
);
CREATE TABLE club_767a793673745e70aa551fb56817d200.sittings (
sitting uuid NOT NULL,
number integer NOT NULL,
held_on text NOT NULL,
status text NOT NULL,
ante bigint NOT NULL,
stake_limit bigint NOT NULL,
seats text[] NOT NULL,
games integer NOT NULL,
running uuid,
carried bigint NOT NULL,
minimum text,
opened_at timestamp with time zone NOT NULL,
closed_at timestamp with time zone
);
CREATE TABLE club_767a793673745e70aa551fb56817d200.stored_events (
originator_id uuid NOT NULL,
originator_version bigint NOT NULL,
topic text NOT NULL,
state bytea NOT NULL,
notification_id bigint NOT NULL,
CONSTRAINT stored_events_originator_version_check CHECK ((originator_version > 0))
);
ALTER TABLE club_767a793673745e70aa551fb56817d200.stored_events ALTER COLUMN notification_id ADD GENERATED ALWAYS AS IDENTITY (
SEQUENCE NAME club_767a793673745e70aa551fb56817d200.stored_events_notification_id_seq
START WITH 1
INCREMENT BY 1
NO MINVALUE
NO MAXVALUE
CACHE 1
);
CREATE TABLE club_767a793673745e70aa551fb56817d200.table_accounts (
sitting uuid NOT NULL,
kind text NOT NULL,
owner text NOT NULL,
balance bigint NOT NULL,
first_position bigint NOT NULL,
last_position bigint NOT NULL
);
CREATE TABLE club_9cb7e604ff4a55ddb01573078baf0aa4.accounts (
kind text NOT NULL,
owner text NOT NULL,
balance bigint NOT NULL,
first_position bigint NOT NULL,
last_position bigint NOT NULL,
CONSTRAINT accounts_kind_check CHECK ((kind = ANY (ARRAY['bank_cash'::text, 'player'::text, 'pool'::text, 'carried'::text, 'kitty'::text, 'stands_over'::text, 'credit'::text, 'loan'::text, 'differences'::text, 'between_players'::text, 'club'::text])))
);
CREATE TABLE club_9cb7e604ff4a55ddb01573078baf0aa4.audit (
"position" bigint NOT NULL,
kind text NOT NULL,
stream uuid NOT NULL,
version bigint NOT NULL,
at timestamp with time zone NOT NULL,
sitting uuid,
game uuid,
members text[] NOT NULL
);
CREATE TABLE club_9cb7e604ff4a55ddb01573078baf0aa4.command_secret (
only_one boolean DEFAULT true NOT NULL,
secret bytea NOT NULL,
CONSTRAINT command_secret_only_one_check CHECK (only_one),
CONSTRAINT command_secret_secret_check CHECK ((octet_length(secret) = 32))
);
CREATE TABLE club_9cb7e604ff4a55ddb01573078baf0aa4.commands (
key text NOT NULL,
request_hash bytea NOT NULL,
stream uuid NOT NULL,
from_version bigint NOT NULL,
to_version bigint NOT NULL,
recorded_at timestamp with time zone NOT NULL
);
CREATE TABLE club_9cb7e604ff4a55ddb01573078baf0aa4.games (
game uuid NOT NULL,
sitting uuid NOT NULL,
number integer NOT NULL,
phase text NOT NULL,
dealer text NOT NULL,
players text[] NOT NULL,
minimum text,
carried_in bigint NOT NULL,
pool bigint NOT NULL,
carried_out bigint,
begun_at timestamp with time zone NOT NULL,
settled_at timestamp with time zone,
disputes integer DEFAULT 0 NOT NULL
);
CREATE TABLE club_9cb7e604ff4a55ddb01573078baf0aa4.journal (
"position" bigint NOT NULL,
number bigint NOT NULL,
stream uuid NOT NULL,
version bigint NOT NULL,
sitting uuid NOT NULL,
game uuid,
topic text NOT NULL,
recorded_at timestamp with time zone NOT NULL,
lines integer NOT NULL,
issued bigint NOT NULL,
in_issue bigint NOT NULL,
CONSTRAINT journal_lines_check CHECK ((lines >= 2)),
CONSTRAINT journal_number_check CHECK ((number > 0))
);
CREATE TABLE club_9cb7e604ff4a55ddb01573078baf0aa4.log_checkpoints (
size bigint NOT NULL,
"position" bigint NOT NULL,
root bytea NOT NULL,
note text NOT NULL,
vkey text NOT NULL,
signed_at timestamp with time zone NOT NULL,
CONSTRAINT log_checkpoints_root_check CHECK ((octet_length(root) = 32)),
CONSTRAINT log_checkpoints_size_check CHECK ((size > 0))
);
CREATE TABLE club_9cb7e604ff4a55ddb01573078baf0aa4.log_leaves (
index bigint NOT NULL,
"position" bigint NOT NULL,
hash bytea NOT NULL,
CONSTRAINT log_leaves_hash_check CHECK ((octet_length(hash) = 32)),
CONSTRAINT log_leaves_index_check CHECK ((index >= 0))
);
CREATE TABLE club_9cb7e604ff4a55ddb01573078baf0aa4.log_nodes (
level smallint NOT NULL,
index bigint NOT NULL,
hash bytea NOT NULL,
CONSTRAINT log_nodes_hash_check CHECK ((octet_length(hash) = 32)),
CONSTRAINT log_nodes_index_check CHECK ((index >= 0)),
CONSTRAINT log_nodes_level_check CHECK ((level > 0))
);
CREATE TABLE club_9cb7e604ff4a55ddb01573078baf0aa4.log_unsigned (
only_one boolean DEFAULT true NOT NULL,
error text NOT NULL,
failed_at timestamp with time zone NOT NULL,
CONSTRAINT log_unsigned_only_one_check CHECK (only_one)
);
CREATE TABLE club_9cb7e604ff4a55ddb01573078baf0aa4.notification_tracking (
application_name text NOT NULL,
notification_id bigint
);
CREATE TABLE club_9cb7e604ff4a55ddb01573078baf0aa4.pool_shares (
game uuid NOT NULL,
member text NOT NULL,
seat integer NOT NULL,
ante bigint NOT NULL,
payment bigint NOT NULL,
stake bigint NOT NULL,
penalty bigint NOT NULL,
retired boolean NOT NULL
);
CREATE TABLE club_9cb7e604ff4a55ddb01573078baf0aa4.pools (
game uuid NOT NULL,
sitting uuid NOT NULL,
number integer NOT NULL,
corrected boolean NOT NULL,
carried_in bigint NOT NULL
);
CREATE TABLE club_9cb7e604ff4a55ddb01573078baf0aa4.postings (
"position" bigint NOT NULL,
line integer NOT NULL,
sitting uuid NOT NULL,
kind text NOT NULL,
owner text NOT NULL,
amount bigint NOT NULL,
before bigint NOT NULL,
after bigint NOT NULL,
table_before bigint NOT NULL,
table_after bigint NOT NULL,
CONSTRAINT postings_amount_check CHECK ((amount <> 0)),
CONSTRAINT postings_check CHECK ((after = (before + amount))),
CONSTRAINT postings_check1 CHECK ((table_after = (table_before + amount))),
CONSTRAINT postings_line_check CHECK ((line > 0))
);
CREATE TABLE club_9cb7e604ff4a55ddb01573078baf0aa4.projection_failure (
only_one boolean DEFAULT true NOT NULL,
after_position bigint NOT NULL,
error text NOT NULL,
failed_at timestamp with time zone NOT NULL,
CONSTRAINT projection_failure_only_one_check CHECK (only_one)
);
CREATE TABLE club_9cb7e604ff4a55ddb01573078baf0aa4.reckoned_colours (
sitting uuid NOT NULL,
colour text NOT NULL,
worth bigint NOT NULL,
opened bigint NOT NULL,
sold bigint NOT NULL,
lent bigint NOT NULL,
bought_back bigint NOT NULL
);
CREATE TABLE club_9cb7e604ff4a55ddb01573078baf0aa4.reckoned_players (
sitting uuid NOT NULL,
member text NOT NULL,
place integer NOT NULL,
paid bigint NOT NULL,
on_credit bigint NOT NULL,
lent bigint NOT NULL,
borrowed bigint NOT NULL,
net bigint NOT NULL,
in_hand bigint NOT NULL,
red bigint NOT NULL,
white bigint NOT NULL,
blue bigint NOT NULL,
odd bigint NOT NULL,
counted bigint NOT NULL,
difference bigint NOT NULL,
credit bigint NOT NULL,
loan bigint NOT NULL,
cash_due bigint NOT NULL,
credit_repaid bigint NOT NULL,
loan_repaid bigint NOT NULL,
repaid bigint NOT NULL,
divided bigint NOT NULL
);
CREATE TABLE club_9cb7e604ff4a55ddb01573078baf0aa4.reckonings (
sitting uuid NOT NULL,
closed boolean NOT NULL,
running uuid,
carried_before bigint NOT NULL,
kitty_before bigint NOT NULL,
carried bigint NOT NULL,
kitty bigint NOT NULL,
in_pool bigint NOT NULL,
astray bigint NOT NULL,
to_club bigint NOT NULL,
carried_over bigint NOT NULL,
kitty_over bigint NOT NULL,
till_difference bigint NOT NULL,
till_lent bigint NOT NULL
);
CREATE TABLE club_9cb7e604ff4a55ddb01573078baf0aa4.results (
game uuid NOT NULL,
member text NOT NULL,
sitting uuid NOT NULL,
number integer NOT NULL,
begun_position bigint NOT NULL,
net bigint NOT NULL,
played boolean NOT NULL,
opened boolean NOT NULL,
won boolean NOT NULL,
shown boolean NOT NULL,
settled_at timestamp with time zone,
took bigint DEFAULT 0 NOT NULL,
passed_before_draw boolean DEFAULT false NOT NULL,
passed_after_draw boolean DEFAULT false NOT NULL,
jack_pot boolean DEFAULT false NOT NULL,
demanded boolean DEFAULT false NOT NULL
);
CREATE TABLE club_9cb7e604ff4a55ddb01573078baf0aa4.sealed (
stream uuid NOT NULL,
version bigint NOT NULL,
part text NOT NULL,
salt bytea NOT NULL,
body bytea NOT NULL
);
CREATE TABLE club_9cb7e604ff4a55ddb01573078baf0aa4.settlements (
game uuid NOT NULL,
sitting uuid NOT NULL,
number integer NOT NULL,
corrected boolean NOT NULL,
demanded text[] NOT NULL,
document text NOT NULL,
paid text
);
CREATE TABLE club_9cb7e604ff4a55ddb01573078baf0aa4.sittings (
sitting uuid NOT NULL,
number integer NOT NULL,
held_on text NOT NULL,
status text NOT NULL,
ante bigint NOT NULL,
stake_limit bigint NOT NULL,
seats text[] NOT NULL,
games integer NOT NULL,
running uuid,
carried bigint NOT NULL,
minimum text,
opened_at timestamp with time zone NOT NULL,
closed_at timestamp with time zone
);
CREATE TABLE club_9cb7e604ff4a55ddb01573078baf0aa4.stored_events (
originator_id uuid NOT NULL,
originator_version bigint NOT NULL,
topic text NOT NULL,
state bytea NOT NULL,
notification_id bigint NOT NULL,
CONSTRAINT stored_events_originator_version_check CHECK ((originator_version > 0))
);
ALTER TABLE club_9cb7e604ff4a55ddb01573078baf0aa4.stored_events ALTER COLUMN notification_id ADD GENERATED ALWAYS AS IDENTITY (
SEQUENCE NAME club_9cb7e604ff4a55ddb01573078baf0aa4.stored_events_notification_id_seq
START WITH 1
INCREMENT BY 1
NO MINVALUE
NO MAXVALUE
CACHE 1
);
CREATE TABLE club_9cb7e604ff4a55ddb01573078baf0aa4.table_accounts (
sitting uuid NOT NULL,
kind text NOT NULL,
owner text NOT NULL,
balance bigint NOT NULL,
first_position bigint NOT NULL,
last_position bigint NOT NULL
);
CREATE TABLE poolbook.clubs (
id uuid NOT NULL,
name text NOT NULL,
currency text NOT NULL,
schema_name text NOT NULL,
created_at timestamp with time zone NOT NULL
);
CREATE TABLE poolbook.migrations (
schema_name text NOT NULL,
name text NOT NULL,
service_role text NOT NULL,
applied_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE poolbook.tokens (
id uuid NOT NULL,
digest bytea NOT NULL,
club uuid NOT NULL,
role text NOT NULL,
member text,
label text,
created_at timestamp with time zone NOT NULL,
revoked_at timestamp with time zone,
CONSTRAINT tokens_digest_check CHECK ((octet_length(digest) = 32))
);
INSERT INTO club_767a793673745e70aa551fb56817d200.command_secret VALUES
	(true, '\xaf5d06c4ff4ab1b3c5947de429cb216d839b41a916fd696322b11a893b434181');
INSERT INTO club_767a793673745e70aa551fb56817d200.commands VALUES
	('51c9c6516221a6b9 8c4a3a9beebb14703b9b13f414f3b85b', '\x71a28f0cd19c9aaf98386c3d92286fd548d50e905ad364bfcb30c1e68843a229', '767a7936-7374-5e70-aa55-1fb56817d200', 1, 1, '2026-11-05 20:00:01+00'),
	('51c9c6516221a6b9 74893613dbefad32a61d5593ca3c2f84', '\xa98d7a6da7d0c466c8fd887309d82dd9337632579fa3bb8b98fe63501aaf6806', '767a7936-7374-5e70-aa55-1fb56817d200', 2, 2, '2026-11-05 20:00:02+00'),
	('51c9c6516221a6b9 5e331dcc080aa24519f340b445793742', '\x664be21f3e8c94ac68d9b1377bc2af3715d89e314c963e171fe2b536af026d6f', '767a7936-7374-5e70-aa55-1fb56817d200', 3, 3, '2026-11-05 20:00:03+00'),
	('51c9c6516221a6b9 c8937e6b74c83a57ad95b402a80099d4', '\xc1b69d671d26000525e8fec4043fd6513899536a427ca6b776f1e584081811d4', '767a7936-7374-5e70-aa55-1fb56817d200', 4, 4, '2026-11-05 20:00:04+00'),
	('51c9c6516221a6b9 8959ff6fc1d413e4aaa52fe15e952d09', '\x50b4457b7124c29bb0b45fb77fabb552cb28aec05c893ff5885303fe78b844af', '767a7936-7374-5e70-aa55-1fb56817d200', 5, 5, '2026-11-05 20:00:05+00'),
	('51c9c6516221a6b9 4f6080e4d13d04c83e47f388e7212931', '\xd2d8c2745425f3a701a6f25dbabe744aff700ebd6c470e8a253a6b64189f79c7', '767a7936-7374-5e70-aa55-1fb56817d200', 6, 6, '2026-11-05 20:00:06+00'),
	('51c9c6516221a6b9 699e36b0a62f810369d8330da788c66c', '\x04519bb44a3fd63e2c532fd01e3b37c1ed9553e06c82bf1e1f769e7cd43228ce', '767a7936-7374-5e70-aa55-1fb56817d200', 7, 7, '2026-11-05 20:00:07+00'),
	('51c9c6516221a6b9 8cd9dc789794f70160a3a6946445d853', '\xa47dbafad43bce0747331a9fa7dc151b578e298bb647677256b48554461d7a9e', '767a7936-7374-5e70-aa55-1fb56817d200', 8, 8, '2026-11-05 20:00:08+00'),
	('51c9c6516221a6b9 36df9d83f1c171e6b1c73bdb3beb5440', '\xc160e885e8cec1de2671cacdf7128f28a3763371734cc921333ec17cd67469c2', '767a7936-7374-5e70-aa55-1fb56817d200', 9, 9, '2026-11-05 20:00:09+00'),
	('51c9c6516221a6b9 ac2775176c6656e78d980399296efa10', '\xda1107ce70b5b3373326b8f958a8ce8a8c6f343c295e00b9663058d759c82f33', '23853bc5-521a-451a-985d-d6978dadcd9e', 1, 1, '2026-11-05 20:00:11+00'),
	('51c9c6516221a6b9 5a065e4f3842251d48c1f34d809f9106', '\x73994a5ebc4a6a30c954472749bad526e360986672d0a4de7afcc780a5381019', '23853bc5-521a-451a-985d-d6978dadcd9e', 2, 2, '2026-11-05 20:00:12+00'),
	('51c9c6516221a6b9 7f3e3cf59501fe4be3e0b39f01d7e3be', '\xbc284175a4d0cd64005d7d4e573d2d1f2ca8070b5629bf803fd1e7fd8edab60c', '23853bc5-521a-451a-985d-d6978dadcd9e', 3, 3, '2026-11-05 20:00:13+00'),
	('51c9c6516221a6b9 b5811db8f855913ac2a57d53c56cf7cd', '\xaf044543317ae307701f9ff9a8fd97cdc94c4e58d981817b0a01ca80d46e01b0', '23853bc5-521a-451a-985d-d6978dadcd9e', 4, 4, '2026-11-05 20:00:14+00'),
	('51c9c6516221a6b9 8b96a6f50986c22edc64988abb5388fd', '\x9cff8e18238208c9209d484e9b11a27906d05e5aa23e2854da3da9016278d40c', '23853bc5-521a-451a-985d-d6978dadcd9e', 5, 5, '2026-11-05 20:00:15+00'),
	('51c9c6516221a6b9 3f8649a4c97e2098de5d31f5580033df', '\xbdae5d4a83970ae3ffcc62048f5168d3a6a1edec0a5c29b879baef602557a1ae', '23853bc5-521a-451a-985d-d6978dadcd9e', 6, 6, '2026-11-05 20:00:16+00'),
	('51c9c6516221a6b9 88252d25a476a4c83caffec04ba3610d', '\xd6be6ad6c531ee5572aedcd6020a550495fdacf1822aa406aa3b5d9baad47ad5', 'aa76e23c-e512-490f-837e-1b7e58fc1138', 1, 1, '2026-11-05 20:00:18+00'),
	('51c9c6516221a6b9 50aebe8af07573f7f532049b4abd7e93', '\x4db89db64d38dff0b79478cfd31ee1c67c6a812de60845474a5d03589208ecc1', 'aa76e23c-e512-490f-837e-1b7e58fc1138', 2, 2, '2026-11-05 20:00:19+00'),
	('51c9c6516221a6b9 9802237d25bb8cf6d58e97589900457b', '\xe5ff0d71367016b1ed16c1756b86615cf795461231ee0a14472dfb90ef648390', 'aa76e23c-e512-490f-837e-1b7e58fc1138', 3, 3, '2026-11-05 20:00:20+00'),
	('51c9c6516221a6b9 4dcb2f6be396a8fc20fbb9300299d430', '\xfca0a65908d80d46820e694a144ba7fb0185ff8437d8baebf5bc4a8c4e870455', 'aa76e23c-e512-490f-837e-1b7e58fc1138', 4, 4, '2026-11-05 20:00:21+00'),
	('51c9c6516221a6b9 141951ccea6e35b5f70c2a822c78776a', '\xaaf1c6d2927b95e45513ea9196d23104b8f59b87fe8c6b704a5f53f53463aece', 'aa76e23c-e512-490f-837e-1b7e58fc1138', 5, 5, '2026-11-05 20:00:22+00'),
	('51c9c6516221a6b9 e55801cfd4387d122484ce3a207053a2', '\x93907dd244a37052ecb338fd7cb808fb6410978ca3a5ff08d85d1f8496275e99', 'aa76e23c-e512-490f-837e-1b7e58fc1138', 6, 6, '2026-11-05 20:00:23+00'),
	('51c9c6516221a6b9 05baa57b0b8797ae447f3fa68aed1a34', '\x022bfab82ceaf8b2c340bc6a4397afb9a408328695f1b47da2d0c66b31d4e0db', 'aa76e23c-e512-490f-837e-1b7e58fc1138', 7, 7, '2026-11-05 20:00:24+00'),
	('51c9c6516221a6b9 8bf7b7ceb2454cf1ca00f8a976459b77', '\x3f53cf34f501ff185b1464f1c9c652b39db191b3b693e6bcfdc3aa525e81edf5', 'aa76e23c-e512-490f-837e-1b7e58fc1138', 8, 8, '2026-11-05 20:00:25+00'),
	('51c9c6516221a6b9 d5e94699db0fb3095f2a12236449ef41', '\x63f03fd29ac9daee64109170330dcd3ad363ee96fd1fc407ebeb334628de3494', 'aa76e23c-e512-490f-837e-1b7e58fc1138', 9, 9, '2026-11-05 20:00:26+00'),
	('51c9c6516221a6b9 ac529895dcb3caafe7547128769cb851', '\x5bd06cb2983b595e22f832c2c36e3e6eb29e3185e9bb273bfae76b208079b501', 'aa76e23c-e512-490f-837e-1b7e58fc1138', 10, 10, '2026-11-05 20:00:27+00'),
	('51c9c6516221a6b9 dd5440a214aa293ee3e9c69b7c792b24', '\xf0927dc4990d84aae0eddcb3a2a17099dc2b552a2e4f6fd8e90d11efb2135d4e', 'aa76e23c-e512-490f-837e-1b7e58fc1138', 11, 11, '2026-11-05 20:00:28+00'),
	('51c9c6516221a6b9 21eed28788f86e51cf87421347be7b15', '\x9e64a7216b16a981431a94a110e3b2e6387c3669d59aa5c74b0646702b0cf770', 'aa76e23c-e512-490f-837e-1b7e58fc1138', 12, 12, '2026-11-05 20:00:29+00'),
	('51c9c6516221a6b9 12039c4bc9557427d9c0eab25f2c1096', '\xe5ff0d71367016b1ed16c1756b86615cf795461231ee0a14472dfb90ef648390', 'aa76e23c-e512-490f-837e-1b7e58fc1138', 13, 13, '2026-11-05 20:00:30+00'),
	('51c9c6516221a6b9 62a660ca65c2f3b1a69f7ca055b0bb76', '\xf50e5d3d376babef3214acc3c50cc86761a4cf0747a76071ad4a7193ff82643b', 'aa76e23c-e512-490f-837e-1b7e58fc1138', 14, 14, '2026-11-05 20:00:31+00'),
	('51c9c6516221a6b9 1b94af970bbf3e6fcb7c85343aa53061', '\x7fc1b9c31d9326dabfc441ce6a0df939179bb5e764c939797dd2421df26ef30f', 'aa76e23c-e512-490f-837e-1b7e58fc1138', 15, 15, '2026-11-05 20:00:32+00'),
	('51c9c6516221a6b9 e3488a940efef9e71102b2220712e9ca', '\x825a87460232a8f5a8a1bf3cc60ab6ec4d24e9af983cfba751edbbec3e0e8ae6', 'aa76e23c-e512-490f-837e-1b7e58fc1138', 16, 16, '2026-11-05 20:00:33+00'),
	('51c9c6516221a6b9 53495bcd36ed856e96c34b7faa408e21', '\xc878bb0f136a8da9d3d37d571a13f2748b81ef7175290216eccd6de221cab1ed', 'aa76e23c-e512-490f-837e-1b7e58fc1138', 17, 17, '2026-11-05 20:00:34+00'),
	('51c9c6516221a6b9 fec71a704885e5d5258578c18f20f92e', '\xa1a2729fbc34fd641e06fc7a8ceba7844aa784dd8f819728339ef3eb1fa52805', 'aa76e23c-e512-490f-837e-1b7e58fc1138', 18, 18, '2026-11-05 20:00:35+00'),
	('51c9c6516221a6b9 5f26f419e2ada60aec94cfcda724e6d5', '\xbdd5a763f29d61ca441d7f6d3c9d7dcac8f73fe822c640bb86bff53f20da1c0d', 'aa76e23c-e512-490f-837e-1b7e58fc1138', 19, 19, '2026-11-05 20:00:36+00'),
	('51c9c6516221a6b9 f22cfe519bf04650bc6bd10c45fb282a', '\xb24fc80d084cfe7d4a285c2e98b3bfc496a77e6905673fe2ba3fde427477ddf0', 'aa76e23c-e512-490f-837e-1b7e58fc1138', 20, 21, '2026-11-05 20:00:37+00'),
	('51c9c6516221a6b9 562b38e86c26091a3a04ebc6b31083bc', '\x22e83793eac39ad388e1891594cc1b12b52c24d4570090cf404b1c712b930e76', 'aa76e23c-e512-490f-837e-1b7e58fc1138', 22, 22, '2026-11-05 20:00:39+00'),
	('51c9c6516221a6b9 de0d10241fe856e9a6e217e71a7c79cd', '\x2b7a65082bdd3aef8f09f821a293db234df578c83bd409337a069288ff79b08a', 'aa76e23c-e512-490f-837e-1b7e58fc1138', 23, 23, '2026-11-05 20:00:40+00'),
	('51c9c6516221a6b9 610be2d4101c2db44bbb8c654f73958a', '\x4e666c15d525933f4f32672935d5aecd43ddc53944fa78809c9c256203fce330', '6dfca652-3c8c-48f0-a882-aaff4be4e8b3', 1, 1, '2026-11-05 20:00:42+00'),
	('51c9c6516221a6b9 db99d6954b90a531c297685146ad83fe', '\x865d996998e153d5cd71a8960618e9a2f45a05f2d5c1ac22af75399aeffe150d', '6dfca652-3c8c-48f0-a882-aaff4be4e8b3', 2, 2, '2026-11-05 20:00:43+00'),
	('51c9c6516221a6b9 d16289be4db0c674970dd76316a6491e', '\x060180e6b7fa65fc8bb01e888c39527ec9508dabe596cfc23126716ba69e5bae', '6dfca652-3c8c-48f0-a882-aaff4be4e8b3', 3, 3, '2026-11-05 20:00:44+00'),
	('51c9c6516221a6b9 8cd8e2af4375b3128c86785966d22059', '\xa4dde3b0c0c4cfb9666be0777d4ac02bee5771238f1744879e6fb9cc98b3a870', '767a7936-7374-5e70-aa55-1fb56817d200', 11, 11, '2026-11-05 20:00:45+00'),
	('51c9c6516221a6b9 9bf548db2d8858d7089f32b5fbb61a84', '\xaf0935ddbd72c2ec3caea044eee67c8e07c7592bcd4cf615f37adcb5c09daf7f', '767a7936-7374-5e70-aa55-1fb56817d200', 12, 12, '2026-11-05 20:00:46+00'),
	('51c9c6516221a6b9 304947e6e0df986c8fc9d835b6532150', '\xd5eaed7c768f513707dbba271da8399b962241c07f0e94afe01cb75d79070923', '767a7936-7374-5e70-aa55-1fb56817d200', 13, 13, '2026-11-05 20:00:47+00'),
	('51c9c6516221a6b9 81e05d2f62db68668870303cb5ab1d1c', '\xa42e73b3b40f92ccd60db23629096938da9e37084b43e8115ad7f40101fe1e13', '767a7936-7374-5e70-aa55-1fb56817d200', 14, 15, '2026-11-05 20:00:48+00'),
	('51c9c6516221a6b9 fa81cf740f0a958dd4f09d1cf43e6908', '\xabd1a6cec3b1f10d9a90903cde067306aa61ac42261281e81da58216910348fd', '767a7936-7374-5e70-aa55-1fb56817d200', 16, 16, '2026-11-05 20:00:49+00');
INSERT INTO club_767a793673745e70aa551fb56817d200.log_checkpoints VALUES
	(39, 41, '\xa70722761b8bfeb3b1bbf6de5de843537e9516554fa90c8670c6d6171070efeb', 'poolbook/767a7936-7374-5e70-aa55-1fb56817d200
39
pwcidhuL/rOxu/beXehDU36VFlVPqQyGcMbWFxBw7+s=

— poolbook/767a7936-7374-5e70-aa55-1fb56817d200 DApSOCr+qc+KXMDnY4EvxIgpmegy0EkEHQ3ACN1VldpqoBkQ9bzRFAVX/VouakzKR8RApE9kmSEU+laabp2EcR5Lawo=
', 'poolbook/767a7936-7374-5e70-aa55-1fb56817d200+0c0a5238+ARLoriLW1OFyvfP6rHcvkaErng55EF7VUhEa4RKosoLF', '2026-11-05 20:00:38+00'),
	(52, 55, '\x062d94c9da535ee0a48ef12fb3237ae30e1b1aed9ca7824d889b1c16e00db844', 'poolbook/767a7936-7374-5e70-aa55-1fb56817d200
52
Bi2UydpTXuCkjvEvsyN64w4bGu2cp4JNiJscFuANuEQ=

— poolbook/767a7936-7374-5e70-aa55-1fb56817d200 DApSOIAM8xXUN97xkNVPMwByKqdBAVRABS+FDFRnRZCfpPUT6cxysaLiHhuGL12t8tOQkEXych4mQsoU339LZKxUkAE=
', 'poolbook/767a7936-7374-5e70-aa55-1fb56817d200+0c0a5238+ARLoriLW1OFyvfP6rHcvkaErng55EF7VUhEa4RKosoLF', '2026-11-05 20:00:50+00');
INSERT INTO club_767a793673745e70aa551fb56817d200.notification_tracking VALUES
	('read_models', 55);
INSERT INTO club_767a793673745e70aa551fb56817d200.sealed VALUES
	('767a7936-7374-5e70-aa55-1fb56817d200', 2, 'label', '\x54a9bee6c2f58d3f65933542637fddb7', convert_to('"the founder''s"', 'UTF8')),
	('767a7936-7374-5e70-aa55-1fb56817d200', 3, 'name', '\x563b68a3d8ccd517cd15b8245618ec84', convert_to('"A"', 'UTF8')),
	('767a7936-7374-5e70-aa55-1fb56817d200', 4, 'name', '\xa722ba719f8fec96db18f65e468951dd', convert_to('"B"', 'UTF8')),
	('767a7936-7374-5e70-aa55-1fb56817d200', 6, 'name', '\x3e246b60bf561dd781dcbec85e1b1105', convert_to('"D"', 'UTF8')),
	('767a7936-7374-5e70-aa55-1fb56817d200', 7, 'name', '\x19b43ffae5f1162920c860a89cc8c6ee', convert_to('"E"', 'UTF8')),
	('767a7936-7374-5e70-aa55-1fb56817d200', 8, 'label', '\x19d1743c0685706a0066cf9877eed62c', convert_to('"of scorekeeper"', 'UTF8')),
	('767a7936-7374-5e70-aa55-1fb56817d200', 9, 'label', '\x762e569ce658467cb281fbb40b4b72fd', convert_to('"of auditor"', 'UTF8')),
	('aa76e23c-e512-490f-837e-1b7e58fc1138', 8, 'discarded', '\xd860d36d437a2099e94eaf8abb01f8f5', '\x32'),
	('aa76e23c-e512-490f-837e-1b7e58fc1138', 10, 'discarded', '\x7f418e8457aa321f77c81d14c9fbd76c', '\x35'),
	('aa76e23c-e512-490f-837e-1b7e58fc1138', 12, 'discarded', '\xbc5bf7e0da823edded7d1b822d1ba24e', '\x31'),
	('aa76e23c-e512-490f-837e-1b7e58fc1138', 22, 'reason', '\xffc47e90036ef7511acbc8b0077e4d0f', convert_to('"D spoke first"', 'UTF8')),
	('aa76e23c-e512-490f-837e-1b7e58fc1138', 22, 'tail/4/discarded', '\xed808a9dc09979a71486123d89dfa49a', '\x32'),
	('aa76e23c-e512-490f-837e-1b7e58fc1138', 22, 'tail/6/discarded', '\x290dc3d79c187ecec6d2f2cd4dad51ad', '\x35'),
	('aa76e23c-e512-490f-837e-1b7e58fc1138', 22, 'tail/8/discarded', '\x93e271e6d3ec41e4fe4baff5af9c83b2', '\x31'),
	('aa76e23c-e512-490f-837e-1b7e58fc1138', 23, 'reason', '\xa77c3c4c19c2add0df487a73349924a6', convert_to('"asked for"', 'UTF8')),
	('6dfca652-3c8c-48f0-a882-aaff4be4e8b3', 3, 'question', '\xca40fec1c2c17909699a6b90c20549d3', convert_to('"What was it?"', 'UTF8')),
	('767a7936-7374-5e70-aa55-1fb56817d200', 11, 'label', '\x8ef2757d704c3764acc48b89e880af90', convert_to('"of scorekeeper"', 'UTF8')),
	('767a7936-7374-5e70-aa55-1fb56817d200', 14, 'reason', '\xc441ffffff4cc51e4c11eb78aa87f8ec', convert_to('"he asked"', 'UTF8')),
	('767a7936-7374-5e70-aa55-1fb56817d200', 15, 'reason', '\xf64925f92127cca5d84dbcbee7f0c068', convert_to('"he asked"', 'UTF8')),
	('767a7936-7374-5e70-aa55-1fb56817d200', 16, 'name', '\x7dd4be73697f0dfe49a650b50eae2666', convert_to('"Frank"', 'UTF8'));
INSERT INTO club_767a793673745e70aa551fb56817d200.stored_events OVERRIDING SYSTEM VALUE VALUES
	('767a7936-7374-5e70-aa55-1fb56817d200', 1, 'club.founded', convert_to('{"actor":{"member":null,"role":"operator","token":null},"at":"2026-11-05T20:00:01Z","command":"51c9c6516221a6b9 8c4a3a9beebb14703b9b13f414f3b85b","public":{"currency":"LSD","name":"The Green Baize"},"seals":{},"version":2}', 'UTF8'), 1),
	('767a7936-7374-5e70-aa55-1fb56817d200', 2, 'club.token_issued', convert_to('{"actor":{"member":null,"role":"operator","token":null},"at":"2026-11-05T20:00:02Z","command":"51c9c6516221a6b9 74893613dbefad32a61d5593ca3c2f84","public":{"digest":"a237b409e42946b5c468bff2e7aa9c3fd7613807aea9649717e6fd52c0a48a90","member":null,"role":"owner","token":"a33e7c33-3045-41ec-9a38-a0fcae70cf12"},"seals":{"label":"118223c69ef8acf852fa6afc6c4b99dad740bbea4e49a7d5df1de3d0156b43c3"},"version":2}', 'UTF8'), 2),
	('767a7936-7374-5e70-aa55-1fb56817d200', 3, 'club.member_joined', convert_to('{"actor":{"member":null,"role":"owner","token":"a33e7c33-3045-41ec-9a38-a0fcae70cf12"},"at":"2026-11-05T20:00:03Z","command":"51c9c6516221a6b9 5e331dcc080aa24519f340b445793742","public":{"member":"74b59452-f7b7-4003-ad9f-f5754c8aaf7f"},"seals":{"name":"f94dd19e0b6700b80b8359b465e8d2ecc6e55502fb90ac5154433851efb6db8c"},"version":1}', 'UTF8'), 3),
	('767a7936-7374-5e70-aa55-1fb56817d200', 4, 'club.member_joined', convert_to('{"actor":{"member":null,"role":"owner","token":"a33e7c33-3045-41ec-9a38-a0fcae70cf12"},"at":"2026-11-05T20:00:04Z","command":"51c9c6516221a6b9 c8937e6b74c83a57ad95b402a80099d4","public":{"member":"ed29e717-6405-445a-8143-a3aefa226f91"},"seals":{"name":"cd363fa7b7ec2622459a0fbc0b8beacbe2b1ae1f65ccedbb5680091bac92806f"},"version":1}', 'UTF8'), 4),
	('767a7936-7374-5e70-aa55-1fb56817d200', 5, 'club.member_joined', convert_to('{"actor":{"member":null,"role":"owner","token":"a33e7c33-3045-41ec-9a38-a0fcae70cf12"},"at":"2026-11-05T20:00:05Z","command":"51c9c6516221a6b9 8959ff6fc1d413e4aaa52fe15e952d09","public":{"member":"fafd79e0-d9ad-47a7-b1a3-d152b444f84b"},"seals":{"name":"851049830f637ff6b9f80084cc4f399cd526e71f1d48598aa9ca3d7388b4b95e"},"version":1}', 'UTF8'), 5),
	('767a7936-7374-5e70-aa55-1fb56817d200', 6, 'club.member_joined', convert_to('{"actor":{"member":null,"role":"owner","token":"a33e7c33-3045-41ec-9a38-a0fcae70cf12"},"at":"2026-11-05T20:00:06Z","command":"51c9c6516221a6b9 4f6080e4d13d04c83e47f388e7212931","public":{"member":"dac32122-da65-4652-ac7d-d2680dcf4459"},"seals":{"name":"2a079f05abaf5acf22216e4b2b6be133a51422c662bbab29082fa6a0e3993485"},"version":1}', 'UTF8'), 6),
	('767a7936-7374-5e70-aa55-1fb56817d200', 7, 'club.member_joined', convert_to('{"actor":{"member":null,"role":"owner","token":"a33e7c33-3045-41ec-9a38-a0fcae70cf12"},"at":"2026-11-05T20:00:07Z","command":"51c9c6516221a6b9 699e36b0a62f810369d8330da788c66c","public":{"member":"3d029b2a-bd2d-4ead-8cad-0a350c92b6b4"},"seals":{"name":"ab35dbffb95c6d699c5c89de339061027ddcbe6e531ef5044f8479d72442ed8e"},"version":1}', 'UTF8'), 7),
	('767a7936-7374-5e70-aa55-1fb56817d200', 8, 'club.token_issued', convert_to('{"actor":{"member":null,"role":"owner","token":"a33e7c33-3045-41ec-9a38-a0fcae70cf12"},"at":"2026-11-05T20:00:08Z","command":"51c9c6516221a6b9 8cd9dc789794f70160a3a6946445d853","public":{"digest":"0c686a88195f1af15f60e2be2c0569a7218689134f26a25160df3831ca45ebd4","member":null,"role":"scorekeeper","token":"83d92a95-3dbf-4dfb-b3c3-bf38f94ef856"},"seals":{"label":"e85c11fc8c968cf7c201b5732efbe0ee9988acb46065a234b03b9049d72dbb2c"},"version":2}', 'UTF8'), 8),
	('767a7936-7374-5e70-aa55-1fb56817d200', 9, 'club.token_issued', convert_to('{"actor":{"member":null,"role":"owner","token":"a33e7c33-3045-41ec-9a38-a0fcae70cf12"},"at":"2026-11-05T20:00:09Z","command":"51c9c6516221a6b9 36df9d83f1c171e6b1c73bdb3beb5440","public":{"digest":"dbaff3ef0125fda6d011a914059c5986212c47052a240f3b9c5fcccb055948e7","member":null,"role":"auditor","token":"a84bd3b8-be02-48f1-8fb7-2c9da3ce64f1"},"seals":{"label":"a77945b13a246e4b910e45d6fbcf7dc26f7ad1e64aa01bffbb19b53644b9acf9"},"version":2}', 'UTF8'), 9),
	('23853bc5-521a-451a-985d-d6978dadcd9e', 1, 'sitting.opened', convert_to('{"actor":{"member":null,"role":"scorekeeper","token":"83d92a95-3dbf-4dfb-b3c3-bf38f94ef856"},"at":"2026-11-05T20:00:11Z","command":"51c9c6516221a6b9 ac2775176c6656e78d980399296efa10","public":{"agreed_by":[],"articles":{"abrogated":[],"ante":3,"kitty":null,"limit":12,"loans":true,"readings":{"blaze_aces":"court","demand_when":"stake_raised","false_opener_loses":"nothing","hearts":"flushes","jackpot_ante":"besides","joker_ace_ends":"as_the_book","misdeal_stakes":"stand","odd_counter":"eldest","opening_minimum":"raised","short_draw":"pat","side_show_ante":"besides","side_show_dead":"remainder","side_show_next":"for_that_amount","side_show_tie":"by_slice","straddle_cap":"highest","straddle_gap":"open","two_pair_fifth":"share","untied_card":"successive"},"variants":[]},"carried":0,"carried_from":null,"club":"767a7936-7374-5e70-aa55-1fb56817d200","held_on":"2026-11-05","kitty":0,"minimum":null,"number":1,"seats":["74b59452-f7b7-4003-ad9f-f5754c8aaf7f","ed29e717-6405-445a-8143-a3aefa226f91","fafd79e0-d9ad-47a7-b1a3-d152b444f84b","dac32122-da65-4652-ac7d-d2680dcf4459","3d029b2a-bd2d-4ead-8cad-0a350c92b6b4"]},"seals":{},"version":1}', 'UTF8'), 10),
	('767a7936-7374-5e70-aa55-1fb56817d200', 10, 'club.sitting_registered', convert_to('{"actor":{"member":null,"role":"scorekeeper","token":"83d92a95-3dbf-4dfb-b3c3-bf38f94ef856"},"at":"2026-11-05T20:00:11Z","command":"51c9c6516221a6b9 ac2775176c6656e78d980399296efa10","public":{"carried":0,"carried_from":null,"kitty":0,"number":1,"sitting":"23853bc5-521a-451a-985d-d6978dadcd9e"},"seals":{},"version":1}', 'UTF8'), 11),
	('23853bc5-521a-451a-985d-d6978dadcd9e', 2, 'sitting.counters_sold', convert_to('{"actor":{"member":null,"role":"scorekeeper","token":"83d92a95-3dbf-4dfb-b3c3-bf38f94ef856"},"at":"2026-11-05T20:00:12Z","command":"51c9c6516221a6b9 5a065e4f3842251d48c1f34d809f9106","public":{"counters":{"blue":0,"odd":100,"red":0,"white":0},"entry":1,"funds_after":100,"owed":0,"paid":100,"player":"74b59452-f7b7-4003-ad9f-f5754c8aaf7f","value":100},"seals":{},"version":1}', 'UTF8'), 12),
	('23853bc5-521a-451a-985d-d6978dadcd9e', 3, 'sitting.counters_sold', convert_to('{"actor":{"member":null,"role":"scorekeeper","token":"83d92a95-3dbf-4dfb-b3c3-bf38f94ef856"},"at":"2026-11-05T20:00:13Z","command":"51c9c6516221a6b9 7f3e3cf59501fe4be3e0b39f01d7e3be","public":{"counters":{"blue":0,"odd":100,"red":0,"white":0},"entry":2,"funds_after":100,"owed":0,"paid":100,"player":"ed29e717-6405-445a-8143-a3aefa226f91","value":100},"seals":{},"version":1}', 'UTF8'), 13),
	('23853bc5-521a-451a-985d-d6978dadcd9e', 4, 'sitting.counters_sold', convert_to('{"actor":{"member":null,"role":"scorekeeper","token":"83d92a95-3dbf-4dfb-b3c3-bf38f94ef856"},"at":"2026-11-05T20:00:14Z","command":"51c9c6516221a6b9 b5811db8f855913ac2a57d53c56cf7cd","public":{"counters":{"blue":0,"odd":100,"red":0,"white":0},"entry":3,"funds_after":100,"owed":0,"paid":100,"player":"fafd79e0-d9ad-47a7-b1a3-d152b444f84b","value":100},"seals":{},"version":1}', 'UTF8'), 14),
	('23853bc5-521a-451a-985d-d6978dadcd9e', 5, 'sitting.counters_sold', convert_to('{"actor":{"member":null,"role":"scorekeeper","token":"83d92a95-3dbf-4dfb-b3c3-bf38f94ef856"},"at":"2026-11-05T20:00:15Z","command":"51c9c6516221a6b9 8b96a6f50986c22edc64988abb5388fd","public":{"counters":{"blue":0,"odd":100,"red":0,"white":0},"entry":4,"funds_after":100,"owed":0,"paid":100,"player":"dac32122-da65-4652-ac7d-d2680dcf4459","value":100},"seals":{},"version":1}', 'UTF8'), 15),
	('23853bc5-521a-451a-985d-d6978dadcd9e', 6, 'sitting.counters_sold', convert_to('{"actor":{"member":null,"role":"scorekeeper","token":"83d92a95-3dbf-4dfb-b3c3-bf38f94ef856"},"at":"2026-11-05T20:00:16Z","command":"51c9c6516221a6b9 3f8649a4c97e2098de5d31f5580033df","public":{"counters":{"blue":0,"odd":100,"red":0,"white":0},"entry":5,"funds_after":100,"owed":0,"paid":100,"player":"3d029b2a-bd2d-4ead-8cad-0a350c92b6b4","value":100},"seals":{},"version":1}', 'UTF8'), 16),
	('aa76e23c-e512-490f-837e-1b7e58fc1138', 1, 'game.begun', convert_to('{"actor":{"member":null,"role":"scorekeeper","token":"83d92a95-3dbf-4dfb-b3c3-bf38f94ef856"},"at":"2026-11-05T20:00:18Z","command":"51c9c6516221a6b9 88252d25a476a4c83caffec04ba3610d","public":{"ante":3,"ante_man":"ed29e717-6405-445a-8143-a3aefa226f91","articles":{"abrogated":[],"ante":3,"kitty":null,"limit":12,"loans":true,"readings":{"blaze_aces":"court","demand_when":"stake_raised","false_opener_loses":"nothing","hearts":"flushes","jackpot_ante":"besides","joker_ace_ends":"as_the_book","misdeal_stakes":"stand","odd_counter":"eldest","opening_minimum":"raised","short_draw":"pat","side_show_ante":"besides","side_show_dead":"remainder","side_show_next":"for_that_amount","side_show_tie":"by_slice","straddle_cap":"highest","straddle_gap":"open","two_pair_fifth":"share","untied_card":"successive"},"variants":[]},"carried_in":0,"dealer":"74b59452-f7b7-4003-ad9f-f5754c8aaf7f","dealer_by":"named","edition":"1","funds":{"3d029b2a-bd2d-4ead-8cad-0a350c92b6b4":100,"74b59452-f7b7-4003-ad9f-f5754c8aaf7f":100,"dac32122-da65-4652-ac7d-d2680dcf4459":100,"ed29e717-6405-445a-8143-a3aefa226f91":100,"fafd79e0-d9ad-47a7-b1a3-d152b444f84b":100},"kitty":0,"minimum":null,"number":1,"payments":{},"seats":["74b59452-f7b7-4003-ad9f-f5754c8aaf7f","ed29e717-6405-445a-8143-a3aefa226f91","fafd79e0-d9ad-47a7-b1a3-d152b444f84b","dac32122-da65-4652-ac7d-d2680dcf4459","3d029b2a-bd2d-4ead-8cad-0a350c92b6b4"],"sitting":"23853bc5-521a-451a-985d-d6978dadcd9e","table":["74b59452-f7b7-4003-ad9f-f5754c8aaf7f","ed29e717-6405-445a-8143-a3aefa226f91","fafd79e0-d9ad-47a7-b1a3-d152b444f84b","dac32122-da65-4652-ac7d-d2680dcf4459","3d029b2a-bd2d-4ead-8cad-0a350c92b6b4"],"turn":{"law":null,"phase":"ante","player":null}},"seals":{},"version":1}', 'UTF8'), 19),
	('23853bc5-521a-451a-985d-d6978dadcd9e', 7, 'sitting.game_started', convert_to('{"actor":{"member":null,"role":"scorekeeper","token":"83d92a95-3dbf-4dfb-b3c3-bf38f94ef856"},"at":"2026-11-05T20:00:18Z","command":"51c9c6516221a6b9 88252d25a476a4c83caffec04ba3610d","public":{"carried_in":0,"dealer":"74b59452-f7b7-4003-ad9f-f5754c8aaf7f","game":"aa76e23c-e512-490f-837e-1b7e58fc1138","number":1,"players":["74b59452-f7b7-4003-ad9f-f5754c8aaf7f","ed29e717-6405-445a-8143-a3aefa226f91","fafd79e0-d9ad-47a7-b1a3-d152b444f84b","dac32122-da65-4652-ac7d-d2680dcf4459","3d029b2a-bd2d-4ead-8cad-0a350c92b6b4"],"staked":{"ed29e717-6405-445a-8143-a3aefa226f91":3}},"seals":{},"version":1}', 'UTF8'), 20),
	('aa76e23c-e512-490f-837e-1b7e58fc1138', 2, 'game.dealt', convert_to('{"actor":{"member":null,"role":"scorekeeper","token":"83d92a95-3dbf-4dfb-b3c3-bf38f94ef856"},"at":"2026-11-05T20:00:19Z","command":"51c9c6516221a6b9 50aebe8af07573f7f532049b4abd7e93","public":{"by_waiver":null,"counts":{},"irregular":false,"law":17,"step":1,"turn":{"law":23,"phase":"say","player":"fafd79e0-d9ad-47a7-b1a3-d152b444f84b"},"uncut":false},"seals":{},"version":1}', 'UTF8'), 21),
	('aa76e23c-e512-490f-837e-1b7e58fc1138', 3, 'game.staked', convert_to('{"actor":{"member":null,"role":"scorekeeper","token":"83d92a95-3dbf-4dfb-b3c3-bf38f94ef856"},"at":"2026-11-05T20:00:20Z","command":"51c9c6516221a6b9 9802237d25bb8cf6d58e97589900457b","public":{"act":"opened","amount":6,"by_waiver":null,"irregular":false,"law":25,"on_loan":false,"player":"fafd79e0-d9ad-47a7-b1a3-d152b444f84b","step":2,"turn":{"law":23,"phase":"say","player":"dac32122-da65-4652-ac7d-d2680dcf4459"}},"seals":{},"version":1}', 'UTF8'), 22),
	('aa76e23c-e512-490f-837e-1b7e58fc1138', 4, 'game.passed', convert_to('{"actor":{"member":null,"role":"scorekeeper","token":"83d92a95-3dbf-4dfb-b3c3-bf38f94ef856"},"at":"2026-11-05T20:00:21Z","command":"51c9c6516221a6b9 4dcb2f6be396a8fc20fbb9300299d430","public":{"by_waiver":null,"irregular":false,"law":27,"player":"dac32122-da65-4652-ac7d-d2680dcf4459","step":3,"turn":{"law":23,"phase":"say","player":"3d029b2a-bd2d-4ead-8cad-0a350c92b6b4"},"unseen":false},"seals":{},"version":1}', 'UTF8'), 23),
	('aa76e23c-e512-490f-837e-1b7e58fc1138', 5, 'game.staked', convert_to('{"actor":{"member":null,"role":"scorekeeper","token":"83d92a95-3dbf-4dfb-b3c3-bf38f94ef856"},"at":"2026-11-05T20:00:22Z","command":"51c9c6516221a6b9 141951ccea6e35b5f70c2a822c78776a","public":{"act":"went_in","amount":6,"by_waiver":null,"irregular":false,"law":26,"on_loan":false,"player":"3d029b2a-bd2d-4ead-8cad-0a350c92b6b4","step":4,"turn":{"law":23,"phase":"say","player":"74b59452-f7b7-4003-ad9f-f5754c8aaf7f"}},"seals":{},"version":1}', 'UTF8'), 24),
	('aa76e23c-e512-490f-837e-1b7e58fc1138', 6, 'game.staked', convert_to('{"actor":{"member":null,"role":"scorekeeper","token":"83d92a95-3dbf-4dfb-b3c3-bf38f94ef856"},"at":"2026-11-05T20:00:23Z","command":"51c9c6516221a6b9 e55801cfd4387d122484ce3a207053a2","public":{"act":"raised","amount":18,"by_waiver":null,"irregular":false,"law":26,"on_loan":false,"player":"74b59452-f7b7-4003-ad9f-f5754c8aaf7f","step":5,"turn":{"law":23,"phase":"say","player":"ed29e717-6405-445a-8143-a3aefa226f91"}},"seals":{},"version":1}', 'UTF8'), 25),
	('aa76e23c-e512-490f-837e-1b7e58fc1138', 7, 'game.staked', convert_to('{"actor":{"member":null,"role":"scorekeeper","token":"83d92a95-3dbf-4dfb-b3c3-bf38f94ef856"},"at":"2026-11-05T20:00:24Z","command":"51c9c6516221a6b9 05baa57b0b8797ae447f3fa68aed1a34","public":{"act":"went_in","amount":15,"by_waiver":null,"irregular":false,"law":26,"on_loan":false,"player":"ed29e717-6405-445a-8143-a3aefa226f91","step":6,"turn":{"law":35,"phase":"draw","player":"ed29e717-6405-445a-8143-a3aefa226f91"}},"seals":{},"version":1}', 'UTF8'), 26),
	('aa76e23c-e512-490f-837e-1b7e58fc1138', 8, 'game.drew', convert_to('{"actor":{"member":null,"role":"scorekeeper","token":"83d92a95-3dbf-4dfb-b3c3-bf38f94ef856"},"at":"2026-11-05T20:00:25Z","command":"51c9c6516221a6b9 8bf7b7ceb2454cf1ca00f8a976459b77","public":{"by_waiver":null,"fouled":false,"irregular":false,"law":39,"player":"ed29e717-6405-445a-8143-a3aefa226f91","step":7,"turn":{"law":35,"phase":"draw","player":"fafd79e0-d9ad-47a7-b1a3-d152b444f84b"}},"seals":{"discarded":"7d57b3cc21d036e9cb9a3abcace1cdb64e8bcc8bf97bfa80ee34b1397317a8fa"},"version":1}', 'UTF8'), 27),
	('aa76e23c-e512-490f-837e-1b7e58fc1138', 9, 'game.staked', convert_to('{"actor":{"member":null,"role":"scorekeeper","token":"83d92a95-3dbf-4dfb-b3c3-bf38f94ef856"},"at":"2026-11-05T20:00:26Z","command":"51c9c6516221a6b9 d5e94699db0fb3095f2a12236449ef41","public":{"act":"made_good","amount":12,"by_waiver":null,"irregular":false,"law":36,"on_loan":false,"player":"fafd79e0-d9ad-47a7-b1a3-d152b444f84b","step":8,"turn":{"law":35,"phase":"draw","player":"fafd79e0-d9ad-47a7-b1a3-d152b444f84b"}},"seals":{},"version":1}', 'UTF8'), 28),
	('aa76e23c-e512-490f-837e-1b7e58fc1138', 10, 'game.drew', convert_to('{"actor":{"member":null,"role":"scorekeeper","token":"83d92a95-3dbf-4dfb-b3c3-bf38f94ef856"},"at":"2026-11-05T20:00:27Z","command":"51c9c6516221a6b9 ac529895dcb3caafe7547128769cb851","public":{"by_waiver":null,"fouled":false,"irregular":false,"law":39,"player":"fafd79e0-d9ad-47a7-b1a3-d152b444f84b","step":9,"turn":{"law":35,"phase":"draw","player":"3d029b2a-bd2d-4ead-8cad-0a350c92b6b4"}},"seals":{"discarded":"2b0e72abb80419c55413cfc1afee115901c3bcfb67a9d2749c8b3f03f68d09f7"},"version":1}', 'UTF8'), 29),
	('aa76e23c-e512-490f-837e-1b7e58fc1138', 11, 'game.passed', convert_to('{"actor":{"member":null,"role":"scorekeeper","token":"83d92a95-3dbf-4dfb-b3c3-bf38f94ef856"},"at":"2026-11-05T20:00:28Z","command":"51c9c6516221a6b9 dd5440a214aa293ee3e9c69b7c792b24","public":{"by_waiver":null,"irregular":false,"law":27,"player":"3d029b2a-bd2d-4ead-8cad-0a350c92b6b4","step":10,"turn":{"law":35,"phase":"draw","player":"74b59452-f7b7-4003-ad9f-f5754c8aaf7f"},"unseen":false},"seals":{},"version":1}', 'UTF8'), 30),
	('aa76e23c-e512-490f-837e-1b7e58fc1138', 12, 'game.drew', convert_to('{"actor":{"member":null,"role":"scorekeeper","token":"83d92a95-3dbf-4dfb-b3c3-bf38f94ef856"},"at":"2026-11-05T20:00:29Z","command":"51c9c6516221a6b9 21eed28788f86e51cf87421347be7b15","public":{"by_waiver":null,"fouled":false,"irregular":false,"law":39,"player":"74b59452-f7b7-4003-ad9f-f5754c8aaf7f","step":11,"turn":{"law":53,"phase":"betting","player":"fafd79e0-d9ad-47a7-b1a3-d152b444f84b"}},"seals":{"discarded":"4bfb7271c9d9eda67967c5761e5f265724276fda6b9e1c40d8da9f729af0d40f"},"version":1}', 'UTF8'), 31),
	('aa76e23c-e512-490f-837e-1b7e58fc1138', 13, 'game.staked', convert_to('{"actor":{"member":null,"role":"scorekeeper","token":"83d92a95-3dbf-4dfb-b3c3-bf38f94ef856"},"at":"2026-11-05T20:00:30Z","command":"51c9c6516221a6b9 12039c4bc9557427d9c0eab25f2c1096","public":{"act":"bet","amount":6,"by_waiver":null,"irregular":false,"law":54,"on_loan":false,"player":"fafd79e0-d9ad-47a7-b1a3-d152b444f84b","step":12,"turn":{"law":53,"phase":"betting","player":"74b59452-f7b7-4003-ad9f-f5754c8aaf7f"}},"seals":{},"version":1}', 'UTF8'), 32),
	('aa76e23c-e512-490f-837e-1b7e58fc1138', 14, 'game.staked', convert_to('{"actor":{"member":null,"role":"scorekeeper","token":"83d92a95-3dbf-4dfb-b3c3-bf38f94ef856"},"at":"2026-11-05T20:00:31Z","command":"51c9c6516221a6b9 62a660ca65c2f3b1a69f7ca055b0bb76","public":{"act":"called","amount":6,"by_waiver":null,"irregular":false,"law":54,"on_loan":false,"player":"74b59452-f7b7-4003-ad9f-f5754c8aaf7f","step":13,"turn":{"law":53,"phase":"betting","player":"ed29e717-6405-445a-8143-a3aefa226f91"}},"seals":{},"version":1}', 'UTF8'), 33),
	('aa76e23c-e512-490f-837e-1b7e58fc1138', 15, 'game.staked', convert_to('{"actor":{"member":null,"role":"scorekeeper","token":"83d92a95-3dbf-4dfb-b3c3-bf38f94ef856"},"at":"2026-11-05T20:00:32Z","command":"51c9c6516221a6b9 1b94af970bbf3e6fcb7c85343aa53061","public":{"act":"raised","amount":18,"by_waiver":null,"irregular":false,"law":54,"on_loan":false,"player":"ed29e717-6405-445a-8143-a3aefa226f91","step":14,"turn":{"law":53,"phase":"betting","player":"fafd79e0-d9ad-47a7-b1a3-d152b444f84b"}},"seals":{},"version":1}', 'UTF8'), 34),
	('aa76e23c-e512-490f-837e-1b7e58fc1138', 16, 'game.staked', convert_to('{"actor":{"member":null,"role":"scorekeeper","token":"83d92a95-3dbf-4dfb-b3c3-bf38f94ef856"},"at":"2026-11-05T20:00:33Z","command":"51c9c6516221a6b9 e3488a940efef9e71102b2220712e9ca","public":{"act":"raised","amount":24,"by_waiver":null,"irregular":false,"law":54,"on_loan":false,"player":"fafd79e0-d9ad-47a7-b1a3-d152b444f84b","step":15,"turn":{"law":53,"phase":"betting","player":"74b59452-f7b7-4003-ad9f-f5754c8aaf7f"}},"seals":{},"version":1}', 'UTF8'), 35),
	('aa76e23c-e512-490f-837e-1b7e58fc1138', 17, 'game.passed', convert_to('{"actor":{"member":null,"role":"scorekeeper","token":"83d92a95-3dbf-4dfb-b3c3-bf38f94ef856"},"at":"2026-11-05T20:00:34Z","command":"51c9c6516221a6b9 53495bcd36ed856e96c34b7faa408e21","public":{"by_waiver":null,"irregular":false,"law":27,"player":"74b59452-f7b7-4003-ad9f-f5754c8aaf7f","step":16,"turn":{"law":53,"phase":"betting","player":"ed29e717-6405-445a-8143-a3aefa226f91"},"unseen":false},"seals":{},"version":1}', 'UTF8'), 36),
	('aa76e23c-e512-490f-837e-1b7e58fc1138', 18, 'game.staked', convert_to('{"actor":{"member":null,"role":"scorekeeper","token":"83d92a95-3dbf-4dfb-b3c3-bf38f94ef856"},"at":"2026-11-05T20:00:35Z","command":"51c9c6516221a6b9 fec71a704885e5d5258578c18f20f92e","public":{"act":"called","amount":12,"by_waiver":null,"irregular":false,"law":54,"on_loan":false,"player":"ed29e717-6405-445a-8143-a3aefa226f91","step":17,"turn":{"law":59,"phase":"show","player":"fafd79e0-d9ad-47a7-b1a3-d152b444f84b"}},"seals":{},"version":1}', 'UTF8'), 37),
	('aa76e23c-e512-490f-837e-1b7e58fc1138', 19, 'game.hand_shown', convert_to('{"actor":{"member":null,"role":"scorekeeper","token":"83d92a95-3dbf-4dfb-b3c3-bf38f94ef856"},"at":"2026-11-05T20:00:36Z","command":"51c9c6516221a6b9 5f26f419e2ada60aec94cfcda724e6d5","public":{"by_waiver":null,"cards":["Kh","Kd","Ks","7c","4d"],"irregular":false,"joker_as":null,"law":59,"original":[],"player":"fafd79e0-d9ad-47a7-b1a3-d152b444f84b","step":18,"turn":{"law":59,"phase":"show","player":"ed29e717-6405-445a-8143-a3aefa226f91"}},"seals":{},"version":1}', 'UTF8'), 38),
	('aa76e23c-e512-490f-837e-1b7e58fc1138', 22, 'game.corrected', convert_to('{"actor":{"member":null,"role":"scorekeeper","token":"83d92a95-3dbf-4dfb-b3c3-bf38f94ef856"},"at":"2026-11-05T20:00:39Z","command":"51c9c6516221a6b9 562b38e86c26091a3a04ebc6b31083bc","public":{"after":2,"begun":[],"inserted":[20],"issued":0,"moved":{},"pool":126,"seats":["74b59452-f7b7-4003-ad9f-f5754c8aaf7f","ed29e717-6405-445a-8143-a3aefa226f91","fafd79e0-d9ad-47a7-b1a3-d152b444f84b","dac32122-da65-4652-ac7d-d2680dcf4459","3d029b2a-bd2d-4ead-8cad-0a350c92b6b4"],"struck":[3],"tail":[{"public":{"by_waiver":null,"irregular":false,"law":27,"player":"dac32122-da65-4652-ac7d-d2680dcf4459","step":20,"turn":{"law":23,"phase":"say","player":"3d029b2a-bd2d-4ead-8cad-0a350c92b6b4"},"unseen":false},"topic":"game.passed","version":1},{"public":{"act":"went_in","amount":6,"by_waiver":null,"irregular":false,"law":26,"on_loan":false,"player":"3d029b2a-bd2d-4ead-8cad-0a350c92b6b4","step":4,"turn":{"law":23,"phase":"say","player":"74b59452-f7b7-4003-ad9f-f5754c8aaf7f"}},"topic":"game.staked","version":1},{"public":{"act":"raised","amount":18,"by_waiver":null,"irregular":false,"law":26,"on_loan":false,"player":"74b59452-f7b7-4003-ad9f-f5754c8aaf7f","step":5,"turn":{"law":23,"phase":"say","player":"ed29e717-6405-445a-8143-a3aefa226f91"}},"topic":"game.staked","version":1},{"public":{"act":"went_in","amount":15,"by_waiver":null,"irregular":false,"law":26,"on_loan":false,"player":"ed29e717-6405-445a-8143-a3aefa226f91","step":6,"turn":{"law":35,"phase":"draw","player":"ed29e717-6405-445a-8143-a3aefa226f91"}},"topic":"game.staked","version":1},{"public":{"by_waiver":null,"fouled":false,"irregular":false,"law":39,"player":"ed29e717-6405-445a-8143-a3aefa226f91","step":7,"turn":{"law":35,"phase":"draw","player":"fafd79e0-d9ad-47a7-b1a3-d152b444f84b"}},"topic":"game.drew","version":1},{"public":{"act":"made_good","amount":12,"by_waiver":null,"irregular":false,"law":36,"on_loan":false,"player":"fafd79e0-d9ad-47a7-b1a3-d152b444f84b","step":8,"turn":{"law":35,"phase":"draw","player":"fafd79e0-d9ad-47a7-b1a3-d152b444f84b"}},"topic":"game.staked","version":1},{"public":{"by_waiver":null,"fouled":false,"irregular":false,"law":39,"player":"fafd79e0-d9ad-47a7-b1a3-d152b444f84b","step":9,"turn":{"law":35,"phase":"draw","player":"3d029b2a-bd2d-4ead-8cad-0a350c92b6b4"}},"topic":"game.drew","version":1},{"public":{"by_waiver":null,"irregular":false,"law":27,"player":"3d029b2a-bd2d-4ead-8cad-0a350c92b6b4","step":10,"turn":{"law":35,"phase":"draw","player":"74b59452-f7b7-4003-ad9f-f5754c8aaf7f"},"unseen":false},"topic":"game.passed","version":1},{"public":{"by_waiver":null,"fouled":false,"irregular":false,"law":39,"player":"74b59452-f7b7-4003-ad9f-f5754c8aaf7f","step":11,"turn":{"law":53,"phase":"betting","player":"fafd79e0-d9ad-47a7-b1a3-d152b444f84b"}},"topic":"game.drew","version":1},{"public":{"act":"bet","amount":6,"by_waiver":null,"irregular":false,"law":54,"on_loan":false,"player":"fafd79e0-d9ad-47a7-b1a3-d152b444f84b","step":12,"turn":{"law":53,"phase":"betting","player":"74b59452-f7b7-4003-ad9f-f5754c8aaf7f"}},"topic":"game.staked","version":1},{"public":{"act":"called","amount":6,"by_waiver":null,"irregular":false,"law":54,"on_loan":false,"player":"74b59452-f7b7-4003-ad9f-f5754c8aaf7f","step":13,"turn":{"law":53,"phase":"betting","player":"ed29e717-6405-445a-8143-a3aefa226f91"}},"topic":"game.staked","version":1},{"public":{"act":"raised","amount":18,"by_waiver":null,"irregular":false,"law":54,"on_loan":false,"player":"ed29e717-6405-445a-8143-a3aefa226f91","step":14,"turn":{"law":53,"phase":"betting","player":"fafd79e0-d9ad-47a7-b1a3-d152b444f84b"}},"topic":"game.staked","version":1},{"public":{"act":"raised","amount":24,"by_waiver":null,"irregular":false,"law":54,"on_loan":false,"player":"fafd79e0-d9ad-47a7-b1a3-d152b444f84b","step":15,"turn":{"law":53,"phase":"betting","player":"74b59452-f7b7-4003-ad9f-f5754c8aaf7f"}},"topic":"game.staked","version":1},{"public":{"by_waiver":null,"irregular":false,"law":27,"player":"74b59452-f7b7-4003-ad9f-f5754c8aaf7f","step":16,"turn":{"law":53,"phase":"betting","player":"ed29e717-6405-445a-8143-a3aefa226f91"},"unseen":false},"topic":"game.passed","version":1},{"public":{"act":"called","amount":12,"by_waiver":null,"irregular":false,"law":54,"on_loan":false,"player":"ed29e717-6405-445a-8143-a3aefa226f91","step":17,"turn":{"law":59,"phase":"show","player":"fafd79e0-d9ad-47a7-b1a3-d152b444f84b"}},"topic":"game.staked","version":1},{"public":{"by_waiver":null,"cards":["Kh","Kd","Ks","7c","4d"],"irregular":false,"joker_as":null,"law":59,"original":[],"player":"fafd79e0-d9ad-47a7-b1a3-d152b444f84b","step":18,"turn":{"law":59,"phase":"show","player":"ed29e717-6405-445a-8143-a3aefa226f91"}},"topic":"game.hand_shown","version":1},{"public":{"by_waiver":null,"cards":["Qc","Qd","8s","8h","2c"],"irregular":false,"joker_as":null,"law":59,"original":[],"player":"ed29e717-6405-445a-8143-a3aefa226f91","step":19,"turn":{"law":null,"phase":"settled","player":null}},"topic":"game.hand_shown","version":1},{"public":{"law":59,"settlement":{"advances":{},"awards":[{"amount":126,"claims":[{"amount":3,"law":59,"source":{"kind":"ante","player":"ed29e717-6405-445a-8143-a3aefa226f91"}},{"amount":45,"law":59,"source":{"kind":"stake","player":"ed29e717-6405-445a-8143-a3aefa226f91"}},{"amount":48,"law":59,"source":{"kind":"stake","player":"fafd79e0-d9ad-47a7-b1a3-d152b444f84b"}},{"amount":6,"law":59,"source":{"kind":"stake","player":"3d029b2a-bd2d-4ead-8cad-0a350c92b6b4"}},{"amount":24,"law":59,"source":{"kind":"stake","player":"74b59452-f7b7-4003-ad9f-f5754c8aaf7f"}}],"player":"fafd79e0-d9ad-47a7-b1a3-d152b444f84b"}],"carried_in":0,"carried_out":0,"edition":"1","funds":{"3d029b2a-bd2d-4ead-8cad-0a350c92b6b4":94,"74b59452-f7b7-4003-ad9f-f5754c8aaf7f":76,"dac32122-da65-4652-ac7d-d2680dcf4459":100,"ed29e717-6405-445a-8143-a3aefa226f91":52,"fafd79e0-d9ad-47a7-b1a3-d152b444f84b":178},"hands":[{"cards":["Kh","Kd","Ks","7c","4d"],"hand_class":"threes","name":"threes, kings","player":"fafd79e0-d9ad-47a7-b1a3-d152b444f84b"},{"cards":["Qc","Qd","8s","8h","2c"],"hand_class":"two_pairs","name":"two pairs, queens and eights","player":"ed29e717-6405-445a-8143-a3aefa226f91"}],"kitty":0,"laws":[59],"minimum":null,"penalties":[],"pool":126,"readings":{"blaze_aces":"court","demand_when":"stake_raised","false_opener_loses":"nothing","hearts":"flushes","jackpot_ante":"besides","joker_ace_ends":"as_the_book","misdeal_stakes":"stand","odd_counter":"eldest","opening_minimum":"raised","short_draw":"pat","side_show_ante":"besides","side_show_dead":"remainder","side_show_next":"for_that_amount","side_show_tie":"by_slice","straddle_cap":"highest","straddle_gap":"open","two_pair_fifth":"share","untied_card":"successive"},"refunds":[],"results":{"3d029b2a-bd2d-4ead-8cad-0a350c92b6b4":-6,"74b59452-f7b7-4003-ad9f-f5754c8aaf7f":-24,"dac32122-da65-4652-ac7d-d2680dcf4459":0,"ed29e717-6405-445a-8143-a3aefa226f91":-48,"fafd79e0-d9ad-47a7-b1a3-d152b444f84b":78},"reward":null},"step":19,"turn":{"law":null,"phase":"settled","player":null}},"topic":"game.settled","version":1}],"turn":{"law":null,"phase":"settled","player":null}},"seals":{"reason":"1bb0dc3035211c59269d062aceb12a9e4703abda5d2cd1e4ebc8df340176c509","tail/4/discarded":"c2d6ec493fc1a967300fb93f9c246d770ace93eb2c30e7c5d0618e5afc75679d","tail/6/discarded":"ace4314fb1a0ab00d8cc2769cea2aabfda1ab206e13bed1fddac822512748419","tail/8/discarded":"ee7b12d0835fb5f7e5aa3316d115e814447b83484820570da7a2676e10235342"},"version":2}', 'UTF8'), 42),
	('23853bc5-521a-451a-985d-d6978dadcd9e', 9, 'sitting.game_corrected', convert_to('{"actor":{"member":null,"role":"scorekeeper","token":"83d92a95-3dbf-4dfb-b3c3-bf38f94ef856"},"at":"2026-11-05T20:00:39Z","command":"51c9c6516221a6b9 562b38e86c26091a3a04ebc6b31083bc","public":{"affected":[],"carried":0,"entry":6,"game":"aa76e23c-e512-490f-837e-1b7e58fc1138","issued":0,"minimum":null,"moved":{},"reopened":false,"replaced":[{"public":{"advanced":{},"carried_out":0,"funds":{"3d029b2a-bd2d-4ead-8cad-0a350c92b6b4":94,"74b59452-f7b7-4003-ad9f-f5754c8aaf7f":76,"dac32122-da65-4652-ac7d-d2680dcf4459":100,"ed29e717-6405-445a-8143-a3aefa226f91":52,"fafd79e0-d9ad-47a7-b1a3-d152b444f84b":178},"game":"aa76e23c-e512-490f-837e-1b7e58fc1138","kitty":0,"lent":{},"lent_counters":{"blue":0,"odd":0,"red":0,"white":0},"loans":[],"minimum":null,"results":{"3d029b2a-bd2d-4ead-8cad-0a350c92b6b4":-6,"74b59452-f7b7-4003-ad9f-f5754c8aaf7f":-24,"dac32122-da65-4652-ac7d-d2680dcf4459":0,"ed29e717-6405-445a-8143-a3aefa226f91":-48,"fafd79e0-d9ad-47a7-b1a3-d152b444f84b":78},"rewarded":0},"topic":"sitting.game_ended","version":1}],"running":null},"seals":{},"version":1}', 'UTF8'), 43),
	('aa76e23c-e512-490f-837e-1b7e58fc1138', 23, 'game.unsealed', convert_to('{"actor":{"member":null,"role":"auditor","token":"a84bd3b8-be02-48f1-8fb7-2c9da3ce64f1"},"at":"2026-11-05T20:00:40Z","command":"51c9c6516221a6b9 de0d10241fe856e9a6e217e71a7c79cd","public":{"player":"3d029b2a-bd2d-4ead-8cad-0a350c92b6b4"},"seals":{"reason":"a0fa667625973c9bdfc13dff798938cbf15f096430f891ab9b9d9718a38cc858"},"version":1}', 'UTF8'), 44),
	('6dfca652-3c8c-48f0-a882-aaff4be4e8b3', 3, 'game.disputed', convert_to('{"actor":{"member":null,"role":"scorekeeper","token":"83d92a95-3dbf-4dfb-b3c3-bf38f94ef856"},"at":"2026-11-05T20:00:44Z","command":"51c9c6516221a6b9 d16289be4db0c674970dd76316a6491e","public":{"kind":"fact","n":1,"parties":["fafd79e0-d9ad-47a7-b1a3-d152b444f84b","dac32122-da65-4652-ac7d-d2680dcf4459"],"referee":"ed29e717-6405-445a-8143-a3aefa226f91","step":null,"witnesses":["fafd79e0-d9ad-47a7-b1a3-d152b444f84b","dac32122-da65-4652-ac7d-d2680dcf4459","3d029b2a-bd2d-4ead-8cad-0a350c92b6b4","74b59452-f7b7-4003-ad9f-f5754c8aaf7f"]},"seals":{"question":"18c9eb78c7865951bae93e4d4d097f979ce99dce99f403208890b67f16afa947"},"version":1}', 'UTF8'), 49),
	('767a7936-7374-5e70-aa55-1fb56817d200', 12, 'club.token_revoked', convert_to('{"actor":{"member":null,"role":"owner","token":"a33e7c33-3045-41ec-9a38-a0fcae70cf12"},"at":"2026-11-05T20:00:46Z","command":"51c9c6516221a6b9 9bf548db2d8858d7089f32b5fbb61a84","public":{"token":"c5af0d29-576f-430a-9782-f71736529f91"},"seals":{},"version":1}', 'UTF8'), 51),
	('767a7936-7374-5e70-aa55-1fb56817d200', 13, 'club.token_issued', convert_to('{"actor":{"member":null,"role":"owner","token":"a33e7c33-3045-41ec-9a38-a0fcae70cf12"},"at":"2026-11-05T20:00:47Z","command":"51c9c6516221a6b9 304947e6e0df986c8fc9d835b6532150","public":{"digest":"c5d7c1194f8102e90a617e834b0e58d2f7391866f661b2b0e129945675827ea1","member":"fafd79e0-d9ad-47a7-b1a3-d152b444f84b","role":"player","token":"d25dd58d-9494-4725-9184-78d67280674f"},"seals":{"label":"53623e3c11d56cba36e6889ec94cf8dd4e8d590f35dbbf0b86380ab90938fd6c"},"version":2}', 'UTF8'), 52),
	('767a7936-7374-5e70-aa55-1fb56817d200', 14, 'club.part_erased', convert_to('{"actor":{"member":null,"role":"owner","token":"a33e7c33-3045-41ec-9a38-a0fcae70cf12"},"at":"2026-11-05T20:00:48Z","command":"51c9c6516221a6b9 81e05d2f62db68668870303cb5ab1d1c","public":{"member":"fafd79e0-d9ad-47a7-b1a3-d152b444f84b","of_stream":"767a7936-7374-5e70-aa55-1fb56817d200","of_version":5,"part":"name"},"seals":{"reason":"cfa5d98cd7c30f17d95944ec675849bfa73332acaaf719a1f2ca914e8a4ba7ee"},"version":1}', 'UTF8'), 53),
	('aa76e23c-e512-490f-837e-1b7e58fc1138', 20, 'game.hand_shown', convert_to('{"actor":{"member":null,"role":"scorekeeper","token":"83d92a95-3dbf-4dfb-b3c3-bf38f94ef856"},"at":"2026-11-05T20:00:37Z","command":"51c9c6516221a6b9 f22cfe519bf04650bc6bd10c45fb282a","public":{"by_waiver":null,"cards":["Qc","Qd","8s","8h","2c"],"irregular":false,"joker_as":null,"law":59,"original":[],"player":"ed29e717-6405-445a-8143-a3aefa226f91","step":19,"turn":{"law":null,"phase":"settled","player":null}},"seals":{},"version":1}', 'UTF8'), 39),
	('aa76e23c-e512-490f-837e-1b7e58fc1138', 21, 'game.settled', convert_to('{"actor":{"member":null,"role":"scorekeeper","token":"83d92a95-3dbf-4dfb-b3c3-bf38f94ef856"},"at":"2026-11-05T20:00:37Z","command":"51c9c6516221a6b9 f22cfe519bf04650bc6bd10c45fb282a","public":{"law":59,"settlement":{"advances":{},"awards":[{"amount":126,"claims":[{"amount":3,"law":59,"source":{"kind":"ante","player":"ed29e717-6405-445a-8143-a3aefa226f91"}},{"amount":45,"law":59,"source":{"kind":"stake","player":"ed29e717-6405-445a-8143-a3aefa226f91"}},{"amount":48,"law":59,"source":{"kind":"stake","player":"fafd79e0-d9ad-47a7-b1a3-d152b444f84b"}},{"amount":6,"law":59,"source":{"kind":"stake","player":"3d029b2a-bd2d-4ead-8cad-0a350c92b6b4"}},{"amount":24,"law":59,"source":{"kind":"stake","player":"74b59452-f7b7-4003-ad9f-f5754c8aaf7f"}}],"player":"fafd79e0-d9ad-47a7-b1a3-d152b444f84b"}],"carried_in":0,"carried_out":0,"edition":"1","funds":{"3d029b2a-bd2d-4ead-8cad-0a350c92b6b4":94,"74b59452-f7b7-4003-ad9f-f5754c8aaf7f":76,"dac32122-da65-4652-ac7d-d2680dcf4459":100,"ed29e717-6405-445a-8143-a3aefa226f91":52,"fafd79e0-d9ad-47a7-b1a3-d152b444f84b":178},"hands":[{"cards":["Kh","Kd","Ks","7c","4d"],"hand_class":"threes","name":"threes, kings","player":"fafd79e0-d9ad-47a7-b1a3-d152b444f84b"},{"cards":["Qc","Qd","8s","8h","2c"],"hand_class":"two_pairs","name":"two pairs, queens and eights","player":"ed29e717-6405-445a-8143-a3aefa226f91"}],"kitty":0,"laws":[59],"minimum":null,"penalties":[],"pool":126,"readings":{"blaze_aces":"court","demand_when":"stake_raised","false_opener_loses":"nothing","hearts":"flushes","jackpot_ante":"besides","joker_ace_ends":"as_the_book","misdeal_stakes":"stand","odd_counter":"eldest","opening_minimum":"raised","short_draw":"pat","side_show_ante":"besides","side_show_dead":"remainder","side_show_next":"for_that_amount","side_show_tie":"by_slice","straddle_cap":"highest","straddle_gap":"open","two_pair_fifth":"share","untied_card":"successive"},"refunds":[],"results":{"3d029b2a-bd2d-4ead-8cad-0a350c92b6b4":-6,"74b59452-f7b7-4003-ad9f-f5754c8aaf7f":-24,"dac32122-da65-4652-ac7d-d2680dcf4459":0,"ed29e717-6405-445a-8143-a3aefa226f91":-48,"fafd79e0-d9ad-47a7-b1a3-d152b444f84b":78},"reward":null},"step":19,"turn":{"law":null,"phase":"settled","player":null}},"seals":{},"version":1}', 'UTF8'), 40),
	('23853bc5-521a-451a-985d-d6978dadcd9e', 8, 'sitting.game_ended', convert_to('{"actor":{"member":null,"role":"scorekeeper","token":"83d92a95-3dbf-4dfb-b3c3-bf38f94ef856"},"at":"2026-11-05T20:00:37Z","command":"51c9c6516221a6b9 f22cfe519bf04650bc6bd10c45fb282a","public":{"advanced":{},"carried_out":0,"funds":{"3d029b2a-bd2d-4ead-8cad-0a350c92b6b4":94,"74b59452-f7b7-4003-ad9f-f5754c8aaf7f":76,"dac32122-da65-4652-ac7d-d2680dcf4459":100,"ed29e717-6405-445a-8143-a3aefa226f91":52,"fafd79e0-d9ad-47a7-b1a3-d152b444f84b":178},"game":"aa76e23c-e512-490f-837e-1b7e58fc1138","kitty":0,"lent":{},"lent_counters":{"blue":0,"odd":0,"red":0,"white":0},"loans":[],"minimum":null,"results":{"3d029b2a-bd2d-4ead-8cad-0a350c92b6b4":-6,"74b59452-f7b7-4003-ad9f-f5754c8aaf7f":-24,"dac32122-da65-4652-ac7d-d2680dcf4459":0,"ed29e717-6405-445a-8143-a3aefa226f91":-48,"fafd79e0-d9ad-47a7-b1a3-d152b444f84b":78},"rewarded":0},"seals":{},"version":1}', 'UTF8'), 41),
	('6dfca652-3c8c-48f0-a882-aaff4be4e8b3', 1, 'game.begun', convert_to('{"actor":{"member":null,"role":"scorekeeper","token":"83d92a95-3dbf-4dfb-b3c3-bf38f94ef856"},"at":"2026-11-05T20:00:42Z","command":"51c9c6516221a6b9 610be2d4101c2db44bbb8c654f73958a","public":{"ante":3,"ante_man":"fafd79e0-d9ad-47a7-b1a3-d152b444f84b","articles":{"abrogated":[],"ante":3,"kitty":null,"limit":12,"loans":true,"readings":{"blaze_aces":"court","demand_when":"stake_raised","false_opener_loses":"nothing","hearts":"flushes","jackpot_ante":"besides","joker_ace_ends":"as_the_book","misdeal_stakes":"stand","odd_counter":"eldest","opening_minimum":"raised","short_draw":"pat","side_show_ante":"besides","side_show_dead":"remainder","side_show_next":"for_that_amount","side_show_tie":"by_slice","straddle_cap":"highest","straddle_gap":"open","two_pair_fifth":"share","untied_card":"successive"},"variants":[]},"carried_in":0,"dealer":"ed29e717-6405-445a-8143-a3aefa226f91","dealer_by":"turn","edition":"1","funds":{"3d029b2a-bd2d-4ead-8cad-0a350c92b6b4":94,"74b59452-f7b7-4003-ad9f-f5754c8aaf7f":76,"dac32122-da65-4652-ac7d-d2680dcf4459":100,"ed29e717-6405-445a-8143-a3aefa226f91":52,"fafd79e0-d9ad-47a7-b1a3-d152b444f84b":178},"kitty":0,"minimum":null,"number":2,"payments":{},"seats":["74b59452-f7b7-4003-ad9f-f5754c8aaf7f","ed29e717-6405-445a-8143-a3aefa226f91","fafd79e0-d9ad-47a7-b1a3-d152b444f84b","dac32122-da65-4652-ac7d-d2680dcf4459","3d029b2a-bd2d-4ead-8cad-0a350c92b6b4"],"sitting":"23853bc5-521a-451a-985d-d6978dadcd9e","table":["74b59452-f7b7-4003-ad9f-f5754c8aaf7f","ed29e717-6405-445a-8143-a3aefa226f91","fafd79e0-d9ad-47a7-b1a3-d152b444f84b","dac32122-da65-4652-ac7d-d2680dcf4459","3d029b2a-bd2d-4ead-8cad-0a350c92b6b4"],"turn":{"law":null,"phase":"ante","player":null}},"seals":{},"version":1}', 'UTF8'), 46),
	('23853bc5-521a-451a-985d-d6978dadcd9e', 10, 'sitting.game_started', convert_to('{"actor":{"member":null,"role":"scorekeeper","token":"83d92a95-3dbf-4dfb-b3c3-bf38f94ef856"},"at":"2026-11-05T20:00:42Z","command":"51c9c6516221a6b9 610be2d4101c2db44bbb8c654f73958a","public":{"carried_in":0,"dealer":"ed29e717-6405-445a-8143-a3aefa226f91","game":"6dfca652-3c8c-48f0-a882-aaff4be4e8b3","number":2,"players":["74b59452-f7b7-4003-ad9f-f5754c8aaf7f","ed29e717-6405-445a-8143-a3aefa226f91","fafd79e0-d9ad-47a7-b1a3-d152b444f84b","dac32122-da65-4652-ac7d-d2680dcf4459","3d029b2a-bd2d-4ead-8cad-0a350c92b6b4"],"staked":{"fafd79e0-d9ad-47a7-b1a3-d152b444f84b":3}},"seals":{},"version":1}', 'UTF8'), 47),
	('6dfca652-3c8c-48f0-a882-aaff4be4e8b3', 2, 'game.dealt', convert_to('{"actor":{"member":null,"role":"scorekeeper","token":"83d92a95-3dbf-4dfb-b3c3-bf38f94ef856"},"at":"2026-11-05T20:00:43Z","command":"51c9c6516221a6b9 db99d6954b90a531c297685146ad83fe","public":{"by_waiver":null,"counts":{},"irregular":false,"law":17,"step":1,"turn":{"law":23,"phase":"say","player":"dac32122-da65-4652-ac7d-d2680dcf4459"},"uncut":false},"seals":{},"version":1}', 'UTF8'), 48),
	('767a7936-7374-5e70-aa55-1fb56817d200', 11, 'club.token_issued', convert_to('{"actor":{"member":null,"role":"owner","token":"a33e7c33-3045-41ec-9a38-a0fcae70cf12"},"at":"2026-11-05T20:00:45Z","command":"51c9c6516221a6b9 8cd8e2af4375b3128c86785966d22059","public":{"digest":"096d14fbc05ba0b1a338df3558afd75bb8064585ea5101403a84d8029f1eeed5","member":null,"role":"scorekeeper","token":"c5af0d29-576f-430a-9782-f71736529f91"},"seals":{"label":"508c0fc84e4d6f88c831ad1b0d2aabe1bf57d3a07c310c9475ca8df2465f463b"},"version":2}', 'UTF8'), 50),
	('767a7936-7374-5e70-aa55-1fb56817d200', 15, 'club.part_erased', convert_to('{"actor":{"member":null,"role":"owner","token":"a33e7c33-3045-41ec-9a38-a0fcae70cf12"},"at":"2026-11-05T20:00:48Z","command":"51c9c6516221a6b9 81e05d2f62db68668870303cb5ab1d1c","public":{"member":"fafd79e0-d9ad-47a7-b1a3-d152b444f84b","of_stream":"767a7936-7374-5e70-aa55-1fb56817d200","of_version":13,"part":"label"},"seals":{"reason":"7b98b8f7394b52b36f69d29cd5b53e4cb6f354449563b0e5b04a299be3c08a05"},"version":1}', 'UTF8'), 54),
	('767a7936-7374-5e70-aa55-1fb56817d200', 16, 'club.member_joined', convert_to('{"actor":{"member":null,"role":"operator","token":null},"at":"2026-11-05T20:00:49Z","command":"51c9c6516221a6b9 fa81cf740f0a958dd4f09d1cf43e6908","public":{"member":"3ce6dfae-201c-4d97-ab67-c18c8244f6a1"},"seals":{"name":"1da961b0509f1484d1ce137079adb17a8ea6f72dc4aba496fd0666fe28105d1a"},"version":1}', 'UTF8'), 55);
INSERT INTO club_9cb7e604ff4a55ddb01573078baf0aa4.command_secret VALUES
	(true, '\xb64ac76db361243f559be23dca79ea66b4dc042561213bf088e70aa7cb8a93df');
INSERT INTO club_9cb7e604ff4a55ddb01573078baf0aa4.commands VALUES
	('f2b057479cbc89ba 2ab743aa7c7855dd8bafa6db71c41ff8', '\x3b7e2932bac43e4ef39ca645dea9d69b8f6db69bc595070f4744e763923a7d0e', '9cb7e604-ff4a-55dd-b015-73078baf0aa4', 1, 1, '2026-11-05 20:00:52+00'),
	('f2b057479cbc89ba e83eba7ea432ca5f9a5ac58ecd3e5838', '\xdbf396b6750b2c733c2ecb27d27186adaf5613ed5c418f149b5aeeaa9e115919', '9cb7e604-ff4a-55dd-b015-73078baf0aa4', 2, 2, '2026-11-05 20:00:53+00'),
	('f2b057479cbc89ba 84944ad0ab4b534c628194fdb43f4b5d', '\x13f022d102126f1fabdec76adc22600bf5625afbe8710548154437d3effe14bc', '9cb7e604-ff4a-55dd-b015-73078baf0aa4', 3, 3, '2026-11-05 20:00:54+00'),
	('f2b057479cbc89ba 0e7edeb4f609dbc95b7c3d2286a76d46', '\x713b97180898d678c3a1514f217e37f4fb0f2bef593a95210eb0a2e72a5725fd', '9cb7e604-ff4a-55dd-b015-73078baf0aa4', 4, 4, '2026-11-05 20:00:55+00'),
	('f2b057479cbc89ba 40eb576f140e6b50b00b26a0655850f4', '\x92ecb0f6440b44cdaea8cb9837d399036ddb6da89d97633b03f5202ee751fba0', '9cb7e604-ff4a-55dd-b015-73078baf0aa4', 5, 5, '2026-11-05 20:00:56+00'),
	('f2b057479cbc89ba 996e8423d9a2370add3a6548b18afa4f', '\x415d19e05f6f8b151ef228ddc349a9a8821c0e56697ca961f6bc56452e57c0de', '9cb7e604-ff4a-55dd-b015-73078baf0aa4', 6, 6, '2026-11-05 20:00:57+00'),
	('f2b057479cbc89ba e71364db167fa28d3a2c5ba38772e186', '\x60ab0c3187ed717f0259950fe5e61f026f9445c6bad2ab6b2ee06bafde116b50', '9cb7e604-ff4a-55dd-b015-73078baf0aa4', 7, 7, '2026-11-05 20:00:58+00'),
	('f2b057479cbc89ba b955ebe7c50c26bdc35b94b26ceed520', '\x9a08360107bc5ad2be8ea1e4f1952eb3f68ec56ad8140c60ed187937e6a9c311', '9cb7e604-ff4a-55dd-b015-73078baf0aa4', 8, 8, '2026-11-05 20:00:59+00'),
	('f2b057479cbc89ba 8246d3e0a11300990e41f8a3ac424aa4', '\x1c70173c4b3d2f5e519109002d5a9c18cbc430a384a5669d6931ac091987c9f8', '9cb7e604-ff4a-55dd-b015-73078baf0aa4', 9, 9, '2026-11-05 20:01:00+00'),
	('f2b057479cbc89ba 6caa41c6d71afc0393c054d9265bc0ba', '\x862cc2234067405d94106dbd5c38809af929244003189a568f67d91f1c8630a0', 'a347d434-5375-4361-b5b1-583e7abad401', 1, 1, '2026-11-05 20:01:02+00'),
	('f2b057479cbc89ba ed9f64fb1ae90746bde87027d49ea2b4', '\xa0fdc59be98bf3bd504399060235ea8d3793b678867033bc092e154c88856f3e', 'a347d434-5375-4361-b5b1-583e7abad401', 2, 2, '2026-11-05 20:01:03+00'),
	('f2b057479cbc89ba 3a8f9996a22b63b9d39d9ae13affe3a2', '\xa3942854be11b4d01faf350eb232f5e73490a371c9635f627d56ffe50921f0e6', 'a347d434-5375-4361-b5b1-583e7abad401', 3, 3, '2026-11-05 20:01:04+00'),
	('f2b057479cbc89ba d7086bc5c507f186f4639bf14ffc8ce5', '\x2ebdbadff48431bf2e63f81509e26aa353dadb279c07d754a5bc9f4f5d6f57c5', 'a347d434-5375-4361-b5b1-583e7abad401', 4, 4, '2026-11-05 20:01:05+00'),
	('f2b057479cbc89ba 401d2be47385b52cea07f73fd01aa292', '\xf4244fd1d58ecfb630c4f6ca478012a803c3560aa958a201014a1bf9f2c397ea', 'c1913436-3924-4ba8-8fe4-8a7797e78659', 1, 1, '2026-11-05 20:01:07+00'),
	('f2b057479cbc89ba dd9d516f83062db23f2d3bf3f997567d', '\xb665f7b1b0a72ecf56b7a6851e84bbf4df8f11f32c7f2b7e93ed025ccbae6f54', 'c1913436-3924-4ba8-8fe4-8a7797e78659', 2, 2, '2026-11-05 20:01:08+00'),
	('f2b057479cbc89ba 5bfe674acf75ebab35b564987117ffd2', '\x6979fa1b7d7a00271f33713e0326b9caabf9ef557c79da68e70df53aa9ad29a5', 'c1913436-3924-4ba8-8fe4-8a7797e78659', 3, 3, '2026-11-05 20:01:09+00');
INSERT INTO club_9cb7e604ff4a55ddb01573078baf0aa4.log_checkpoints VALUES
	(18, 21, '\x5f21da060088f4f72eaf6d0ac4cb7802513ed4a1d0e000d3afd3b2ab312efc14', 'poolbook/9cb7e604-ff4a-55dd-b015-73078baf0aa4
18
XyHaBgCI9Pcur20KxMt4AlE+1KHQ4ADTr9OyqzEu/BQ=

— poolbook/9cb7e604-ff4a-55dd-b015-73078baf0aa4 AxU1C142lRWWbnbwhyBtnNylrpMR1eOgUPTFr2yW3Ae5fcsxAGmbPCIdV+n4Lb5o1XA/khktN9YezHn4htH9SmvHSg8=
', 'poolbook/9cb7e604-ff4a-55dd-b015-73078baf0aa4+0315350b+ARLoriLW1OFyvfP6rHcvkaErng55EF7VUhEa4RKosoLF', '2026-11-05 20:01:10+00');
INSERT INTO club_9cb7e604ff4a55ddb01573078baf0aa4.notification_tracking VALUES
	('read_models', 21);
INSERT INTO club_9cb7e604ff4a55ddb01573078baf0aa4.sealed VALUES
	('9cb7e604-ff4a-55dd-b015-73078baf0aa4', 2, 'label', '\xabb0e73604d64eec38766c56509fa686', convert_to('"the founder''s"', 'UTF8')),
	('9cb7e604-ff4a-55dd-b015-73078baf0aa4', 3, 'name', '\x4252ad2ab6441b063cfbf941bc3f0b56', convert_to('"A"', 'UTF8')),
	('9cb7e604-ff4a-55dd-b015-73078baf0aa4', 4, 'name', '\x9fa8ec1b7a0b52879efa241c17f67890', convert_to('"B"', 'UTF8')),
	('9cb7e604-ff4a-55dd-b015-73078baf0aa4', 5, 'name', '\x9abcffd6664cc67df25bdf4b5f8f79e7', convert_to('"C"', 'UTF8')),
	('9cb7e604-ff4a-55dd-b015-73078baf0aa4', 6, 'name', '\xa2cd0e3c58f7ceddb2be7ab9a0e19175', convert_to('"D"', 'UTF8')),
	('9cb7e604-ff4a-55dd-b015-73078baf0aa4', 7, 'name', '\xe3b37bd1fcb76ed8b29d31a5ee3b8b21', convert_to('"E"', 'UTF8')),
	('9cb7e604-ff4a-55dd-b015-73078baf0aa4', 8, 'label', '\xeb2f78fe5874ebae615eea8f516da4f9', convert_to('"of scorekeeper"', 'UTF8')),
	('9cb7e604-ff4a-55dd-b015-73078baf0aa4', 9, 'label', '\x5ef7003254e2571997f16e71f11b961f', convert_to('"of auditor"', 'UTF8')),
	('c1913436-3924-4ba8-8fe4-8a7797e78659', 2, 'note', '\x408dee2e0785e60d5f214c9cf1cad9de', convert_to('"dealt by B"', 'UTF8')),
	('c1913436-3924-4ba8-8fe4-8a7797e78659', 2, 'hands/4d1f0679-c72e-4319-bc43-8c31547610c3', '\xde03160f2f1f292d82cde45fab92d6ba', convert_to('["2h","2d","9s","8c","8h"]', 'UTF8')),
	('c1913436-3924-4ba8-8fe4-8a7797e78659', 2, 'hands/5a19fabd-b78d-430e-9083-66634f096578', '\x54089c4baaf83a8ccdd76a33242c1fc4', convert_to('["Kh","Kd","6c","7c","7h"]', 'UTF8')),
	('c1913436-3924-4ba8-8fe4-8a7797e78659', 2, 'hands/9158a16b-e06d-434f-8607-4fe3a3bcc244', '\x62d1966089374a6aabebe02a10af4417', convert_to('["Ah","Ad","5c","3c","3h"]', 'UTF8')),
	('c1913436-3924-4ba8-8fe4-8a7797e78659', 3, 'note', '\x7857396fe69d57538988418c4d858dce', convert_to('"at once"', 'UTF8'));
INSERT INTO club_9cb7e604ff4a55ddb01573078baf0aa4.stored_events OVERRIDING SYSTEM VALUE VALUES
	('9cb7e604-ff4a-55dd-b015-73078baf0aa4', 1, 'club.founded', convert_to('{"actor":{"member":null,"role":"operator","token":null},"at":"2026-11-05T20:00:52Z","command":"f2b057479cbc89ba 2ab743aa7c7855dd8bafa6db71c41ff8","public":{"currency":"GBP","name":"The Second Table"},"seals":{},"version":2}', 'UTF8'), 1),
	('9cb7e604-ff4a-55dd-b015-73078baf0aa4', 2, 'club.token_issued', convert_to('{"actor":{"member":null,"role":"operator","token":null},"at":"2026-11-05T20:00:53Z","command":"f2b057479cbc89ba e83eba7ea432ca5f9a5ac58ecd3e5838","public":{"digest":"acaa63aaaf85285953c7d31ff6a5f147de68bf77839f57f902fade83ad817168","member":null,"role":"owner","token":"0bdae974-782a-47d5-80ae-3b3f474a6b9b"},"seals":{"label":"3553ab38a82e6f814934f4f38f3abd7ff738cf849c91f98d795dcafca20161a2"},"version":2}', 'UTF8'), 2),
	('9cb7e604-ff4a-55dd-b015-73078baf0aa4', 3, 'club.member_joined', convert_to('{"actor":{"member":null,"role":"owner","token":"0bdae974-782a-47d5-80ae-3b3f474a6b9b"},"at":"2026-11-05T20:00:54Z","command":"f2b057479cbc89ba 84944ad0ab4b534c628194fdb43f4b5d","public":{"member":"9158a16b-e06d-434f-8607-4fe3a3bcc244"},"seals":{"name":"6ae90add1c4c5a080fb58e1cff8673fbdbf08b56e482cdad01c13641a96c530d"},"version":1}', 'UTF8'), 3),
	('9cb7e604-ff4a-55dd-b015-73078baf0aa4', 4, 'club.member_joined', convert_to('{"actor":{"member":null,"role":"owner","token":"0bdae974-782a-47d5-80ae-3b3f474a6b9b"},"at":"2026-11-05T20:00:55Z","command":"f2b057479cbc89ba 0e7edeb4f609dbc95b7c3d2286a76d46","public":{"member":"5a19fabd-b78d-430e-9083-66634f096578"},"seals":{"name":"d49de120425f44b126d8ed9826d1e725da874925106281a430381564cf396f94"},"version":1}', 'UTF8'), 4),
	('9cb7e604-ff4a-55dd-b015-73078baf0aa4', 5, 'club.member_joined', convert_to('{"actor":{"member":null,"role":"owner","token":"0bdae974-782a-47d5-80ae-3b3f474a6b9b"},"at":"2026-11-05T20:00:56Z","command":"f2b057479cbc89ba 40eb576f140e6b50b00b26a0655850f4","public":{"member":"4d1f0679-c72e-4319-bc43-8c31547610c3"},"seals":{"name":"10f34e1e647c840979631227b1ae73814e1d11994faaa8e262b88e9de733c4e9"},"version":1}', 'UTF8'), 5),
	('9cb7e604-ff4a-55dd-b015-73078baf0aa4', 6, 'club.member_joined', convert_to('{"actor":{"member":null,"role":"owner","token":"0bdae974-782a-47d5-80ae-3b3f474a6b9b"},"at":"2026-11-05T20:00:57Z","command":"f2b057479cbc89ba 996e8423d9a2370add3a6548b18afa4f","public":{"member":"caba19ad-2f66-40fb-915b-742091e88daa"},"seals":{"name":"815bf7b0f1e16cfe0643c92fa7a0f38a455709fd0f98857723efff81b6a09a21"},"version":1}', 'UTF8'), 6),
	('9cb7e604-ff4a-55dd-b015-73078baf0aa4', 7, 'club.member_joined', convert_to('{"actor":{"member":null,"role":"owner","token":"0bdae974-782a-47d5-80ae-3b3f474a6b9b"},"at":"2026-11-05T20:00:58Z","command":"f2b057479cbc89ba e71364db167fa28d3a2c5ba38772e186","public":{"member":"70ee6fe3-4f1e-4a96-9ca8-eb9d8ad0ef9b"},"seals":{"name":"a41b7ae52472ef5169a3242ee3c0c07dea9f037067858a660caecb76e0f4bb86"},"version":1}', 'UTF8'), 7),
	('9cb7e604-ff4a-55dd-b015-73078baf0aa4', 8, 'club.token_issued', convert_to('{"actor":{"member":null,"role":"owner","token":"0bdae974-782a-47d5-80ae-3b3f474a6b9b"},"at":"2026-11-05T20:00:59Z","command":"f2b057479cbc89ba b955ebe7c50c26bdc35b94b26ceed520","public":{"digest":"269153233a152c8438e55925b2422b260aa4e1dcf01ee245eb4ab7651efb138a","member":null,"role":"scorekeeper","token":"353c60f7-07a3-439f-9f92-17588e95ab7f"},"seals":{"label":"df4d899dd275b993359a6111d376da9aeabef2a6595fb3ee455e0ed79ef0a6f0"},"version":2}', 'UTF8'), 8),
	('9cb7e604-ff4a-55dd-b015-73078baf0aa4', 9, 'club.token_issued', convert_to('{"actor":{"member":null,"role":"owner","token":"0bdae974-782a-47d5-80ae-3b3f474a6b9b"},"at":"2026-11-05T20:01:00Z","command":"f2b057479cbc89ba 8246d3e0a11300990e41f8a3ac424aa4","public":{"digest":"5a37f31d00643f099cba54d9ba666eafec7d1ecf0c84b9fd1ae873c6838330a6","member":null,"role":"auditor","token":"21cb0c03-cd6b-412f-bc64-f6eac9675aaf"},"seals":{"label":"83f3f83526782abc13db7e8147a21b71605bdbba9e88de95c2d9d118cc01ee52"},"version":2}', 'UTF8'), 9),
	('a347d434-5375-4361-b5b1-583e7abad401', 1, 'sitting.opened', convert_to('{"actor":{"member":null,"role":"scorekeeper","token":"353c60f7-07a3-439f-9f92-17588e95ab7f"},"at":"2026-11-05T20:01:02Z","command":"f2b057479cbc89ba 6caa41c6d71afc0393c054d9265bc0ba","public":{"agreed_by":[],"articles":{"abrogated":[],"ante":3,"kitty":null,"limit":12,"loans":true,"readings":{"blaze_aces":"court","demand_when":"stake_raised","false_opener_loses":"nothing","hearts":"flushes","jackpot_ante":"besides","joker_ace_ends":"as_the_book","misdeal_stakes":"stand","odd_counter":"eldest","opening_minimum":"raised","short_draw":"pat","side_show_ante":"besides","side_show_dead":"remainder","side_show_next":"for_that_amount","side_show_tie":"by_slice","straddle_cap":"highest","straddle_gap":"open","two_pair_fifth":"share","untied_card":"successive"},"variants":[]},"carried":0,"carried_from":null,"club":"9cb7e604-ff4a-55dd-b015-73078baf0aa4","held_on":"2026-11-05","kitty":0,"minimum":null,"number":1,"seats":["9158a16b-e06d-434f-8607-4fe3a3bcc244","5a19fabd-b78d-430e-9083-66634f096578","4d1f0679-c72e-4319-bc43-8c31547610c3"]},"seals":{},"version":1}', 'UTF8'), 10),
	('9cb7e604-ff4a-55dd-b015-73078baf0aa4', 10, 'club.sitting_registered', convert_to('{"actor":{"member":null,"role":"scorekeeper","token":"353c60f7-07a3-439f-9f92-17588e95ab7f"},"at":"2026-11-05T20:01:02Z","command":"f2b057479cbc89ba 6caa41c6d71afc0393c054d9265bc0ba","public":{"carried":0,"carried_from":null,"kitty":0,"number":1,"sitting":"a347d434-5375-4361-b5b1-583e7abad401"},"seals":{},"version":1}', 'UTF8'), 11),
	('a347d434-5375-4361-b5b1-583e7abad401', 2, 'sitting.counters_sold', convert_to('{"actor":{"member":null,"role":"scorekeeper","token":"353c60f7-07a3-439f-9f92-17588e95ab7f"},"at":"2026-11-05T20:01:03Z","command":"f2b057479cbc89ba ed9f64fb1ae90746bde87027d49ea2b4","public":{"counters":{"blue":0,"odd":100,"red":0,"white":0},"entry":1,"funds_after":100,"owed":0,"paid":100,"player":"9158a16b-e06d-434f-8607-4fe3a3bcc244","value":100},"seals":{},"version":1}', 'UTF8'), 12),
	('a347d434-5375-4361-b5b1-583e7abad401', 3, 'sitting.counters_sold', convert_to('{"actor":{"member":null,"role":"scorekeeper","token":"353c60f7-07a3-439f-9f92-17588e95ab7f"},"at":"2026-11-05T20:01:04Z","command":"f2b057479cbc89ba 3a8f9996a22b63b9d39d9ae13affe3a2","public":{"counters":{"blue":0,"odd":100,"red":0,"white":0},"entry":2,"funds_after":100,"owed":0,"paid":100,"player":"5a19fabd-b78d-430e-9083-66634f096578","value":100},"seals":{},"version":1}', 'UTF8'), 13),
	('a347d434-5375-4361-b5b1-583e7abad401', 4, 'sitting.counters_sold', convert_to('{"actor":{"member":null,"role":"scorekeeper","token":"353c60f7-07a3-439f-9f92-17588e95ab7f"},"at":"2026-11-05T20:01:05Z","command":"f2b057479cbc89ba d7086bc5c507f186f4639bf14ffc8ce5","public":{"counters":{"blue":0,"odd":100,"red":0,"white":0},"entry":3,"funds_after":100,"owed":0,"paid":100,"player":"4d1f0679-c72e-4319-bc43-8c31547610c3","value":100},"seals":{},"version":1}', 'UTF8'), 14),
	('c1913436-3924-4ba8-8fe4-8a7797e78659', 3, 'game.passed', convert_to('{"actor":{"member":null,"role":"scorekeeper","token":"353c60f7-07a3-439f-9f92-17588e95ab7f"},"at":"2026-11-05T20:01:09Z","command":"f2b057479cbc89ba 5bfe674acf75ebab35b564987117ffd2","public":{"by_waiver":null,"irregular":false,"law":27,"player":"9158a16b-e06d-434f-8607-4fe3a3bcc244","step":2,"turn":{"law":23,"phase":"say","player":"5a19fabd-b78d-430e-9083-66634f096578"},"unseen":false},"seals":{"note":"4ffb41d1a967719eb929f54eebe20baf9ef2af57a5a86dc9d7c4164ae27fb2b3"},"version":1}', 'UTF8'), 21),
	('c1913436-3924-4ba8-8fe4-8a7797e78659', 1, 'game.begun', convert_to('{"actor":{"member":null,"role":"scorekeeper","token":"353c60f7-07a3-439f-9f92-17588e95ab7f"},"at":"2026-11-05T20:01:07Z","command":"f2b057479cbc89ba 401d2be47385b52cea07f73fd01aa292","public":{"ante":3,"ante_man":"4d1f0679-c72e-4319-bc43-8c31547610c3","articles":{"abrogated":[],"ante":3,"kitty":null,"limit":12,"loans":true,"readings":{"blaze_aces":"court","demand_when":"stake_raised","false_opener_loses":"nothing","hearts":"flushes","jackpot_ante":"besides","joker_ace_ends":"as_the_book","misdeal_stakes":"stand","odd_counter":"eldest","opening_minimum":"raised","short_draw":"pat","side_show_ante":"besides","side_show_dead":"remainder","side_show_next":"for_that_amount","side_show_tie":"by_slice","straddle_cap":"highest","straddle_gap":"open","two_pair_fifth":"share","untied_card":"successive"},"variants":[]},"carried_in":0,"dealer":"5a19fabd-b78d-430e-9083-66634f096578","dealer_by":"named","edition":"1","funds":{"4d1f0679-c72e-4319-bc43-8c31547610c3":100,"5a19fabd-b78d-430e-9083-66634f096578":100,"9158a16b-e06d-434f-8607-4fe3a3bcc244":100},"kitty":0,"minimum":null,"number":1,"payments":{},"seats":["9158a16b-e06d-434f-8607-4fe3a3bcc244","5a19fabd-b78d-430e-9083-66634f096578","4d1f0679-c72e-4319-bc43-8c31547610c3"],"sitting":"a347d434-5375-4361-b5b1-583e7abad401","table":["9158a16b-e06d-434f-8607-4fe3a3bcc244","5a19fabd-b78d-430e-9083-66634f096578","4d1f0679-c72e-4319-bc43-8c31547610c3"],"turn":{"law":null,"phase":"ante","player":null}},"seals":{},"version":1}', 'UTF8'), 15),
	('a347d434-5375-4361-b5b1-583e7abad401', 5, 'sitting.game_started', convert_to('{"actor":{"member":null,"role":"scorekeeper","token":"353c60f7-07a3-439f-9f92-17588e95ab7f"},"at":"2026-11-05T20:01:07Z","command":"f2b057479cbc89ba 401d2be47385b52cea07f73fd01aa292","public":{"carried_in":0,"dealer":"5a19fabd-b78d-430e-9083-66634f096578","game":"c1913436-3924-4ba8-8fe4-8a7797e78659","number":1,"players":["9158a16b-e06d-434f-8607-4fe3a3bcc244","5a19fabd-b78d-430e-9083-66634f096578","4d1f0679-c72e-4319-bc43-8c31547610c3"],"staked":{"4d1f0679-c72e-4319-bc43-8c31547610c3":3}},"seals":{},"version":1}', 'UTF8'), 16),
	('c1913436-3924-4ba8-8fe4-8a7797e78659', 2, 'game.dealt', convert_to('{"actor":{"member":null,"role":"scorekeeper","token":"353c60f7-07a3-439f-9f92-17588e95ab7f"},"at":"2026-11-05T20:01:08Z","command":"f2b057479cbc89ba dd9d516f83062db23f2d3bf3f997567d","public":{"by_waiver":null,"counts":{},"irregular":false,"law":17,"step":1,"turn":{"law":23,"phase":"say","player":"9158a16b-e06d-434f-8607-4fe3a3bcc244"},"uncut":false},"seals":{"hands/4d1f0679-c72e-4319-bc43-8c31547610c3":"9d3d5a6d0c6331441c94a21c4413a5c645ca7e315df20d75c33b6202aaf9df32","hands/5a19fabd-b78d-430e-9083-66634f096578":"a4fac763e37dce230b2c168bcc99926d70c2f6175a3b778e26d92653876d2cfa","hands/9158a16b-e06d-434f-8607-4fe3a3bcc244":"a8267bdd2954732580ee3e5054be92697d9b2f85143f03a1e9ad111d00150451","note":"d19a25860ca53d6f98e06b4dcb5d761506d665b5e3835fb25a8faf51ecc00bd8"},"version":1}', 'UTF8'), 17);
INSERT INTO poolbook.clubs VALUES
	('767a7936-7374-5e70-aa55-1fb56817d200', 'The Green Baize', 'LSD', 'club_767a793673745e70aa551fb56817d200', '2026-11-05 20:00:00+00'),
	('9cb7e604-ff4a-55dd-b015-73078baf0aa4', 'The Second Table', 'GBP', 'club_9cb7e604ff4a55ddb01573078baf0aa4', '2026-11-05 20:00:51+00');
INSERT INTO poolbook.migrations VALUES
	('poolbook', 'poolbook_0001_directory.sql', '', '2026-11-22 12:35:18.966703+00'),
	('poolbook', 'poolbook_0050_labels.sql', '', '2026-11-22 12:35:18.971273+00'),
	('club_767a793673745e70aa551fb56817d200', 'club_0001_events.sql', '', '2026-11-22 12:35:19.0501+00'),
	('club_767a793673745e70aa551fb56817d200', 'club_0010_read_models.sql', '', '2026-11-22 12:35:19.0501+00'),
	('club_767a793673745e70aa551fb56817d200', 'club_0020_books.sql', '', '2026-11-22 12:35:19.0501+00'),
	('club_767a793673745e70aa551fb56817d200', 'club_0030_tables.sql', '', '2026-11-22 12:35:19.0501+00'),
	('club_767a793673745e70aa551fb56817d200', 'club_0040_log.sql', '', '2026-11-22 12:35:19.0501+00'),
	('club_767a793673745e70aa551fb56817d200', 'club_0050_erasure.sql', '', '2026-11-22 12:35:19.0501+00'),
	('club_767a793673745e70aa551fb56817d200', 'club_0052_audit.sql', '', '2026-11-22 12:35:19.0501+00'),
	('club_767a793673745e70aa551fb56817d200', 'club_0060_fold_again.sql', '', '2026-11-22 12:35:19.0501+00'),
	('club_767a793673745e70aa551fb56817d200', 'club_0070_command_secret.sql', '', '2026-11-22 12:35:19.0501+00'),
	('club_767a793673745e70aa551fb56817d200', 'club_0080_season.sql', '', '2026-11-22 12:35:19.0501+00'),
	('club_9cb7e604ff4a55ddb01573078baf0aa4', 'club_0001_events.sql', '', '2026-11-22 12:35:19.430449+00'),
	('club_9cb7e604ff4a55ddb01573078baf0aa4', 'club_0010_read_models.sql', '', '2026-11-22 12:35:19.430449+00'),
	('club_9cb7e604ff4a55ddb01573078baf0aa4', 'club_0020_books.sql', '', '2026-11-22 12:35:19.430449+00'),
	('club_9cb7e604ff4a55ddb01573078baf0aa4', 'club_0030_tables.sql', '', '2026-11-22 12:35:19.430449+00'),
	('club_9cb7e604ff4a55ddb01573078baf0aa4', 'club_0040_log.sql', '', '2026-11-22 12:35:19.430449+00'),
	('club_9cb7e604ff4a55ddb01573078baf0aa4', 'club_0050_erasure.sql', '', '2026-11-22 12:35:19.430449+00'),
	('club_9cb7e604ff4a55ddb01573078baf0aa4', 'club_0052_audit.sql', '', '2026-11-22 12:35:19.430449+00'),
	('club_9cb7e604ff4a55ddb01573078baf0aa4', 'club_0060_fold_again.sql', '', '2026-11-22 12:35:19.430449+00'),
	('club_9cb7e604ff4a55ddb01573078baf0aa4', 'club_0070_command_secret.sql', '', '2026-11-22 12:35:19.430449+00'),
	('club_9cb7e604ff4a55ddb01573078baf0aa4', 'club_0080_season.sql', '', '2026-11-22 12:35:19.430449+00');
INSERT INTO poolbook.tokens VALUES
	('a33e7c33-3045-41ec-9a38-a0fcae70cf12', '\xa237b409e42946b5c468bff2e7aa9c3fd7613807aea9649717e6fd52c0a48a90', '767a7936-7374-5e70-aa55-1fb56817d200', 'owner', NULL, 'the founder''s', '2026-11-05 20:00:02+00', NULL),
	('83d92a95-3dbf-4dfb-b3c3-bf38f94ef856', '\x0c686a88195f1af15f60e2be2c0569a7218689134f26a25160df3831ca45ebd4', '767a7936-7374-5e70-aa55-1fb56817d200', 'scorekeeper', NULL, 'of scorekeeper', '2026-11-05 20:00:08+00', NULL),
	('a84bd3b8-be02-48f1-8fb7-2c9da3ce64f1', '\xdbaff3ef0125fda6d011a914059c5986212c47052a240f3b9c5fcccb055948e7', '767a7936-7374-5e70-aa55-1fb56817d200', 'auditor', NULL, 'of auditor', '2026-11-05 20:00:09+00', NULL),
	('c5af0d29-576f-430a-9782-f71736529f91', '\x096d14fbc05ba0b1a338df3558afd75bb8064585ea5101403a84d8029f1eeed5', '767a7936-7374-5e70-aa55-1fb56817d200', 'scorekeeper', NULL, 'of scorekeeper', '2026-11-05 20:00:45+00', '2026-11-05 20:00:46+00'),
	('d25dd58d-9494-4725-9184-78d67280674f', '\xc5d7c1194f8102e90a617e834b0e58d2f7391866f661b2b0e129945675827ea1', '767a7936-7374-5e70-aa55-1fb56817d200', 'player', 'fafd79e0-d9ad-47a7-b1a3-d152b444f84b', NULL, '2026-11-05 20:00:47+00', NULL),
	('0bdae974-782a-47d5-80ae-3b3f474a6b9b', '\xacaa63aaaf85285953c7d31ff6a5f147de68bf77839f57f902fade83ad817168', '9cb7e604-ff4a-55dd-b015-73078baf0aa4', 'owner', NULL, 'the founder''s', '2026-11-05 20:00:53+00', NULL),
	('353c60f7-07a3-439f-9f92-17588e95ab7f', '\x269153233a152c8438e55925b2422b260aa4e1dcf01ee245eb4ab7651efb138a', '9cb7e604-ff4a-55dd-b015-73078baf0aa4', 'scorekeeper', NULL, 'of scorekeeper', '2026-11-05 20:00:59+00', NULL),
	('21cb0c03-cd6b-412f-bc64-f6eac9675aaf', '\x5a37f31d00643f099cba54d9ba666eafec7d1ecf0c84b9fd1ae873c6838330a6', '9cb7e604-ff4a-55dd-b015-73078baf0aa4', 'auditor', NULL, 'of auditor', '2026-11-05 20:01:00+00', NULL);
SELECT pg_catalog.setval('club_767a793673745e70aa551fb56817d200.stored_events_notification_id_seq', 55, true);
SELECT pg_catalog.setval('club_9cb7e604ff4a55ddb01573078baf0aa4.stored_events_notification_id_seq', 21, true);
ALTER TABLE ONLY club_767a793673745e70aa551fb56817d200.accounts
ADD CONSTRAINT accounts_pkey PRIMARY KEY (kind, owner);
ALTER TABLE ONLY club_767a793673745e70aa551fb56817d200.audit
ADD CONSTRAINT audit_pkey PRIMARY KEY ("position");
ALTER TABLE ONLY club_767a793673745e70aa551fb56817d200.command_secret
ADD CONSTRAINT command_secret_pkey PRIMARY KEY (only_one);
ALTER TABLE ONLY club_767a793673745e70aa551fb56817d200.commands
ADD CONSTRAINT commands_pkey PRIMARY KEY (key);
ALTER TABLE ONLY club_767a793673745e70aa551fb56817d200.games
ADD CONSTRAINT games_pkey PRIMARY KEY (game);
ALTER TABLE ONLY club_767a793673745e70aa551fb56817d200.games
ADD CONSTRAINT games_sitting_number_key UNIQUE (sitting, number);
ALTER TABLE ONLY club_767a793673745e70aa551fb56817d200.journal
ADD CONSTRAINT journal_number_key UNIQUE (number);
ALTER TABLE ONLY club_767a793673745e70aa551fb56817d200.journal
ADD CONSTRAINT journal_pkey PRIMARY KEY ("position");
ALTER TABLE ONLY club_767a793673745e70aa551fb56817d200.log_checkpoints
ADD CONSTRAINT log_checkpoints_pkey PRIMARY KEY (size);
ALTER TABLE ONLY club_767a793673745e70aa551fb56817d200.log_leaves
ADD CONSTRAINT log_leaves_pkey PRIMARY KEY (index);
ALTER TABLE ONLY club_767a793673745e70aa551fb56817d200.log_leaves
ADD CONSTRAINT log_leaves_position_key UNIQUE ("position");
ALTER TABLE ONLY club_767a793673745e70aa551fb56817d200.log_nodes
ADD CONSTRAINT log_nodes_pkey PRIMARY KEY (level, index);
ALTER TABLE ONLY club_767a793673745e70aa551fb56817d200.log_unsigned
ADD CONSTRAINT log_unsigned_pkey PRIMARY KEY (only_one);
ALTER TABLE ONLY club_767a793673745e70aa551fb56817d200.notification_tracking
ADD CONSTRAINT notification_tracking_pkey PRIMARY KEY (application_name);
ALTER TABLE ONLY club_767a793673745e70aa551fb56817d200.pool_shares
ADD CONSTRAINT pool_shares_pkey PRIMARY KEY (game, member);
ALTER TABLE ONLY club_767a793673745e70aa551fb56817d200.pools
ADD CONSTRAINT pools_pkey PRIMARY KEY (game);
ALTER TABLE ONLY club_767a793673745e70aa551fb56817d200.pools
ADD CONSTRAINT pools_sitting_number_key UNIQUE (sitting, number);
ALTER TABLE ONLY club_767a793673745e70aa551fb56817d200.postings
ADD CONSTRAINT postings_pkey PRIMARY KEY ("position", line);
ALTER TABLE ONLY club_767a793673745e70aa551fb56817d200.projection_failure
ADD CONSTRAINT projection_failure_pkey PRIMARY KEY (only_one);
ALTER TABLE ONLY club_767a793673745e70aa551fb56817d200.reckoned_colours
ADD CONSTRAINT reckoned_colours_pkey PRIMARY KEY (sitting, colour);
ALTER TABLE ONLY club_767a793673745e70aa551fb56817d200.reckoned_players
ADD CONSTRAINT reckoned_players_pkey PRIMARY KEY (sitting, member);
ALTER TABLE ONLY club_767a793673745e70aa551fb56817d200.reckonings
ADD CONSTRAINT reckonings_pkey PRIMARY KEY (sitting);
ALTER TABLE ONLY club_767a793673745e70aa551fb56817d200.results
ADD CONSTRAINT results_pkey PRIMARY KEY (game, member);
ALTER TABLE ONLY club_767a793673745e70aa551fb56817d200.sealed
ADD CONSTRAINT sealed_pkey PRIMARY KEY (stream, version, part);
ALTER TABLE ONLY club_767a793673745e70aa551fb56817d200.settlements
ADD CONSTRAINT settlements_pkey PRIMARY KEY (game);
ALTER TABLE ONLY club_767a793673745e70aa551fb56817d200.settlements
ADD CONSTRAINT settlements_sitting_number_key UNIQUE (sitting, number);
ALTER TABLE ONLY club_767a793673745e70aa551fb56817d200.sittings
ADD CONSTRAINT sittings_number_key UNIQUE (number);
ALTER TABLE ONLY club_767a793673745e70aa551fb56817d200.sittings
ADD CONSTRAINT sittings_pkey PRIMARY KEY (sitting);
ALTER TABLE ONLY club_767a793673745e70aa551fb56817d200.stored_events
ADD CONSTRAINT stored_events_pkey PRIMARY KEY (originator_id, originator_version);
ALTER TABLE ONLY club_767a793673745e70aa551fb56817d200.table_accounts
ADD CONSTRAINT table_accounts_pkey PRIMARY KEY (sitting, kind, owner);
ALTER TABLE ONLY club_9cb7e604ff4a55ddb01573078baf0aa4.accounts
ADD CONSTRAINT accounts_pkey PRIMARY KEY (kind, owner);
ALTER TABLE ONLY club_9cb7e604ff4a55ddb01573078baf0aa4.audit
ADD CONSTRAINT audit_pkey PRIMARY KEY ("position");
ALTER TABLE ONLY club_9cb7e604ff4a55ddb01573078baf0aa4.command_secret
ADD CONSTRAINT command_secret_pkey PRIMARY KEY (only_one);
ALTER TABLE ONLY club_9cb7e604ff4a55ddb01573078baf0aa4.commands
ADD CONSTRAINT commands_pkey PRIMARY KEY (key);
ALTER TABLE ONLY club_9cb7e604ff4a55ddb01573078baf0aa4.games
ADD CONSTRAINT games_pkey PRIMARY KEY (game);
ALTER TABLE ONLY club_9cb7e604ff4a55ddb01573078baf0aa4.games
ADD CONSTRAINT games_sitting_number_key UNIQUE (sitting, number);
ALTER TABLE ONLY club_9cb7e604ff4a55ddb01573078baf0aa4.journal
ADD CONSTRAINT journal_number_key UNIQUE (number);
ALTER TABLE ONLY club_9cb7e604ff4a55ddb01573078baf0aa4.journal
ADD CONSTRAINT journal_pkey PRIMARY KEY ("position");
ALTER TABLE ONLY club_9cb7e604ff4a55ddb01573078baf0aa4.log_checkpoints
ADD CONSTRAINT log_checkpoints_pkey PRIMARY KEY (size);
ALTER TABLE ONLY club_9cb7e604ff4a55ddb01573078baf0aa4.log_leaves
ADD CONSTRAINT log_leaves_pkey PRIMARY KEY (index);
ALTER TABLE ONLY club_9cb7e604ff4a55ddb01573078baf0aa4.log_leaves
ADD CONSTRAINT log_leaves_position_key UNIQUE ("position");
ALTER TABLE ONLY club_9cb7e604ff4a55ddb01573078baf0aa4.log_nodes
ADD CONSTRAINT log_nodes_pkey PRIMARY KEY (level, index);
ALTER TABLE ONLY club_9cb7e604ff4a55ddb01573078baf0aa4.log_unsigned
ADD CONSTRAINT log_unsigned_pkey PRIMARY KEY (only_one);
ALTER TABLE ONLY club_9cb7e604ff4a55ddb01573078baf0aa4.notification_tracking
ADD CONSTRAINT notification_tracking_pkey PRIMARY KEY (application_name);
ALTER TABLE ONLY club_9cb7e604ff4a55ddb01573078baf0aa4.pool_shares
ADD CONSTRAINT pool_shares_pkey PRIMARY KEY (game, member);
ALTER TABLE ONLY club_9cb7e604ff4a55ddb01573078baf0aa4.pools
ADD CONSTRAINT pools_pkey PRIMARY KEY (game);
ALTER TABLE ONLY club_9cb7e604ff4a55ddb01573078baf0aa4.pools
ADD CONSTRAINT pools_sitting_number_key UNIQUE (sitting, number);
ALTER TABLE ONLY club_9cb7e604ff4a55ddb01573078baf0aa4.postings
ADD CONSTRAINT postings_pkey PRIMARY KEY ("position", line);
ALTER TABLE ONLY club_9cb7e604ff4a55ddb01573078baf0aa4.projection_failure
ADD CONSTRAINT projection_failure_pkey PRIMARY KEY (only_one);
ALTER TABLE ONLY club_9cb7e604ff4a55ddb01573078baf0aa4.reckoned_colours
ADD CONSTRAINT reckoned_colours_pkey PRIMARY KEY (sitting, colour);
ALTER TABLE ONLY club_9cb7e604ff4a55ddb01573078baf0aa4.reckoned_players
ADD CONSTRAINT reckoned_players_pkey PRIMARY KEY (sitting, member);
ALTER TABLE ONLY club_9cb7e604ff4a55ddb01573078baf0aa4.reckonings
ADD CONSTRAINT reckonings_pkey PRIMARY KEY (sitting);
ALTER TABLE ONLY club_9cb7e604ff4a55ddb01573078baf0aa4.results
ADD CONSTRAINT results_pkey PRIMARY KEY (game, member);
ALTER TABLE ONLY club_9cb7e604ff4a55ddb01573078baf0aa4.sealed
ADD CONSTRAINT sealed_pkey PRIMARY KEY (stream, version, part);
ALTER TABLE ONLY club_9cb7e604ff4a55ddb01573078baf0aa4.settlements
ADD CONSTRAINT settlements_pkey PRIMARY KEY (game);
ALTER TABLE ONLY club_9cb7e604ff4a55ddb01573078baf0aa4.settlements
ADD CONSTRAINT settlements_sitting_number_key UNIQUE (sitting, number);
ALTER TABLE ONLY club_9cb7e604ff4a55ddb01573078baf0aa4.sittings
ADD CONSTRAINT sittings_number_key UNIQUE (number);
ALTER TABLE ONLY club_9cb7e604ff4a55ddb01573078baf0aa4.sittings
ADD CONSTRAINT sittings_pkey PRIMARY KEY (sitting);
ALTER TABLE ONLY club_9cb7e604ff4a55ddb01573078baf0aa4.stored_events
ADD CONSTRAINT stored_events_pkey PRIMARY KEY (originator_id, originator_version);
ALTER TABLE ONLY club_9cb7e604ff4a55ddb01573078baf0aa4.table_accounts
ADD CONSTRAINT table_accounts_pkey PRIMARY KEY (sitting, kind, owner);
ALTER TABLE ONLY poolbook.clubs
ADD CONSTRAINT clubs_pkey PRIMARY KEY (id);
ALTER TABLE ONLY poolbook.clubs
ADD CONSTRAINT clubs_schema_name_key UNIQUE (schema_name);
ALTER TABLE ONLY poolbook.migrations
ADD CONSTRAINT migrations_pkey PRIMARY KEY (schema_name, name, service_role);
ALTER TABLE ONLY poolbook.tokens
ADD CONSTRAINT tokens_digest_key UNIQUE (digest);
ALTER TABLE ONLY poolbook.tokens
ADD CONSTRAINT tokens_pkey PRIMARY KEY (id);
CREATE INDEX accounts_standing_idx ON club_767a793673745e70aa551fb56817d200.accounts USING btree (kind, owner) WHERE (balance <> 0);
CREATE INDEX audit_kind_idx ON club_767a793673745e70aa551fb56817d200.audit USING btree (kind, "position" DESC);
CREATE INDEX audit_members_idx ON club_767a793673745e70aa551fb56817d200.audit USING gin (members);
CREATE INDEX journal_recorded_at_idx ON club_767a793673745e70aa551fb56817d200.journal USING btree (recorded_at, "position");
CREATE INDEX journal_sitting_idx ON club_767a793673745e70aa551fb56817d200.journal USING btree (sitting, "position") INCLUDE (issued);
CREATE INDEX postings_account_idx ON club_767a793673745e70aa551fb56817d200.postings USING btree (kind, owner, "position", line);
CREATE INDEX results_member_idx ON club_767a793673745e70aa551fb56817d200.results USING btree (member, begun_position DESC);
CREATE INDEX results_sitting_idx ON club_767a793673745e70aa551fb56817d200.results USING btree (sitting);
CREATE INDEX settlements_hands_idx ON club_767a793673745e70aa551fb56817d200.settlements USING gin ((((document)::jsonb -> 'hands'::text)) jsonb_path_ops);
CREATE INDEX settlements_laws_idx ON club_767a793673745e70aa551fb56817d200.settlements USING gin ((((document)::jsonb -> 'laws'::text)) jsonb_path_ops);
CREATE UNIQUE INDEX stored_events_notification_id_idx ON club_767a793673745e70aa551fb56817d200.stored_events USING btree (notification_id);
CREATE INDEX table_accounts_owner_idx ON club_767a793673745e70aa551fb56817d200.table_accounts USING btree (kind, owner);
CREATE INDEX accounts_standing_idx ON club_9cb7e604ff4a55ddb01573078baf0aa4.accounts USING btree (kind, owner) WHERE (balance <> 0);
CREATE INDEX audit_kind_idx ON club_9cb7e604ff4a55ddb01573078baf0aa4.audit USING btree (kind, "position" DESC);
CREATE INDEX audit_members_idx ON club_9cb7e604ff4a55ddb01573078baf0aa4.audit USING gin (members);
CREATE INDEX journal_recorded_at_idx ON club_9cb7e604ff4a55ddb01573078baf0aa4.journal USING btree (recorded_at, "position");
CREATE INDEX journal_sitting_idx ON club_9cb7e604ff4a55ddb01573078baf0aa4.journal USING btree (sitting, "position") INCLUDE (issued);
CREATE INDEX postings_account_idx ON club_9cb7e604ff4a55ddb01573078baf0aa4.postings USING btree (kind, owner, "position", line);
CREATE INDEX results_member_idx ON club_9cb7e604ff4a55ddb01573078baf0aa4.results USING btree (member, begun_position DESC);
CREATE INDEX results_sitting_idx ON club_9cb7e604ff4a55ddb01573078baf0aa4.results USING btree (sitting);
CREATE INDEX settlements_hands_idx ON club_9cb7e604ff4a55ddb01573078baf0aa4.settlements USING gin ((((document)::jsonb -> 'hands'::text)) jsonb_path_ops);
CREATE INDEX settlements_laws_idx ON club_9cb7e604ff4a55ddb01573078baf0aa4.settlements USING gin ((((document)::jsonb -> 'laws'::text)) jsonb_path_ops);
CREATE UNIQUE INDEX stored_events_notification_id_idx ON club_9cb7e604ff4a55ddb01573078baf0aa4.stored_events USING btree (notification_id);
CREATE INDEX table_accounts_owner_idx ON club_9cb7e604ff4a55ddb01573078baf0aa4.table_accounts USING btree (kind, owner);
CREATE INDEX tokens_club_idx ON poolbook.tokens USING btree (club);
CREATE TRIGGER account_is_current BEFORE UPDATE ON club_767a793673745e70aa551fb56817d200.accounts FOR EACH ROW EXECUTE FUNCTION club_767a793673745e70aa551fb56817d200.account_is_current();
CREATE TRIGGER account_is_current BEFORE UPDATE ON club_767a793673745e70aa551fb56817d200.table_accounts FOR EACH ROW EXECUTE FUNCTION club_767a793673745e70aa551fb56817d200.account_is_current();
CREATE CONSTRAINT TRIGGER account_stands AFTER INSERT OR UPDATE ON club_767a793673745e70aa551fb56817d200.accounts DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION club_767a793673745e70aa551fb56817d200.account_stands();
CREATE TRIGGER emptied_whole AFTER DELETE ON club_767a793673745e70aa551fb56817d200.accounts FOR EACH STATEMENT EXECUTE FUNCTION club_767a793673745e70aa551fb56817d200.emptied_whole();
CREATE TRIGGER emptied_whole AFTER DELETE ON club_767a793673745e70aa551fb56817d200.journal FOR EACH STATEMENT EXECUTE FUNCTION club_767a793673745e70aa551fb56817d200.emptied_whole();
CREATE TRIGGER emptied_whole AFTER DELETE ON club_767a793673745e70aa551fb56817d200.postings FOR EACH STATEMENT EXECUTE FUNCTION club_767a793673745e70aa551fb56817d200.emptied_whole();
CREATE TRIGGER emptied_whole AFTER DELETE ON club_767a793673745e70aa551fb56817d200.table_accounts FOR EACH STATEMENT EXECUTE FUNCTION club_767a793673745e70aa551fb56817d200.emptied_whole();
CREATE CONSTRAINT TRIGGER entry_balances AFTER INSERT ON club_767a793673745e70aa551fb56817d200.journal DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION club_767a793673745e70aa551fb56817d200.entry_balances();
CREATE TRIGGER erased_by_function_only BEFORE DELETE ON club_767a793673745e70aa551fb56817d200.sealed FOR EACH STATEMENT WHEN ((current_setting('poolbook.erasing'::text, true) IS DISTINCT FROM 'yes'::text)) EXECUTE FUNCTION club_767a793673745e70aa551fb56817d200.refuse_change();
CREATE TRIGGER lines_belong AFTER INSERT ON club_767a793673745e70aa551fb56817d200.postings REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION club_767a793673745e70aa551fb56817d200.lines_belong();
CREATE TRIGGER lines_stay BEFORE TRUNCATE ON club_767a793673745e70aa551fb56817d200.accounts FOR EACH STATEMENT EXECUTE FUNCTION club_767a793673745e70aa551fb56817d200.refuse_change();
CREATE TRIGGER lines_stay BEFORE UPDATE OR TRUNCATE ON club_767a793673745e70aa551fb56817d200.journal FOR EACH STATEMENT EXECUTE FUNCTION club_767a793673745e70aa551fb56817d200.refuse_change();
CREATE TRIGGER lines_stay BEFORE UPDATE OR TRUNCATE ON club_767a793673745e70aa551fb56817d200.postings FOR EACH STATEMENT EXECUTE FUNCTION club_767a793673745e70aa551fb56817d200.refuse_change();
CREATE TRIGGER lines_stay BEFORE TRUNCATE ON club_767a793673745e70aa551fb56817d200.table_accounts FOR EACH STATEMENT EXECUTE FUNCTION club_767a793673745e70aa551fb56817d200.refuse_change();
CREATE CONSTRAINT TRIGGER nothing_left_behind AFTER DELETE ON club_767a793673745e70aa551fb56817d200.journal DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((old.number = 1)) EXECUTE FUNCTION club_767a793673745e70aa551fb56817d200.nothing_left_behind();
CREATE TRIGGER recorded_stays BEFORE DELETE OR UPDATE OR TRUNCATE ON club_767a793673745e70aa551fb56817d200.command_secret FOR EACH STATEMENT EXECUTE FUNCTION club_767a793673745e70aa551fb56817d200.refuse_change();
CREATE TRIGGER recorded_stays BEFORE DELETE OR UPDATE OR TRUNCATE ON club_767a793673745e70aa551fb56817d200.commands FOR EACH STATEMENT EXECUTE FUNCTION club_767a793673745e70aa551fb56817d200.refuse_change();
CREATE TRIGGER recorded_stays BEFORE DELETE OR UPDATE OR TRUNCATE ON club_767a793673745e70aa551fb56817d200.log_checkpoints FOR EACH STATEMENT EXECUTE FUNCTION club_767a793673745e70aa551fb56817d200.refuse_change();
CREATE TRIGGER recorded_stays BEFORE UPDATE OR TRUNCATE ON club_767a793673745e70aa551fb56817d200.sealed FOR EACH STATEMENT EXECUTE FUNCTION club_767a793673745e70aa551fb56817d200.refuse_change();
CREATE TRIGGER recorded_stays BEFORE DELETE OR UPDATE OR TRUNCATE ON club_767a793673745e70aa551fb56817d200.stored_events FOR EACH STATEMENT EXECUTE FUNCTION club_767a793673745e70aa551fb56817d200.refuse_change();
CREATE CONSTRAINT TRIGGER table_account_stands AFTER INSERT OR UPDATE ON club_767a793673745e70aa551fb56817d200.table_accounts DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION club_767a793673745e70aa551fb56817d200.table_account_stands();
CREATE TRIGGER account_is_current BEFORE UPDATE ON club_9cb7e604ff4a55ddb01573078baf0aa4.accounts FOR EACH ROW EXECUTE FUNCTION club_9cb7e604ff4a55ddb01573078baf0aa4.account_is_current();
CREATE TRIGGER account_is_current BEFORE UPDATE ON club_9cb7e604ff4a55ddb01573078baf0aa4.table_accounts FOR EACH ROW EXECUTE FUNCTION club_9cb7e604ff4a55ddb01573078baf0aa4.account_is_current();
CREATE CONSTRAINT TRIGGER account_stands AFTER INSERT OR UPDATE ON club_9cb7e604ff4a55ddb01573078baf0aa4.accounts DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION club_9cb7e604ff4a55ddb01573078baf0aa4.account_stands();
CREATE TRIGGER emptied_whole AFTER DELETE ON club_9cb7e604ff4a55ddb01573078baf0aa4.accounts FOR EACH STATEMENT EXECUTE FUNCTION club_9cb7e604ff4a55ddb01573078baf0aa4.emptied_whole();
CREATE TRIGGER emptied_whole AFTER DELETE ON club_9cb7e604ff4a55ddb01573078baf0aa4.journal FOR EACH STATEMENT EXECUTE FUNCTION club_9cb7e604ff4a55ddb01573078baf0aa4.emptied_whole();
CREATE TRIGGER emptied_whole AFTER DELETE ON club_9cb7e604ff4a55ddb01573078baf0aa4.postings FOR EACH STATEMENT EXECUTE FUNCTION club_9cb7e604ff4a55ddb01573078baf0aa4.emptied_whole();
CREATE TRIGGER emptied_whole AFTER DELETE ON club_9cb7e604ff4a55ddb01573078baf0aa4.table_accounts FOR EACH STATEMENT EXECUTE FUNCTION club_9cb7e604ff4a55ddb01573078baf0aa4.emptied_whole();
CREATE CONSTRAINT TRIGGER entry_balances AFTER INSERT ON club_9cb7e604ff4a55ddb01573078baf0aa4.journal DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION club_9cb7e604ff4a55ddb01573078baf0aa4.entry_balances();
CREATE TRIGGER erased_by_function_only BEFORE DELETE ON club_9cb7e604ff4a55ddb01573078baf0aa4.sealed FOR EACH STATEMENT WHEN ((current_setting('poolbook.erasing'::text, true) IS DISTINCT FROM 'yes'::text)) EXECUTE FUNCTION club_9cb7e604ff4a55ddb01573078baf0aa4.refuse_change();
CREATE TRIGGER lines_belong AFTER INSERT ON club_9cb7e604ff4a55ddb01573078baf0aa4.postings REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION club_9cb7e604ff4a55ddb01573078baf0aa4.lines_belong();
CREATE TRIGGER lines_stay BEFORE TRUNCATE ON club_9cb7e604ff4a55ddb01573078baf0aa4.accounts FOR EACH STATEMENT EXECUTE FUNCTION club_9cb7e604ff4a55ddb01573078baf0aa4.refuse_change();
CREATE TRIGGER lines_stay BEFORE UPDATE OR TRUNCATE ON club_9cb7e604ff4a55ddb01573078baf0aa4.journal FOR EACH STATEMENT EXECUTE FUNCTION club_9cb7e604ff4a55ddb01573078baf0aa4.refuse_change();
CREATE TRIGGER lines_stay BEFORE UPDATE OR TRUNCATE ON club_9cb7e604ff4a55ddb01573078baf0aa4.postings FOR EACH STATEMENT EXECUTE FUNCTION club_9cb7e604ff4a55ddb01573078baf0aa4.refuse_change();
CREATE TRIGGER lines_stay BEFORE TRUNCATE ON club_9cb7e604ff4a55ddb01573078baf0aa4.table_accounts FOR EACH STATEMENT EXECUTE FUNCTION club_9cb7e604ff4a55ddb01573078baf0aa4.refuse_change();
CREATE CONSTRAINT TRIGGER nothing_left_behind AFTER DELETE ON club_9cb7e604ff4a55ddb01573078baf0aa4.journal DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((old.number = 1)) EXECUTE FUNCTION club_9cb7e604ff4a55ddb01573078baf0aa4.nothing_left_behind();
CREATE TRIGGER recorded_stays BEFORE DELETE OR UPDATE OR TRUNCATE ON club_9cb7e604ff4a55ddb01573078baf0aa4.command_secret FOR EACH STATEMENT EXECUTE FUNCTION club_9cb7e604ff4a55ddb01573078baf0aa4.refuse_change();
CREATE TRIGGER recorded_stays BEFORE DELETE OR UPDATE OR TRUNCATE ON club_9cb7e604ff4a55ddb01573078baf0aa4.commands FOR EACH STATEMENT EXECUTE FUNCTION club_9cb7e604ff4a55ddb01573078baf0aa4.refuse_change();
CREATE TRIGGER recorded_stays BEFORE DELETE OR UPDATE OR TRUNCATE ON club_9cb7e604ff4a55ddb01573078baf0aa4.log_checkpoints FOR EACH STATEMENT EXECUTE FUNCTION club_9cb7e604ff4a55ddb01573078baf0aa4.refuse_change();
CREATE TRIGGER recorded_stays BEFORE UPDATE OR TRUNCATE ON club_9cb7e604ff4a55ddb01573078baf0aa4.sealed FOR EACH STATEMENT EXECUTE FUNCTION club_9cb7e604ff4a55ddb01573078baf0aa4.refuse_change();
CREATE TRIGGER recorded_stays BEFORE DELETE OR UPDATE OR TRUNCATE ON club_9cb7e604ff4a55ddb01573078baf0aa4.stored_events FOR EACH STATEMENT EXECUTE FUNCTION club_9cb7e604ff4a55ddb01573078baf0aa4.refuse_change();
CREATE CONSTRAINT TRIGGER table_account_stands AFTER INSERT OR UPDATE ON club_9cb7e604ff4a55ddb01573078baf0aa4.table_accounts DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION club_9cb7e604ff4a55ddb01573078baf0aa4.table_account_stands();
ALTER TABLE ONLY poolbook.tokens
ADD CONSTRAINT tokens_club_fkey FOREIGN KEY (club) REFERENCES poolbook.clubs(id);
