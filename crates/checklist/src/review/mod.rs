//! The review of a tool list.
