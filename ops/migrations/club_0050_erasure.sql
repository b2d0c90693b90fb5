-- Takes away sealed parts, all of them or, with an error that the service takes for a lost race, none.
CREATE FUNCTION {schema}.erase_parts(streams uuid[], versions bigint[], parts text[]) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    named record;
BEGIN
    FOR named IN SELECT * FROM unnest(streams, versions, parts) AS each (stream, version, part) LOOP
        IF NOT {schema}.erase_sealed(named.stream, named.version, named.part) THEN
            RAISE EXCEPTION 'the part % of event % of stream % is not there', named.part, named.version, named.stream
                USING ERRCODE = 'integrity_constraint_violation';
        END IF;
    END LOOP;
END
$$;

REVOKE ALL ON FUNCTION {schema}.erase_parts(uuid[], bigint[], text[]) FROM PUBLIC;
