//! What an operator calls grants and principals.

use crate::opened::Opened;
use crate::output::shown;
use crate::pages::Pages;
use crate::stop::Stop;
use grants::{Grant, GrantId, Upkeep, Which};
use wire::Digest;

/// How many hexadecimal digits of an id are needed at least.
const LEAST: usize = 4;

/// The one grant whose id begins so.
pub(crate) fn grant(store: &Opened, name: &str) -> Result<Grant, Stop> {
    let name = name.to_ascii_lowercase();
    let first = first_of(&name).ok_or_else(|| {
        Stop::Usage(format!("{} is not the beginning of a grant's id: {LEAST} to 64 hexadecimal digits", shown(&name)))
    })?;
    let found = store.list(Which::All, before(first), 2)?;
    let mut found = found.into_iter().filter(|grant| grant.id.hex().starts_with(&name));
    match (found.next(), found.next()) {
        (Some(grant), None) => Ok(grant),
        (None, _) => Err(Stop::NotThere(name)),
        (Some(one), Some(other)) => {
            let both = format!("{} and {}", one.id.hex(), other.id.hex());
            Err(Stop::Usage(format!("{name} is the beginning of several ids, such as {both}")))
        }
    }
}

/// The id after which a list goes on.
pub(crate) fn after(name: &str) -> Result<GrantId, Stop> {
    let whole = first_of(name).filter(|_| name.len() == 2 * Digest::LENGTH);
    let id = whole.ok_or_else(|| Stop::Usage("--after takes a whole id, as the list before ended with".into()))?;
    Ok(GrantId::from_store(Digest::from_bytes(id)))
}

/// Whether a grant is of the principal that is called so: by subject, or by the beginning of its digest. A whole digest is
/// nobody's subject: whoever calls themselves so cannot be taken for somebody else, nor keep them from being named.
pub(crate) fn is_of(grant: &Grant, name: &str) -> bool {
    let principal = &grant.intent.principal;
    let digits = name.to_ascii_lowercase();
    let by_digest = first_of(&digits).is_some() && principal.digest().to_string().starts_with(&digits);
    let whole = first_of(&digits).is_some() && digits.len() == 2 * Digest::LENGTH;
    by_digest || (principal.subject == name && !whole)
}

/// The one principal that is called so and has open grants; none where nothing is open.
pub(crate) fn principal(store: &Opened, name: &str) -> Result<Option<Digest>, Stop> {
    let mut found: Vec<(Digest, String)> = Vec::new();
    let mut open = Pages::of(store, Which::Open, None);
    while let Some(grant) = open.next()? {
        let principal = &grant.intent.principal;
        if is_of(&grant, name) && !found.iter().any(|(digest, _)| *digest == principal.digest()) {
            found.push((principal.digest(), principal.issuer.clone()));
        }
    }
    if let [first, others @ ..] = found.as_slice() {
        if others.is_empty() {
            return Ok(Some(first.0));
        }
        let each = found.iter().map(|(digest, issuer)| format!("{digest} ({})", shown(issuer)));
        let each = each.collect::<Vec<_>>().join(", ");
        return Err(Stop::Usage(format!(
            "several principals are called {}; name one by its whole digest: {each}",
            shown(name)
        )));
    }
    Ok(None)
}

/// The first id that begins with these digits.
fn first_of(digits: &str) -> Option<[u8; Digest::LENGTH]> {
    let fits = (LEAST..=2 * Digest::LENGTH).contains(&digits.len());
    if !fits || !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return None;
    }
    let mut bytes = [0; Digest::LENGTH];
    let padded = format!("{digits:0<64}");
    for (byte, place) in bytes.iter_mut().zip((0..).step_by(2)) {
        *byte = u8::from_str_radix(padded.get(place..place + 2)?, 16).ok()?;
    }
    Some(bytes)
}

/// The id just before this one: a list goes on after it.
fn before(mut id: [u8; Digest::LENGTH]) -> Option<GrantId> {
    for byte in id.iter_mut().rev() {
        let (less, borrowed) = byte.overflowing_sub(1);
        *byte = less;
        if !borrowed {
            return Some(GrantId::from_store(Digest::from_bytes(id)));
        }
    }
    None
}
