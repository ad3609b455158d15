"""nginx in front of several servers, as `deploy/nginx.conf` balances them, without TLS."""

from __future__ import annotations

import asyncio
import os
import shutil
import socket
import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

DEPLOY = Path(__file__).parents[2] / "deploy"
_SETTINGS = """
daemon off; pid {folder}/pid; error_log {folder}/error.log;
worker_processes 1; worker_rlimit_nofile 65536;
events {{ worker_connections 32768; }}
http {{ access_log off; {temporary} include {folder}/hexade.conf; }}
"""


@dataclass(frozen=True)
class Balancer:
    """A running nginx."""

    address: str
    pid: int


@asynccontextmanager
async def in_front(servers: Sequence[str]) -> AsyncIterator[Balancer]:
    """Run nginx in front of servers on loopback; the same table leads to the same server."""
    nginx = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin")
    if nginx is None:
        raise FileNotFoundError("nginx is not installed: apt-get install nginx")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with tempfile.TemporaryDirectory(prefix="hexade-nginx-") as folder:
        kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        temporary = "".join(f"{kind}_temp_path {folder}/{kind};" for kind in kinds)
        main = Path(folder) / "nginx.conf"
        main.write_text(_SETTINGS.format(folder=folder, temporary=temporary))
        (Path(folder) / "hexade.conf").write_text(_balanced(servers, port))
        process = await asyncio.create_subprocess_exec(
            nginx, "-p", folder, "-c", str(main), "-e", f"{folder}/e.log"
        )
        try:
            await _listens(port)
            yield Balancer(f"http://127.0.0.1:{port}", process.pid)
        finally:
            process.terminate()
            await process.wait()


def _balanced(servers: Sequence[str], port: int) -> str:
    """Return our settings for nginx with one plain port instead of two, and these servers."""
    ours = (DEPLOY / "nginx.conf").read_text()
    head, _, rest = ours.partition("    server 127.0.0.1:8001")
    _, _, rest = rest.partition("    keepalive 64;")
    plain, _, secure = rest.partition("    ssl_certificate ")
    _, _, place = secure.partition("    client_max_body_size")
    listed = "".join(f"    server {one.removeprefix('http://')};\n" for one in servers)
    assert "return 301" in plain
    assert "proxy_pass" in place
    listening = f"server {{\n    listen 127.0.0.1:{port};\n    client_max_body_size"
    return f"{head}{listed}    keepalive 64;\n}}\n{listening}{place}"


async def _listens(port: int) -> None:
    while True:
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            await asyncio.sleep(0.05)
        else:
            writer.close()
            return
