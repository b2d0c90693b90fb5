-- Applied once for each club that has a schema of its own, an older release's: what is recorded goes over into the
-- tables of all clubs, at positions without gaps, and the schema goes. The read tables are made again by the follower.
DO $$
BEGIN
    -- A process of the older release that still runs records nothing more here, or it would be lost with the schema.
    LOCK TABLE {club_schema}.stored_events, {club_schema}.sealed, {club_schema}.commands IN ACCESS EXCLUSIVE MODE;
    INSERT INTO {schema}.stored_events (club, originator_id, originator_version, notification_id, topic, state)
    SELECT {club}, originator_id, originator_version, row_number() OVER (ORDER BY notification_id), topic, state
    FROM {club_schema}.stored_events;
    INSERT INTO {schema}.sealed (club, stream, version, part, salt, body)
    SELECT {club}, stream, version, part, salt, body FROM {club_schema}.sealed;
    INSERT INTO {schema}.commands (club, key, request_hash, stream, from_version, to_version, recorded_at)
    SELECT {club}, key, request_hash, stream, from_version, to_version, recorded_at FROM {club_schema}.commands;
    IF to_regclass({club_schema_name} || '.command_secret') IS NOT NULL THEN
        INSERT INTO {schema}.command_secret (club, secret) SELECT {club}, secret FROM {club_schema}.command_secret;
    END IF;
    IF to_regclass({club_schema_name} || '.log_checkpoints') IS NOT NULL THEN
        INSERT INTO {schema}.log_checkpoints (club, size, root, note, vkey, signed_at)
        SELECT {club}, size, root, note, vkey, signed_at FROM {club_schema}.log_checkpoints;
    END IF;
    UPDATE {schema}.clubs
    SET schema_name = NULL, gone_on = true,
        position = (SELECT count(*) FROM {schema}.stored_events WHERE club = {club}),
        last_at = coalesce((
            SELECT (convert_from(state, 'UTF8')::jsonb ->> 'at')::timestamptz
            FROM {schema}.stored_events WHERE club = {club} ORDER BY notification_id DESC LIMIT 1), last_at)
    WHERE id = {club};
    DELETE FROM {schema}.migrations WHERE schema_name = {club_schema_name};
    DROP SCHEMA {club_schema} CASCADE;
END
$$;
