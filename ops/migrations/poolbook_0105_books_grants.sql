GRANT SELECT ON {schema}.journal, {schema}.postings, {schema}.accounts, {schema}.table_accounts TO {service};
GRANT SELECT, INSERT ON {schema}.book_pages TO {service};
