//! The program: what it is told, and what it writes.

use crate::figure::Figure;
use anyhow::{Context, Result, bail};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// What `--help` says.
pub const HELP: &str = "\
Renders the interactive figure: one call through both gates, every step of it played by the lab.

  figure            writes outputs/consent-gates.html
  figure --check    fails when it is stale
  figure --size     says how large the figure is, part by part
  figure --paths    prints paths through the written page, one a line, with what the crates say to each step
";

/// The page, from the root.
pub const PAGE: &str = "outputs/consent-gates.html";

/// How large it may be, in bytes.
pub const MOST: usize = 400_000;

/// Runs the program.
///
/// # Errors
///
/// When the arguments are none of those that [`HELP`] shows, when a path is no vector, when the page is stale or too large,
/// and when something cannot be read or written.
pub fn run(arguments: &[String], output: &mut dyn Write) -> Result<()> {
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let here = std::env::current_dir()?;
    match arguments.as_slice() {
        [] => {
            let root = root(&here)?;
            let page = small(Figure::explore(&root)?.page()?)?;
            fs::write(root.join(PAGE), page).with_context(|| PAGE.to_owned())
        }
        ["--check"] => {
            let root = root(&here)?;
            let found = fs::read_to_string(root.join(PAGE)).with_context(|| PAGE.to_owned())?;
            if found != small(Figure::explore(&root)?.page()?)? {
                bail!("{PAGE} is stale; run scripts/outputs figure");
            }
            Ok(writeln!(output, "{PAGE} is what comes out now")?)
        }
        ["--size"] => Ok(output.write_all(size(&Figure::explore(&root(&here)?)?)?.as_bytes())?),
        ["--paths"] => {
            let root = root(&here)?;
            for path in Figure::read(&fs::read_to_string(root.join(PAGE)).with_context(|| PAGE.to_owned())?)?.paths() {
                writeln!(output, "{}", path.line(&root)?)?;
            }
            Ok(())
        }
        ["--help" | "-h"] => Ok(output.write_all(HELP.as_bytes())?),
        _ => bail!("unknown arguments; --help says what is known"),
    }
}

/// The root of the repository: the nearest folder, from `from` upwards, that has this crate in it.
///
/// # Errors
///
/// When there is none.
pub fn root(from: &Path) -> Result<PathBuf> {
    let found = from.ancestors().find(|folder| folder.join("crates/figure/page/index.html").is_file());
    found.map(Path::to_owned).context("run it inside the repository of Two Gates")
}

fn small(page: String) -> Result<String> {
    if page.len() > MOST {
        bail!("the page has {} bytes, and may have {MOST}", page.len());
    }
    Ok(page)
}

fn size(figure: &Figure) -> Result<String> {
    let Figure { graph, starts, tales } = figure;
    let page = figure.page()?;
    let parts: usize = graph.parts().iter().map(String::len).sum();
    Ok(format!(
        "{} nodes, {} edges, {} parts of {parts} bytes\n{} settings, {} runs that the lessons tell\n\
         the graph: {} bytes; the page: {} bytes of {MOST}\n",
        graph.nodes().len(),
        graph.edges().len(),
        graph.parts().len(),
        starts.len(),
        tales.len(),
        figure.packed().len(),
        page.len(),
    ))
}
