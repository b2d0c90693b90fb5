GRANT SELECT, INSERT, UPDATE, DELETE
    ON {schema}.pools, {schema}.pool_shares, {schema}.settlements, {schema}.reckonings, {schema}.reckoned_colours,
        {schema}.reckoned_players
    TO {service};
