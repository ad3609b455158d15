"""Caddy and nginx in front of a server, as `deploy` sets them up: TLS, sockets and addresses.

The real programs are needed. Without them the tests are skipped and say what to install.
"""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import socket
import ssl
import subprocess
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from types import MappingProxyType

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect

from hexade.server.app import Server
from hexade.server.settings import Settings
from hexade.wire import messages
from tests.server.fixtures import ALL, a_server, run
from tests.server.net.test_sockets import come_in
from tests.server.postgres import a_database
from tests.server.process import Process

DEPLOY = Path(__file__).parents[2] / "deploy"
PROXIES = ("caddy", "nginx")
PATIENCE_S = 60.0  # a busy machine answers late
ADDRESS = "203.0.113.7"  # what a client claims to be
FIGURES = "a-token-for-the-figures-of-a-server"  # behind a proxy nobody reads them without one
pytestmark = pytest.mark.slow


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
        return port


def program(name: str) -> str:
    """Return where a program is, or skip the test."""
    found = shutil.which(name, path=f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin")
    return found or pytest.skip(f"{name} is not installed here: apt-get install {name}")


def _changed(ours: str, changes: Mapping[str, str]) -> str:
    """Return one of our files as a test needs it; refuse a change of what is not there."""
    for old, new in changes.items():
        assert old in ours, f"{old!r} is not in this file of deploy any more"
        ours = ours.replace(old, new)
    return ours


def _caddy(
    folder: Path, servers: Sequence[str], plain: int, tls: int, changes: Mapping[str, str]
) -> tuple[list[str], dict[str, str]]:
    environment = {
        "SITE": "localhost", "UPSTREAMS": " ".join(servers).replace("http://", ""), "ADMIN": "off",
        "HTTP_PORT": str(plain), "HTTPS_PORT": str(tls), "HOME": str(folder),
        "XDG_DATA_HOME": str(folder / "data"), "XDG_CONFIG_HOME": str(folder / "config"),
    }  # fmt: skip
    (folder / "Caddyfile").write_text(_changed((DEPLOY / "Caddyfile").read_text(), changes))
    command = ["run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]
    return [program("caddy"), *command], environment


def _nginx(
    folder: Path, servers: Sequence[str], plain: int, tls: int, changes: Mapping[str, str]
) -> tuple[list[str], dict[str, str]]:
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
         "-nodes", "-days", "2", "-subj", "/CN=localhost",
         "-addext", "subjectAltName=DNS:localhost",
         "-keyout", folder / "key.pem", "-out", folder / "certificate.pem"],
        check=True, capture_output=True,
    )  # fmt: skip
    live = "/etc/letsencrypt/live/games.example.org"
    here = {
        f"{live}/fullchain.pem": str(folder / "certificate.pem"),
        f"{live}/privkey.pem": str(folder / "key.pem"),
        "/var/log/nginx/error.log": str(folder / "proxy.log"),
        "games.example.org": "localhost",
        "127.0.0.1:8001": servers[0].removeprefix("http://"),
        "127.0.0.1:8002": servers[-1].removeprefix("http://"),
        "listen 80;": f"listen 127.0.0.1:{plain};",
        "listen 443 ssl;": f"listen 127.0.0.1:{tls} ssl;",
        "    listen [::]:80;\n": "",
        "    listen [::]:443 ssl;\n": "",
    }
    ours = _changed((DEPLOY / "nginx.conf").read_text(), {**here, **changes})
    (folder / "hexade.conf").write_text(ours)
    temporary = "".join(
        f"{name}_temp_path {folder}/{name};"
        for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (folder / "nginx.conf").write_text(
        f"daemon off; pid {folder}/pid; error_log {folder}/error.log;\n"
        f"events {{}}\nhttp {{ access_log off; {temporary} include {folder}/hexade.conf; }}\n"
    )
    arguments = ["-p", str(folder), "-c", str(folder / "nginx.conf"), "-e", str(folder / "e.log")]
    return [program("nginx"), *arguments], {}


_SET_UP: dict[str, Callable[..., tuple[list[str], dict[str, str]]]] = {
    "caddy": _caddy, "nginx": _nginx,
}  # fmt: skip


class Front:
    """A proxy in front of a server, and what is needed to trust its certificate."""

    def __init__(self, folder: Path, plain: int, tls: int) -> None:
        self._folder = folder
        self.plain, self.tls = f"http://localhost:{plain}", f"https://localhost:{tls}"

    def trust(self) -> ssl.SSLContext:
        """Return what verifies the certificate of this proxy, and of no other."""
        made = self._folder / "certificate.pem"
        root = self._folder / "data/caddy/pki/authorities/local/root.crt"
        return ssl.create_default_context(cafile=made if made.exists() else root)

    async def ask(self, path: str, **headers: str) -> httpx.Response:
        """Ask the server through the proxy."""
        async with httpx.AsyncClient(verify=self.trust(), timeout=PATIENCE_S) as client:
            return await client.get(self.tls + path, headers=headers)


@asynccontextmanager
async def a_front(
    name: str, folder: Path, *servers: str, changes: Mapping[str, str] = MappingProxyType({})
) -> AsyncIterator[Front]:
    """Start a proxy in front of servers, with some changes in our file, and end it."""
    program(name)
    plain, tls = free_port(), free_port()
    command, environment = _SET_UP[name](folder, servers, plain, tls, changes)
    log = (folder / "proxy.log").open("w")
    process = await asyncio.create_subprocess_exec(
        *command, env={"PATH": os.environ["PATH"], **environment}, stdout=log, stderr=log
    )
    front = Front(folder, plain, tls)
    try:
        while not await _answers(front):
            assert process.returncode is None, (folder / "proxy.log").read_text()
            await asyncio.sleep(0.05)
        yield front
    finally:
        if process.returncode is None:
            process.terminate()
        await process.wait()
        log.close()


async def _answers(front: Front) -> bool:
    try:
        return (await front.ask("/health")).status_code == 200
    except (httpx.TransportError, OSError):
        return False


@asynccontextmanager
async def behind(
    name: str, folder: Path, changes: Mapping[str, str] = MappingProxyType({})
) -> AsyncIterator[tuple[Front, Server]]:
    """Give a proxy in front of a server that trusts it."""
    program(name)
    trusted = type(Settings().trust_proxy)(1)  # one proxy
    async with a_server(folder, trust_proxy=trusted) as server:
        (folder / name).mkdir()
        async with a_front(name, folder / name, server.address, changes=changes) as front:
            yield front, server


@pytest.mark.parametrize("name", PROXIES)
def test_a_table_is_made_and_talked_at_through_the_proxy(name: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with behind(name, tmp_path) as (front, _):
            wish = messages.Create(agreed=messages.Agreed(game=ALL[0]), sit=messages.Sit(name="A"))
            async with httpx.AsyncClient(verify=front.trust(), timeout=PATIENCE_S) as client:
                made = await client.post(
                    front.tls + "/api/tables", content=messages.encode(wish),
                    headers={"origin": front.tls},
                )  # fmt: skip
            assert made.status_code == 201, made.text
            seated = made.json()
            address = f"wss{front.tls.removeprefix('https')}/api/tables/{seated['code']}/socket"
            async with connect(address, ssl=front.trust(), origin=front.tls) as line:  # type: ignore[arg-type]
                welcome = await come_in(line, seated["token"])
                assert welcome["seat"] == 0
                await line.send('{"t":"chat","id":"c","text":"through the proxy"}')
                while '"t":"said"' not in (told := str(await line.recv())):
                    pass
                assert "through the proxy" in told

    run(test())


@pytest.mark.parametrize("name", PROXIES)
def test_a_table_has_one_of_two_servers_and_the_other_when_that_is_killed(
    name: str, tmp_path: Path
) -> None:
    async def test() -> None:
        program(name)
        database = await a_database()
        more = {"HEXADE_TRUST_PROXY": "1", "HEXADE_METRICS_TOKEN": FIGURES}
        pair = [Process(database, more=more) for _ in range(2)]
        await asyncio.gather(*(one.start() for one in pair))
        (tmp_path / name).mkdir()
        try:
            addresses = [one.address for one in pair]
            async with a_front(name, tmp_path / name, *addresses) as front:
                code = await _made(front)
                lines = [await _watching(front, code) for _ in range(3)]
                counts = [await _sockets(one) for one in addresses]
                assert sorted(counts) == [0, 3]
                await pair[counts.index(3)].kill()
                for line in lines:
                    await line.wait_closed()
                again = await _watching(front, code)
                assert await _sockets(addresses[counts.index(0)]) == 1
                await again.close()
        finally:
            for one in pair:
                await one.kill()

    run(test())


@pytest.mark.parametrize("name", PROXIES)
def test_posts_reach_the_server_that_is_left_while_each_restarts_in_turn(
    name: str, tmp_path: Path
) -> None:
    async def test() -> None:
        program(name)
        database = await a_database()
        more = {
            "HEXADE_TRUST_PROXY": "1", "HEXADE_METRICS_TOKEN": FIGURES,
            "HEXADE_TABLES_PER_HOUR": "100000",
        }  # fmt: skip
        pair = [Process(database, more=more) for _ in range(2)]
        await asyncio.gather(*(one.start() for one in pair))
        (tmp_path / name).mkdir()
        try:
            async with (
                a_front(name, tmp_path / name, *(one.address for one in pair)) as front,
                httpx.AsyncClient(verify=front.trust(), timeout=PATIENCE_S) as client,
            ):
                paths = [await _path_to(one, client, front) for one in pair]
                for gone, path in zip(pair, paths, strict=True):
                    await gone.stop()
                    async with asyncio.timeout(PATIENCE_S):  # at first the proxy does not know
                        while await _seated(client, front, path) != 201:
                            await asyncio.sleep(0.05)
                    for _ in range(20):
                        assert await _seated(client, front) == 201
                    await gone.start()
                    # docs/host.md waits for a time, as nobody there can see what the proxy knows.
                    async with asyncio.timeout(PATIENCE_S):
                        while await _tables_made(gone) == 0:  # until it has requests again
                            assert await _seated(client, front, path) == 201
                            await asyncio.sleep(0.05)
        finally:
            for one in pair:
                await one.kill()
        assert "/api/tables" not in (tmp_path / name / "proxy.log").read_text()

    run(test())


async def _path_to(server: Process, client: httpx.AsyncClient, front: Front) -> str:
    """Return where a POST makes a table at this server, if the proxy chooses by the path."""
    for n in range(64):
        path = f"/api/tables?n={n}"
        before = await _tables_made(server)
        assert await _seated(client, front, path) == 201
        if await _tables_made(server) > before:
            return path
    raise AssertionError("one of two servers gets no requests")


async def _seated(client: httpx.AsyncClient, front: Front, path: str = "/api/tables") -> int:
    """Make a table, and take a seat at it with a second POST; return the status.

    Either may fail as long as the proxy does not know that a server is gone; but never may the
    proxy say (503) that there is no other one.
    """
    wish = messages.Create(agreed=messages.Agreed(game=ALL[0]))
    made = await client.post(front.tls + path, content=messages.encode(wish))
    if made.status_code == 201:
        seat = messages.encode(messages.Sit(name="B"))
        address = f"{front.tls}/api/tables/{made.json()['code']}/seats"
        made = await client.post(address, content=seat)
    assert made.status_code in (201, 502), (made.status_code, made.text)
    return made.status_code


async def _made(front: Front) -> str:
    """Return the code of a new table."""
    async with httpx.AsyncClient(verify=front.trust(), timeout=PATIENCE_S) as client:
        wish = messages.Create(agreed=messages.Agreed(game=ALL[0]))
        made = await client.post(front.tls + "/api/tables", content=messages.encode(wish))
    assert made.status_code == 201, made.text
    return str(made.json()["code"])


async def _watching(front: Front, code: str) -> ClientConnection:
    """Return the socket of a spectator who has been welcomed."""
    address = f"wss{front.tls.removeprefix('https')}/api/tables/{code}/socket"
    line = await connect(address, ssl=front.trust())
    assert (await come_in(line))["t"] == "welcome"
    return line


async def _sockets(server: str) -> int:
    """Return how many sockets a server has, from its own figures."""
    return await _figure(server, "hexade_sockets")


async def _tables_made(server: Process) -> int:
    """Return how many tables were made at a server since it started."""
    return await _figure(server.address, "hexade_tables_made_total")


async def _figure(server: str, name: str) -> int:
    async with httpx.AsyncClient(timeout=PATIENCE_S) as client:
        asked = {"authorization": f"Bearer {FIGURES}"}
        figures = (await client.get(f"{server}/metrics", headers=asked)).text
    assert "hexade_sockets " in figures, figures
    found = re.search(rf"^{name} (\d+)$", figures, re.M)
    return int(found[1]) if found else 0  # a counter that has counted nothing is left out


@pytest.mark.parametrize("name", PROXIES)
def test_an_address_that_a_client_claims_is_not_believed(name: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with behind(name, tmp_path) as (front, server):
            for claim in (ADDRESS, f"{ADDRESS}, 10.0.0.1"):
                answer = await front.ask("/api/games", **{"x-forwarded-for": claim})
                assert answer.status_code == 200
            limits = server.config.loaded_app.state.context.services.limits
            known = {address for kept in limits._buckets.values() for address in kept}
            assert known == {"127.0.0.1"}

    run(test())


@asynccontextmanager
async def breaking() -> AsyncIterator[str]:
    """Give a server that is healthy, and breaks off every other answer in the middle."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(asyncio.IncompleteReadError, ConnectionError):
            asked = await reader.readuntil(b"\r\n\r\n")
            well = asked.startswith(b"GET /health")
            writer.write(b"HTTP/1.1 200 OK\r\ncontent-length: 9000\r\n\r\nonly this" if not well
                         else b"HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\nok\n")  # fmt: skip
            await writer.drain()
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    try:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    finally:
        server.close()


@pytest.mark.parametrize("name", PROXIES)
def test_the_log_of_the_proxy_has_no_code_and_no_address_of_what_fails(
    name: str, tmp_path: Path
) -> None:
    async def test() -> None:
        async with breaking() as server, a_front(name, tmp_path, server) as front:
            for path in ("/api/tables/K7M2PX", "/t/K7M2PX"):
                with pytest.raises(httpx.RemoteProtocolError):
                    await front.ask(path)
        said = (tmp_path / "proxy.log").read_text()
        assert "K7M2PX" not in said
        assert "remote_ip" not in said
        # Newer versions of Caddy write the whole request with it.
        assert '"http.handlers.reverse_proxy"' not in said

    run(test())


def test_caddy_says_which_server_is_gone(tmp_path: Path) -> None:
    async def test() -> None:
        async with behind("caddy", tmp_path) as (_, server):
            log = tmp_path / "caddy" / "proxy.log"
            server.should_exit = True
            async with asyncio.timeout(PATIENCE_S):
                while "health_checker" not in log.read_text():
                    await asyncio.sleep(0.05)

    run(test())


_BOUNDS = {
    "caddy": {"read_header 10s": "read_header 5s"},
    "nginx": {"client_header_timeout 10s": "client_header_timeout 5s"},
}


@pytest.mark.parametrize("name", PROXIES)
def test_a_request_that_never_ends_its_head_is_cut_off_and_a_silent_socket_is_not(
    name: str, tmp_path: Path
) -> None:
    async def test() -> None:
        async with behind(name, tmp_path, _BOUNDS[name]) as (front, _):
            line = await _watching(front, await _made(front))
            host, port = "localhost", int(front.tls.rpartition(":")[2])
            reader, writer = await asyncio.open_connection(host, port, ssl=front.trust())
            writer.write(b"GET /rules HTTP/1.1\r\nhost: localhost\r\nx-slow: ")
            async with asyncio.timeout(PATIENCE_S):
                answer = await reader.read()
            assert not answer.startswith(b"HTTP/1.1 200")
            writer.close()
            await line.send('{"t":"hello"}')  # it has been silent for longer
            await (await line.ping())
            await line.close()

    run(test())


def test_an_address_may_open_only_so_many_connections_at_nginx(tmp_path: Path) -> None:
    async def test() -> None:
        changes = {"limit_conn hexade_clients 500": "limit_conn hexade_clients 2"}
        async with behind("nginx", tmp_path, changes) as (front, _):
            code = await _made(front)
            lines = [await _watching(front, code) for _ in range(2)]
            assert (await front.ask("/api/games")).status_code == 429
            await lines[0].close()
            async with asyncio.timeout(PATIENCE_S):
                while (await front.ask("/api/games")).status_code != 200:
                    await asyncio.sleep(0.05)
            await lines[1].close()

    run(test())


@pytest.mark.parametrize("name", PROXIES)
def test_plain_http_leads_to_tls_and_figures_to_nobody(name: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with behind(name, tmp_path) as (front, _):
            async with httpx.AsyncClient(timeout=PATIENCE_S) as client:
                answer = await client.get(front.plain + "/rules")
            assert answer.status_code in (301, 308)
            assert answer.headers["location"].startswith("https://localhost")
            assert (await front.ask("/metrics")).status_code == 403
            page = await front.ask("/", accept="text/html")
            assert page.status_code == 200
            assert page.headers["x-content-type-options"] == "nosniff"

    run(test())
