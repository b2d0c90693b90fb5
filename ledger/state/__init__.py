"""The states that events fold into. `apply` takes a fact and judges nothing.

In reading order:

copying   a frozen record copied with some fields changed
in_force  which entries of a record are in force after its corrections
player    one player in a game, and what his acts make of it
game      one game
sitting   one sitting
club      one club
"""
