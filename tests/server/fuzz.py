"""Malformed, reordered, duplicated, truncated and hostile messages: nothing breaks or changes.

python -m tests.server.fuzz 100000 --seed 1
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
import tempfile
from collections import Counter
from pathlib import Path

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from hexade.client import create, sit
from hexade.server.app import Server
from hexade.server.live.registry import TableRegistry
from hexade.wire import messages
from hexade.wire.messages import Agreed, Create, Request, Seated, Sit
from tests.server.fixtures import ALL, a_server

BATCH = 50  # so many are sent before the answers are read


def broken(dice: random.Random) -> str | bytes:
    """Return a message that nobody can read."""
    good = messages.encode(messages.Move(v=3, id="k", move="a b c")).decode()
    number = dice.choice(["-1", "1e9", '"3"', "null", "3.5", "9" * 40])
    kind = dice.choice(["win", "", "welcome", "moved"])
    kinds: list[str | bytes] = [
        good[: dice.randrange(len(good))],
        good.replace('"v"', '"w"'),
        good.replace("3", number),
        "".join(chr(dice.randrange(1, 0xD7FF)) for _ in range(dice.randrange(60))),
        dice.randbytes(dice.randrange(60)),
        "[" * dice.randrange(1, 2000),
        good[:-1] + ',"extra":1}',
        f'{{"t":"{kind}"}}',
        "",
        "x" * 5000,
    ]
    return dice.choice(kinds)


def hostile(dice: random.Random, n: int, version: int) -> Request:
    """Return a request that can be read and must be refused."""
    id = f"h{n}"  # noqa: A001
    junk = "?" + "".join(dice.choice("abhr 0189*é\u202e\n") for _ in range(dice.randrange(39)))
    requests: list[Request] = [
        messages.Move(v=dice.choice([0, version - 1, version + 1, 2**31 - 1]), id=id, move="low"),
        messages.Move(v=version, id=id, move=junk),
        messages.TakeBack(id=id),
        messages.CountDown(id=id),
        messages.SeatBot(id=id, seat=dice.randrange(64), bot=dice.choice([None, "random", junk])),
        messages.StandIn(id=id, seat=dice.choice([1, 9, 63]), bot=junk),
        messages.Return(id=id),
        messages.Rematch(id=id, yes=dice.choice([True, False])),
        messages.Start(id=id),
        messages.Rise(id=id, bot=junk),
        messages.Remove(id=id, seat=dice.randrange(64), for_good=dice.choice([True, False])),
        messages.Admit(id=id, n=dice.randrange(99), yes=dice.choice([True, False])),
        messages.Swap(id=id, seat=dice.choice([None, 0, 1, 63])),
        messages.Chat(id=id, text="to nobody", emote=True),
        messages.Mute(id=id, seat=dice.choice([0, 60])),
        messages.Chat(id=id, text=dice.choice(["", " ", "\u200b", "y" * 999])),
    ]
    return dice.choice(requests)


async def until_closed(line: ClientConnection) -> tuple[list[str], int]:
    """Return the kinds of all messages until the socket is closed, and the code of that."""
    kinds: list[str] = []
    try:
        while True:
            kinds.append(json.loads(await line.recv())["t"])
    except ConnectionClosed as closed:
        return kinds, closed.rcvd.code if closed.rcvd else 0


async def fuzz(count: int, seed: int, folder: Path) -> Counter[str]:
    """Send so many messages to tables of every game; return how they were answered."""
    dice, answers = random.Random(seed), Counter[str]()
    settings = {"socket_strikes": 1 << 40, "address_rate": 1e9}
    settings["away_s"] = 1e9  # or else a bot may play for whoever is never there, after a while
    async with a_server(folder, 0, **settings) as server:
        tables: TableRegistry = server.config.app.state.context.tables  # type: ignore[union-attr]
        seats = [await _seat(server, game) for game in ALL]
        before = [tables.live[seat.code].table.n for seat in seats]
        while answers.total() < count:
            seat = dice.choice(seats)
            version = tables.live[seat.code].table.version
            answers += await _one_line(server, seat, dice, version)
        assert [tables.live[seat.code].table.n for seat in seats] == before, "something changed"
    return answers


async def _seat(server: Server, game: str) -> Seated:
    """Return a seat at a running table at which nobody will move."""
    wish = Create(agreed=Agreed(game=game, seats=2, take_back=False), sit=Sit(name="A"))
    place = await create(server.address, wish)
    await sit(server.address, place.code, Sit(name="B"))
    async with connect(_address(server, place.code)) as line:
        await line.send(f'{{"t":"hello","token":"{place.token}"}}')
        await line.send('{"t":"start","id":"s"}')
        while json.loads(await line.recv())["t"] != "done":
            pass
    return place


def _address(server: Server, code: str) -> str:
    return f"ws{server.address.removeprefix('http')}/api/tables/{code}/socket"


async def _one_line(
    server: Server, seat: Seated, dice: random.Random, version: int
) -> Counter[str]:
    """Say hello or not, send a batch of hostile requests, then something that cannot be read."""
    answers = Counter[str]()
    async with connect(_address(server, seat.code)) as line:
        if dice.random() < 0.9:
            token = f',"token":"{seat.token}"' if dice.random() < 0.8 else ""
            await line.send(f'{{"t":"hello"{token},"game":1,"since":{dice.randrange(99)}}}')
            batch = [hostile(dice, n, version) for n in range(BATCH)]
            for request in batch + dice.sample(batch, 5):  # some of them twice
                await line.send(messages.encode(request).decode())
        await line.send(broken(dice))
        kinds, code = await until_closed(line)
    answers[f"closed {code}"] += 1
    answers["refused"] += kinds.count("refused")
    odd = set(kinds) - {"welcome", "table", "refused"}
    assert not odd, f"answered with {odd}"
    assert code in (4400, 1007, 1009), f"closed with {code}"
    return answers


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("count", type=int)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="hexade-fuzz-") as folder:
        answers = asyncio.run(fuzz(asked.count, asked.seed, Path(folder)))
    sys.stdout.write(f"{answers.total()} messages, nothing changed: {dict(answers)}\n")


if __name__ == "__main__":
    main()
