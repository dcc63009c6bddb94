//! The interactive figure: one call through both gates, every step of it played by the lab.
//!
//! The page knows no gate. It walks a graph whose every edge was played here, by the server, the hosts and the vectors of
//! the crate `lab`.
//!
//! - what there is to choose: [`calls`] before a run, [`choice`] within it, and [`phase`], which says what can follow what;
//! - the graph: [`play`] plays a path, [`explore`] lets happen whatever can, [`graph`] keeps what is equal once, and
//!   [`told`] adds the attacks of both lessons as the vectors that retell them;
//! - the page: [`pack`] writes the graph as one JSON text and says what stands where, [`unpack`] reads it back, [`link`] puts
//!   it together with the modules in `page/`, and [`figure`] does all of it;
//! - [`paths`]: paths with what the crates say, for whoever checks the page; [`cli`]: the program.
//!
//! An edge carries the step of a vector that it is, so that every path is a vector too: the page joins the steps and what is
//! expected of each. With a defence off a step expects what comes while it is on, for that is what a vector expects.

pub mod calls;
pub mod choice;
pub mod cli;
pub mod explore;
pub mod figure;
pub mod graph;
pub mod link;
pub mod pack;
pub mod paths;
pub mod phase;
pub mod play;
pub mod told;
pub mod unpack;
