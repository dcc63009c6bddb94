//! The file of keys that seal questions: made, rotated and read here, and its secrets printed nowhere.

use anyhow::{Context, bail, ensure};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::Path;
use twogates::consent::{Key, KeyRing};
use zeroize::Zeroizing;

/// Whoever else may read the file could seal what nobody asked.
const OTHERS: u32 = 0o077;

/// The file: the current key, and the one before it, which still opens what it sealed.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    current: Kept,
    previous: Option<Kept>,
}

/// One key as it is kept.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Kept {
    id: String,
    /// 32 random bytes, base64url.
    secret: Zeroizing<String>,
}

impl Kept {
    fn drawn() -> anyhow::Result<Self> {
        let mut secret = Zeroizing::new([0; Key::MIN_BYTES]);
        let mut id = [0; 4];
        let no_dice = |error| anyhow::anyhow!("the operating system gives no random bytes: {error}");
        getrandom::fill(&mut *secret).map_err(no_dice)?;
        getrandom::fill(&mut id).map_err(no_dice)?;
        let id = id.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
        Ok(Self { id: format!("k{id}"), secret: Zeroizing::new(URL_SAFE_NO_PAD.encode(*secret)) })
    }

    fn key(&self) -> anyhow::Result<Key> {
        let secret = URL_SAFE_NO_PAD.decode(self.secret.as_bytes()).map(Zeroizing::new);
        let secret = secret.map_err(|_| anyhow::anyhow!("the secret of key {} is not base64url", self.id))?;
        Ok(Key::new(&self.id, &secret)?)
    }
}

/// Makes the file with one key, and returns the key's id. A file that is there stays as it is.
pub(crate) fn make(path: &Path) -> anyhow::Result<String> {
    let current = Kept::drawn()?;
    let id = current.id.clone();
    let mut open = OpenOptions::new();
    let file = open.write(true).create_new(true).mode(0o600).open(path);
    let mut file = file.with_context(|| format!("cannot make the key file {}", path.display()))?;
    write(&mut file, &File { current, previous: None })?;
    Ok(id)
}

/// Puts a new key before the current one. What the current one sealed is still opened; what the one before it sealed is not.
pub(crate) fn rotate(path: &Path) -> anyhow::Result<String> {
    let File { current: previous, .. } = read(path)?;
    let current = Kept::drawn()?;
    let id = current.id.clone();
    // Written beside it and moved over it, so that a reader finds one of both files and never half of one.
    let beside = path.with_extension("next");
    let mut open = OpenOptions::new();
    let file = open.write(true).create_new(true).mode(0o600).open(&beside);
    let mut file = file.with_context(|| format!("cannot make {}: is another rotation at work?", beside.display()))?;
    write(&mut file, &File { current, previous: Some(previous) })?;
    fs::rename(&beside, path).with_context(|| format!("cannot replace {}", path.display()))?;
    Ok(id)
}

/// The ids, the current one first.
pub(crate) fn ids(path: &Path) -> anyhow::Result<Vec<String>> {
    let File { current, previous } = read(path)?;
    Ok(std::iter::once(current).chain(previous).map(|kept| kept.id.clone()).collect())
}

/// The ring that the gate seals and opens with.
pub(crate) fn ring(path: &Path) -> anyhow::Result<KeyRing> {
    let File { current, previous } = read(path)?;
    let ring = match previous {
        Some(previous) => KeyRing::new(previous.key()?).rotated(current.key()?)?,
        None => KeyRing::new(current.key()?),
    };
    Ok(ring)
}

fn read(path: &Path) -> anyhow::Result<File> {
    let there = fs::metadata(path);
    let there = there.with_context(|| {
        format!("cannot read the key file {}; `two-gates keys new --keys {}` makes one", path.display(), path.display())
    })?;
    let mode = there.mode() & 0o777;
    ensure!(
        mode & OTHERS == 0,
        "others may read the key file {} (mode {mode:04o}); take their rights away: chmod 600 {}",
        path.display(),
        path.display()
    );
    let text = Zeroizing::new(fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?);
    // What serde says of a file could quote the secret in it.
    match serde_json::from_str(&text) {
        Ok(file) => Ok(file),
        Err(error) => bail!("{} is no key file: line {}, column {}", path.display(), error.line(), error.column()),
    }
}

fn write(to: &mut fs::File, keys: &File) -> anyhow::Result<()> {
    let text = Zeroizing::new(serde_json::to_string_pretty(keys)?);
    to.write_all(text.as_bytes())?;
    to.write_all(b"\n")?;
    Ok(to.sync_all()?)
}
