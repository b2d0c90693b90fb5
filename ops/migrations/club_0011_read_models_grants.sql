GRANT SELECT, INSERT, UPDATE, DELETE
    ON {schema}.notification_tracking, {schema}.projection_failure, {schema}.sittings, {schema}.games, {schema}.results
    TO {service};
