-- What is recorded: events, what of them is sealed, and the commands that made them.
-- Nothing here is ever changed; a sealed part alone may be erased, by its own function.

CREATE TABLE {schema}.stored_events (
    originator_id uuid NOT NULL,
    originator_version bigint NOT NULL CHECK (originator_version > 0),
    topic text NOT NULL,
    state bytea NOT NULL,
    -- An identity, not a serial: who may insert rows needs no right to the sequence and cannot choose a number.
    notification_id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
    CONSTRAINT stored_events_pkey PRIMARY KEY (originator_id, originator_version)
);

CREATE UNIQUE INDEX stored_events_notification_id_idx ON {schema}.stored_events (notification_id);

CREATE TABLE {schema}.sealed (
    stream uuid NOT NULL,
    version bigint NOT NULL,
    part text NOT NULL,
    salt bytea NOT NULL,
    body bytea NOT NULL,
    CONSTRAINT sealed_pkey PRIMARY KEY (stream, version, part)
);

CREATE TABLE {schema}.commands (
    key text NOT NULL,
    request_hash bytea NOT NULL,
    stream uuid NOT NULL,
    from_version bigint NOT NULL,
    to_version bigint NOT NULL,
    recorded_at timestamptz NOT NULL,
    CONSTRAINT commands_pkey PRIMARY KEY (key)
);

-- The service's own role has no right to change these rows. These triggers stop the owner's hand as well,
-- and the service's where it connects as the owner.
CREATE FUNCTION {schema}.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% of %.% refused: what is recorded stays', TG_OP, TG_TABLE_SCHEMA, TG_TABLE_NAME
        USING ERRCODE = 'insufficient_privilege';
END
$$;

CREATE TRIGGER recorded_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON {schema}.stored_events
    FOR EACH STATEMENT EXECUTE FUNCTION {schema}.refuse_change();

CREATE TRIGGER recorded_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON {schema}.commands
    FOR EACH STATEMENT EXECUTE FUNCTION {schema}.refuse_change();

CREATE TRIGGER recorded_stays BEFORE UPDATE OR TRUNCATE ON {schema}.sealed
    FOR EACH STATEMENT EXECUTE FUNCTION {schema}.refuse_change();

CREATE TRIGGER erased_by_function_only BEFORE DELETE ON {schema}.sealed
    FOR EACH STATEMENT WHEN (current_setting('poolbook.erasing', true) IS DISTINCT FROM 'yes')
    EXECUTE FUNCTION {schema}.refuse_change();

-- Takes away one sealed part, and says whether it was there. It runs with the owner's rights.
CREATE FUNCTION {schema}.erase_sealed(of_stream uuid, of_version bigint, of_part text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    was_there boolean;
BEGIN
    -- Not a SET of the function itself: only a superuser may give a function a setting that is not PostgreSQL's.
    PERFORM set_config('poolbook.erasing', 'yes', true);
    DELETE FROM {schema}.sealed WHERE stream = of_stream AND version = of_version AND part = of_part;
    was_there := FOUND;
    PERFORM set_config('poolbook.erasing', '', true);
    RETURN was_there;
END
$$;

REVOKE ALL ON FUNCTION {schema}.erase_sealed(uuid, bigint, text) FROM PUBLIC;
