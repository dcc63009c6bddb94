//! What every lesson's program needs: a terminal, somebody at the prompt, and the words for a slip in the arguments.

pub mod ask;
pub mod show;

mod cast;
mod nearest;
mod program;
mod terminal;
mod wrong;

pub use cast::{Cast, Scripted};
pub use nearest::nearest;
pub use program::program;
pub use terminal::Terminal;
pub use wrong::{Wrong, number, value};
