"""Many matches for science."""
