//! The matrix as a page.

use super::{Matrix, Row, named};
use rules::Defence;
use std::fmt::Write as _;

const HEAD: &str = "# The defence matrix

Every check of the code is a named defence, and every attack is a file in [tests/vectors](../tests/vectors). Each vector
was played with every defence on, without each defence, without each pair of them, and without each of its own sets. It
came through when a step showed what its file says that is gained; and without one defence, or where no defence is what it
is about, also when anything else happened in the world than its steps expect. What follows is what came of it.
";

impl Matrix {
    /// The page: what each defence stops, what each attack needs, and both as a grid. The same matrix gives the same bytes.
    #[must_use]
    pub fn page(&self) -> String {
        let mut page = HEAD.to_owned();
        // Writing to a string has no way to fail.
        let _ = self.write(&mut page);
        page
    }

    fn write(&self, page: &mut String) -> std::fmt::Result {
        let attacks: Vec<_> = self.rows.iter().filter(|row| !row.vector.stops.is_empty()).collect();
        let others: Vec<_> = self.rows.iter().filter(|row| row.vector.stops.is_empty()).collect();
        let problems = self.problems();
        writeln!(
            page,
            "\n{} vectors: {} attacks on {} defences, and {} runs that no defence is about. {} runs; {} came \
             through, none of them with every defence on.",
            self.rows.len(),
            attacks.len(),
            Defence::ALL.len(),
            others.len(),
            self.runs(),
            self.rows.iter().map(|row| row.through.len()).sum::<usize>(),
        )?;
        match problems.as_slice() {
            [] => writeln!(
                page,
                "Honest runs that a defence keeps working count as attacks too, such as [032](../tests/vectors/032-broader-scope.json), \
                 [037](../tests/vectors/037-one-by-one.json) and [040](../tests/vectors/040-lost-scope.json): what comes \
                 through without it is that they fail.\n\nA vector came through exactly when all of one of its sets \
                 were off, and nothing that makes it moot. No defence is decoration."
            )?,
            problems => problems.iter().try_for_each(|problem| writeln!(page, "- **{problem}**"))?,
        }
        self.write_defences(page)?;
        write_attacks(page, &attacks)?;
        write_grid(page, &attacks)?;
        writeln!(page, "\n## Runs that no defence is about\n")?;
        writeln!(
            page,
            "Honest runs, which a server that refuses everything fails, and attacks on what cannot be switched off. Without \
             any defence, and without any pair, just what is expected happened in the world. Where some answer reads \
             otherwise without one defence, that is said.\n"
        )?;
        others.iter().try_for_each(|row| {
            let reads = if row.otherwise.is_empty() { "" } else { "; reads otherwise without " };
            writeln!(page, "- {}: {}{reads}{}", link(row), row.vector.title, row.otherwise())
        })
    }

    fn write_defences(&self, page: &mut String) -> std::fmt::Result {
        writeln!(page, "\n## What each defence stops\n")?;
        writeln!(
            page,
            "Alone: without this defence alone these come through. Second line: these come through without it and others.\n"
        )?;
        writeln!(page, "| | defence | rule | what it stops | alone | second line |\n|---|---|---|---|---|---|")?;
        for (defence, number) in Defence::ALL.iter().zip(1..) {
            let with = |alone: bool| {
                let needs =
                    |row: &&Row| row.vector.stops.iter().any(|set| set.contains(defence) && (set.len() == 1) == alone);
                self.rows.iter().filter(needs).map(link).collect::<Vec<_>>().join(" ")
            };
            let (alone, second) = (with(true), with(false));
            let (rule, stops) = (defence.rule().id, defence.stops());
            writeln!(page, "| {number} | {defence} | {rule} | {stops} | {alone} | {second} |")?;
        }
        Ok(())
    }
}

impl Row {
    fn otherwise(&self) -> String {
        self.otherwise.iter().map(|defence| defence.name()).collect::<Vec<_>>().join(", ")
    }
}

fn write_attacks(page: &mut String, attacks: &[&Row]) -> std::fmt::Result {
    writeln!(page, "\n## What each attack needs\n")?;
    writeln!(
        page,
        "It comes through when all defences of one of its sets are off. Where what makes it moot is off as well, there is no harm to do: \
         where nothing is checked, nobody is sent back for more.\n"
    )?;
    writeln!(page, "| vector | what is tried | comes through without | moot without |\n|---|---|---|---|")?;
    for row in attacks {
        let sets = row.vector.stops.iter().map(|set| named(set)).collect::<Vec<_>>().join(", or ");
        writeln!(page, "| {} | {} | {sets} | {} |", link(row), row.vector.title, named(&row.vector.moot))?;
    }
    Ok(())
}

/// One letter for each attack and defence, as played: the columns are the defences by their numbers.
fn write_grid(page: &mut String, attacks: &[&Row]) -> std::fmt::Result {
    writeln!(page, "\n## As a grid\n")?;
    writeln!(
        page,
        "`#` came through without this defence alone, `+` only without it and others, `m` moot without it, `.` stopped all \
         the same.\n\n```text"
    )?;
    let digits = |digit: fn(usize) -> usize| {
        (1..=Defence::ALL.len()).map(|number| digit(number).to_string()).collect::<String>()
    };
    writeln!(page, "    {}\n    {}", digits(|number| number / 10), digits(|number| number % 10))?;
    for row in attacks {
        let letters: String = Defence::ALL.iter().map(|defence| letter(row, *defence)).collect();
        writeln!(page, "{} {letters}  {}", number(row), row.vector.name.split_once('-').map_or("", |(_, name)| name))?;
    }
    writeln!(page, "```")
}

fn letter(row: &Row, defence: Defence) -> char {
    if row.through.iter().any(|off| off.as_slice() == [defence]) {
        '#'
    } else if row.vector.stops.iter().any(|set| set.contains(&defence) && row.through.contains(set)) {
        '+'
    } else if row.vector.moot.contains(&defence) {
        'm'
    } else {
        '.'
    }
}

fn number(row: &Row) -> &str {
    row.vector.name.split('-').next().unwrap_or_default()
}

fn link(row: &Row) -> String {
    format!("[{}](../tests/vectors/{}.json)", number(row), row.vector.name)
}
