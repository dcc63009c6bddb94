//! `grants-admin`: what an operator does with a store of grants. All that it does is in the library.

use grants::SystemClock;
use std::io::{self, BufWriter, Write};
use std::process::ExitCode;
use std::sync::Arc;
use twogates_grants_admin::cli::{Around, run, unwritten};

fn main() -> ExitCode {
    // An argument that is not Unicode is the name of a file, or nothing that is known.
    let arguments: Vec<String> =
        std::env::args_os().skip(1).map(|argument| argument.to_string_lossy().into_owned()).collect();
    let mut output = BufWriter::new(io::stdout().lock());
    let mut around = Around {
        input: &mut io::stdin().lock(),
        output: &mut output,
        errors: &mut io::stderr().lock(),
        store: std::env::var("GRANTS_STORE").ok(),
        clock: Arc::new(SystemClock),
    };
    let ended = run(&arguments, &mut around);
    let ended = ended.and_then(|code| output.flush().map(|()| code));
    ended.unwrap_or_else(|error| unwritten(&error, &mut io::stderr().lock()))
}
