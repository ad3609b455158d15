"""Who does the work of a command, by the name of a backend."""

from __future__ import annotations

from hexade.lab.workers import Runner, processes


def crew(backend: str, workers: int | None) -> Runner:
    """Return processes of this machine, or a cluster; all cores if no number is given."""
    if backend == "processes":
        return processes(workers)
    from hexade.lab.ray_workers import ray_runner

    return ray_runner(workers)
