GRANT SELECT, INSERT, UPDATE, DELETE ON {schema}.webhooks, {schema}.webhook_dead TO {service};
