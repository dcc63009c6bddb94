//! The store.

use crate::readers::Readers;
use crate::time::Time;
use crate::writer::Writer;
use crate::{Effects, Fault, Opening, Tables};
use consent::Moment;
use grants::{Bid, Broken, Grant, GrantId, NotUsable, Table, Transactional, Transactions};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// Grants in one SQLite file. [`Store`](grants::Store) and [`Upkeep`](grants::Upkeep) follow from what it does.
///
/// ```
/// # use twogates_grants_sqlite as grants_sqlite;
/// use grants::{NotUsable, State, Store};
/// use grants_sqlite::{Fault, Sqlite};
/// # use consent::{EffectClass, Evidence, Intent, Moment, QuestionId, Snapshot, Until};
/// # use grants::{AttemptId, Authority, Claiming, GrantRef, Item, NewGrant};
/// # #[derive(Debug)]
/// # struct Anyone;
/// # impl Authority for Anyone {
/// #     fn may_still(&self, _: &Intent) -> bool { true }
/// # }
/// # let folder = std::env::temp_dir().join(format!("two-gates-example-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder).unwrap();
/// # let file = folder.join("grants.db");
/// # let intent = Intent {
/// #     server: "notes".into(),
/// #     contract: wire::Digest::of("example/contract", &[]),
/// #     principal: scope::Principal { issuer: "https://auth.example".into(), subject: "alice".into(), client: None },
/// #     call: wire::Call::new("delete_note", &Default::default()),
/// #     snapshot: Snapshot::Absent { shown: "nothing".into() }.bound(),
/// #     uses: 1,
/// #     until: Until::At(Moment::from_store(1 << 50)),
/// #     evidence: Evidence::ReportedByClient,
/// # };
/// # let (reference, question) = (GrantRef::new([7; 16], intent.call.arg_hash()), QuestionId::from_bytes([1; 16]));
/// # let claiming = |attempt| Claiming {
/// #     grant: reference.id(),
/// #     arg_hash: reference.arg_hash(),
/// #     server: intent.server_digest(),
/// #     contract: intent.contract,
/// #     attempt: AttemptId::from_bytes([attempt; 16]),
/// #     lease_ms: 60_000,
/// # };
/// # let yes = NewGrant {
/// #     reference: reference.clone(), question, item: Item::ONLY, intent: intent.clone(), effect: EffectClass::AtMostOnce,
/// # };
/// let store = Sqlite::open(&file)?;
/// // `yes` is what a person approved, and `claiming` what a worker presents.
/// store.issue(&[yes]).unwrap();
/// assert_eq!(store.claim(&claiming(1), &Anyone).unwrap().state, State::Claimed);
/// drop(store);
///
/// // Another process has the file and nothing else: the yes is spent.
/// let store = Sqlite::open(&file)?;
/// assert_eq!(store.claim(&claiming(2), &Anyone), Err(NotUsable::Used));
/// # drop(store);
///
/// // Someone puts an old backup back. It is refused, for in it the yes is unspent.
/// # std::fs::remove_file(&file).unwrap();
/// assert!(matches!(Sqlite::open(&file), Err(Fault::Restored { .. })));
/// # std::fs::remove_dir_all(&folder).unwrap();
/// # Ok::<(), Fault>(())
/// ```
#[derive(Debug)]
pub struct Sqlite {
    // The writer ends last, and leaves one tidy file behind.
    readers: Readers,
    writer: Writer,
    time: Time,
    schema: u32,
}

impl Sqlite {
    /// How many rows a store takes when nothing else is said.
    pub const CAPACITY: u64 = 100_000_000;

    /// The store in this file, yet to be opened.
    pub fn at(path: impl AsRef<Path>) -> Opening {
        Opening::at(path.as_ref())
    }

    /// Opens the store in this file with the system's clock, and makes the file where there is none.
    ///
    /// # Errors
    ///
    /// [`Fault`] says why it cannot be used.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, Fault> {
        Self::at(path).open()
    }

    pub(crate) const fn of(readers: Readers, writer: Writer, time: Time, schema: u32) -> Self {
        Self { readers, writer, time, schema }
    }

    /// The version of its tables when it was opened. A newer program may have raised it, and left the database to this one.
    #[must_use]
    pub const fn schema(&self) -> u32 {
        self.schema
    }
}

impl Transactions for Sqlite {
    fn now(&self) -> Moment {
        Moment::from_store(self.time.ms())
    }

    fn transact<T, W>(&self, work: W) -> Result<T, NotUsable>
    where
        T: Send + 'static,
        W: Fn(&mut dyn Table) -> Result<T, Broken> + Send + 'static,
    {
        Ok(self.writer.ask(move |tables| Ok(work(tables)?))?)
    }

    fn look<T, W>(&self, work: W) -> Result<T, NotUsable>
    where
        T: Send + 'static,
        W: Fn(&mut dyn Table) -> Result<T, Broken> + Send + 'static,
    {
        Ok(self.readers.look(|tables| Ok(work(tables)?))?)
    }

    fn claim_known(&self, bid: Bid, known: Grant) -> Result<Result<Grant, NotUsable>, NotUsable> {
        let known = Mutex::new(Some(known));
        let known = move || known.lock().unwrap_or_else(PoisonError::into_inner).take();
        Ok(self.writer.ask(move |tables| Ok(grants::claim(tables.knowing(known()), &bid)?))?)
    }

    fn find(&self, grant: GrantId) -> Result<Option<Grant>, NotUsable> {
        // Whoever claims next finds the pages where they were read.
        match self.writer.glance(|desk| desk.find(grant))? {
            Some(found) => Ok(found),
            None => Ok(self.readers.find(grant)?),
        }
    }
}

impl Transactional for Sqlite {
    type Open<'a> = Tables<'a>;
    type Effects<'a> = Effects<'a>;

    fn effects<'a>(open: &'a mut Tables<'_>) -> Effects<'a> {
        open.effects()
    }

    fn transact_within<T, W>(&self, work: W) -> Result<T, NotUsable>
    where
        T: Send + 'static,
        W: Fn(&mut Tables<'_>) -> Result<T, Broken> + Send + 'static,
    {
        Ok(self.writer.ask(move |tables| Ok(work(tables)?))?)
    }
}
