//! This project's way, on a real folder: the lab's server, whose deletions are deferred, a nasty queue, and workers.

use crate::Stage;
use crate::decided::{LEASE_MS, LIFE_MS, decision, refused};
use anyhow::{Context, anyhow};
use effects::staged::{Begun, Folder, Half};
use lab::World;
use lab::host::{Host, Pending, Reply, Sent};
use lab::queue::{Delivery, Failure, NastyQueue};
use lab::recorder::Recorder;
use lab::server::{LabServer, Settings};
use lab::tools::{DeleteFile, Disk};
use rules::{Defence, grant};
use serde_json::{Map, json};
use std::fs::{self, File, FileTimes};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::{Arc, Mutex};
use std::time::{Duration, UNIX_EPOCH};
use tempfile::TempDir;
use twogates::consent::{EffectClass, Snapshot};
use twogates::grants::{Claim, Clock, Grant, GrantRef, Grants, NotUsable, State, Store};

/// What is in the file that Alice approves.
const NOTES: &str = "Call the bank. Water the plants. Ask Bob about the report.\n";
/// The file that is to be deleted.
const NAME: &str = "notes.txt";
/// What comes of a file that was set aside and must not be deleted.
const BACK: &str = "put notes.txt back";
/// What another process writes in its place.
const MINUTES: &str = "Minutes of the meeting.\n";

/// Files of a real folder, for the lab's server to show and bind.
#[derive(Debug)]
struct RealFolder(Folder);

impl Disk for RealFolder {
    fn effect(&self) -> EffectClass {
        effects::deletion_class()
    }

    fn snapshot(&self, path: &str) -> Snapshot {
        self.0.shown(path)
    }
}

/// What an act may set.
#[derive(Debug, Clone, Default)]
pub struct Set {
    /// How long a grant lives from its question, in milliseconds; [`LIFE_MS`] when nothing is said.
    pub life_ms: Option<u64>,
    /// Where the grants are; in memory when nothing is said.
    pub store: Option<Arc<dyn Store>>,
    /// The folder that holds `files` and `quarantine`; a temporary one when nothing is said.
    pub place: Option<PathBuf>,
    /// Whether what passes between host and server stays out of the transcript.
    pub quiet: bool,
}

/// A server whose deletions are deferred, its folder, its queue, and Alice.
pub struct Ours {
    /// The server that keeps both gates.
    pub server: Rc<LabServer>,
    /// Its folder, and the quarantine.
    pub folder: Folder,
    /// Its queue, which carries references.
    pub queue: NastyQueue<GrantRef>,
    /// Alice.
    pub alice: Host,
    place: PathBuf,
    clock: twogates::grants::FakeClock,
    /// Goes with the folder.
    _temporary: Option<TempDir>,
}

impl std::fmt::Debug for Ours {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Ours")
    }
}

impl Ours {
    /// A server over a folder with Alice's notes in it.
    ///
    /// # Errors
    ///
    /// When the folder cannot be made, or is not fit for staged deletion.
    pub fn new(stage: &Stage, set: Set) -> anyhow::Result<Self> {
        let temporary = if set.place.is_none() { Some(tempfile::tempdir()?) } else { None };
        let made = temporary.as_ref().map(|made| made.path().to_owned());
        let place = set.place.or(made).context("there is no folder")?;
        fs::create_dir_all(place.join("files"))?;
        let folder = Folder::open(&place.join("files"), &place.join("quarantine"))?;
        let settings = Settings {
            off: stage.off.clone(),
            deferred: vec![("delete_file", set.life_ms.unwrap_or(LIFE_MS))],
            store: set.store,
            disk: Some(Arc::new(RealFolder(folder.clone()))),
            ..Settings::default()
        };
        let mut world = stage.world.clone();
        if set.quiet {
            world = World { recorder: Arc::new(Mutex::new(Recorder::new(world.clock.clone()))), ..world };
        }
        let authority = stage.authorization.clone();
        let server = LabServer::new(&world, stage.authorization.clone(), authority, settings)
            .map_err(|bad| anyhow!("the lab's key: {bad:?}"))?;
        let server = Rc::new(server);
        let alice = stage.alice_in(&world, server.clone(), &[Reply::Yes]);
        let clock = stage.world.clock.clone();
        let queue = NastyQueue::new(clock.clone(), LEASE_MS);
        Ok(Self { server, folder, queue, alice, place, clock, _temporary: temporary })
    }

    /// Puts Alice's notes into the folder.
    ///
    /// # Errors
    ///
    /// When they cannot be written.
    pub fn with_notes(self) -> anyhow::Result<Self> {
        self.write(NAME, NOTES)?;
        Ok(self)
    }

    /// Alice's host sends the call, she is asked and says what she says, and the yes goes into the queue. Nothing when she
    /// did not say yes.
    pub fn approve(&mut self) -> Option<Pending> {
        let arguments = Map::from_iter([("path".to_owned(), json!(NAME))]);
        let Sent::Asks(mut pending) = self.alice.begin("delete_file", &arguments, None) else { return None };
        self.alice.answer(&mut pending);
        let sent = self.alice.retry(&pending);
        self.alice.conclude(&pending, &sent);
        self.queue.put(self.server.take_queued()?);
        Some(pending)
    }

    /// The same, with a line of the narrator's in place of the messages.
    pub fn approve_quietly(&mut self, stage: &Stage) -> Option<GrantRef> {
        self.approve()?;
        let grant = self.grants().audit().ok()?.last().and_then(|row| row.about.grant)?;
        let why = format!("Alice said yes at {}: grant {grant}, for the file as it is", stage.clock());
        stage.decided("server", "queued notes.txt for deletion", decision("issued", &why, &[&grant::NOT_IN_PAYLOAD]));
        let delivery = self.queue.take()?;
        self.queue.failed(&delivery, Failure::LooksTransient);
        Some(delivery.job)
    }

    /// Another process writes a new notes.txt.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn recreate(&self, stage: &Stage) -> anyhow::Result<()> {
        fs::remove_file(self.file(NAME)).ok();
        self.write(NAME, MINUTES)?;
        stage.happens("another process", "wrote notes.txt");
        Ok(())
    }

    /// A worker does all that it has to do with a delivery.
    pub fn work(&mut self, stage: &Stage, who: &str, delivery: &Delivery<GrantRef>) {
        if let Some(half) = self.begin(stage, who, delivery) {
            self.commit(stage, who, half, delivery);
        }
    }

    /// A worker claims the grant and sets the file aside.
    pub fn begin(&mut self, stage: &Stage, who: &str, delivery: &Delivery<GrantRef>) -> Option<Half<DeleteFile>> {
        let claimed = self.server.gates().claim(self.server.delete_file(), &delivery.job);
        match claimed {
            Ok(claim) => self.set_aside(stage, who, claim),
            Err(refusal) => {
                self.refused(stage, who, "nothing happened", &refusal, delivery);
                None
            }
        }
    }

    fn set_aside(&self, stage: &Stage, who: &str, claim: Claim<DeleteFile>) -> Option<Half<DeleteFile>> {
        match self.folder.begin(self.grants(), claim, |args| &args.path) {
            Ok(Begun::SetAside(half)) => {
                let looked = !stage.off.contains(&Defence::Snapshot);
                let seen = if looked { "what is in the quarantine now is the approved file" } else { "nobody looks" };
                let why = format!("one conditional write; and {seen}");
                stage.decided(who, "set notes.txt aside", decision("claimed", &why, &[&grant::CLAIMED_ONCE]));
                Some(*half)
            }
            Ok(Begun::Ended(ended)) => {
                let text = ended.outcome.map(|(_, text)| text).unwrap_or_default();
                // Looked at first: what took its place is not even moved.
                let left = if self.file(NAME).exists() { "left notes.txt alone" } else { "nothing happened" };
                stage.decided(who, left, decision("failed", &text, &[&grant::SNAPSHOT]));
                None
            }
            Err(refusal) => {
                stage.decided(who, "nothing happened", refused(&refusal));
                None
            }
        }
    }

    /// A worker commits what it has set aside, and tells the queue.
    pub fn commit(&mut self, stage: &Stage, who: &str, half: Half<DeleteFile>, delivery: &Delivery<GrantRef>) {
        match half.commit(self.grants()) {
            Ok(done) => {
                let at = stage.clock();
                let why = format!("committed in the store at {at}, and then removed for good");
                stage.decided(who, "deleted notes.txt", decision(done.state.word(), &why, &[&grant::IN_FLIGHT]));
                self.queue.acknowledge(delivery);
            }
            Err(refusal) => {
                let had_it = matches!(refusal, NotUsable::Revoked | NotUsable::Expired);
                let what = if had_it { BACK } else { "nothing happened" };
                self.refused(stage, who, what, &refusal, delivery);
            }
        }
    }

    /// A refusal is final for the queue, unless it says that it may pass.
    fn refused(&mut self, stage: &Stage, who: &str, what: &str, refusal: &NotUsable, delivery: &Delivery<GrantRef>) {
        let failure = if refusal.may_pass() { Failure::LooksTransient } else { Failure::Permanent };
        self.queue.failed(delivery, failure);
        let mut decision = refused(refusal);
        if *refusal == NotUsable::InFlight {
            // A worker is told so by the one write that claims; its own rule is for whoever takes a yes back.
            decision.rules = vec![grant::CLAIMED_ONCE.id.into()];
        }
        stage.decided(who, what, decision);
    }

    /// The grants of its server.
    #[must_use]
    pub fn grants(&self) -> &Grants {
        self.server.gates().grants()
    }

    /// The state of the grant of a reference.
    #[must_use]
    pub fn state(&self, reference: &GrantRef) -> Option<State> {
        self.grant(reference).map(|grant| grant.state)
    }

    /// The grant of a reference as it stands, once time has done its part.
    #[must_use]
    pub fn grant(&self, reference: &GrantRef) -> Option<Grant> {
        let id = reference.id();
        let row = self.grants().audit().ok()?.into_iter().find(|row| row.about.grant == Some(id))?;
        let standing = self.grants().recall(row.about.question?).ok()??;
        standing.grants().iter().find(|grant| grant.id == id).cloned()
    }

    /// Shows the server's audit, and its files.
    pub fn show(&self, stage: &Stage) {
        let rows = self.grants().audit().unwrap_or_default();
        stage.look("audit", lab::show::audit(&rows));
        stage.look("world", [format!("The files: {}", self.files().join(", "))]);
    }

    /// The files, by name, each with whose it is.
    #[must_use]
    pub fn files(&self) -> Vec<String> {
        let entries = fs::read_dir(self.place.join("files")).into_iter().flatten().flatten();
        let named = entries.map(|entry| {
            let whose = match fs::read_to_string(entry.path()) {
                Ok(text) if text == NOTES => "Alice's ",
                Ok(text) if text == MINUTES => "another's ",
                _ => "",
            };
            format!("{whose}{}", entry.file_name().to_string_lossy())
        });
        let mut named: Vec<String> = named.collect();
        named.sort();
        if named.is_empty() { vec!["none".into()] } else { named }
    }

    /// The folder that holds `files` and `quarantine`.
    #[must_use]
    pub fn place(&self) -> &Path {
        &self.place
    }

    fn file(&self, name: &str) -> PathBuf {
        self.place.join("files").join(name)
    }

    /// Writes a file that was changed now by the lesson's clock, so that every run shows the same.
    fn write(&self, name: &str, text: &str) -> anyhow::Result<()> {
        fs::write(self.file(name), text)?;
        let now = UNIX_EPOCH + Duration::from_millis(self.clock.ms());
        File::options().write(true).open(self.file(name))?.set_times(FileTimes::new().set_modified(now))?;
        Ok(())
    }
}
