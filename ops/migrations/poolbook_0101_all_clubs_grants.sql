GRANT INSERT (id, name, currency, created_at), UPDATE (gone_on) ON {schema}.clubs TO {service};
GRANT SELECT ON {schema}.stored_events, {schema}.sealed, {schema}.commands TO {service};
GRANT SELECT, INSERT ON {schema}.command_secret, {schema}.log_checkpoints TO {service};
GRANT SELECT, INSERT ON {schema}.erasures TO {service};
GRANT EXECUTE ON FUNCTION {schema}.record(uuid, timestamptz, jsonb) TO {service};
