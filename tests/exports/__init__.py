"""What is written out for other people's programs, read back by them or by their rules."""
