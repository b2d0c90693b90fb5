GRANT EXECUTE ON FUNCTION {schema}.rename_club(uuid, text) TO {service};
