"""Two games that differ only in what one viewer may not know, played step by step side by side.

    python -m tests.server.secrecy_pair 3 --seed 1

Every seat's move is the same in both worlds, chance deals the viewer the same and the others
something else, and what others choose in secret differs until it is shown. The viewer sits at a
real socket of a real server in each world, asks for things that are refused as well, and must be
told the same, byte by byte and message by message.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

from websockets.asyncio.client import ClientConnection, connect

from hexade import games
from hexade.contract.game import CHANCE_ACTS, WATCHER, Move, Seat
from hexade.contract.setup import Setup, setups
from hexade.match import Accepted, Match, submit
from hexade.server.app import Server, make_app
from hexade.server.bots.workers import BotsInProcess
from hexade.server.live.open_table import LiveTable
from hexade.server.live.registry import TableRegistry
from hexade.server.settings import Settings
from hexade.server.table import decide, game_facts, moves
from hexade.wire.messages import Agreed, Sit
from tests.server.fixtures import TOKEN, FakeTime

CODE = "AAAAAA"
TRIES = 12  # before the two worlds are made one again for a step


class Script:
    """A dealer who deals what was decided before."""

    def __init__(self, outcomes: Sequence[Move]) -> None:
        self._outcomes = list(outcomes)

    def pick(self, n: int, chances: Sequence[tuple[Move, int]]) -> Move:
        """Return the next outcome."""
        return self._outcomes.pop(0)


@dataclass
class World:
    """A server with one table, and the viewer's line to it."""

    server: Server
    time: FakeTime
    live: LiveTable
    line: ClientConnection
    heard: list[str]

    @property
    def tables(self) -> TableRegistry:
        """The server's tables."""
        found: TableRegistry = self.server.config.app.state.context.tables  # type: ignore[union-attr]
        return found

    async def do(self, decision: Any, outcomes: Sequence[Move] = ()) -> None:
        """Have something done, chance as written."""
        self.live.table.dealer = lambda: Script(outcomes)  # type: ignore[method-assign]
        with patch.object(game_facts, "dealer", lambda *_: Script(outcomes)):
            await self.tables.do(self.live, decision)

    async def wait(self, seconds: float, outcomes: Sequence[Move] = ()) -> None:
        """Let time pass."""
        self.live.table.dealer = lambda: Script(outcomes)  # type: ignore[method-assign]
        self.time.at += seconds
        await self.tables.tick()

    async def ask(self, *texts: str) -> None:
        """Send something from the viewer's seat, and hear all that came until it was answered."""
        for text in (*texts, '{"t":"ping"}'):
            await self.line.send(text)
        while (told := str(await self.line.recv())) != '{"t":"pong"}':
            self.heard.append(told)


@asynccontextmanager
async def a_world(
    folder: Path, setup: Setup, viewer: Seat, take_back: bool
) -> AsyncIterator[World]:
    """Give a world in which all sit and nothing has begun."""
    time = FakeTime()
    settings = Settings(
        database=str(folder / "tables.sqlite"),
        bot_pause_s=0,
        socket_rate=1e9,
        socket_burst=10**9,
        aside_rate=1e9,
        aside_burst=10**9,
    )
    server = Server(make_app(settings, time, BotsInProcess()), settings, "127.0.0.1", 0)
    task = asyncio.ensure_future(server.serve())
    while not server.address:
        await asyncio.sleep(0.005)
    tables: TableRegistry = server.config.app.state.context.tables  # type: ignore[union-attr]
    agreed = Agreed(
        game=setup.game, variant=setup.variant, edition=setup.edition, seats=setup.seats,
        take_back=take_back,
    )  # fmt: skip
    with patch("hexade.server.live.registry.new_code", lambda: CODE):
        live = await tables.create(agreed)
    for seat in range(setup.seats):
        wish, token = Sit(name=f"P{seat}"), TOKEN.format(seat)
        await tables.do(live, lambda t, w=wish, k=token: decide.sit(t, w, k, settings))  # type: ignore[misc]
    address = f"ws{server.address.removeprefix('http')}/api/tables/{CODE}/socket"
    try:
        async with connect(address, max_queue=None) as line:
            token = f',"token":"{TOKEN.format(viewer)}"' if viewer >= 0 else ""
            world = World(server, time, live, line, [])
            await world.ask(f'{{"t":"hello"{token}}}')
            yield world
    finally:
        server.should_exit = True
        await task


class Pair:
    """Two worlds, and what differs between them."""

    def __init__(self, one: World, other: World, viewer: Seat, seed: int) -> None:
        self.one, self.other, self.viewer = one, other, viewer
        self.game = one.live.table.game
        self.dice = random.Random(seed)
        self.steps = self.hidden = self.differed = self.declined = 0

    async def play(self, limit: int) -> None:
        """Play a game in both worlds, or so many steps of it."""
        await self._begin()
        while self.one.live.table.phase == "playing" and self.steps < limit:
            await self._nonsense()
            waiting = sorted(self.one.live.table.waiting())
            if len(self.game.to_act(self._states()[0])) > 1:
                await self._together(waiting)
            else:
                await self._alone(waiting[0])
            await self._hear()
            self.steps += 1
            self._count()

    def _count(self) -> None:
        """Note whether anything was hidden from the viewer, and whether it differed."""
        one, other = self._states()
        guesses = {self.game.determinize(self._seen(one), seed) for seed in range(1, 4)}
        self.hidden += len(guesses) > 1
        self.differed += one != other

    async def _begin(self) -> None:
        setup = self.one.live.table.setup
        begun = Match(self.game, setup, self.game.begin(setup))
        for _ in range(TRIES):
            dealt = self._chances(begun, begun)
            if dealt is not None:
                break
        else:
            raise AssertionError("the same could not be dealt to the viewer twice")
        for world, outcomes in zip((self.one, self.other), dealt, strict=True):
            await world.do(decide.begin, outcomes)
        await self._hear()

    async def _alone(self, seat: Seat) -> None:
        move, dealt = self._plan(seat)
        for world, outcomes in zip((self.one, self.other), dealt, strict=True):
            version, now = _version(world, seat), world.time.now()
            await world.do(lambda t: moves.move(t, seat, move, version, None, now), outcomes)  # noqa: B023
            if seat != self.viewer and world.live.table.private:
                await self._decline(world, seat, outcomes)
        for world, outcomes in zip((self.one, self.other), dealt, strict=True):
            if world.live.table.held:
                await world.ask('{"t":"draw","id":"held"}')
                await world.wait(3, outcomes)

    async def _decline(self, world: World, seat: Seat, outcomes: Sequence[Move]) -> None:
        """Have a seat make no use of a choice that the viewer must not know of."""
        decline, version, now = self.game.declining, _version(world, seat), world.time.now()
        assert decline is not None
        await world.do(lambda t: moves.move(t, seat, decline, version, None, now), outcomes)
        self.declined += 1

    async def _together(self, waiting: Sequence[Seat]) -> None:
        """Have all choose; in each world the others first choose something else in secret."""
        states = self._states()
        legal = {seat: list(self.game.legal(states[0], seat)) for seat in waiting}
        final = {seat: self.dice.choice(moves) for seat, moves in legal.items()}
        last = waiting[-1]
        turns = {seat: final[seat] for seat in waiting}
        after = [self._made(world.live.table.match, turns) for world in (self.one, self.other)]
        dealt = self._chances(*after)
        assert dealt is not None
        for world, outcomes in zip((self.one, self.other), dealt, strict=True):
            for seat in waiting:
                first = (
                    final[seat] if seat in (self.viewer, last) else self.dice.choice(legal[seat])
                )
                for move in (first, final[seat]):
                    await self._choose(world, seat, move, outcomes)
                    if seat == last:
                        break

    async def _choose(self, world: World, seat: Seat, move: Move, outcomes: Sequence[Move]) -> None:
        version, now = world.live.table.version, world.time.now()
        await world.do(lambda t: moves.move(t, seat, move, version, None, now), outcomes)

    async def _nonsense(self) -> None:
        """Ask for what must be refused, the same in both worlds."""
        version = self.one.live.table.version
        move = self.game.text(self.dice.randrange(self.game.moves))
        asked = [
            f'{{"t":"move","v":{version + 1},"id":"n1","move":"{move}"}}',
            f'{{"t":"move","v":{version},"id":"n2","move":"nonsense"}}',
            '{"t":"take_back","id":"n3"}', '{"t":"count","id":"n4"}', '{"t":"draw","id":"n5"}',
        ]  # fmt: skip
        if self.viewer not in self.one.live.table.waiting():
            asked.append(f'{{"t":"move","v":{version},"id":"n6","move":"{move}"}}')
        for world in (self.one, self.other):
            await world.ask(*asked)

    async def _hear(self) -> None:
        for world in (self.one, self.other):
            await world.ask()
        assert self.one.heard == self.other.heard, _difference(self.one.heard, self.other.heard)
        self.one.heard.clear()
        self.other.heard.clear()

    # -- finding what is the same to the viewer --------------------------------------------------

    def _states(self) -> list[Any]:
        tables = [world.live.table for world in (self.one, self.other)]
        return [table.match_of(self.viewer).state for table in tables]  # type: ignore[union-attr]

    def _plan(self, seat: Seat) -> tuple[Move, tuple[list[Move], list[Move]]]:
        """Return a move and what chance answers in each world, alike to the viewer."""
        for n in range(2 * TRIES + 1):
            if n >= TRIES:
                self._other_world(None if n == 2 * TRIES else self.dice.randrange(10**6))
            legal = [set(self.game.legal(state, seat)) for state in self._states()]
            assert seat != self.viewer or legal[0] == legal[1]
            common = sorted(legal[0] & legal[1])
            if common and (found := self._tried(seat, self.dice.choice(common))):
                return found
        raise AssertionError("two equal worlds are not alike")

    def _tried(self, seat: Seat, move: Move) -> tuple[Move, tuple[list[Move], list[Move]]] | None:
        matches = [world.live.table.match_of(seat) for world in (self.one, self.other)]
        made = [self._made(match, {seat: move}) for match in matches]
        if seat != self.viewer:  # a private choice is declined in the same step
            made = [self._declined(match, seat) for match in made]
        dealt = self._chances(*made)
        return None if dealt is None else (move, dealt)

    def _declined(self, match: Match, seat: Seat) -> Match:
        decline = self.game.declining
        return (
            self._made(match, {seat: decline}) if match.private and decline is not None else match
        )

    def _made(self, match: Match | None, turn: dict[Seat, Move]) -> Match:
        assert match is not None
        for seat, move in turn.items():
            answer = submit(match, seat, move, match.version)
            assert isinstance(answer, Accepted)
            match = answer.match
        return match

    def _chances(self, one: Match, other: Match) -> tuple[list[Move], list[Move]] | None:
        """Return what chance does in each world, alike to the viewer; None if that cannot be."""
        dealt: tuple[list[Move], list[Move]] = ([], [])
        while True:
            if self._seen(one.state) != self._seen(other.state):
                return None
            if one.waiting_for != CHANCE_ACTS:
                return dealt
            pick = self._drawn(one.state)
            one = self._dealt(one, pick)
            seen = self._seen(one.state)
            fits = [
                outcome for outcome, _ in self.game.chances(other.state)
                if self._seen(self._dealt(other, outcome).state) == seen
            ]  # fmt: skip
            if not fits:
                return None
            answer = self.dice.choice([o for o in fits if o != pick] or fits)
            other = self._dealt(other, answer)
            dealt[0].append(pick)
            dealt[1].append(answer)

    def _drawn(self, state: Any) -> Move:
        outcomes, weights = zip(*self.game.chances(state), strict=True)
        picked: Move = self.dice.choices(outcomes, weights)[0]
        return picked

    def _dealt(self, match: Match, outcome: Move) -> Match:
        return replace(match, state=self.game.apply(match.state, {-1: outcome}))

    def _seen(self, state: Any) -> Any:
        return self.game.view(state, self.viewer)

    def _other_world(self, seed: int | None) -> None:
        """Put the other world behind the same view once more; without a seed, make it this one."""
        state = self._states()[0]
        if seed is not None:
            state = self.game.determinize(self._seen(state), seed)
        table = self.other.live.table
        assert table.match is not None
        if table.private:  # the viewer's own choice
            made = table.private.made
            made = replace(made, match=replace(made.match, state=state))
            table.private = replace(table.private, made=made)
        else:
            table.match = replace(table.match, state=state)


def _version(world: World, seat: Seat) -> int:
    match = world.live.table.match_of(seat)
    assert match is not None
    return match.version


def _difference(one: list[str], other: list[str]) -> str:
    for a, b in zip(one, other, strict=False):
        if a != b:
            return f"{a}\n is not\n{b}"
    return f"{len(one)} messages are not {len(other)}"


async def compare(
    setup: Setup, viewer: Seat, seed: int, folder: Path, limit: int = 10_000, take_back: bool = True
) -> Pair:
    """Play two games that look the same to a viewer; raise AssertionError where they do not."""
    async with AsyncExitStack() as stack:
        worlds = [
            await stack.enter_async_context(a_world(folder / name, setup, viewer, take_back))
            for name in ("one", "other")
        ]
        pair = Pair(worlds[0], worlds[1], viewer, seed)
        await pair.play(limit)
    return pair


def main() -> None:
    """Run from the command line: so many games for every set-up and every viewer."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", type=int)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    games_played = steps = hidden = differed = 0
    for setup in (s for name in games.names() for s in setups(games.find(name))):
        for viewer in (*range(setup.seats), WATCHER):
            for n in range(asked.games):
                with tempfile.TemporaryDirectory(prefix="hexade-worlds-") as folder:
                    pair = asyncio.run(
                        compare(setup, viewer, asked.seed + n, Path(folder), take_back=n % 2 == 0)
                    )
                games_played, steps = games_played + 1, steps + pair.steps
                hidden, differed = hidden + pair.hidden, differed + pair.differed
    sys.stdout.write(
        f"{games_played} pairs of games, {steps} steps: in {hidden} something was hidden, in "
        f"{differed} it differed, and every viewer was told the same, byte by byte\n"
    )


if __name__ == "__main__":
    main()
