"""The judge of the board game: priors, a value network and a search, all kernels."""
