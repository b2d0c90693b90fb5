-- The books: what every event that moves money puts on which account. They can be made again from the events.
-- Amounts are minor units, debits positive. A line is never changed, and the books are emptied whole or not at all.

CREATE TABLE {schema}.journal (
    position bigint PRIMARY KEY,
    -- Without gaps, as positions are not: nothing can be put in between afterwards.
    number bigint NOT NULL UNIQUE CHECK (number > 0),
    stream uuid NOT NULL,
    version bigint NOT NULL,
    sitting uuid NOT NULL,
    game uuid,
    topic text NOT NULL,
    recorded_at timestamptz NOT NULL,
    lines integer NOT NULL CHECK (lines >= 2),
    -- What this event puts in issue, and the club's counters in issue after it.
    issued bigint NOT NULL,
    in_issue bigint NOT NULL
);

CREATE INDEX journal_sitting_idx ON {schema}.journal (sitting, position) INCLUDE (issued);
CREATE INDEX journal_recorded_at_idx ON {schema}.journal (recorded_at, position);

-- `before` and `after` are the account's balances in the whole club; `table_before` and `table_after` what of it
-- came about at this sitting's table.
CREATE TABLE {schema}.postings (
    position bigint NOT NULL,
    line integer NOT NULL CHECK (line > 0),
    sitting uuid NOT NULL,
    kind text NOT NULL,
    owner text NOT NULL,
    amount bigint NOT NULL CHECK (amount <> 0),
    before bigint NOT NULL,
    after bigint NOT NULL CHECK (after = before + amount),
    table_before bigint NOT NULL,
    table_after bigint NOT NULL CHECK (table_after = table_before + amount),
    PRIMARY KEY (position, line)
);

CREATE INDEX postings_account_idx ON {schema}.postings (kind, owner, position, line);

-- Every line is of one of these: the last line of each account is held against its row here.
CREATE TABLE {schema}.accounts (
    kind text NOT NULL CHECK (kind IN (
        'bank_cash', 'player', 'pool', 'carried', 'kitty', 'stands_over', 'credit', 'loan', 'differences',
        'between_players', 'club')),
    owner text NOT NULL,
    balance bigint NOT NULL,
    first_position bigint NOT NULL,
    last_position bigint NOT NULL,
    PRIMARY KEY (kind, owner)
);

-- What of an account came about at one table.
CREATE TABLE {schema}.table_accounts (
    sitting uuid NOT NULL,
    kind text NOT NULL,
    owner text NOT NULL,
    balance bigint NOT NULL,
    first_position bigint NOT NULL,
    last_position bigint NOT NULL,
    PRIMARY KEY (sitting, kind, owner)
);

CREATE INDEX table_accounts_owner_idx ON {schema}.table_accounts (kind, owner);

CREATE INDEX accounts_standing_idx ON {schema}.accounts (kind, owner) WHERE balance <> 0;

-- The fund of counters that a kind of account holds, if it holds any.
CREATE FUNCTION {schema}.holds_counters(kind text) RETURNS boolean LANGUAGE sql IMMUTABLE
    RETURN kind IN ('player', 'pool', 'carried', 'kitty');

CREATE FUNCTION {schema}.refuse_books(entry bigint, because text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the books do not balance at position %: %', entry, because
        USING ERRCODE = 'integrity_constraint_violation';
END
$$;

-- One entry of the journal with all its lines, as they stand when the transaction ends.
CREATE FUNCTION {schema}.entry_balances() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    made record;
    entry_before record;
    standing record;
BEGIN
    SELECT count(*) AS lines, max(p.line) AS last, sum(p.amount) AS total,
        coalesce(-sum(p.amount) FILTER (WHERE {schema}.holds_counters(p.kind)), 0) AS counters,
        bool_and(p.sitting = NEW.sitting) AS of_one_sitting,
        bool_and(p.before = coalesce(prior.after, 0)) AS chained,
        bool_and(p.table_before = CASE
            WHEN prior IS NULL THEN 0 WHEN prior.sitting = p.sitting THEN prior.table_after ELSE p.table_before
            END) AS chained_at_table,
        -- Where it was carried to is a later line, or this entry's last of the account: account_stands sees to that.
        bool_and(coalesce((
            SELECT a.last_position FROM {schema}.accounts a WHERE a.kind = p.kind AND a.owner = p.owner), 0)
            >= p.position) AS carried_over
    INTO made
    FROM {schema}.postings p LEFT JOIN LATERAL (
        SELECT b.after, b.table_after, b.sitting FROM {schema}.postings b
        WHERE b.kind = p.kind AND b.owner = p.owner AND (b.position, b.line) < (p.position, p.line)
        ORDER BY b.position DESC, b.line DESC LIMIT 1) AS prior ON true
    WHERE p.position = NEW.position;
    IF made.lines <> NEW.lines OR made.last <> NEW.lines OR NOT made.of_one_sitting THEN
        PERFORM {schema}.refuse_books(NEW.position, format('%s lines of %s', made.lines, NEW.lines));
    ELSIF made.total <> 0 THEN
        PERFORM {schema}.refuse_books(NEW.position, format('the postings sum to %s', made.total));
    ELSIF made.counters <> NEW.issued THEN
        PERFORM {schema}.refuse_books(NEW.position,
            format('%s in issue by the postings, %s by the till', made.counters, NEW.issued));
    ELSIF NOT (made.chained AND made.chained_at_table) THEN
        PERFORM {schema}.refuse_books(NEW.position, 'a line does not begin where its account stood');
    ELSIF NOT made.carried_over THEN
        PERFORM {schema}.refuse_books(NEW.position, 'an account does not stand where its last line ends');
    END IF;
    SELECT j.number, j.in_issue INTO entry_before FROM {schema}.journal j
    WHERE j.position < NEW.position ORDER BY j.position DESC LIMIT 1;
    IF NEW.number <> coalesce(entry_before.number, 0) + 1 THEN
        PERFORM {schema}.refuse_books(NEW.position, format('entry %s does not follow the one before', NEW.number));
    ELSIF NEW.in_issue <> coalesce(entry_before.in_issue, 0) + NEW.issued THEN
        PERFORM {schema}.refuse_books(NEW.position, format('%s counters in issue do not follow', NEW.in_issue));
    END IF;
    -- The last entry answers for the whole club, which is looked at once in a transaction therefore.
    IF NOT EXISTS (SELECT FROM {schema}.journal j WHERE j.number = NEW.number + 1) THEN
        SELECT coalesce(sum(a.balance), 0) AS total,
            coalesce(-sum(a.balance) FILTER (WHERE {schema}.holds_counters(a.kind)), 0) AS counters
        INTO standing FROM {schema}.accounts a WHERE a.balance <> 0;
        IF standing.total <> 0 OR standing.counters <> NEW.in_issue THEN
            PERFORM {schema}.refuse_books(NEW.position, format('the accounts sum to %s, and %s counters lie on them, %s are in issue',
                standing.total, standing.counters, NEW.in_issue));
        END IF;
    END IF;
    RETURN NULL;
END
$$;

CREATE CONSTRAINT TRIGGER entry_balances AFTER INSERT ON {schema}.journal
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION {schema}.entry_balances();

-- Lines are put in after the entry that they belong to, which is looked at with all of them in the end. An entry is
-- never changed, and goes with its lines or not at all: it need not be looked for again.
CREATE FUNCTION {schema}.lines_belong() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    alone record;
BEGIN
    SELECT made.position, made.line INTO alone
    FROM made LEFT JOIN {schema}.journal j ON j.position = made.position AND j.lines >= made.line
    WHERE j.position IS NULL LIMIT 1;
    IF FOUND THEN
        PERFORM {schema}.refuse_books(alone.position, format('line %s belongs to no entry', alone.line));
    END IF;
    RETURN NULL;
END
$$;

CREATE TRIGGER lines_belong AFTER INSERT ON {schema}.postings
    REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION {schema}.lines_belong();

-- Each writing of an account says where a line of it has ended, so that one that was overwritten since is true too.
CREATE FUNCTION {schema}.account_stands() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.balance IS DISTINCT FROM (
        SELECT p.after FROM {schema}.postings p
        WHERE p.kind = NEW.kind AND p.owner = NEW.owner AND p.position = NEW.last_position
        ORDER BY p.line DESC LIMIT 1)
    THEN
        PERFORM {schema}.refuse_books(NEW.last_position,
            format('no line of %s:%s ends at %s', NEW.kind, NEW.owner, NEW.balance));
    END IF;
    RETURN NULL;
END
$$;

CREATE CONSTRAINT TRIGGER account_stands AFTER INSERT OR UPDATE ON {schema}.accounts
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION {schema}.account_stands();

CREATE FUNCTION {schema}.table_account_stands() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.balance IS DISTINCT FROM (
        SELECT p.table_after FROM {schema}.postings p
        WHERE p.kind = NEW.kind AND p.owner = NEW.owner AND p.position = NEW.last_position AND p.sitting = NEW.sitting
        ORDER BY p.line DESC LIMIT 1)
    THEN
        PERFORM {schema}.refuse_books(NEW.last_position,
            format('no line of %s:%s at that table ends at %s', NEW.kind, NEW.owner, NEW.balance));
    END IF;
    RETURN NULL;
END
$$;

CREATE CONSTRAINT TRIGGER table_account_stands AFTER INSERT OR UPDATE ON {schema}.table_accounts
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION {schema}.table_account_stands();

-- An account written back to an earlier line of its own, though that line says so, is not where it stands.
CREATE FUNCTION {schema}.account_is_current() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.last_position < OLD.last_position OR (NEW.kind, NEW.owner) <> (OLD.kind, OLD.owner) THEN
        PERFORM {schema}.refuse_books(OLD.last_position, format('%s:%s goes back', OLD.kind, OLD.owner));
    END IF;
    RETURN NEW;
END
$$;

CREATE TRIGGER account_is_current BEFORE UPDATE ON {schema}.accounts
    FOR EACH ROW EXECUTE FUNCTION {schema}.account_is_current();
CREATE TRIGGER account_is_current BEFORE UPDATE ON {schema}.table_accounts
    FOR EACH ROW EXECUTE FUNCTION {schema}.account_is_current();

-- A rebuild empties the journal, then the lines and the accounts.
CREATE FUNCTION {schema}.emptied_whole() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    left_over boolean;
BEGIN
    EXECUTE format('SELECT EXISTS (SELECT FROM %I.%I)', TG_TABLE_SCHEMA, TG_TABLE_NAME) INTO left_over;
    IF left_over OR EXISTS (SELECT FROM {schema}.journal) THEN
        RAISE EXCEPTION 'the books are emptied whole, the journal first, or not at all: % stays', TG_TABLE_NAME
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NULL;
END
$$;

CREATE TRIGGER emptied_whole AFTER DELETE ON {schema}.journal
    FOR EACH STATEMENT EXECUTE FUNCTION {schema}.emptied_whole();
CREATE TRIGGER emptied_whole AFTER DELETE ON {schema}.postings
    FOR EACH STATEMENT EXECUTE FUNCTION {schema}.emptied_whole();
CREATE TRIGGER emptied_whole AFTER DELETE ON {schema}.accounts
    FOR EACH STATEMENT EXECUTE FUNCTION {schema}.emptied_whole();
CREATE TRIGGER emptied_whole AFTER DELETE ON {schema}.table_accounts
    FOR EACH STATEMENT EXECUTE FUNCTION {schema}.emptied_whole();

-- The journal emptied by itself leaves lines or accounts behind: seen at the end of the transaction, once.
CREATE FUNCTION {schema}.nothing_left_behind() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (
        SELECT FROM (SELECT p.position FROM {schema}.postings p ORDER BY p.position DESC LIMIT 1) AS p
        WHERE p.position IS DISTINCT FROM (SELECT max(j.position) FROM {schema}.journal j))
        OR NOT EXISTS (SELECT FROM {schema}.journal)
            AND (EXISTS (SELECT FROM {schema}.accounts) OR EXISTS (SELECT FROM {schema}.table_accounts))
    THEN
        RAISE EXCEPTION 'the journal was emptied, and not the lines and accounts with it'
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NULL;
END
$$;

CREATE CONSTRAINT TRIGGER nothing_left_behind AFTER DELETE ON {schema}.journal
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (OLD.number = 1)
    EXECUTE FUNCTION {schema}.nothing_left_behind();

CREATE TRIGGER lines_stay BEFORE UPDATE OR TRUNCATE ON {schema}.journal
    FOR EACH STATEMENT EXECUTE FUNCTION {schema}.refuse_change();
CREATE TRIGGER lines_stay BEFORE UPDATE OR TRUNCATE ON {schema}.postings
    FOR EACH STATEMENT EXECUTE FUNCTION {schema}.refuse_change();
CREATE TRIGGER lines_stay BEFORE TRUNCATE ON {schema}.accounts
    FOR EACH STATEMENT EXECUTE FUNCTION {schema}.refuse_change();
CREATE TRIGGER lines_stay BEFORE TRUNCATE ON {schema}.table_accounts
    FOR EACH STATEMENT EXECUTE FUNCTION {schema}.refuse_change();
