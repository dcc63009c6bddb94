//! The checklist for a consent and authorization design, and the review of any server's tool list.
//!
//! - [`sections`]: the checklist as data. Each [`Line`] is a question, answered yes or no; it cites its rules, whose
//!   sentences are printed and never written again here, and points to its [`Evidence`].
//! - [`page`]: the checklist as Markdown, and as HTML that prints on one sheet of A4.
//! - [`shipped`]: what stands in `outputs/`: written, or compared.
//! - [`review`]: a server's `tools/list`, tool by tool: what its hints come to, who must be asked, what looks wrong.
//! - [`cli`]: the program.

pub mod cli;
pub mod page;
pub mod review;
pub mod sections;
pub mod shipped;

mod evidence;

pub use evidence::{Evidence, Missing};
pub use sections::{Line, Section};
