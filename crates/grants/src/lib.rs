//! What outlives the request: the grant, the stored record of a yes, which the worker spends when it acts.
//!
//! An approval that is valid for a request must never authorize an execution that outlives it (rule `GRANT-01`). So
//! every yes becomes a row in a store, whoever acts claims that row with one conditional write, and acting at once is
//! claiming at once: there is no second path (rule `GRANT-02`).
//!
//! - [`transition`]: what may become of a grant, as one pure function. Every store and every test uses it.
//! - [`Store`]: what a store does. Whoever writes a new one implements [`Transactions`] and [`Table`]: rows in one open
//!   transaction. All that is decided is written once, over these. [`Memory`] is the store for lessons and tests.
//! - [`Grants`]: the typed face of a store. [`Grants::claim`] is the only way to a [`Claim`], and a claim the only way
//!   to the arguments that a person approved.
//! - [`Transactional`]: a store in whose own transaction an effect can take place.
//! - [`audit`]: which approval allowed this effect, and what became of it.
//!
//! Feature `durable`: what a durable store and its operator need beside that (`stored`, `Upkeep`). Feature `suite`: the
//! tests that every store runs.

pub mod audit;
#[cfg(feature = "durable")]
pub mod stored;
#[cfg(feature = "suite")]
pub mod suite;
pub mod transition;

mod claim;
mod clock;
mod face;
mod ledger;
mod memory;
mod record;
mod refusal;
mod store;
mod table;
#[cfg(feature = "durable")]
mod upkeep;
mod within;

pub use claim::{BrokenOff, Claim, FirstHalf, Halfway, OpenRound, Running, Settled};
pub use clock::{Clock, FakeClock, SystemClock};
pub use face::{Grants, Issued, IssuedList};
#[cfg(feature = "durable")]
pub use ledger::{claim, record_claim};
#[cfg(feature = "durable")]
pub use memory::Backup;
pub use memory::Memory;
pub use record::{AttemptId, Denied, Grant, GrantId, GrantRef, Held, How, Item, NewGrant, Order, Standing};
pub use refusal::NotUsable;
pub use store::{Authority, Claiming, Freshness, NoesOf, Store};
pub use table::{Broken, Room, Table, Transactions, Which};
pub use transition::{Bid, End, Event, Holder, State, Step, step};
#[cfg(feature = "durable")]
pub use upkeep::{Background, Forgotten, Raised, Retention, Revoked, Upkeep};
pub use within::Transactional;
