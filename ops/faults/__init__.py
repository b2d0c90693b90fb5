"""What the proofs of endurance share.

In reading order:

lines        HTTP to a running service
parts        processes that can be killed and started again
world        chance, clock and ids from one seed
scorekeeper  a scorekeeper who repeats until he is answered
audit        the books compared with what clients were told
"""
