"""Conducting a sitting, from the seats to the close.

In reading order:

names      the names of a club and of its members
agreement  the articles, and who must have agreed to them
commands   what can be entered in a sitting's book
till       counters sold and bought back, debts paid
conduct    the opening, the cut, the beginning and end of each game, the close
company    arrivals, departures, and the limits a player sets himself
pen        who may write down the games of a table
entries    the one table of the kinds of entry, and what decides them
"""
