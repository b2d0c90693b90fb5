GRANT EXECUTE ON FUNCTION {schema}.erase_parts(uuid[], bigint[], text[]) TO {service};
