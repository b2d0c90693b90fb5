-- The books: what every event that moves money puts on which account. They can be made again from the events.
-- Amounts are minor units, debits positive. Nobody writes a line here by hand: pages are put in below, and the database
-- works out the balances and refuses a page that does not balance.

CREATE TABLE {schema}.journal (
    club uuid NOT NULL,
    position bigint NOT NULL,
    -- Without gaps: nothing can be put in between afterwards.
    number bigint NOT NULL CHECK (number > 0),
    stream uuid NOT NULL,
    version bigint NOT NULL,
    sitting uuid NOT NULL,
    game uuid,
    topic text NOT NULL,
    recorded_at timestamptz NOT NULL,
    lines integer NOT NULL CHECK (lines >= 2),
    -- What this event puts in issue, and the club's counters in issue after it.
    issued bigint NOT NULL,
    in_issue bigint NOT NULL,
    PRIMARY KEY (club, position),
    UNIQUE (club, number)
);

CREATE INDEX journal_sitting_idx ON {schema}.journal (club, sitting, position) INCLUDE (issued);
CREATE INDEX journal_recorded_at_idx ON {schema}.journal (club, recorded_at, position);

-- `before` and `after` are the account's balances in the whole club; `table_before` and `table_after` what of it
-- came about at this sitting's table.
CREATE TABLE {schema}.postings (
    club uuid NOT NULL,
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
    PRIMARY KEY (club, position, line)
);

CREATE INDEX postings_account_idx ON {schema}.postings (club, kind, owner, position, line);

-- Every account, and where its last line ends.
CREATE TABLE {schema}.accounts (
    club uuid NOT NULL,
    kind text NOT NULL CHECK (kind IN (
        'bank_cash', 'player', 'pool', 'carried', 'kitty', 'stands_over', 'credit', 'loan', 'differences',
        'between_players', 'club')),
    owner text NOT NULL,
    balance bigint NOT NULL,
    first_position bigint NOT NULL,
    last_position bigint NOT NULL,
    PRIMARY KEY (club, kind, owner)
);

CREATE INDEX accounts_standing_idx ON {schema}.accounts (club, kind, owner) WHERE balance <> 0;

-- What of an account came about at one table.
CREATE TABLE {schema}.table_accounts (
    club uuid NOT NULL,
    sitting uuid NOT NULL,
    kind text NOT NULL,
    owner text NOT NULL,
    balance bigint NOT NULL,
    first_position bigint NOT NULL,
    last_position bigint NOT NULL,
    PRIMARY KEY (club, sitting, kind, owner)
);

-- With the sitting last, so that it is as good as the key for looking up one row.
CREATE INDEX table_accounts_owner_idx ON {schema}.table_accounts (club, kind, owner, sitting);

-- Only the functions below write in the books, as they are called by triggers: not the owner's hand.
CREATE FUNCTION {schema}.refuse_hand() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% of %.% refused: the books are written by pages', TG_OP, TG_TABLE_SCHEMA, TG_TABLE_NAME
        USING ERRCODE = 'insufficient_privilege';
END
$$;

CREATE TRIGGER by_pages_only BEFORE INSERT OR UPDATE OR DELETE ON {schema}.journal
    FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION {schema}.refuse_hand();
CREATE TRIGGER by_pages_only BEFORE INSERT OR UPDATE OR DELETE ON {schema}.postings
    FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION {schema}.refuse_hand();
CREATE TRIGGER by_pages_only BEFORE INSERT OR UPDATE OR DELETE ON {schema}.accounts
    FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION {schema}.refuse_hand();
CREATE TRIGGER by_pages_only BEFORE INSERT OR UPDATE OR DELETE ON {schema}.table_accounts
    FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION {schema}.refuse_hand();
CREATE TRIGGER never_truncated BEFORE TRUNCATE ON {schema}.journal
    FOR EACH STATEMENT EXECUTE FUNCTION {schema}.refuse_hand();
CREATE TRIGGER never_truncated BEFORE TRUNCATE ON {schema}.postings
    FOR EACH STATEMENT EXECUTE FUNCTION {schema}.refuse_hand();
CREATE TRIGGER never_truncated BEFORE TRUNCATE ON {schema}.accounts
    FOR EACH STATEMENT EXECUTE FUNCTION {schema}.refuse_hand();
CREATE TRIGGER never_truncated BEFORE TRUNCATE ON {schema}.table_accounts
    FOR EACH STATEMENT EXECUTE FUNCTION {schema}.refuse_hand();

-- A page: the entries that some events make, and the lines of these entries, in columns. Nothing stays in this table.
-- A page without entries that begins anew empties the club's books.
CREATE TABLE {schema}.book_pages (
    club uuid PRIMARY KEY,
    begins_anew boolean NOT NULL DEFAULT false,
    positions bigint[] NOT NULL,
    streams uuid[] NOT NULL,
    versions bigint[] NOT NULL,
    sittings uuid[] NOT NULL,
    games uuid[] NOT NULL,
    topics text[] NOT NULL,
    times timestamptz[] NOT NULL,
    issued bigint[] NOT NULL,
    line_positions bigint[] NOT NULL,
    lines integer[] NOT NULL,
    kinds text[] NOT NULL,
    owners text[] NOT NULL,
    amounts bigint[] NOT NULL
);

-- The fund of counters that a kind of account holds, if it holds any.
CREATE FUNCTION {schema}.holds_counters(kind text) RETURNS boolean LANGUAGE sql IMMUTABLE
    RETURN kind IN ('player', 'pool', 'carried', 'kitty');

CREATE FUNCTION {schema}.refuse_books(entry bigint, because text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the books do not balance at position %: %', entry, because
        USING ERRCODE = 'integrity_constraint_violation';
END
$$;

-- Each entry by itself: as many lines as there are, one after another, that sum to nought and put in issue what the
-- till has put in issue.
CREATE FUNCTION {schema}.check_entries(
    positions bigint[], issued bigint[], line_positions bigint[], lines integer[], kinds text[], amounts bigint[]
) RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    amiss record;
BEGIN
    SELECT coalesce(entry.position, made.of_entry) AS at, entry.position AS entry, entry.issued, made.* INTO amiss
    FROM unnest(positions, issued) AS entry (position, issued)
    FULL JOIN (
        SELECT line.position AS of_entry, count(*) AS lines, min(line.number) AS first, max(line.number) AS last,
            sum(line.amount) AS total,
            coalesce(-sum(line.amount) FILTER (WHERE {schema}.holds_counters(line.kind)), 0) AS counters
        FROM unnest(line_positions, lines, kinds, amounts) AS line (position, number, kind, amount)
        GROUP BY line.position
    ) AS made ON made.of_entry = entry.position
    WHERE entry.position IS NULL OR made.of_entry IS NULL OR made.lines < 2 OR made.first <> 1
        OR made.last <> made.lines OR made.total <> 0 OR made.counters <> entry.issued
    ORDER BY 1 LIMIT 1;
    IF NOT FOUND THEN
        RETURN;
    ELSIF amiss.entry IS NULL OR amiss.of_entry IS NULL THEN
        PERFORM {schema}.refuse_books(amiss.at, 'an entry and its lines are put in together');
    ELSIF amiss.lines < 2 OR amiss.first <> 1 OR amiss.last <> amiss.lines THEN
        PERFORM {schema}.refuse_books(amiss.at,
            format('%s lines, from %s to %s', amiss.lines, amiss.first, amiss.last));
    ELSIF amiss.total <> 0 THEN
        PERFORM {schema}.refuse_books(amiss.at, format('the postings sum to %s', amiss.total));
    ELSE
        PERFORM {schema}.refuse_books(amiss.at,
            format('%s in issue by the postings, %s by the till', amiss.counters, amiss.issued));
    END IF;
END
$$;

-- The accounts together: they sum to nought, and the counters on them are those in issue after the entry at `upto`.
CREATE FUNCTION {schema}.check_standing(of_club uuid, upto bigint) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    standing record;
    newest record;
BEGIN
    SELECT coalesce(sum(balance), 0) AS total,
        coalesce(-sum(balance) FILTER (WHERE {schema}.holds_counters(kind)), 0) AS counters
    INTO standing FROM {schema}.accounts WHERE club = of_club AND balance <> 0;
    SELECT position, in_issue INTO newest FROM {schema}.journal WHERE club = of_club AND position = upto;
    IF standing.total <> 0 OR standing.counters <> newest.in_issue THEN
        PERFORM {schema}.refuse_books(newest.position,
            format('the accounts sum to %s, and %s counters lie on them, %s are in issue',
                standing.total, standing.counters, newest.in_issue));
    END IF;
END
$$;

-- Where the accounts of some lines stand. Each is looked up by itself: a join would read all accounts of the club,
-- which has one for every game. Both functions take columns of the page and not the page: on a division of a table its
-- rows have another type.
CREATE FUNCTION {schema}.stood(of_club uuid, kinds text[], owners text[])
RETURNS TABLE (kind text, owner text, balance bigint)
LANGUAGE plpgsql STABLE ROWS 100 SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
    RETURN QUERY SELECT line.kind, line.owner, coalesce((
        SELECT stood.balance FROM {schema}.accounts AS stood
        WHERE stood.club = of_club AND stood.kind = line.kind AND stood.owner = line.owner), 0)
    FROM (SELECT DISTINCT line.kind, line.owner FROM unnest(kinds, owners) AS line (kind, owner)) AS line;
END
$$;

-- The same at the tables at which the lines came about.
CREATE FUNCTION {schema}.stood_at_table(
    of_club uuid, positions bigint[], sittings uuid[], line_positions bigint[], kinds text[], owners text[]
)
RETURNS TABLE (sitting uuid, kind text, owner text, balance bigint)
LANGUAGE plpgsql STABLE ROWS 100 SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
    RETURN QUERY SELECT line.sitting, line.kind, line.owner, coalesce((
        SELECT stood.balance FROM {schema}.table_accounts AS stood
        WHERE stood.club = of_club AND stood.sitting = line.sitting AND stood.kind = line.kind
            AND stood.owner = line.owner), 0)
    FROM (
        SELECT DISTINCT entry.sitting, line.kind, line.owner
        FROM unnest(line_positions, kinds, owners) AS line (position, kind, owner)
        JOIN unnest(positions, sittings) AS entry (position, sitting) ON entry.position = line.position
    ) AS line;
END
$$;

-- Puts a page in the books. Its entries follow those that are there; each line begins where its account stood. Where
-- the books were emptied in the same transaction, what was deleted is in the indexes until it ends: nothing looks for
-- the last entry from the end of an index, where it would pass every deleted one.
CREATE FUNCTION {schema}.enter_page() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    first bigint := (SELECT min(entry) FROM unnest(NEW.positions) AS entry);
    newest record;
    later record;
BEGIN
    IF NEW.begins_anew THEN
        DELETE FROM {schema}.journal WHERE club = NEW.club;
        DELETE FROM {schema}.postings WHERE club = NEW.club;
        DELETE FROM {schema}.accounts WHERE club = NEW.club;
        DELETE FROM {schema}.table_accounts WHERE club = NEW.club;
    END IF;
    IF cardinality(NEW.positions) = 0 AND cardinality(NEW.line_positions) = 0 THEN
        RETURN NULL;
    END IF;
    PERFORM {schema}.check_entries(
        NEW.positions, NEW.issued, NEW.line_positions, NEW.lines, NEW.kinds, NEW.amounts);
    SELECT position, number, in_issue INTO newest
    FROM {schema}.journal WHERE club = NEW.club AND position < first ORDER BY position DESC LIMIT 1;
    -- Numbers have no gap, so the next entry has the next number, if there is one.
    SELECT position INTO later FROM {schema}.journal
    WHERE club = NEW.club AND number = coalesce(newest.number, 0) + 1;
    IF FOUND THEN
        PERFORM {schema}.refuse_books(later.position, 'a later entry stands already');
    END IF;

    INSERT INTO {schema}.journal (
        club, position, number, stream, version, sitting, game, topic, recorded_at, lines, issued, in_issue)
    SELECT NEW.club, entry.position, coalesce(newest.number, 0) + row_number() OVER in_order,
        entry.stream, entry.version, entry.sitting, entry.game, entry.topic, entry.at, made.lines, entry.issued,
        coalesce(newest.in_issue, 0) + sum(entry.issued) OVER in_order
    FROM unnest(NEW.positions, NEW.streams, NEW.versions, NEW.sittings, NEW.games, NEW.topics, NEW.times, NEW.issued)
        AS entry (position, stream, version, sitting, game, topic, at, issued)
    JOIN (SELECT of_entry, count(*) AS lines FROM unnest(NEW.line_positions) AS of_entry GROUP BY of_entry) AS made
        ON made.of_entry = entry.position
    WINDOW in_order AS (ORDER BY entry.position);

    INSERT INTO {schema}.postings (
        club, position, line, sitting, kind, owner, amount, before, after, table_before, table_after)
    SELECT NEW.club, line.position, line.number, entry.sitting, line.kind, line.owner, line.amount,
        stood.balance + sum(line.amount) OVER of_account - line.amount,
        stood.balance + sum(line.amount) OVER of_account,
        at_table.balance + sum(line.amount) OVER of_table - line.amount,
        at_table.balance + sum(line.amount) OVER of_table
    FROM unnest(NEW.line_positions, NEW.lines, NEW.kinds, NEW.owners, NEW.amounts)
        AS line (position, number, kind, owner, amount)
    JOIN unnest(NEW.positions, NEW.sittings) AS entry (position, sitting) ON entry.position = line.position
    JOIN {schema}.stood(NEW.club, NEW.kinds, NEW.owners) AS stood
        ON stood.kind = line.kind AND stood.owner = line.owner
    JOIN {schema}.stood_at_table(
        NEW.club, NEW.positions, NEW.sittings, NEW.line_positions, NEW.kinds, NEW.owners) AS at_table
        ON at_table.sitting = entry.sitting AND at_table.kind = line.kind AND at_table.owner = line.owner
    WINDOW of_account AS (PARTITION BY line.kind, line.owner ORDER BY line.position, line.number),
        of_table AS (PARTITION BY entry.sitting, line.kind, line.owner ORDER BY line.position, line.number);

    INSERT INTO {schema}.accounts AS stood (club, kind, owner, balance, first_position, last_position)
    SELECT NEW.club, kind, owner, sum(amount), min(position), max(position)
    FROM unnest(NEW.line_positions, NEW.kinds, NEW.owners, NEW.amounts) AS line (position, kind, owner, amount)
    GROUP BY kind, owner
    ON CONFLICT (club, kind, owner) DO UPDATE
    SET balance = stood.balance + EXCLUDED.balance, last_position = EXCLUDED.last_position;

    INSERT INTO {schema}.table_accounts AS stood (club, sitting, kind, owner, balance, first_position, last_position)
    SELECT NEW.club, entry.sitting, line.kind, line.owner, sum(line.amount), min(line.position), max(line.position)
    FROM unnest(NEW.line_positions, NEW.kinds, NEW.owners, NEW.amounts) AS line (position, kind, owner, amount)
    JOIN unnest(NEW.positions, NEW.sittings) AS entry (position, sitting) ON entry.position = line.position
    GROUP BY entry.sitting, line.kind, line.owner
    ON CONFLICT (club, sitting, kind, owner) DO UPDATE
    SET balance = stood.balance + EXCLUDED.balance, last_position = EXCLUDED.last_position;

    PERFORM {schema}.check_standing(NEW.club, (SELECT max(entry) FROM unnest(NEW.positions) AS entry));
    RETURN NULL;
END
$$;

CREATE TRIGGER enter_page BEFORE INSERT ON {schema}.book_pages FOR EACH ROW EXECUTE FUNCTION {schema}.enter_page();
