"""A server's table at this terminal: prints its news, and sends what a person types."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from hexade.client import Client, Closed
from hexade.contract.game import AnyGame
from hexade.contract.picture import Span
from hexade.contract.setup import Setup, agree
from hexade.terminal.line_reader import LineReader
from hexade.terminal.screen import Screen
from hexade.terminal.words import cut, display_names, listed, narrate
from hexade.wire import messages
from hexade.wire.messages import News, Now, Request, TableState

PAGE = 8
_DIGITS = 9  # of a number that a person types
HELP = """\
When it is your turn, type a move in notation, or its number in the list.
  MOVE then exchange   decide with the move about an exchange that it leaves (then renew: a hand)
  any part of a move   list the moves that contain it
  moves                list all moves again
  board                draw the table again
  undo                 take your last move back, as long as the table allows it
  count                count down for the last player who has not chosen
  say TEXT             chat with everybody at the table
  start                start the game when all seats are taken: the owner, or all of you
  bot SEAT NAME        put a bot in a free seat (the owner); seats count from 0
  remove SEAT          free a seat between games (the owner)
  refuse SEAT          the same, for good: they cannot sit down again (the owner)
  admit N, decline N   let somebody take a seat that was left in mid-game, or not
  close                close the table for good (the owner)
  swap SEAT            change seats between games
  stand-in, return     let a bot play for you, and play yourself again
  rematch              play again
  leave                give up your seat for good
  quit                 close the program; you keep your seat"""
_REQUESTS: dict[str, Callable[..., Request]] = {  # requests that need nothing but an id
    "undo": messages.TakeBack,
    "count": messages.CountDown,
    "start": messages.Start,
    "return": messages.Return,
    "rematch": messages.Rematch,
    "leave": messages.Rise,
    "close": messages.Close,
}
_NUMBERED: dict[str, Callable[[int], tuple[Callable[..., Request], dict[str, Any]]]] = {
    "swap": lambda n: (messages.Swap, {"seat": n}),
    "remove": lambda n: (messages.Remove, {"seat": n}),
    "refuse": lambda n: (messages.Remove, {"seat": n, "for_good": True}),
    "admit": lambda n: (messages.Admit, {"n": n}),
    "decline": lambda n: (messages.Admit, {"n": n, "yes": False}),
}


class RemoteTable:
    """Shows a server's table to a person at this terminal."""

    def __init__(self, screen: Screen, client: Client, reader: LineReader, game: AnyGame) -> None:
        self.screen, self.client, self.reader, self.game = screen, client, reader, game
        self._listed: list[str] = []  # the numbered moves shown last
        self._printed_seats = ""
        self._finished = 0  # the number of the last game whose result was printed
        self._tasks: set[asyncio.Future[Any]] = set()

    async def play(self) -> None:
        """Play until the person quits; raise Closed if the server closes the connection."""
        listening = asyncio.ensure_future(self._listen())
        typing = asyncio.ensure_future(self._type())
        try:
            await asyncio.wait({listening, typing}, return_when=asyncio.FIRST_COMPLETED)
            if self._tasks:  # send requests typed before the end of the input
                await asyncio.wait(self._tasks, timeout=5)
        finally:
            tasks: list[asyncio.Future[Any]] = [listening, typing, *self._tasks]
            for task in tasks:
                task.cancel()
            done = await asyncio.gather(*tasks, return_exceptions=True)
        for outcome in done:
            if isinstance(outcome, Closed):
                raise outcome

    # -- what the person types -------------------------------------------------------------------

    async def _type(self) -> None:
        while (line := await self.reader.next()) is not None:
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
        elif word in _REQUESTS:
            self._ask(_REQUESTS[word])
        elif word == "say":
            self._ask(messages.Chat, text=rest)
        elif word == "stand-in":
            self._ask(messages.StandIn, seat=self.client.seat or 0)
        elif word == "bot" or word in _NUMBERED:
            self._change_seat(word, rest)
        elif line:
            self._move(line)

    def _change_seat(self, word: str, rest: str) -> None:
        text, _, bot = rest.partition(" ") if word == "bot" else (rest, "", "")
        if not (text.isascii() and text.isdigit() and len(text) < _DIGITS):
            self.screen.say(f"{cut(text) or 'Nothing'} is not a number from the list.")
        elif word == "bot":
            self._ask(messages.SeatBot, seat=int(text), bot=bot or "random")
        else:
            kind, fields = _NUMBERED[word](int(text))
            self._ask(kind, **fields)

    def _move(self, line: str) -> None:
        legal = self._legal()
        if not legal:
            self.screen.say("It is not your turn; type help for what you can do.")
        elif line.isascii() and line.isdigit() and 1 <= int(line) <= len(self._listed):
            self._begin(self.client.move(self._listed[int(line) - 1]))
        elif line not in legal and (found := [m for m in legal if line.lower() in m.lower()]):
            self._list(found)
        else:  # the server refuses an illegal one with its rule
            move, _, then = line.partition(" then ")
            self._begin(self.client.move(move.strip(), then.strip() or None))

    # -- requests --------------------------------------------------------------------------------

    def _begin(self, work: Awaitable[object]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _ask(self, kind: Callable[..., Request], **fields: Any) -> None:
        request = kind(id=self.client.new_id(), **fields)
        self._begin(self.client.ask(request))  # a refusal is printed with the other news

    async def _draw(self) -> None:
        request = messages.Draw(id=self.client.new_id(), glyphs=self.screen.glyphs)
        answer = await self.client.ask(request)
        if isinstance(answer, messages.Drawn):
            self.screen.draw([[Span(*piece) for piece in line] for line in answer.lines])

    async def _turn(self) -> None:
        """Draw the table and list the moves."""
        await self._draw()
        if self._legal():
            self._list(self._legal())
            self.screen.say("Your move:", "strong")

    # -- news ------------------------------------------------------------------------------------

    async def _listen(self) -> None:
        while True:
            self._say(await self.client.next())

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
            self.screen.say(f"Countdown for {who}: {news.ms / 1000:.0f} seconds.")
        elif isinstance(news, messages.Said):
            self._say_chat(news)
        elif isinstance(news, messages.Placed):
            where = "a spectator" if news.seat is None else f"in seat {news.seat}"
            self.screen.say(f"You are {where} now.")
        elif isinstance(news, messages.Refused):
            rule = f" (rule {news.rule})" if news.rule else ""
            self.screen.say(f"Refused: {news.text}{rule}.")

    def _welcome(self, news: messages.Welcome) -> None:
        if self.client.connections > 1:
            self.screen.say("You are back at the table.")
        else:
            self.screen.say(f"{self.game.title}, table {news.table.code}", "strong")
            self.screen.say("Type help for what you can do here.")
        if news.table.origin is not None:
            text = "This game starts from a position: whoever made the table may know the tiles."
            self.screen.say(text, "strong")
        self._say_seats(news.table)
        for said in news.chat if self.client.connections == 1 else ():
            self._say_chat(said)
        if news.now is not None:
            self._say_result(news.now)
            self._my_turn()

    def _say_events(self, news: messages.Moved | messages.Held) -> None:
        for sentence in narrate(self.game, news.events, self._names()):
            self.screen.say(sentence)
        if isinstance(news, messages.Moved):
            self._say_result(news.now)
        elif news.seat == self.client.seat:
            self.screen.say(f"You can undo this move within {news.ms / 1000:.1f} s.", "dim")
        self._my_turn()

    def _say_result(self, now: Now) -> None:
        if now.result is None or self._finished == now.game:
            return
        self._finished = now.game
        self._begin(self._draw())
        self.screen.say("The game is over.", "strong")
        self.screen.say("\n".join(self.game.verdict(self._setup(), now.result, self._names())))
        self.screen.say("Type rematch to play again.")

    def _say_seats(self, table: TableState) -> None:
        names = self._names()
        lines = []
        for number, seat in enumerate(table.seats):
            notes = [] if seat.here or seat.name is None else ["away"]
            notes += [f"{seat.stand_in} plays for them"] if seat.stand_in else []
            notes += ["wants a rematch"] if seat.rematch else []
            notes += [f"wants seat {seat.swap}"] if seat.swap is not None else []
            notes += ["owner"] if seat.owner else []
            notes += ["wants to start"] if seat.ready else []
            notes += ["you"] if number == self.client.seat else []
            who = names[number] if seat.name is not None else "free"
            lines.append(f"  {number}  {who}" + (f" ({', '.join(notes)})" if notes else ""))
        lines += [
            f"  {one.name} asks for seat {one.seat}: admit {one.n}, or decline {one.n}"
            for one in table.asking
        ]
        lines += ["The owner has closed this table."] if table.phase == "closed" else []
        said = "\n".join(lines)
        if said != self._printed_seats:
            self._printed_seats = said
            self.screen.say(said)
            if table.phase == "waiting" and all(seat.name for seat in table.seats):
                self.screen.say("All seats are taken: type start to begin.")

    def _say_chat(self, said: messages.Said) -> None:
        who = said.name or self._names()[said.seat]
        self.screen.say(f"* {who} {said.text}" if said.emote else f"{who}: {said.text}")

    # -- what the client knows -------------------------------------------------------------------

    def _my_turn(self) -> None:
        if self._legal() and self.client.now and self.client.seat in self.client.now.waiting:
            self._begin(self._turn())

    def _legal(self) -> list[str]:
        return (self.client.now.legal if self.client.now else None) or []

    def _list(self, moves: list[str]) -> None:
        self._listed = moves
        for number, move in enumerate(moves[:PAGE], 1):
            self.screen.say(f"{number:>4}  {move}")
        if len(moves) > PAGE:
            self.screen.say(f"      and {len(moves) - PAGE} more: type a part of a move", "dim")
        if not moves:
            self.screen.say("You have no moves now.")

    def _names(self) -> tuple[str, ...]:
        seats = self.client.table.seats if self.client.table else []
        return display_names([f"bot:{s.bot}" if s.bot else s.name or "nobody" for s in seats])

    def _setup(self) -> Setup:
        assert self.client.table is not None
        agreed = self.client.table.agreed
        return agree(
            self.game, agreed.variant, agreed.edition, agreed.seats, options=agreed.options
        )
