//! Ids from the operating system.

use consent::Dice;

/// Draws from the operating system's own source of randomness: for every server that is not a lesson.
///
/// ```
/// use twogates::OsDice;
/// use twogates::consent::Dice;
/// assert_ne!(OsDice.draw(), OsDice.draw());
/// ```
#[derive(Debug, Clone, Copy, Default)]
pub struct OsDice;

impl Dice for OsDice {
    #[expect(clippy::expect_used, reason = "without randomness an id could be guessed: stopping is the only answer")]
    fn draw(&self) -> [u8; 16] {
        let mut id = [0; 16];
        getrandom::fill(&mut id).expect("the operating system gives random bytes");
        id
    }
}
