//! The page on paper: a headless browser prints it, and what it prints is one sheet of A4.
//!
//! Needs `chromium` and `pdfinfo`, `pdftohtml` and `pdftotext` of poppler-utils; scripts/parts/57-checklist brings them.

#![expect(clippy::panic, clippy::unwrap_used, reason = "tests fail loudly")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use twogates_checklist::page::html;
use twogates_checklist::sections::{ALL, lines};

/// What a command prints.
fn printed(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).output();
    let output = output.unwrap_or_else(|error| panic!("{program}: {error}"));
    assert!(output.status.success(), "{program}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Prints a page to a PDF file of this name.
fn paper(name: &str, html: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("printed").join(name);
    fs::create_dir_all(&folder).unwrap();
    let (page, pdf) = (folder.join("page.html"), folder.join("page.pdf"));
    fs::write(&page, html).unwrap();
    let _ = fs::remove_file(&pdf);
    let browser = std::env::var("CHROMIUM").unwrap_or_else(|_| "chromium".into());
    let print = format!("--print-to-pdf={}", pdf.display());
    let profile = format!("--user-data-dir={}", folder.join("profile").display());
    let address = format!("file://{}", page.display());
    let how = ["--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer"];
    printed(&browser, &[&how[..], &[&profile, &print, &address]].concat());
    pdf
}

/// A field of what `pdfinfo` says, such as `Pages`.
fn info(pdf: &Path, field: &str) -> String {
    let said = printed("pdfinfo", &[pdf.to_str().unwrap()]);
    let value = said.lines().find_map(|line| line.strip_prefix(field)?.strip_prefix(':'));
    value.unwrap_or_else(|| panic!("no {field} in {said}")).trim().to_owned()
}

/// The sizes of all fonts, in thirds of a point: the finest that `pdftohtml` tells.
fn font_sizes(pdf: &Path) -> Vec<u32> {
    let said = printed("pdftohtml", &["-xml", "-i", "-zoom", "3", "-stdout", pdf.to_str().unwrap()]);
    let fonts = said.lines().filter(|line| line.contains("<fontspec"));
    fonts.map(|line| line.split("size=\"").nth(1).unwrap().split('"').next().unwrap().parse().unwrap()).collect()
}

/// The text without spaces and line ends, for a browser breaks lines where it likes.
fn dense(text: &str) -> String {
    text.chars().filter(|character| !character.is_whitespace()).collect()
}

#[test]
fn it_is_one_sheet_of_a4_in_ten_points_or_more() {
    let pdf = paper("shipped", &html().unwrap());
    assert_eq!(info(&pdf, "Pages"), "1");
    assert!(info(&pdf, "Page size").ends_with("(A4)"), "{}", info(&pdf, "Page size"));
    let sizes = font_sizes(&pdf);
    assert!(sizes.len() >= 4 && sizes.iter().all(|size| *size >= 30), "{sizes:?}");
}

/// Nothing is cut off at an edge or under a box: each line is on the sheet with all that belongs to it.
#[test]
fn every_line_is_on_the_sheet() {
    let pdf = paper("whole", &html().unwrap());
    let text = dense(&printed("pdftotext", &["-raw", pdf.to_str().unwrap(), "-"]));
    for section in ALL {
        assert!(text.contains(&dense(section.title)), "{}", section.title);
    }
    for line in lines() {
        assert!(text.contains(&dense(line.question)), "{}", line.question);
        for rule in line.rules {
            assert!(text.contains(&dense(&format!("{}{}", rule.id, rule.sentence))), "{}", rule.id);
        }
        for piece in line.evidence {
            assert!(text.contains(&dense(&piece.name())), "{}", piece.name());
        }
    }
}

/// What is measured is the page itself: more text takes a second sheet, and smaller letters are seen.
#[test]
fn a_longer_page_is_two_sheets_and_small_print_is_seen() {
    let page = html().unwrap();
    let body = page.split("<main>").nth(1).unwrap().split("</main>").next().unwrap();
    let longer = page.replacen("</main>", &format!("{body}</main>"), 1);
    assert_eq!(info(&paper("longer", &longer), "Pages"), "2");
    let smaller = page.replacen("<h1>", "<h1 style=\"font-size: 9.5pt\">", 1);
    let sizes = font_sizes(&paper("smaller", &smaller));
    assert!(sizes.iter().any(|size| *size < 30), "{sizes:?}");
    let letter = page.replacen("size: A4 portrait", "size: letter", 1);
    assert!(info(&paper("letter", &letter), "Page size").ends_with("(letter)"));
}
