"""A person at a table on a server: what is told is said, and what is typed is asked for."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from hexade.client import Client, Closed
from hexade.contract.game import AnyGame
from hexade.contract.picture import Span
from hexade.contract.setup import Setup, agree
from hexade.terminal.screen import Screen
from hexade.terminal.typed import Typed
from hexade.terminal.words import at_table, cut, listed, narrate
from hexade.wire import messages
from hexade.wire.messages import News, Request, TableState

PAGE = 8
HELP = """\
When it is your turn, type a move in notation, or its number in the list.
  any part of a move   list the moves that contain it
  moves                list all moves again
  board                draw the table again
  undo                 take your last move back, as long as the table waits for it
  count                count to three for the last one who has not chosen
  say TEXT, team TEXT  talk to all, or to your partners where the table allows it
  start                start the game, when all seats are taken
  bot SEAT NAME        a bot on a free seat; seats count from 0
  swap SEAT            change seats between games
  stand-in, return     let a bot play for you, and play yourself again
  rematch              play again
  leave                give your seat up for good
  quit                 go away; your seat stays yours"""


class Guest:
    """Somebody at a terminal, at a table far away."""

    def __init__(self, screen: Screen, line: Client, typed: Typed, game: AnyGame) -> None:
        self.screen, self.line, self.typed, self.game = screen, line, typed, game
        self._shown: list[str] = []  # the moves that have numbers
        self._said = ""  # of who sits where
        self._over = 0  # the game whose result was said
        self._doing: set[asyncio.Task[None]] = set()
        self._commands: dict[str, Callable[[str], Request | None]] = {
            "undo": lambda _: messages.TakeBack(id=self._id()),
            "count": lambda _: messages.CountDown(id=self._id()),
            "say": lambda text: messages.Chat(id=self._id(), text=text),
            "team": lambda text: messages.Chat(id=self._id(), text=text, team=True),
            "start": lambda _: messages.Start(id=self._id()),
            "bot": self._bot,
            "swap": lambda seat: self._numbered(
                seat, lambda number: messages.Swap(id=self._id(), seat=number)
            ),
            "stand-in": lambda _: messages.StandIn(id=self._id(), seat=self.line.seat or 0),
            "return": lambda _: messages.Return(id=self._id()),
            "rematch": lambda _: messages.Rematch(id=self._id()),
            "leave": lambda _: messages.Rise(id=self._id()),
        }

    async def stay(self) -> None:
        """Talk until the person leaves; raise Closed if the server sends them away."""
        hearing = asyncio.ensure_future(self._hear())
        typing = asyncio.ensure_future(self._type())
        try:
            await asyncio.wait({hearing, typing}, return_when=asyncio.FIRST_COMPLETED)
            if self._doing:  # what was typed before the end of the input is still asked for
                await asyncio.wait(self._doing, timeout=5)
        finally:
            for task in (hearing, typing, *self._doing):
                task.cancel()
            done = await asyncio.gather(hearing, typing, *self._doing, return_exceptions=True)
        for outcome in done:
            if isinstance(outcome, Closed):
                raise outcome

    # -- what is typed ---------------------------------------------------------------------------

    async def _type(self) -> None:
        while (line := await self.typed.next()) is not None:
            word, _, rest = line.partition(" ")
            if word.lower() in ("quit", "exit"):
                return
            self._do(word.lower(), rest.strip(), line)

    def _do(self, word: str, rest: str, line: str) -> None:
        if word in ("help", "?"):
            self.screen.say(HELP)
        elif word == "board":
            self._begin(self._draw())
        elif word == "moves":
            self._list(self._legal())
        elif word in self._commands:
            request = self._commands[word](rest)
            if request is not None:
                self._begin(self._ask(request))
        elif line:
            self._move(line)

    def _move(self, line: str) -> None:
        legal = self._legal()
        if not legal:
            self.screen.say("It is not your turn; help lists what you can do.")
            return
        if line.isascii() and line.isdigit() and 1 <= int(line) <= len(self._shown):
            self._begin(self._send(self._shown[int(line) - 1]))
        elif line in legal:
            self._begin(self._send(line))
        elif found := [move for move in legal if line.lower() in move.lower()]:
            self._list(found)
        else:
            self._begin(self._send(line))  # the server says why not, and by which rule

    def _bot(self, rest: str) -> Request | None:
        seat, _, name = rest.partition(" ")
        return self._numbered(
            seat, lambda number: messages.SeatBot(id=self._id(), seat=number, bot=name or "random")
        )

    def _numbered(self, text: str, made: Callable[[int], Request]) -> Request | None:
        if text.isascii() and text.isdigit() and int(text) < 64:
            return made(int(text))
        self.screen.say(f"{cut(text) or 'Nothing'} is not the number of a seat.")
        return None

    # -- what is asked for -----------------------------------------------------------------------

    def _id(self) -> str:
        return self.line.new_id()

    def _begin(self, asking: Awaitable[None]) -> None:
        task = asyncio.ensure_future(asking)
        self._doing.add(task)
        task.add_done_callback(self._doing.discard)

    async def _ask(self, request: Request) -> None:
        await self.line.ask(request)  # a refusal is said where all news are

    async def _send(self, move: str) -> None:
        await self.line.move(move)

    async def _draw(self) -> None:
        answer = await self.line.ask(messages.Draw(id=self._id(), glyphs=self.screen.glyphs))
        if isinstance(answer, messages.Drawn):
            self.screen.draw([[Span(*piece) for piece in line] for line in answer.lines])

    async def _turn(self) -> None:
        """Show the table and the moves to whoever must move."""
        await self._draw()
        if self._legal():
            self._list(self._legal())
            self.screen.say("Your move:", "strong")

    # -- what is told ----------------------------------------------------------------------------

    async def _hear(self) -> None:
        while True:
            self._say(await self.line.next())

    def _say(self, news: News) -> None:
        names = self._names()
        if isinstance(news, messages.Welcome):
            self._welcome(news)
        elif isinstance(news, messages.Seats):
            self._say_seats(news.table)
        elif isinstance(news, messages.Moved | messages.Held):
            self._say_events(news)
        elif isinstance(news, messages.Chosen):
            self.screen.say(f"{names[news.seat]} has chosen.")
        elif isinstance(news, messages.TakenBack):
            self.screen.say(f"{names[news.seat]} took the move back.")
            self._my_turn()
        elif isinstance(news, messages.Counting):
            who = listed(names[seat] for seat in news.seats)
            self.screen.say(f"The table counts for {who}: {news.ms / 1000:.0f} seconds.")
        elif isinstance(news, messages.Said):
            self._say_said(news)
        elif isinstance(news, messages.Placed):
            where = "You watch now." if news.seat is None else f"You have seat {news.seat} now."
            self.screen.say(where)
        elif isinstance(news, messages.Refused):
            rule = f" (rule {news.rule})" if news.rule else ""
            self.screen.say(f"Not done: {news.text}{rule}.")

    def _welcome(self, news: messages.Welcome) -> None:
        if self.line.connections > 1:
            self.screen.say("You are back at the table.")
        else:
            self.screen.say(f"{self.game.title}, table {news.table.code}", "strong")
            self.screen.say("Type help for what you can do here.")
        self._say_seats(news.table)
        for said in news.chat if self.line.connections == 1 else ():
            self._say_said(said)
        if news.now is not None:
            self._say_result(news.now)
            self._my_turn()

    def _say_events(self, news: messages.Moved | messages.Held) -> None:
        for sentence in narrate(self.game, news.events, self._names()):
            self.screen.say(sentence)
        if isinstance(news, messages.Moved):
            self._say_result(news.now)
        elif news.seat == self.line.seat:
            self.screen.say(f"undo takes it back within {news.ms / 1000:.1f} s.", "dim")
        self._my_turn()

    def _say_result(self, now: messages.Now) -> None:
        if now.result is None or self._over == now.game:
            return
        self._over = now.game
        self._begin(self._draw())
        self.screen.say("The game is over.", "strong")
        for sentence in self.game.verdict(self._setup(), now.result, self._names()):
            self.screen.say(sentence)
        self.screen.say("Type rematch to play again.")

    def _say_seats(self, table: TableState) -> None:
        names = self._names()
        lines = []
        for number, seat in enumerate(table.seats):
            notes = [] if seat.here or seat.name is None else ["away"]
            notes += [f"{seat.stand_in} plays on"] if seat.stand_in else []
            notes += ["wants a rematch"] if seat.rematch else []
            notes += [f"would have seat {seat.swap}"] if seat.swap is not None else []
            notes += ["you"] if number == self.line.seat else []
            who = names[number] if seat.name is not None else "free"
            lines.append(f"  {number}  {who}" + (f" ({', '.join(notes)})" if notes else ""))
        said = "\n".join(lines)
        if said != self._said:
            self._said = said
            self.screen.say(said)
            if table.phase == "waiting" and all(seat.name for seat in table.seats):
                self.screen.say("All seats are taken: start begins the game.")

    def _say_said(self, said: messages.Said) -> None:
        who = f"{said.name or self._names()[said.seat]}{' to the team' if said.team else ''}"
        self.screen.say(f"* {who} {said.text}" if said.emote else f"{who}: {said.text}")

    # -- what is known ---------------------------------------------------------------------------

    def _my_turn(self) -> None:
        if self._legal() and self.line.now and self.line.seat in self.line.now.waiting:
            self._begin(self._turn())

    def _legal(self) -> list[str]:
        return (self.line.now.legal if self.line.now else None) or []

    def _list(self, moves: list[str]) -> None:
        self._shown = moves
        for number, move in enumerate(moves[:PAGE], 1):
            self.screen.say(f"{number:>4}  {move}")
        if len(moves) > PAGE:
            self.screen.say(f"      and {len(moves) - PAGE} more: type a part of a move", "dim")
        if not moves:
            self.screen.say("There is nothing that you could choose now.")

    def _names(self) -> tuple[str, ...]:
        seats = self.line.table.seats if self.line.table else []
        return at_table([f"bot:{s.bot}" if s.bot else s.name or "nobody" for s in seats])

    def _setup(self) -> Setup:
        assert self.line.table is not None
        agreed = self.line.table.agreed
        return agree(
            self.game, agreed.variant, agreed.edition, agreed.seats, options=agreed.options
        )
