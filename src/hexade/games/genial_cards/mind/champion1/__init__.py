"""The champion of the card game before its network, kept as it was: a baseline for the lab.

Priors from learned tables, and a search that plays rounds to their end by them. The tables do not
change any more.
"""
