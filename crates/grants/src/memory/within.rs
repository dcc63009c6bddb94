//! Effects within a store in memory: it keeps a book beside the grants, for lessons and tests.

use super::open::Open;
use super::{Broken, Memory};
use crate::{NotUsable, Transactional};
use std::collections::BTreeMap;

impl Memory {
    /// What effects have put into the book, by name.
    #[must_use]
    pub fn book(&self) -> BTreeMap<String, String> {
        self.begin().0.book.clone()
    }
}

impl Transactional for Memory {
    type Open<'a> = Open<'a>;
    type Effects<'a> = &'a mut BTreeMap<String, String>;

    fn effects<'a>(open: &'a mut Open<'_>) -> &'a mut BTreeMap<String, String> {
        &mut open.rows.book
    }

    fn transact_within<T, W>(&self, work: W) -> Result<T, NotUsable>
    where
        T: Send + 'static,
        W: Fn(&mut Open<'_>) -> Result<T, Broken> + Send + 'static,
    {
        let (mut rows, at) = self.begin();
        // Work that is broken off leaves nothing behind.
        let mut changed = rows.clone();
        let came = work(&mut Open { rows: &mut changed, at, defences: self.defences })?;
        *rows = changed;
        Ok(came)
    }
}
