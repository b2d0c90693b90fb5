GRANT USAGE ON SCHEMA {schema} TO {service};
GRANT SELECT, INSERT ON {schema}.stored_events, {schema}.sealed, {schema}.commands TO {service};
GRANT EXECUTE ON FUNCTION {schema}.erase_sealed(uuid, bigint, text) TO {service};
