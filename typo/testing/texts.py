"""The texts that the testing kit tries every transform on: ordinary ones, and those that break text tools.

Many scripts, decomposed letters, emoji made of many parts, odd blanks, things to protect, control characters.
"""

from __future__ import annotations

__all__ = ["TEXTS"]

_LATIN = (
    "Please review the attached document before Friday's meeting; it isn't long.",
    "L'été dernier, jusqu'à l'aube, ils ont mangé des crêpes à Nîmes – où, je ne sais plus.",
    "Un cafe\u0301 cre\u0300me, s'il vous plai\u0302t : c\u0327a ira.",
    "Größe, Straße, STRAẞE: über zwölf Jäger im Schnee.",
    "İstanbul'da ılık bir İzmir akşamı, ĐẶNG Tuấn thích phở.",
    "ǅ ǆ ﬁnd oﬃce ŉ ſtatt Ĳsselmeer ß ẞ",
    "Zażółć gęślą jaźń; příliš žluťoučký kůň; árvíztűrő tükörfúrógép.",
    "someone often tenders a stone, and nobody phones the bone-setter",
    "aaaa bbbb 11 207 3,141.59 mm 1st 2nd ½ x² ",
)

_OTHER_ALPHABETS = (
    "Съешь же ещё этих мягких булок, да выпей чаю; її їжак під’їхав.",
    "Ξεσκεπάζω τὴν ψυχοφθόρα βδελυγμία, μῆνιν ἄειδε θεά.",
    "წყალი და პური. Շատ բարեւ, աշխարհ։",
    "שָׁלוֹם עֲלֵיכֶם, ילדים טובים",
    "السَّلَامُ عَلَيْكُمْ، كيف الحال؟ می\u200cخواهم",
)

_SYLLABLES = (
    "क्षत्रिय राष्ट्रीय विद्यार्थी ज्ञान पढ़ते हैं।",
    "বাংলা ভাষায় ক্ষুদ্র যুক্তাক্ষর আছে",
    "தமிழ் மொழி கற்றுக்கொள்ளுங்கள். ശ്രീ",
    "น้ำใจที่ดีอยู่เสมอ ภาษาไทยไม่เว้นวรรค",
    "ភាសាខ្មែរ မြန်မာစာ བོད་སྐད།",
    "하나의 단어를 입력하고 값을 확인한다.",
    "\u1112\u1161\u11ab\u1100\u1173\u11af \u3131\u314f",
)

_EAST_ASIAN = (
    "単語の意味を現在のデータから確認し、2024年にBERTとGPT-4を使う。",
    "今日は医者に行き、申し込みを取り消した。",
    "ｶﾞｯｺｳの佐々木さんは「𠮷野家」で食べる。葛\U000e0100城市、か゚\u3099",
    "机器学习模型需要大量的数据，我们在北京使用ＡＩ。",
)

_EMOJI = (
    "family \U0001f469\u200d\U0001f469\u200d\U0001f467, \U0001f1eb\U0001f1f7\U0001f1ef\U0001f1f5, 1\ufe0f\u20e3",
    "thumbs \U0001f44d\U0001f3fdup, heart \u2764\ufe0f\u200d\U0001f525ed \U0001f3f4\U000e0067\U000e0062\U000e007f",
)

_PROTECTED = (
    "Mail ann.b@example.org or see https://example.org/a1?b=c&d=%20e#f on 2024-05-01.",
    "Dear {customer_name}, <b>pay</b> {{amount}} or %(price)s, run `rm -rf x` ${HOME} &amp; go",
    "<|im_start|>user\nHello there<|im_end|>\n[INST] why [/INST]",
)

_BLANKS = (
    "",
    " ",
    "  \t\r\n\u00a0\u3000 ",
    "  two  blanks\tand\r\na break\u2003here \u3000 ",
    "a",
    "I",
    "?! … -- () «»",
    "don’t ‘quote’ rock'n'roll o'clock l’",
)

_ODD = (
    "nul\0 bell\a escape\x1b[0m unit\x1f delete\x7f bom\ufeff soft\u00adhyphen",
    "left\u200eright\u202e marks\u2066 zero\u200bwidth\u2060joiner",
    "lone \ud800 and \udc00 and both \ud83d\ude00 sur\udfffrogate",
    "\u0301mark first, z\u0310\u0324\u0350\u0361algo\u0489 and \u0600\u0661 prepended",
    "one word then 我的 and это and ok",
)

#: The texts, every kind of trouble at least once.
TEXTS: tuple[str, ...] = (
    *(_LATIN + _OTHER_ALPHABETS + _SYLLABLES + _EAST_ASIAN),
    *(_EMOJI + _PROTECTED + _BLANKS + _ODD),
    "wordwithoutend" * 12,
    "many short words and not one stop " * 18,
)
