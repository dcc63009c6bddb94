//! The table of vectors over HTTP: store by verdict.

use super::which::NotPlayed;
use std::fmt::Write;

/// What came of one vector.
pub(crate) struct Row {
    /// Its name.
    pub(crate) name: String,
    /// Why it was not played, or what came of it on each store: nothing where it holds.
    pub(crate) came: Result<Vec<Option<String>>, NotPlayed>,
}

/// The page.
pub(crate) fn page(stores: &[&str], rows: &[Row]) -> String {
    let mut page = String::from("# Vectors over HTTP\n\n");
    let played = || rows.iter().filter_map(|row| row.came.as_ref().ok());
    let host = rows.iter().filter(|row| row.came == Err(NotPlayed::OfTheHost)).count();
    let needs: Vec<_> = rows
        .iter()
        .filter_map(|row| match &row.came {
            Err(NotPlayed::Needs(needs)) => Some((row.name.as_str(), needs)),
            _ => None,
        })
        .collect();
    // Writing into a string cannot fail.
    let _ = writeln!(
        page,
        "`scripts/parts/67-vectors-over-http` plays the vectors against `two-gates serve`, a process of its own for each.\n\
         Its clock is moved by a library of the tests' own that is loaded before the C library, and that of PostgreSQL in the one\n\
         function that tells it the time; tokens are signed by an issuer of the tests' own; files, payments, grants and\n\
         searches are looked at from outside. What only a run in process knows (`code`, `rule`, `audit`) is not compared.\n\n\
         {} vectors concern a host alone; those the lab plays. Of the other {}, {} are played here.\n",
        host,
        rows.len() - host,
        played().count()
    );
    page.push_str("| store | hold | fail |\n| --- | ---: | ---: |\n");
    for (place, store) in stores.iter().enumerate() {
        let failed = played().filter(|came| came.get(place).is_some_and(Option::is_some)).count();
        let _ = writeln!(page, "| {store} | {} | {failed} |", played().count() - failed);
    }
    if !needs.is_empty() {
        let _ = writeln!(page, "\n**Not played, {}.** Each needs:\n", needs.len());
    }
    for (name, needs) in needs {
        let _ = writeln!(page, "- {name}: {needs}.");
    }
    let _ = writeln!(page, "\n| vector | {} |\n| --- |{}", stores.join(" | "), " --- |".repeat(stores.len()));
    for row in rows {
        let Ok(came) = &row.came else { continue };
        let cells = came.iter().map(|failure| if failure.is_none() { " holds |" } else { " FAILS |" });
        let _ = writeln!(page, "| {} |{}", row.name, cells.collect::<String>());
    }
    page
}
