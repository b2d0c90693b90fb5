"""The books for programs of plain-text accounting.

In reading order:

entries    the books entry by entry
hledger    a journal for hledger
beancount  the books for beancount
"""
