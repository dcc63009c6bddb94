//! Lesson 26: durable grants, or the approval that outlived its request.
//!
//! [`acts`] play on a [`Stage`]: the deployment that went wrong ([`bearer`]), the remedy that was proposed for it
//! ([`seed_remedy`]), what that remedy still lets through, and what this project does. What happens is recorded, and every
//! line that is printed is rendered from what was recorded.

pub mod acts;
pub mod bearer;
pub mod cli;
#[cfg(target_os = "linux")]
pub mod crash;
pub mod decided;
pub mod desk;
#[cfg(target_os = "linux")]
pub mod ours;
#[cfg(target_os = "linux")]
pub mod second;
pub mod seed_remedy;
pub mod services;
pub mod stage;
pub mod states;
pub mod tools;

pub use stage::Stage;
