"""Names that look the same: one alphabet a name, and letters of others that are drawn alike.

The idea is that of Unicode's report on security mechanisms (UTS 39): every name has a skeleton, and
two names with the same skeleton look the same. Most of it follows from rules: Unicode's names of
letters say which are a Latin letter with something to it, and punctuation, spaces and small marks
tell nobody apart. Only letters of other alphabets that are drawn alike need a table, and it is
short; docs/api.md says what that leaves open. A name of one alphabet may as a whole be drawn like
one of another, as a Greek alpha with two etas is like Ann.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

# Scripts in which people write today, as Unicode names them (UAX 31, tables 5 and 7). The others
# are for scholars, and full of letters that are drawn like Latin ones.
_IN_USE = frozenset(
    re.findall(
        r"\w+",
        """
    LATIN GREEK CYRILLIC ARMENIAN HEBREW ARABIC THAANA DEVANAGARI BENGALI GURMUKHI GUJARATI ORIYA
    TAMIL TELUGU KANNADA MALAYALAM SINHALA THAI LAO TIBETAN MYANMAR GEORGIAN HANGUL ETHIOPIC KHMER
    HIRAGANA KATAKANA BOPOMOFO CJK JAMO
    ADLAM BALINESE BAMUM BATAK CANADIAN CHAKMA CHAM CHEROKEE HANIFI JAVANESE KAYAH LEPCHA LIMBU LISU
    MANDAIC MEETEI MIAO MONGOLIAN NEW NEWA NKO NYIAKENG OL OSAGE SAURASHTRA SUNDANESE SYLOTI SYRIAC
    TAI TIFINAGH VAI WANCHO YI
    """,
    )
)
# Scripts that are written together in East Asia, also with Latin letters.
_EAST_ASIAN = {"LATIN", "CJK", "HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO"}
_NO_SCRIPT = {  # letters of no alphabet (ʼ ª º µ), accents, and digits in circles
    "MODIFIER", "FEMININE", "MASCULINE", "MICRO", "COMBINING", "VARIATION", "DINGBAT", "CIRCLED",
    "NEGATIVE", "DOUBLE",
}  # fmt: skip
_PART_OF = {  # signs that repeat or shorten characters, and numbers, with names of their own
    "IDEOGRAPHIC": "CJK", "VERTICAL": "CJK", "MASU": "CJK", "HANGZHOU": "CJK", "EXTENDED": "ARABIC",
}  # fmt: skip
_PARTS = ("HANGUL LETTER", "HANGUL CHOSEONG", "HANGUL JUNGSEONG", "HANGUL JONGSEONG")
# What letters are drawn like, by alphabet; those that have capitals, in both cases.
_DRAWN_LIKE = {
    "Latin": ("ɑɡȷɩƖꟾÐƉƿƽʒƷȝȜƨƧɛɜƐꞫꝪꝛꞳꞴƄᴑꬽꭇꬵꬲƍɣȣ", "agjiiiddp5333322e3e332xbboorfegy8"),
    "Greek": (
        "ΑΒΕΖΗΘΙΚΜΝΟΡΤΥΧϜϺͿϹ" "αβγεζηθικμνοπρςστυχωϝϳ",
        "ABEZHOIKMNOPTYXFMJC" "aßyeznoiKuvonpcotuxwfj",
    ),
    "Cyrillic": (
        "АВЕЅІЈКМНОРСТУХҮӀЬЗѴԚԜԌҺѲӨ" "авгеѕіјкмнопрстухүӏһьъзѵԁԛԝѡишѳөәҽꙇӡ",
        "ABESIJKMHOPCTYXYIb3VQWGhOO" "abresijkmhonpctyxyihbb3vdqwwuwooəei3",
    ),
    "Armenian": ("ՕՍՏԼՈ" "օսհոռղցզգյաւք", "OUSLn" "ouhnnngqqjwip"),
    "Cherokee": (
        "ᎠᎡᎢᎣᎤᎥᎦᎩᎪᎫᎬᎳᎶᎷᎻᎽᎾᏀᎱᏂᏃᏋᏌᏎᏏᏒᏔᏕᏙᏚᏞᏟᏢᏥᏦᏧᏨᏩᏮᏴᏳ",
        "DRTOOiSyAJEWGMHYOGrhZEU4bRWSVSLCPhKdCG6BG",
    ),
    "Lisu": ("ꓐꓑꓒꓓꓔꓖꓗꓙꓚꓜꓝꓟꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴꓵ", "BPdDTGKJCZFMNLSRVHWXYAEIOUn"),
    "Canadian": ("ᗅᗩᗷᑕᗞᗪᗴᖴᕼᒍᒪᗰᑎᑭᖇᔕᑌᐯᗯ᙭ᑲᖯᑯᕁᕽᒿ", "AABCDDEFHJLMnPRSUVWXbbdxx2"),
    "Miao": ("𖽀𖼨𖼖𖼵𖼺𖼊𖽂𖼈𖽃𖼻", "aiLRSTUVY3"),
    "Osage": ("𐒴𐓂𐓪𐓎𐓶𐓒", "ROoUu7"),
    "Tifinagh": ("ⴸⴰⵔⵙⵅⵝⴹⵟⵎⵏⵑⵕⵓ", "Voooxxeeciiq:"),
    "Hebrew": ("וןהחטסם", "iinnuoo"),
    "Arabic": ("ایىکہھەہ", "iييكهههه"),
    "East Asian": ("丨亅丫乂工〇〡〤\u110b\u1175", "ijyxioixoi"),  # the last two: parts of Hangul
    # Kana, parts of Hangul and characters that cannot be told from other characters.
    "squares": (
        "ロ囗\u1106曰エニハタカトヘチ士末巳已戍干千入",
        "口口口日i二八夕力卜へ于土未己己戌于于人",
    ),
    "others": ("ǀǃዐሀበဝഠჿߊ", "iiounoooi"),
    "signs": ("✕✖❌❎⭕⚪❍❘❙❚❕❗¡।᜵×", "xxxxoooiiiiiiiix"),
}  # fmt: skip
_LIKE_I = str.maketrans("l1|!ı0", "iiiiio")  # drawn like a capital i, or an o
_DASHES = frozenset("−⁃˗ーｰ一ᅳ─━⎯‾_~∼⚊➖㇐㆒ᐨꟷ")  # and all that Unicode calls a dash
_COLONS = frozenset("ː꞉׃։ः᠄⁚∶")
# Accents that tell names apart, as they look: é, è, ê (also ě, ĕ), ñ (also ā), ö (also ő), å.
_SAME_ACCENTS = (
    "\u0300", "\u0301", "\u0302\u0306\u030c\u0311", "\u0303\u0304\u0342", "\u0308\u030b", "\u030a",
    "\u0309", "\u031b",
)  # fmt: skip
_ACCENTS = {accent: alike[0] for alike in _SAME_ACCENTS for accent in alike}
_IN_COLOUR = "\ufe0f"  # asks for a picture in colours
_VOWEL_SIGNS = {0, 7, 8, 9, *range(84, 133)}  # combining classes of marks that stand for sounds
_TWICE = re.compile("([-:\u0300-\u031b])\\1+")  # a long dash is as long as two
_LETTER = re.compile(
    r"(?:.* )?(?:LATIN|INDICATOR SYMBOL) (?:.* )?LETTER (?:SMALL CAPITAL )?([A-Z])(?: WITH .*)?"
)
_ALPHABETS = ("GREEK", "CYRILLIC")  # whose letters with something to them follow their names
_AS_IT_IS = {
    letter: drawn
    for letters, like in _DRAWN_LIKE.values()
    for letter, drawn in zip(letters, like, strict=True)
}
_DRAWN_ALIKE = {letter.lower(): drawn for letter, drawn in _AS_IT_IS.items()} | _AS_IT_IS


def mixes_alphabets(text: str) -> bool:
    """Tell whether a text has letters of several alphabets that nobody writes together."""
    scripts = _scripts(text)
    return len(scripts) > 1 and not scripts <= _EAST_ASIAN


def is_written_today(text: str) -> bool:
    """Tell whether the letters of a text are of alphabets that are in use."""
    return _scripts(text) <= _IN_USE


def _scripts(text: str) -> set[str]:
    plain = unicodedata.normalize("NFKC", text)
    return {_script(letter) for letter in plain if _has_script(letter)} - _NO_SCRIPT


def _has_script(letter: str) -> bool:
    """Tell whether a character is a letter, or a mark or digit of other scripts than Latin."""
    return letter.isalpha() or (unicodedata.category(letter)[0] in "MN" and not letter.isascii())


def _script(letter: str) -> str:
    """Return the script of a letter: the first word of its name in Unicode."""
    name = unicodedata.name(letter, "?")
    if name.startswith(_PARTS):  # Koreans write syllables; their parts are drawn like Latin letters
        return "JAMO"
    first = name.partition(" ")[0].partition("-")[0]
    return _PART_OF.get(first, first)


def looks(name: str) -> frozenset[str]:
    """Return what a name looks like, as it is written and in capitals."""
    plain = unicodedata.normalize("NFKC", name)
    return frozenset(_drawn(form) for form in (plain, plain.casefold(), plain.upper()))


def look_alike(one: str, other: str) -> bool:
    """Tell whether people cannot tell two names apart."""
    return bool(one and other) and not looks(one).isdisjoint(looks(other))


def _drawn(text: str) -> str:
    """Return a text in the Latin letters that it is drawn like, without case and spaces."""
    letters = _TWICE.sub(r"\1", "".join(map(_skeleton, unicodedata.normalize("NFD", text))))
    if not letters:  # nothing but punctuation
        return "".join(text.split())
    drawn = unicodedata.normalize("NFC", letters).casefold().translate(_LIKE_I)
    return drawn.replace("rn", "m").replace("vv", "w")


@lru_cache(maxsize=4096)
def _skeleton(letter: str) -> str:
    """Return what a character of a decomposed text is drawn like; nothing if hardly anything."""
    kind = unicodedata.category(letter)
    if kind.startswith("M"):
        return _mark(letter, kind)
    if letter in _COLONS:
        return ":"
    if kind == "Pd" or letter in _DASHES:
        return "-"
    if (digit := unicodedata.digit(letter, None)) is not None:
        return str(digit)
    if (drawn := _DRAWN_ALIKE.get(letter)) is not None:
        return drawn
    return "" if _tells_nothing(letter, kind) else _plain(letter)


def _mark(letter: str, kind: str) -> str:
    """Return a mark if it stands for a sound, or as the accent that it looks like."""
    if unicodedata.combining(letter) in _VOWEL_SIGNS and kind != "Me" and letter != _IN_COLOUR:
        return letter
    return _ACCENTS.get(letter, "")


def _tells_nothing(letter: str, kind: str) -> bool:
    """Tell whether a character is too small to tell names apart, such as an apostrophe."""
    if letter in ":|!":
        return False
    modifier = kind == "Lm" and unicodedata.name(letter, "").startswith(("MODIFIER", "ARABIC"))
    return modifier or kind[0] in "PZC" or kind == "Sk"


def _plain(letter: str) -> str:
    """Return a letter without what its name in Unicode says it is written with, or its size."""
    name = unicodedata.name(letter, "")
    if found := _LETTER.fullmatch(name):
        return found[1].lower()
    if name.startswith(("KATAKANA LETTER SMALL ", "HIRAGANA LETTER SMALL ")):
        return _drawn_as(name.replace(" SMALL ", " "), letter)
    if name.startswith(_ALPHABETS) and " WITH " in name:
        return _drawn_as(name.partition(" WITH ")[0], letter)
    return letter


def _drawn_as(name: str, letter: str) -> str:
    """Return what the letter with a name is drawn like, or a letter itself if there is none."""
    try:
        found = unicodedata.lookup(name)
    except KeyError:
        return letter
    return _DRAWN_ALIKE.get(found, found)
