//! The student is the person at the prompt.

use super::{Options, Terminal};
use crate::acts;
use lesson::ask;
use std::io;

/// Plays an act, or the main path, with the student at the prompt.
pub(super) fn play(options: &Options, terminal: &mut Terminal) -> io::Result<()> {
    ask::play(options.act.map(|act| act.name), terminal, |cast| {
        let played = match options.act {
            None => acts::main_path(cast, &options.without).map(drop),
            Some(act) => acts::one(act, cast, &options.without).map(drop),
        };
        played.map_err(io::Error::other)
    })
}
