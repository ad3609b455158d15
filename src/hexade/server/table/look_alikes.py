"""Names that look the same: one alphabet a name, and letters of others that are drawn alike.

The idea is that of Unicode's report on security mechanisms (UTS 39), with a short table: letters of
other alphabets, phonetic ones, small capitals, digits and signs that people cannot tell from Latin
letters. A name of one alphabet may as a whole be drawn like one of another, as a Greek alpha with
two etas is like Ann.
"""

from __future__ import annotations

import re
import unicodedata

# Scripts that are written together in East Asia, also with Latin letters.
_EAST_ASIAN = {"LATIN", "CJK", "HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO"}
_NO_SCRIPT = {"MODIFIER", "FEMININE", "MASCULINE", "MICRO"}  # letters of no alphabet: ʼ ª º µ
# What letters are drawn like, by alphabet; those that have capitals, in both cases.
_DRAWN_LIKE = {
    "Greek": (
        "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϜ" "αγεζηικμνοπρςστυχωϝ",
        "ABEZHIKMNOPTYXF" "ayezniKuvonpcotuxwf",
    ),
    "Cyrillic": (
        "АВЕЅІЈКМНОРСТУХҮӀЬЗѴԚԜԌ" "авгеѕіјкмнопрстухүұӏһьзѵԁԛԝѡи",
        "ABESIJKMHOPCTYXYIb3VQWG" "abresijkmhonpctyxyyihb3vdqwwu",
    ),
    "Armenian": ("ՕՍՏԼՈ" "օսհոռղցզգյաւ", "OUSLn" "ouhnnngqqjwi"),
    "Cherokee": (
        "ᎠᎡᎢᎥᎪᎫᎬᎩᎳᎷᎻᎽᏀᏂᏃᏒᏔᏙᏚᏞᏟᏢᏦᏧᏴᏻᏏ",
        "DRTiAJEyWMHYGhZRWVSLCPKdBGb",
    ),
    "Coptic": ("ⲀⲂⲎⲒⲔⲘⲚⲞⲢⲤⲦⲨⲬ", "ABHIKMNOPCTYX"),
    "Lisu": ("ꓐꓑꓓꓔꓖꓗꓙꓚꓜꓝꓟꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴ", "BPDTGKJCZFMNLSRVHWXYAEIOU"),
    "Canadian": ("ᗅᗩᗷᑕᗞᗪᗴᖴᕼᒍᒪᗰᑎᑭᖇᔕᑌᐯᗯ᙭", "AABCDDEFHJLMnPRSUVWX"),
    "East Asian": ("丨ᅵ〇ᄋ一ーᅳ", "iioo---"),
    "others": ("ǀǃ∣اהסⵏⵔߊ", "iiiinoioi"),
}  # fmt: skip
_SIGNS = str.maketrans("l1|!ı0", "iiiiio")  # drawn like a capital i, or an o
_PHONETIC = {"ɑ": "a", "ɡ": "g", "ȷ": "j", "ɩ": "i", "ɪ": "i", "ᴨ": "n", "ᴩ": "p"}
_SMALL_CAPITAL = re.compile("LATIN LETTER SMALL CAPITAL ([A-Z])")
_PHONETIC_BLOCKS = (*range(0x250, 0x2B0), *range(0x1D00, 0x1D80), *range(0xA720, 0xA800))
_CAPITALS = {
    chr(code): found[1].lower()
    for code in _PHONETIC_BLOCKS
    if (found := _SMALL_CAPITAL.fullmatch(unicodedata.name(chr(code), "")))
}
_AS_IT_IS = {
    letter: drawn
    for letters, like in _DRAWN_LIKE.values()
    for letter, drawn in zip(letters, like, strict=True)
} | _PHONETIC | _CAPITALS  # fmt: skip
_DRAWN_ALIKE = str.maketrans(
    {letter.lower(): drawn for letter, drawn in _AS_IT_IS.items()} | _AS_IT_IS
)


def mixes_alphabets(text: str) -> bool:
    """Tell whether a text has letters of several alphabets that nobody writes together."""
    plain = unicodedata.normalize("NFKC", text)
    scripts = {_script(letter) for letter in plain if letter.isalpha()} - _NO_SCRIPT
    return len(scripts) > 1 and not scripts <= _EAST_ASIAN


def _script(letter: str) -> str:
    """Return the script of a letter: the first word of its name in Unicode."""
    return unicodedata.name(letter, "?").partition(" ")[0].partition("-")[0]


def looks(name: str) -> frozenset[str]:
    """Return what a name looks like, as it is written and in capitals."""
    plain = unicodedata.normalize("NFKC", name)
    return frozenset(_drawn(form) for form in (plain, plain.casefold(), plain.upper()))


def look_alike(one: str, other: str) -> bool:
    """Tell whether people cannot tell two names apart."""
    return not looks(one).isdisjoint(looks(other))


def _drawn(text: str) -> str:
    """Return a text in the Latin letters that it is drawn like, without case and spaces."""
    letters = "".join(map(_digit, unicodedata.normalize("NFD", text))).translate(_DRAWN_ALIKE)
    drawn = unicodedata.normalize("NFC", letters).casefold().translate(_SIGNS)
    return drawn.replace("rn", "m").replace("vv", "w").replace(" ", "")


def _digit(letter: str) -> str:
    """Return a digit of any script as ours."""
    return str(unicodedata.digit(letter)) if unicodedata.category(letter) == "Nd" else letter
