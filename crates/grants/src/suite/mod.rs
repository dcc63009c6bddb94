//! One suite that every store runs: `store_suite!(Subject)`, and where rows outlive the process, `restart_suite!(Subject)`.
//!
//! What the second seed's sample is weak in (numbers of the ground's list), and the test that says what holds here. Where no
//! store can show it, a test elsewhere does.
//!
//! | | weakness | test |
//! | --- | --- | --- |
//! | 1 | not atomic under threads | [`races::weakness_01_of_eight_threads_one_wins`] |
//! | 2 | consuming and acting are two steps | [`acts::weakness_02_who_is_not_heard_of_again_is_unknown`] |
//! | 3 | nothing persists | [`restarts::weakness_03_what_was_done_is_known_after_a_restart`] |
//! | 4 | a monotonic clock | [`restarts::weakness_04_time_goes_on_after_a_restart`] |
//! | 5 | a caller's "now" | `tests/fail/weakness_05_now_as_an_argument.rs` |
//! | 6 | a lifetime without end | [`answers::weakness_06_every_grant_ends`] |
//! | 7 | issuing overwrites | [`answers::weakness_07_issuing_overwrites_nothing`] |
//! | 8 | anybody can issue | `tests/fail/weakness_08_a_grant_without_a_yes.rs` |
//! | 9 | a hash of no canonical form | [`bindings::weakness_09_arguments_are_their_canonical_bytes`] |
//! | 10 | the hash covers the arguments alone | [`bindings::weakness_10_nothing_of_an_intent_can_be_another`] |
//! | 11 | the tool's definition may change | [`bindings::weakness_11_another_contract_is_refused`] |
//! | 12 | arguments change after the check | [`bindings::weakness_12_what_runs_is_what_was_stored`], `tests/fail/weakness_12_arguments_of_ones_own.rs` |
//! | 13 | a path is resolved when it runs | the staged effect's own tests, `weakness_13_…` |
//! | 14 | no precondition | `crates/grants/tests/grants/weaknesses.rs`, `weakness_14_no_snapshot_is_no_wildcard` |
//! | 15 | errors that tell strangers apart | `crates/twogates/tests/twogates/states.rs`, `weakness_15_all_bad_states_have_one_outward_answer` |
//! | 16 | mismatches leave no trace | [`bindings::weakness_16_a_refusal_is_a_row_and_burns_nothing`] |
//! | 17 | ids that can be guessed | `crates/grants/tests/grants/weaknesses.rs`, `weakness_17_a_handle_is_drawn_and_stored_hashed` |
//! | 18 | comparison in variable time | `crates/grants/tests/grants/weaknesses.rs`, `weakness_18_what_is_compared_is_a_digest` |
//! | 19 | no attempt, executor, result | [`acts::weakness_19_a_grant_says_who_acted_and_what_came_of_it`] |
//! | 20 | no revocation | [`acts::weakness_20_a_yes_is_taken_back_until_it_is_committed`] |
//! | 21 | no several uses | [`acts::weakness_21_each_use_is_a_claim`] |
//! | 22 | no fan-out | [`answers::weakness_22_a_list_is_issued_whole`] |
//! | 23 | no audit | [`audits::weakness_23_each_change_has_its_row`] |
//! | 24 | hashes in logs that can be tried out | `crates/grants/tests/grants/weaknesses.rs`, `weakness_24_a_log_names_no_plain_hash` |
//! | 25 | no bound, no retention | [`keeping::weakness_25_what_is_over_is_forgotten`] |
//! | 26 | a refusal that a wrapper tries again | `crates/grants/tests/grants/weaknesses.rs`, `weakness_26_a_refusal_says_whether_it_may_pass` |
//!
//! Of 16 the ground also proposes to freeze a grant after some mismatches. It is not done: whoever can send a mismatch
//! could then end somebody else's grant (rule `RS-12`).

#![expect(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "tests fail loudly")]

pub mod acts;
pub mod answers;
pub mod audits;
pub mod bindings;
pub mod cases;
pub mod claims;
pub mod clocks;
pub mod keeping;
mod kit;
pub mod races;
pub mod restarts;

pub use kit::{Anyone, Kit};

use crate::Transactions;
use std::sync::Arc;

/// A store under test. Its time stands still until it is moved.
pub trait Subject: Sized + Sync + 'static {
    /// The store.
    type Store: Transactions + 'static;

    /// A fresh store without any row.
    fn empty() -> Self;

    /// The store.
    fn store(&self) -> Arc<Self::Store>;

    /// Moves its clock forward, by so many milliseconds.
    fn advance(&self, ms: u64);

    /// Sets its clock back, by so many milliseconds.
    fn set_back(&self, ms: u64);
}

/// A store whose rows outlive its process.
pub trait Restarts: Subject {
    /// The same rows and the same clock in a new process: whatever was in memory only is gone.
    fn restart(self) -> Self;
}

/// The tests that every store runs, for a type in this module that is a [`Subject`](crate::suite::Subject).
#[macro_export]
macro_rules! store_suite {
    ($subject:ident) => {
        $crate::suite_tests! { $subject;
            acts:
                weakness_02_who_is_not_heard_of_again_is_unknown,
                weakness_19_a_grant_says_who_acted_and_what_came_of_it,
                weakness_20_a_yes_is_taken_back_until_it_is_committed,
                weakness_21_each_use_is_a_claim,
                the_same_attempt_gets_its_claim_again,
                an_old_fence_is_shut_out,
                an_end_is_told_twice_and_stays,
                a_claim_goes_on_once_for_each_round;
            answers:
                weakness_06_every_grant_ends,
                weakness_07_issuing_overwrites_nothing,
                nothing_is_stored_in_the_place_of_a_grant,
                weakness_22_a_list_is_issued_whole,
                a_grant_comes_back_as_it_was_stored,
                a_no_is_recorded_once_and_counted,
                a_no_takes_back_what_nobody_has_acted_on;
            audits:
                weakness_23_each_change_has_its_row,
                rows_are_read_in_pages,
                a_checkpoint_covers_every_chain;
            bindings:
                weakness_09_arguments_are_their_canonical_bytes,
                weakness_10_nothing_of_an_intent_can_be_another,
                weakness_11_another_contract_is_refused,
                weakness_12_what_runs_is_what_was_stored,
                weakness_16_a_refusal_is_a_row_and_burns_nothing;
            cases:
                c018_expiry_is_seen_by_the_claim_itself,
                c093_one_clock_decides,
                c095_a_refusal_for_expiry_is_final,
                c097_one_of_fifty_consumers,
                c099_a_new_yes_is_a_new_grant,
                c101_a_worker_that_died_leaves_an_unknown_end,
                c103_a_failed_effect_stays_spent,
                c105_a_lease_is_not_the_grant,
                c107_a_redelivery_finds_what_is_recorded,
                c128_other_arguments_are_another_refusal,
                c130_nothing_live_is_evicted,
                c138_a_revocation_reaches_the_queue;
            claims:
                the_condition_agrees_with_the_transition_function,
                a_row_that_changed_meanwhile_is_not_written;
            clocks:
                a_clock_that_is_set_back_revives_nothing,
                a_window_is_neither_early_nor_late;
            keeping:
                weakness_25_what_is_over_is_forgotten,
                a_question_is_quiet_when_all_is_said,
                an_epoch_ends_what_is_older,
                a_person_resolves_what_is_unknown,
                all_of_a_principal_is_taken_back,
                grants_are_listed_in_pages,
                a_page_is_not_the_end;
            races:
                weakness_01_of_eight_threads_one_wins,
                one_question_has_one_grant,
                a_yes_and_a_no_at_once_are_one_answer,
                a_claim_and_a_no_at_once_are_in_some_order,
                rows_of_many_threads_are_one_chain;
        }
    };
}

/// The tests of a store whose rows outlive its process, for a type in this module that
/// [restarts](crate::suite::Restarts).
#[macro_export]
macro_rules! restart_suite {
    ($subject:ident) => {
        $crate::suite_tests! { $subject;
            restarts:
                weakness_03_what_was_done_is_known_after_a_restart,
                weakness_04_time_goes_on_after_a_restart,
                c091_a_lifetime_is_the_same_after_a_restart,
                who_holds_a_grant_is_known_after_a_restart,
                a_claim_goes_on_after_a_restart,
                work_that_is_broken_off_leaves_nothing;
        }
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! suite_tests {
    ($subject:ident; $($module:ident: $($name:ident),* $(,)?;)*) => {
        $(
            mod $module {
                $(
                    #[test]
                    fn $name() {
                        $crate::suite::$module::$name::<super::$subject>();
                    }
                )*
            }
        )*
    };
}
