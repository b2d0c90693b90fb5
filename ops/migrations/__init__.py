"""The numbered migrations: `poolbook_*.sql` for the list of clubs, `club_*.sql` for every club's schema."""
