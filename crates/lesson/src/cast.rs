//! Who answers the prompts of a lesson.

use lab::host::{Person, Reply, Script};
use lab::recorder::Recorder;
use std::sync::{Arc, Mutex};

/// Who answers the prompts.
pub trait Cast {
    /// The person for the next prompts, where the script has them answer so.
    fn person(&self, script: &[Reply]) -> Box<dyn Person>;

    /// Shows them what is recorded, as it is recorded.
    fn watch(&self, recorder: &Arc<Mutex<Recorder>>) {
        let _ = recorder;
    }

    /// Whether they answer as they like, so that nobody knows beforehand what comes of it.
    fn improvises(&self) -> bool {
        false
    }

    /// What is to be said once, below the first heading that they see.
    fn says_first(&self) -> Option<&'static str> {
        None
    }
}

/// Everyone answers as the script says.
#[derive(Debug, Clone, Copy, Default)]
pub struct Scripted;

impl Cast for Scripted {
    fn person(&self, script: &[Reply]) -> Box<dyn Person> {
        Box::new(Script::of(script))
    }
}
