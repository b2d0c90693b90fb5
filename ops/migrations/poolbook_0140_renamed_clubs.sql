-- A club's name is changed by this function only, in the transaction that records its new name.
CREATE FUNCTION {schema}.rename_club(of_club uuid, new_name text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    UPDATE {schema}.clubs SET name = new_name WHERE id = of_club;
END
$$;
REVOKE EXECUTE ON FUNCTION {schema}.rename_club(uuid, text) FROM PUBLIC;
