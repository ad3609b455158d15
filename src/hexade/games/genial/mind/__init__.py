"""What a strong player of the board game sees, values and searches; kernels all through."""
