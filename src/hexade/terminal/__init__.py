"""The game at a terminal, and what the commands say and write."""
