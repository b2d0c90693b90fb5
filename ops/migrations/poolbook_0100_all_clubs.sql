-- One set of tables for all clubs. The club is the first column of every key, and every statement names it.

-- What a club's row hands out: the position of its last event, and its turn, which is the lock on the row. Who holds it
-- records, so that positions have no gap and their order is that of the commits. `gone_on` says that the follower has
-- something to do here; it is the only indexed column that changes, so that a save which finds it set costs no index.
ALTER TABLE {schema}.clubs
    ALTER COLUMN schema_name DROP NOT NULL,
    ADD COLUMN position bigint NOT NULL DEFAULT 0 CHECK (position >= 0),
    ADD COLUMN last_at timestamptz NOT NULL DEFAULT '0001-01-01 00:00:00+00',
    ADD COLUMN gone_on boolean NOT NULL DEFAULT false;
ALTER TABLE {schema}.clubs SET (fillfactor = 50);

CREATE INDEX clubs_gone_on_idx ON {schema}.clubs (id) WHERE gone_on;
CREATE INDEX clubs_name_idx ON {schema}.clubs (name);
CREATE INDEX clubs_created_at_idx ON {schema}.clubs (created_at, id);

-- The keys of tokens too begin with their club. A secret is looked for by its digest alone.
ALTER TABLE {schema}.tokens
    DROP CONSTRAINT tokens_pkey,
    DROP CONSTRAINT tokens_digest_key,
    ADD CONSTRAINT tokens_pkey PRIMARY KEY (club, id),
    ADD CONSTRAINT tokens_digest_key UNIQUE (club, digest);
DROP INDEX {schema}.tokens_club_idx;
CREATE INDEX tokens_digest_idx ON {schema}.tokens (digest);
CREATE INDEX tokens_revoked_idx ON {schema}.tokens (club) WHERE revoked_at IS NOT NULL;

-- What is recorded: events, what of them is sealed, and the commands that made them.
-- Nothing here is ever changed; a sealed part alone may be erased.

CREATE TABLE {schema}.stored_events (
    club uuid NOT NULL,
    originator_id uuid NOT NULL,
    originator_version bigint NOT NULL CHECK (originator_version > 0),
    notification_id bigint NOT NULL CHECK (notification_id > 0),
    topic text NOT NULL,
    state bytea NOT NULL,
    CONSTRAINT stored_events_pkey PRIMARY KEY (club, originator_id, originator_version),
    CONSTRAINT stored_events_position_key UNIQUE (club, notification_id)
);

CREATE TABLE {schema}.sealed (
    club uuid NOT NULL,
    stream uuid NOT NULL,
    version bigint NOT NULL,
    part text NOT NULL,
    salt bytea NOT NULL,
    body bytea NOT NULL,
    CONSTRAINT sealed_pkey PRIMARY KEY (club, stream, version, part)
);

CREATE TABLE {schema}.commands (
    club uuid NOT NULL,
    key text NOT NULL,
    request_hash bytea NOT NULL,
    stream uuid NOT NULL,
    from_version bigint NOT NULL,
    to_version bigint NOT NULL,
    recorded_at timestamptz NOT NULL,
    CONSTRAINT commands_pkey PRIMARY KEY (club, key)
);

-- The secret under which a club's commands are named (ledger/store/keys.py). The store draws it at the first command.
-- It is never changed: a repeat of an earlier command would no longer be known as one.
CREATE TABLE {schema}.command_secret (
    club uuid PRIMARY KEY,
    secret bytea NOT NULL CHECK (octet_length(secret) = 32)
);

-- What was signed: the root of the first `size` events, the note as it was given out, and the key that verifies it. No
-- rebuild makes these again; every rebuild has to find their roots.
CREATE TABLE {schema}.log_checkpoints (
    club uuid NOT NULL,
    size bigint NOT NULL CHECK (size > 0),
    root bytea NOT NULL CHECK (octet_length(root) = 32),
    note text NOT NULL,
    vkey text NOT NULL,
    signed_at timestamptz NOT NULL,
    PRIMARY KEY (club, size)
);

-- The service's own role has no right to change these rows. These triggers stop the owner's hand as well, and the
-- service's where it connects as the owner. TRUNCATE has triggers of its own, so that an engine that divides the
-- tables gives each division those for its rows.
CREATE FUNCTION {schema}.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% of %.% refused: what is recorded stays', TG_OP, TG_TABLE_SCHEMA, TG_TABLE_NAME
        USING ERRCODE = 'insufficient_privilege';
END
$$;

CREATE TRIGGER recorded_stays BEFORE UPDATE OR DELETE ON {schema}.stored_events
    FOR EACH STATEMENT EXECUTE FUNCTION {schema}.refuse_change();
CREATE TRIGGER recorded_stays_whole BEFORE TRUNCATE ON {schema}.stored_events
    FOR EACH STATEMENT EXECUTE FUNCTION {schema}.refuse_change();
CREATE TRIGGER recorded_stays BEFORE UPDATE OR DELETE ON {schema}.commands
    FOR EACH STATEMENT EXECUTE FUNCTION {schema}.refuse_change();
CREATE TRIGGER recorded_stays_whole BEFORE TRUNCATE ON {schema}.commands
    FOR EACH STATEMENT EXECUTE FUNCTION {schema}.refuse_change();
CREATE TRIGGER recorded_stays BEFORE UPDATE OR DELETE ON {schema}.command_secret
    FOR EACH STATEMENT EXECUTE FUNCTION {schema}.refuse_change();
CREATE TRIGGER recorded_stays_whole BEFORE TRUNCATE ON {schema}.command_secret
    FOR EACH STATEMENT EXECUTE FUNCTION {schema}.refuse_change();
CREATE TRIGGER recorded_stays BEFORE UPDATE OR DELETE ON {schema}.log_checkpoints
    FOR EACH STATEMENT EXECUTE FUNCTION {schema}.refuse_change();
CREATE TRIGGER recorded_stays_whole BEFORE TRUNCATE ON {schema}.log_checkpoints
    FOR EACH STATEMENT EXECUTE FUNCTION {schema}.refuse_change();
CREATE TRIGGER recorded_stays BEFORE UPDATE ON {schema}.sealed
    FOR EACH STATEMENT EXECUTE FUNCTION {schema}.refuse_change();
CREATE TRIGGER recorded_stays_whole BEFORE TRUNCATE ON {schema}.sealed
    FOR EACH STATEMENT EXECUTE FUNCTION {schema}.refuse_change();
CREATE TRIGGER erased_by_erasure_only BEFORE DELETE ON {schema}.sealed
    FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION {schema}.refuse_change();

-- A sealed part is taken away by putting its place in here, where nothing stays. What is not there is refused, with an
-- error that the service takes for a lost race.
CREATE TABLE {schema}.erasures (
    club uuid NOT NULL,
    stream uuid NOT NULL,
    version bigint NOT NULL,
    part text NOT NULL,
    PRIMARY KEY (club, stream, version, part)
);

CREATE FUNCTION {schema}.erase() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    DELETE FROM {schema}.sealed
    WHERE club = NEW.club AND stream = NEW.stream AND version = NEW.version AND part = NEW.part;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'the part % of event % of stream % is not there', NEW.part, NEW.version, NEW.stream
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NULL;
END
$$;

CREATE TRIGGER erase BEFORE INSERT ON {schema}.erasures FOR EACH ROW EXECUTE FUNCTION {schema}.erase();

-- A time as it is written in the state of an event.
CREATE FUNCTION {schema}.written_time(at timestamptz) RETURNS text LANGUAGE sql STABLE SET search_path = pg_catalog
    RETURN to_char(at AT TIME ZONE 'UTC', CASE WHEN extract(microseconds FROM at)::bigint % 1000000 = 0
        THEN 'YYYY-MM-DD"T"HH24:MI:SS"Z"' ELSE 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"' END);

-- Records what one or more commands have made, all of it or nothing, in one statement. `saves` has the commands, the
-- events and the sealed parts, row by row; the state of an event is what stands before its time and what stands after
-- it. The club's row gives the positions, and holds the club's turn until the transaction ends. So the time is filled in
-- here: `at`, or that of the club's last event where that is later. Gives back the position of the last event and the
-- time of them all; null if there is no such club. Refuses what comes under one of its tokens that has been revoked. The
-- time for which it waits is set here, because a setting of the session does not reach another machine of the engine.
CREATE FUNCTION {schema}.record(
    of_club uuid, at timestamptz, saves jsonb, OUT last_position bigint, OUT recorded_at timestamptz
) LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET lock_timeout = '5s' AS $$
DECLARE
    events bigint := jsonb_array_length(saves -> 'events');
    written text;
BEGIN
    UPDATE {schema}.clubs SET position = position + events, last_at = greatest(last_at, at), gone_on = true
    WHERE id = of_club RETURNING position, last_at INTO last_position, recorded_at;
    IF NOT FOUND THEN
        RETURN;
    END IF;
    -- Under the turn, as tokens are revoked: from then on nothing more is recorded under them.
    PERFORM FROM {schema}.tokens WHERE club = of_club AND revoked_at IS NOT NULL AND saves -> 'tokens' ? id::text;
    IF FOUND THEN
        RAISE EXCEPTION 'a token of these commands has been revoked' USING ERRCODE = 'invalid_authorization_specification';
    END IF;
    written := {schema}.written_time(recorded_at);
    INSERT INTO {schema}.commands (club, key, request_hash, stream, from_version, to_version, recorded_at)
    SELECT of_club, made.key, made.request_hash, made.stream, made.from_version, made.to_version, record.recorded_at
    FROM jsonb_to_recordset(saves -> 'commands') AS made (
        key text, request_hash bytea, stream uuid, from_version bigint, to_version bigint);
    INSERT INTO {schema}.stored_events (club, originator_id, originator_version, topic, state, notification_id)
    SELECT of_club, made.stream, made.version, made.topic, convert_to(made.before || written || made.after, 'UTF8'),
        last_position - events + made.place
    FROM jsonb_to_recordset(saves -> 'events') AS made (
        stream uuid, version bigint, topic text, before text, after text, place bigint);
    IF saves ? 'parts' THEN
        INSERT INTO {schema}.sealed (club, stream, version, part, salt, body)
        SELECT of_club, made.stream, made.version, made.part, made.salt, convert_to(made.body, 'UTF8')
        FROM jsonb_to_recordset(saves -> 'parts') AS made (
            stream uuid, version bigint, part text, salt bytea, body text);
    END IF;
END
$$;

REVOKE ALL ON FUNCTION {schema}.record(uuid, timestamptz, jsonb) FROM PUBLIC;
