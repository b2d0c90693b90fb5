"""Books tampered with by whoever rules the database, and verified."""
