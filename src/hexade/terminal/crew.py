"""Who does the work of a command, by the name of a backend."""

from __future__ import annotations

from hexade.lab.crew import Crew, processes


def crew(backend: str, workers: int | None) -> Crew:
    """Return processes of this machine, or a cluster; all cores if no number is given."""
    if backend == "processes":
        return processes(workers)
    from hexade.lab.cluster import ray_crew

    return ray_crew(workers)
