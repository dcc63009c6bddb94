//! The printed sample, line by line. `scripts/outputs goldens` writes the files anew.

use crate::sample::sample;
use print::Printer;
use std::path::Path;

fn compare(name: &str, printed: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    if std::env::var_os("TWO_GATES_BLESS").is_some() {
        std::fs::write(&path, printed).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == printed, "{name} differs; now printed:\n{printed}");
}

#[test]
fn transcript() {
    compare("transcript.txt", &Printer::default().transcript(&sample()));
}

#[test]
fn map() {
    compare("map.txt", &Printer::default().map(&sample()));
}

#[test]
fn explain() {
    let printer = Printer::default();
    let numbers = [17, 26, 37];
    let texts: Vec<_> = numbers.iter().map(|number| printer.explain(*number, &sample()).unwrap()).collect();
    compare("explain.txt", &texts.join("\n"));
}

#[test]
fn difference() {
    let mut weak = sample();
    let refused = weak.iter().position(|entry| entry.number == 27).unwrap();
    weak[refused].message = Some(serde_json::json!({"jsonrpc": "2.0", "id": 8, "result": {
        "resultType": "complete", "content": [{"type": "text", "text": "Deleted report.csv."}]}}));
    weak[refused].gate = crate::story::gate("gate two", "passed", "nobody compared the arguments", &["RS-06"]);
    let difference = Printer::default().without(&sample(), &weak).unwrap();
    compare("difference.txt", &difference.to_string());
}
