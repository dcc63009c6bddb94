//! One line: what stays as it is, and what becomes an escape.

use consent::render::line;
use twogates_consent as consent;

fn escape(code: char) -> String {
    format!("\\u{{{:x}}}", u32::from(code))
}

#[test]
fn ordinary_text_of_any_script_stays() {
    for text in [
        "",
        "notes.txt, 120 bytes, changed 14:02",
        "\"quoted\" = 'text' {[(<>)]} | # ~",
        "café Łódź Ελληνικά Кириллица",
        "שלום עולם",
        "مرحبا بالعالم، كيف الحال؟",
        "नमस्ते दुनिया",
        "สวัสดีชาวโลก",
        "မြန်မာ",
        "日本語、한국어。",
        "🙂🎉👍🏽🇳🇱",
    ] {
        assert_eq!(line(text), text);
    }
}

#[test]
fn line_breaks_and_tabs_have_short_escapes() {
    assert_eq!(line("a\nb\rc\td"), r"a\nb\rc\td");
}

#[test]
fn every_control_character_is_escaped() {
    for control in ('\0'..='\u{9f}').filter(|c| c.is_control() && !matches!(c, '\n' | '\r' | '\t')) {
        assert_eq!(line(&format!("a{control}b")), format!("a{}b", escape(control)));
    }
}

#[test]
fn every_space_but_the_plain_one_is_escaped() {
    for space in ('\u{21}'..=char::MAX).filter(|c| c.is_whitespace()) {
        assert_eq!(line(&format!("a{space}b")), format!("a{}b", escape(space)), "{space:?}");
    }
    assert_eq!(line("a b  c"), "a b  c");
}

#[test]
fn what_is_drawn_as_nothing_is_escaped() {
    let ranges = [
        '\u{ad}'..='\u{ad}',
        '\u{34f}'..='\u{34f}',
        '\u{600}'..='\u{605}',
        '\u{61c}'..='\u{61c}',
        '\u{115f}'..='\u{1160}',
        '\u{17b4}'..='\u{17b5}',
        '\u{180b}'..='\u{180f}',
        '\u{200b}'..='\u{200f}',
        '\u{2028}'..='\u{202e}',
        '\u{2060}'..='\u{206f}',
        '\u{2800}'..='\u{2800}',
        '\u{2d7f}'..='\u{2d7f}',
        '\u{3164}'..='\u{3164}',
        '\u{e000}'..='\u{f8ff}',
        '\u{fdd0}'..='\u{fdef}',
        '\u{fe00}'..='\u{fe0f}',
        '\u{feff}'..='\u{feff}',
        '\u{ffa0}'..='\u{ffa0}',
        '\u{fff9}'..='\u{ffff}',
        '\u{1107f}'..='\u{1107f}',
        '\u{13430}'..='\u{1343f}',
        '\u{16fe4}'..='\u{16fe4}',
        '\u{1bc9d}'..='\u{1bc9d}',
        '\u{1bca0}'..='\u{1bca3}',
        '\u{1d159}'..='\u{1d159}',
        '\u{1d173}'..='\u{1d17a}',
        '\u{e0000}'..='\u{e0fff}',
        '\u{f0000}'..='\u{10ffff}',
    ];
    for hidden in ranges.into_iter().flatten() {
        assert_eq!(line(&format!("a{hidden}b")), format!("a{}b", escape(hidden)));
    }
}

#[test]
fn what_stands_beside_it_is_not() {
    for shown in [
        ' ',
        '~',
        '\u{a1}',
        '\u{ac}',
        '\u{ae}',
        '\u{606}',
        '\u{61b}',
        '\u{61d}',
        '\u{6de}',
        '\u{1161}',
        '\u{180a}',
        '\u{2010}',
        '\u{2027}',
        '\u{2030}',
        '\u{205e}',
        '\u{2070}',
        '\u{27ff}',
        '\u{2801}',
        '\u{3001}',
        '\u{d7fb}',
        '\u{fdcf}',
        '\u{fdf0}',
        '\u{fe10}',
        '\u{ff9f}',
        '\u{ffee}',
        '\u{10000}',
        '\u{1d158}',
        '\u{1d15a}',
    ] {
        assert_eq!(line(&format!("a{shown}b")), format!("a{shown}b"), "{shown:?}");
    }
}

#[test]
fn a_backslash_is_doubled_so_that_no_text_imitates_an_escape() {
    assert_eq!(line(r"C:\notes.txt"), r"C:\\notes.txt");
    assert_eq!(line(r"\u{202e}"), r"\\u{202e}");
    assert_ne!(line(r"\n"), line("\n"));
}

#[test]
fn quotation_marks_stay_outside_of_quotes() {
    assert_eq!(line(r#"delete "notes.txt"?"#), r#"delete "notes.txt"?"#);
}

#[test]
fn a_mark_that_a_letter_carries_stays_unless_both_are_one_character() {
    assert_eq!(line("q\u{301}"), "q\u{301}");
    assert_eq!(line("e\u{301}"), r"e\u{301}");
    assert_eq!(line("\u{e9}"), "\u{e9}");
}

#[test]
fn a_mark_with_nothing_to_rest_on_is_escaped() {
    assert_eq!(line("\u{301}q"), r"\u{301}q");
    assert_eq!(line("q \u{301}"), r"q \u{301}");
    assert_eq!(line("q\n\u{301}"), r"q\n\u{301}");
    assert_eq!(line("q\u{200d}\u{301}"), r"q\u{200d}\u{301}");
    // The first mark is escaped, so that the second would rest on the brace.
    assert_eq!(line("e\u{301}\u{316}"), r"e\u{301}\u{316}");
}

#[test]
fn a_mark_rests_on_the_letter_before_it_and_on_no_earlier_one() {
    // `e` would take the accent, `q` does not.
    assert_eq!(line("eq\u{301}"), "eq\u{301}");
    assert_eq!(line("qe\u{301}"), r"qe\u{301}");
    assert_eq!(line("q\u{301}e\u{316}"), "q\u{301}e\u{316}");
}

#[test]
fn a_mark_that_would_be_composed_across_another_is_escaped() {
    // á with a grave below: two texts for it, and NFC writes both in the first way.
    assert_eq!(line("\u{e1}\u{316}"), "\u{e1}\u{316}");
    assert_eq!(line("a\u{316}\u{301}"), "a\u{316}\\u{301}");
}

#[test]
fn marks_in_another_order_are_told_apart() {
    assert_eq!(line("q\u{316}\u{301}"), "q\u{316}\u{301}");
    assert_eq!(line("q\u{301}\u{316}"), "q\u{301}\\u{316}");
}

#[test]
fn what_the_standard_replaces_by_another_character_is_escaped() {
    // The Greek question mark, the Kelvin and Angstrom signs, a Hangul letter in two parts.
    assert_eq!(line("a\u{37e}"), r"a\u{37e}");
    assert_eq!(line("5 \u{212a}, \u{212b}"), r"5 \u{212a}, \u{212b}");
    assert_eq!(line("\u{1100}\u{1161}"), "\u{1100}\\u{1161}");
    assert_eq!(line("\u{ac00}"), "\u{ac00}");
}

#[test]
fn five_marks_stand_on_a_letter_and_a_sixth_does_not() {
    let stacked = |marks: usize| format!("q{}", "\u{e47}".repeat(marks));
    assert_eq!(line(&stacked(5)), stacked(5));
    assert_eq!(line(&stacked(6)), stacked(5) + r"\u{e47}");
    assert_eq!(line(&stacked(7)), stacked(5) + r"\u{e47}\u{e47}");
}

/// A stacker puts a letter of its own script below another. After any other letter, and twice in a row, nobody sees it.
#[test]
fn a_mark_that_stacks_is_seen_in_its_own_script_alone() {
    for (stacker, letter) in [
        ('\u{1039}', '\u{1000}'),
        ('\u{17d2}', '\u{1780}'),
        ('\u{1a60}', '\u{1a20}'),
        ('\u{1bab}', '\u{1b8a}'),
        ('\u{aaf6}', '\u{abc0}'),
        ('\u{10a3f}', '\u{10a10}'),
        ('\u{11133}', '\u{11107}'),
        ('\u{113d0}', '\u{11392}'),
        ('\u{1193e}', '\u{1190c}'),
        ('\u{11a47}', '\u{11a0b}'),
        ('\u{11a99}', '\u{11a5c}'),
        ('\u{11d45}', '\u{11d0c}'),
        ('\u{11d97}', '\u{11d6c}'),
        ('\u{11f42}', '\u{11f12}'),
    ] {
        let own = format!("{letter}{stacker}{letter}");
        assert_eq!(line(&own), own, "everyday writing");
        let shown = escape(stacker);
        assert_eq!(line(&format!("a{stacker}b")), format!("a{shown}b"));
        assert_eq!(line(&format!("א{stacker}")), format!("א{shown}"));
        assert_eq!(line(&format!("{letter}{stacker}{stacker}{letter}")), format!("{letter}{stacker}{shown}{letter}"));
        assert_eq!(line(&format!("{letter} {stacker}")), format!("{letter} {shown}"));
    }
}

/// Open case C081: direction marks.
#[test]
fn c081_direction_marks_are_escaped_and_right_to_left_letters_readable() {
    let marks = [
        '\u{200e}', '\u{200f}', '\u{61c}', '\u{202a}', '\u{202b}', '\u{202c}', '\u{202d}', '\u{202e}', '\u{2066}',
        '\u{2067}', '\u{2068}', '\u{2069}',
    ];
    for mark in marks {
        assert_eq!(line(&mark.to_string()), escape(mark));
    }
    assert_eq!(
        line("http://safe.example/\u{202e}\u{2066}moc.live\u{2069}/data"),
        r"http://safe.example/\u{202e}\u{2066}moc.live\u{2069}/data"
    );
    assert_eq!(line("קובץ ملف"), "קובץ ملف");
}
