"""Games as text: the worked examples of the laws, and what happens at a table of an evening."""
