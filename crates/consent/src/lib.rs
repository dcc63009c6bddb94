//! Gate two: did a human say yes to this very call?
//!
//! The server's side: [`ConsentGate`] asks, and judges what comes back. The state in between is sealed; what a yes
//! covers is an [`Intent`]; what comes of it is an [`Approval`], which only a grant store can spend.
//!
//! The host's side: [`host`] keeps trust, standing rules and the ledger of answers, and decides whether the host itself
//! asks. [`hints`] reads a tool's annotations, and [`render`] what a person sees.
//!
//! Pure: values in, decisions out. Time, randomness and keys come in as values.

pub mod hints;
pub mod host;
pub mod render;

mod approval;
mod arguments;
mod asked_for;
mod contract;
mod gate;
mod intent;
mod key;
mod moment;
mod opened;
mod policy;
mod question;
mod refusal;
mod reply;
mod round;
mod schema;
mod seal;
mod snapshot;

pub use approval::{Answered, Approval, Denial};
pub use arguments::parsed;
pub use contract::{ClosedWorldRead, Contract, Effect, EffectClass, List, MOST_ITEMS, Tool};
pub use gate::{ConsentGate, NotPrepared, Unasked};
pub use intent::{Dice, Intent, QuestionId, Until, server_digest};
pub use key::{BadKey, Key, KeyRing};
pub use moment::Moment;
pub use opened::{NotAnswered, Opened};
pub use policy::{Evidence, Lifetime, Policy, Uses, Window};
pub use question::{ANSWER_WITHIN_MS, Prepared, Question};
pub use refusal::{BadArguments, BadState, CannotAsk, No};
pub use round::{Round, RoundOf};
pub use snapshot::{BoundSnapshot, Changed, How, Snapshot};
