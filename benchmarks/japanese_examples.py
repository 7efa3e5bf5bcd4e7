"""Write `docs/howto/japanese-examples.md`: ten sentences before and after, for every kind of Japanese typing error.

Run with the extra `ja`: python benchmarks/japanese_examples.py [--check]. `--check` says whether the page is what
would be written, and writes nothing.
"""

from __future__ import annotations

import argparse
import os
from pathlib import Path

import typo
from typo.ja.mozc import version
from typo.ja.reader import reader_data

PAGE = Path(__file__).parents[1] / "docs" / "howto" / "japanese-examples.md"
EACH = 10
TRIES = 5

KINDS = (
    ("romaji_slip", "a finger slipped on the romaji keys"),
    ("homophone", "another noun of the same sound, from the table"),
    ("wrong_candidate", "another candidate of the input method's list"),
    ("wrong_segmentation", "the kana cut into other words"),
    ("okurigana", "more or fewer kana than usual"),
    ("premature_commit", "committed before it was converted"),
    ("ime_off", "typed with the input method off"),
    ("ime_on", "a Latin word typed with the input method on"),
)
# These are typed and converted where a reader tells the words.
READ = {"reader": "sudachi"}
KANA: tuple[tuple[str, str, dict[str, str]], ...] = (
    ("voicing", "a voicing mark left out, added, or the other one", READ),
    ("small_kana", "a small kana for a large one, or a large one for a small one", READ),
    ("long_vowel", "a vowel too short, too long or spelt otherwise", READ),
    ("sokuon", "っ left out or doubled", READ),
    ("n_count", "one n too few or too many", READ),
    ("particle", "a particle left out, doubled, one too many, or another one", READ),
    ("katakana_commit", "committed in katakana", READ),
    ("halfwidth_katakana", "committed in half-width katakana", READ),
    ("kana_slip", "a finger slipped on the 12 keys of a phone", {"device": "flick", **READ}),
    ("kana_slip", "a finger slipped on JIS kana keys", {"device": "pc-kana", **READ}),
)

SENTENCES = (
    "明日の会議は午後三時から始まりますので、資料の準備をお願いします。",
    "駅前に新しいパン屋が開店して、朝から長い列ができている。",
    "この薬は食後に一日二回、水と一緒に飲んでください。",
    "台風の影響で電車が止まり、多くの乗客が駅で足止めされた。",
    "彼は大学で経済学を専攻し、卒業後は銀行に就職した。",
    "次の文章を読んで、筆者の主張に最も近いものを選びなさい。",
    "光合成では、植物が光のエネルギーを使って二酸化炭素から糖を作る。",
    "昨日から熱があるので、今日は医者に行くつもりです。",
    "Pythonで書いたプログラムをGitHubで公開した。",
    "週末は家族で海に行き、子供たちと砂の城を作った。",
    "申し込みの締め切りは来月の十日で、手続きは窓口で行います。",
    "江戸時代の町人文化は、歌舞伎や浮世絵に強い影響を与えた。",
    "荷物が届かない場合は、問い合わせの番号を確認してください。",
    "冬になると、北の国から白鳥が湖に渡って来る。",
    "新製品の売り上げは予想を上回り、工場は休みなく動いている。",
    "WindowsからLinuxに移行すると、設定の一部が失われます。",
    "会社の帰りに本屋に寄って、料理の本を二冊買った。",
    "この問題では、三角形の面積と辺の長さの関係を考える。",
    "市長は記者会見で、図書館の建て替え計画を発表した。",
    "ここで靴を脱いで、奥の部屋にお入りください。",
    "受け付けは一階、診察室は二階の突き当たりです。",
    "先週貸した傘を、まだ返してもらっていません。",
    "裁判所は被告の訴えを退け、一審の判決を支持した。",
    "気温が高いほど、音が空気の中を伝わる速さは大きくなる。",
    "祖母の作る煮物は、味が薄くても不思議とおいしい。",
    "APIの仕様が変わったので、クライアントの更新が必要です。",
    "猫が窓の外の鳥をじっと見つめている。",
    "選手たちは雨の中で最後まで走り続け、会場から拍手が起こった。",
    "借りた金を返せなくなり、彼は黙って町を出た。",
    "電池が切れたら、裏のふたを開けて取り替えてください。",
    "機械の温度が上がりすぎると、安全装置が働いて止まる。",
    "以前の会社の同僚と、偶然同じ電車に乗り合わせた。",
    "春の遠足では、川沿いの道を歩いて公園まで行った。",
    "EメールにPDFを添付して、担当者に送信した。",
    "YouTubeの動画をiPhoneで見ながら、minecraftで遊ぶ。",
    "ChatGPTに質問すると、英語のhelloの意味を教えてくれた。",
    "関東地方は明日にかけて大雨になる恐れがあり、警戒が必要だ。",
    "新人の指導を任されたが、自分の仕事がなかなか進まない。",
)


def examples(name: str, options: dict[str, str]) -> list[typo.Perturbation]:
    """Return sentences with one error each, and no sentence twice while there are others."""
    noisy = typo.Perturber(typo.get(name, **options), rate=0, min_edits=1, seed="examples")
    found: dict[str, typo.Perturbation] = {}
    for key in range(TRIES):
        # Another order for every kind, so that not all begin with the same sentences.
        for number in range(len(SENTENCES)):
            # With one key for all, every particle would meet the same fate.
            own: int | tuple[int, int] = (key, number) if options else key
            result = noisy.apply(SENTENCES[(number * 7 + len(name)) % len(SENTENCES)], key=own)
            if result.edits:
                found[result.text] = result
            if len(found) == EACH:
                return list(found.values())
    raise SystemExit(f"{name} finds no {EACH} errors in these sentences; add some.")


def data() -> str:
    """Tell which data the page is made from; with others it may be another."""
    return f"the dictionary is Mozc {version()}, the reader {reader_data('sudachi')[0]}"


def page() -> str:
    lines = [
        "# Japanese typing errors, ten of each kind",
        "",
        f"Written by `benchmarks/japanese_examples.py`; the sentences are ours, {data()}.",
        "What each kind does and how often it comes is told in [Japanese](japanese.md).",
    ]
    for name, what, options in (*((*kind, {}) for kind in KINDS), *KANA):
        lines += ["", f"## `{name}`: {what}", "", "| before | after |", "|---|---|"]
        lines += [row(result) for result in examples(name, options)]
    return "\n".join(lines) + "\n"


def row(result: typo.Perturbation) -> str:
    """Print in bold what differs."""
    (edit,) = result.edits
    head, tail = result.source[: edit.start], result.source[edit.end :]
    before, after = (f"{head}**{part}**{tail}" if part else head + tail for part in (edit.original, edit.replacement))
    return f"| {before} | {after} |"


def main() -> None:
    parser = argparse.ArgumentParser(description="Write the page of Japanese examples.")
    parser.add_argument("--check", action="store_true", help="only say whether the page is up to date")
    if parser.parse_args().check:
        raise SystemExit(None if PAGE.read_text(encoding="utf-8") == page() else f"{PAGE.name} is out of date")
    partial = PAGE.with_suffix(".partial")
    partial.write_text(page(), encoding="utf-8")
    os.replace(partial, PAGE)


if __name__ == "__main__":
    main()
