//! Puts the page together: one file, with its modules each in a scope of its own.

use anyhow::{Context, Result, bail};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use std::io::{Read as _, Write as _};

/// The modules, each behind those that it needs.
const MODULES: &[(&str, &str)] = &[
    ("dom", include_str!("../page/dom.js")),
    ("strings", include_str!("../page/strings.js")),
    ("reasons", include_str!("../page/reasons.js")),
    ("data", include_str!("../page/data.js")),
    ("moments", include_str!("../page/moments.js")),
    ("run", include_str!("../page/run.js")),
    ("address", include_str!("../page/address.js")),
    ("tell", include_str!("../page/tell.js")),
    ("message", include_str!("../page/message.js")),
    ("world", include_str!("../page/world.js")),
    ("stage", include_str!("../page/stage.js")),
    ("settings", include_str!("../page/settings.js")),
    ("ahead", include_str!("../page/ahead.js")),
    ("take", include_str!("../page/take.js")),
    ("trail", include_str!("../page/trail.js")),
    ("still", include_str!("../page/still.js")),
    ("keys", include_str!("../page/keys.js")),
    ("theme", include_str!("../page/theme.js")),
    ("main", include_str!("../page/main.js")),
];

/// What stands before and behind the graph in a page.
const AROUND: (&str, &str) = ("id=\"graph\">", "</script>");

/// The page around this graph.
///
/// # Errors
///
/// When a module needs one that does not stand before it, and when a text is called for that `strings.js` does not have.
pub fn page(graph: &str) -> Result<String> {
    let mut script = String::new();
    for (place, (name, text)) in MODULES.iter().enumerate() {
        let before: Vec<&str> = MODULES.iter().take(place).map(|(name, _)| *name).collect();
        script.push_str(&scope(name, text, &before)?);
    }
    let template = worded(include_str!("../page/index.html"))?;
    let style = include_str!("../page/style.css");
    Ok(template.replace("{{style}}", style).replace("{{script}}", &script).replace("{{graph}}", &small(graph)?))
}

/// The graph of a page that was put together here.
///
/// # Errors
///
/// When there is none.
pub fn graph(page: &str) -> Result<String> {
    let behind = page.split_once(AROUND.0).map(|(_, behind)| behind);
    let (small, _) = behind.and_then(|behind| behind.split_once(AROUND.1)).context("the page has no graph")?;
    let mut text = String::new();
    DeflateDecoder::new(STANDARD.decode(small)?.as_slice()).read_to_string(&mut text)?;
    Ok(text)
}

/// A template with the page's own words: `{{says.name}}` stands for the text of that name in `strings.js`.
fn worded(template: &str) -> Result<String> {
    let strings = include_str!("../page/strings.js");
    let mut parts = template.split("{{says.");
    let mut page = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, rest) = part.split_once("}}").context("a text without a name")?;
        let is_it =
            |line: &'static str| line.trim_start().strip_prefix(name)?.strip_prefix(": \"")?.strip_suffix("\",");
        let words = strings.lines().find_map(is_it).with_context(|| format!("strings.js has no text {name}"))?;
        page.push_str(words);
        page.push_str(rest);
    }
    Ok(page)
}

/// A text as a page holds it in little room: deflated (RFC 1951), in base64.
fn small(text: &str) -> Result<String> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(text.as_bytes())?;
    Ok(STANDARD.encode(encoder.finish()?))
}

/// A module as a function that is called once: what it exports, it returns.
fn scope(name: &str, text: &str, before: &[&str]) -> Result<String> {
    let mut body = String::new();
    let mut exports = Vec::new();
    for line in text.lines() {
        if let Some(import) = line.strip_prefix("import ") {
            body.push_str(&imported(import, before)?);
        } else if let Some(rest) = line.strip_prefix("export ") {
            exports.extend(declared(rest));
            body.push_str(rest);
        } else if line.starts_with("//") {
            continue;
        } else {
            body.push_str(line);
        }
        body.push('\n');
    }
    Ok(format!("const {name}Module = (() => {{\n{}\nreturn {{ {} }};\n}})();\n", body.trim(), exports.join(", ")))
}

/// `{ a, b } from "./c.js";` as a declaration.
fn imported(import: &str, before: &[&str]) -> Result<String> {
    let Some((names, from)) = import.split_once(" from \"./") else { bail!("an import of another kind: {import}") };
    let module = from.trim_end_matches(".js\";");
    if !before.contains(&module) {
        bail!("{module} does not stand before what imports it");
    }
    Ok(format!("const {} = {module}Module;", names.trim_start_matches("* as ")))
}

/// The name that a declaration declares.
fn declared(declaration: &str) -> Option<&str> {
    let words = declaration.trim_start_matches("async ").split([' ', '(']);
    words.filter(|word| !matches!(*word, "function" | "const")).find(|word| !word.is_empty())
}
