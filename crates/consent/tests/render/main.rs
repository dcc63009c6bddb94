//! What a person sees: nothing in a text hides, forges or moves what stands around it.
#![expect(clippy::unwrap_used, reason = "tests fail loudly")]

mod line;
mod properties;
mod question;
mod time;
mod value;
