//! From a claim to the end that the store is told, class by class.

mod at_most_once;
mod conditional;
mod keyed;
#[cfg(target_os = "linux")]
mod recovery;
#[cfg(target_os = "linux")]
mod staged;
