"""The judge of the card game: priors from learned tables, and a search in sampled worlds."""
