GRANT UPDATE (label) ON {schema}.tokens TO {service};
