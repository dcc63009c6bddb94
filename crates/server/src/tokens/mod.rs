//! Access tokens: those of an authorization server, and the fixed ones of a demonstration.

mod fixed;
mod jwks;
mod jwt;
mod seen;

pub(crate) use fixed::Fixed;
pub(crate) use jwt::{Jwt, algorithm};

use twogates::{Token, Tokens};

/// A server without an authorization server and without a demonstration takes no token at all.
#[derive(Debug)]
pub(crate) struct Nobody;

impl Tokens for Nobody {
    fn verify(&self, _: &str) -> Option<Token> {
        None
    }
}
