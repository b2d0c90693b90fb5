GRANT SELECT, INSERT, UPDATE, DELETE ON {schema}.log_leaves, {schema}.log_nodes, {schema}.log_unsigned TO {service};
GRANT SELECT, INSERT ON {schema}.log_checkpoints TO {service};
