"""Many games for research: simulation, batches, environments, the arena and training."""
