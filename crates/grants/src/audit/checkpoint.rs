//! What ties the chains of all questions together.
//!
//! A question's rows are one chain, so that questions do not wait for each other. Every so often a checkpoint covers each
//! chain that grew since the last one, and follows from it. Whoever keeps the chain value of one checkpoint somewhere else
//! sees that not one row of all that it covers was changed, cut off or left out.

use super::Head;
use consent::{Moment, QuestionId};
use wire::Digest;

/// One checkpoint.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checkpoint {
    /// Its number, from 1, without gaps.
    pub number: u64,
    /// When, by the store's clock.
    pub at: Moment,
    /// Set where the operator had what ended before this moment forgotten: a chain that is older may be gone.
    pub forgot_before: Option<Moment>,
    /// The chains that grew since the checkpoint before, each as far as it had come.
    pub covered: Vec<Covered>,
    /// The chain value of the checkpoint before.
    pub previous: Option<Digest>,
    /// The chain value of this one.
    pub chain: Digest,
}

/// A chain, as far as a checkpoint covers it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Covered {
    /// Whose it is.
    pub question: Option<QuestionId>,
    /// Its last row by then.
    pub head: Head,
}

impl Checkpoint {
    /// The checkpoint after another, over these chains.
    #[must_use]
    pub fn after(previous: Option<&Self>, at: Moment, forgot_before: Option<Moment>, covered: Vec<Covered>) -> Self {
        let number = previous.map_or(1, |previous| previous.number.saturating_add(1));
        let previous = previous.map(|previous| previous.chain);
        let mut checkpoint =
            Self { number, at, forgot_before, covered, previous, chain: Digest::from_bytes([0; Digest::LENGTH]) };
        checkpoint.chain = checkpoint.link();
        checkpoint
    }

    /// The chain value that follows from every other field.
    #[must_use]
    pub fn link(&self) -> Digest {
        let covered: Vec<_> = self.covered.iter().map(Covered::digest).collect();
        let forgot = self.forgot_before.map(|moment| moment.ms().to_be_bytes());
        let (number, at) = (self.number.to_be_bytes(), self.at.ms().to_be_bytes());
        let mut parts: Vec<&[u8]> = vec![
            self.previous.as_ref().map_or(&[], |digest| digest.bytes().as_slice()),
            &number,
            &at,
            forgot.as_ref().map_or(&[], <[u8; 8]>::as_slice),
        ];
        parts.extend(covered.iter().map(|digest| digest.bytes().as_slice()));
        Digest::of("two-gates/checkpoint/1", &parts)
    }
}

impl Covered {
    fn digest(&self) -> Digest {
        let Head { place, chain, at } = self.head;
        Digest::of(
            "two-gates/covered/1",
            &[
                self.question.as_ref().map_or(&[], |question| question.bytes().as_slice()),
                &place.to_be_bytes(),
                chain.bytes(),
                &at.ms().to_be_bytes(),
            ],
        )
    }
}
