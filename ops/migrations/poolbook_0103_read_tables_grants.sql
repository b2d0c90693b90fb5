GRANT SELECT, INSERT, UPDATE, DELETE
    ON {schema}.followed, {schema}.projection_failure, {schema}.log_unsigned, {schema}.sittings, {schema}.games,
        {schema}.results, {schema}.pools, {schema}.pool_shares, {schema}.settlements, {schema}.reckonings,
        {schema}.reckoned_colours, {schema}.reckoned_players, {schema}.audit, {schema}.log_leaves, {schema}.log_nodes
    TO {service};
