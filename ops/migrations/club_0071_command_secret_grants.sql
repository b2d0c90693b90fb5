GRANT SELECT, INSERT ON {schema}.command_secret TO {service};
