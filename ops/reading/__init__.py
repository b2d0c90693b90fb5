"""Commands that read the books in the terminal, from the tables that the API reads.

In reading order:

opened    one club, opened to be read: its tables, its names, its currency
club      commands: clubs, members, account
evenings  commands: sittings, sheet, disputes
results   command: results
drawing   a running result as a line
"""
