"""The books for programs of plain-text accounting.

In reading order:

journal    the entries of the books, as both formats need them
hledger    a journal for hledger
beancount  the books for beancount
"""
