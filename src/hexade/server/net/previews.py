"""What a link to a table or a replay says of itself where it is shared: title, words, picture."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from starlette.requests import Request

from hexade import bots
from hexade.contract.game import AnyGame, Result
from hexade.contract.setup import Setup
from hexade.rulebook import FILES, book
from hexade.server.live.open_table import LiveTable
from hexade.server.live.replays import FinishedGame
from hexade.server.net import pictures, raster
from hexade.server.table.seats import Occupant

# The page's opponents, one a level (web/src/bots/characters.ts): people know them by these names.
CHARACTERS = ("Pip", "Momo", "Kiki", "Bruno", "Hazel", "Sly", "Ada", "Ember")

WORDS = {
    "en": {
        "machine": "A bot", "and": "and",
        "beats": "{a} beats {b} {score}", "beat": "{a} beat {b} {score}",
        "wins": "{a} wins, {score}", "win": "{a} win, {score}",
        "tie": "A tie: {a}, {score}", "alone": "{a}: {score}",
        "join": "{a} waits for players: {game}", "joins": "{a} wait for players: {game}",
        "table": "A table of Hexade: {game}", "play": "{a} play {game}",
        "plays": "{a} plays {game}",
        "sit": "Open the link to sit down, or to watch.",
        "watch": "Open the link to watch the game.",
        "look": "{game}. Watch the replay move by move.",
    },
    "de": {
        "machine": "Ein Bot", "and": "und",
        "beats": "{a} schlägt {b} {score}", "beat": "{a} schlagen {b} {score}",
        "wins": "{a} gewinnt, {score}", "win": "{a} gewinnen, {score}",
        "tie": "Gleichstand: {a}, {score}", "alone": "{a}: {score}",
        "join": "{a} wartet auf Mitspieler: {game}", "joins": "{a} warten auf Mitspieler: {game}",
        "table": "Ein Tisch bei Hexade: {game}", "play": "{a} spielen {game}",
        "plays": "{a} spielt {game}",
        "sit": "Über den Link kann man sich dazusetzen oder zuschauen.",
        "watch": "Über den Link kann man zuschauen.",
        "look": "{game}. Die Wiederholung Zug um Zug.",
    },
    "nl": {
        "machine": "Een bot", "and": "en",
        "beats": "{a} verslaat {b} {score}", "beat": "{a} verslaan {b} {score}",
        "wins": "{a} wint, {score}", "win": "{a} winnen, {score}",
        "tie": "Gelijkspel: {a}, {score}", "alone": "{a}: {score}",
        "join": "{a} wacht op spelers: {game}", "joins": "{a} wachten op spelers: {game}",
        "table": "Een tafel bij Hexade: {game}", "play": "{a} spelen {game}",
        "plays": "{a} speelt {game}",
        "sit": "Open de link om mee te spelen of te kijken.",
        "watch": "Open de link om mee te kijken.",
        "look": "{game}. Bekijk de herhaling zet voor zet.",
    },
}  # fmt: skip


def language(request: Request) -> str:
    """Return the first language that a client accepts and the pages have; else English."""
    for part in request.headers.get("accept-language", "").lower().split(","):
        wanted = part.strip()[:2]
        if wanted in WORDS:
            return wanted
    return "en"


def _listed(names: Sequence[str], lang: str) -> str:
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {WORDS[lang]['and']} {names[-1]}"


def _title_of(game: AnyGame, lang: str) -> str:
    chapter = book(lang if lang in FILES else "en").chapters.get(game.chapters[:1])
    return game.titles.get(lang) or chapter or game.title


def _name(game: AnyGame, occupant: Occupant, lang: str) -> str:
    if occupant.bot is None:
        return occupant.name or occupant.left or WORDS[lang]["machine"]
    known = dict(zip(bots.titles(game), CHARACTERS, strict=False))
    return known.get(occupant.bot, WORDS[lang]["machine"])


def result_title(
    game: AnyGame, setup: Setup, result: Result, occupants: Sequence[Occupant], lang: str
) -> str:
    """Return who beat whom, and the numbers if they decided."""
    words, sides = WORDS[lang], game.sides(setup)
    names = [_listed([_name(game, occupants[seat], lang) for seat in side], lang) for side in sides]
    ranks = result["ranks"]
    found = pictures.numbers(game, setup, result)
    first = [n for n, side in enumerate(sides) if ranks[side[0]] == 1]
    if len(sides) == 1:
        return words["alone"].format(a=names[0], score=found[0])
    if len(first) != 1:
        score = " : ".join(map(str, found))
        told = words["tie"].format(a=_listed([names[n] for n in first], lang), score=score)
        return told.rstrip(", ")
    best = first[0]
    rest = [n for n in range(len(sides)) if n != best]
    score = " : ".join(str(found[n]) for n in (best, *rest)) if found else ""
    several = len(sides[best]) > 1
    if len(rest) == 1:
        verb = words["beat" if several else "beats"]
        return verb.format(a=names[best], b=names[rest[0]], score=score).rstrip(", ")
    return words["win" if several else "wins"].format(a=names[best], score=score).rstrip(", ")


def of_table(live: LiveTable, lang: str) -> tuple[str, str]:
    """Return the title and the words of a link to a table."""
    table, words = live.table, WORDS[lang]
    game = _title_of(table.game, lang)
    names = [_name(table.game, one, lang) for one in table.occupants if not one.free]
    if table.match is None:
        people = [one.name or "" for one in table.occupants if one.person]
        key = ("table", "join", "joins")[min(len(people), 2)]
        return words[key].format(a=_listed(people, lang), game=game), words["sit"]
    if (result := table.result) is not None:
        title = result_title(table.game, table.setup, result, table.occupants, lang)
        return title, words["look"].format(game=game)
    verb = words["play" if len(names) > 1 else "plays"]
    return verb.format(a=_listed(names, lang), game=game), words["watch"]


def of_game(played: FinishedGame, lang: str) -> tuple[str, str]:
    """Return the title and the words of a link to a replay."""
    record = played.record
    title = result_title(played.game, record.setup, record.result or {}, played.occupants, lang)
    game = _title_of(played.game, lang)
    return title, WORDS[lang]["look"].format(game=game)


def tags(title: str, words: str, image: str, address: str) -> str:
    """Return what a link says of itself, as elements of a document's head."""
    found = {
        "og:type": "website", "og:site_name": "Hexade", "og:title": title,
        "og:description": words, "og:url": address, "og:image": image,
        "og:image:type": "image/png", "og:image:width": str(raster.WIDTH),
        "og:image:height": str(raster.HEIGHT), "og:image:alt": title,
    }  # fmt: skip
    lines = [f'<meta property="{name}" content="{escape(text)}">' for name, text in found.items()]
    return "".join([*lines, '<meta name="twitter:card" content="summary_large_image">'])
