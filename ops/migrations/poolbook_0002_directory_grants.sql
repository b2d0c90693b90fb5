GRANT USAGE ON SCHEMA {schema} TO {service};
GRANT SELECT ON {schema}.clubs, {schema}.migrations TO {service};
GRANT SELECT, INSERT, UPDATE (revoked_at) ON {schema}.tokens TO {service};
