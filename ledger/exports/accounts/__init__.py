"""The books for programs of plain-text accounting.

In reading order:

naming     the names of the accounts
journal    the entries of the books, as both formats need them
hledger    a journal for hledger
beancount  the books for beancount
"""
