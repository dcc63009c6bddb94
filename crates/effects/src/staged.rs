//! Deleting a file in two halves, of which the first can be taken back.
//!
//! There is no conditional deletion on Linux, and whoever looks at a file and deletes it afterwards deletes what stands
//! there *then*. So:
//!
//! 1. [`Folder::set_aside`] moves the file into the quarantine, replacing nothing, under a name made from the grant and
//!    the fence of its claim, and looks at what it moved. If that is not the very object that the person was shown, it is
//!    put back, again replacing nothing, and nothing ran.
//! 2. The store commits: `executed`, in one conditional write. That is the moment at which the deletion happens.
//! 3. [`Aside::purge`] removes what was set aside. Whoever crashed before is finished by [`Folder::recover`].
//!
//! [`Folder::delete`] is all three, from a claim to the end that the store is told.
//!
//! A worker that comes back after another took its claim over finds its stage gone: the other moved it on to a name of its
//! own fence. So the file system is fenced too, by the same numbers as the store.
//!
//! What it costs, and does not hold:
//!
//! - A file that took the approved one's place is absent for an instant, when it comes between the look before and the
//!   move. If a third has taken the path in that instant, the second stays in the quarantine and a person is told.
//! - A process that has the file open can still write to it; what it writes is gone with the file.
//! - Regular files alone, in folders of one file system, reached without any symbolic link.

mod aside;
mod delete;
mod fit;
mod folder;
mod look;
mod path;
mod recover;
mod refusal;
mod rows;

pub use aside::{Aside, PutBack};
pub use delete::{Begun, Half};
pub use folder::{Folder, Point};
pub use path::{BadPath, FilePath, Stage};
pub use recover::{Recovered, Standing};
pub use refusal::{NotAside, Unfit};
pub use rows::NotRecovered;
