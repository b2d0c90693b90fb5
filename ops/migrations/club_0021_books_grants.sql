GRANT SELECT, INSERT, UPDATE, DELETE ON {schema}.accounts, {schema}.table_accounts TO {service};
GRANT SELECT, INSERT, DELETE ON {schema}.journal, {schema}.postings TO {service};
