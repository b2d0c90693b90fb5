GRANT SELECT, INSERT, UPDATE, DELETE ON {schema}.audit TO {service};
