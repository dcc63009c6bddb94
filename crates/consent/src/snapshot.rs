//! The state of the resource that a call would touch.

use rules::{Fault, Refused, Rule};
use wire::Digest;

/// The state of a resource, captured when the question is asked: shown to the person, sealed into the state, and held
/// against the resource again by the effect itself (rule `GRANT-07`). "None" is a declared value with a reason, so that
/// an absent snapshot never means "anything".
///
/// ```
/// # use twogates_consent as consent;
/// use consent::{How, Snapshot};
/// use wire::Digest;
/// let note = |text: &str| Snapshot::Exists {
///     identity: Digest::of("example/row/1", &[b"row 7"]),
///     content: Digest::of("example/text/1", &[text.as_bytes()]),
///     shown: format!("notes.txt, {} bytes", text.len()),
/// };
/// let sealed = note("hello").bound();
/// assert_eq!(sealed.holds(&note("hello")), Ok(()));
/// assert_eq!(sealed.holds(&note("goodbye")).unwrap_err().how, How::Content);
/// let gone = sealed.holds(&Snapshot::Absent { shown: "notes.txt does not exist".into() }).unwrap_err();
/// assert_eq!((gone.how, gone.now.as_str()), (How::Gone, "notes.txt does not exist"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Snapshot {
    /// The resource exists.
    Exists {
        /// Which object it is: an inode and its birth, a row id and its creation. Content alone does not tell a file
        /// from a new one with the same bytes.
        identity: Digest,
        /// What is in it.
        content: Digest,
        /// The same for a person, such as `notes.txt, 120 bytes, changed 14:02`; with the date, where it is another day's.
        shown: String,
    },
    /// The resource does not exist, and must not when the call runs.
    Absent {
        /// The same for a person, such as `draft.txt does not exist`.
        shown: String,
    },
    /// The call touches nothing whose state matters.
    DeclaredNone {
        /// Why, for a person.
        reason: &'static str,
    },
}

impl Snapshot {
    /// The line that a person sees.
    #[must_use]
    pub fn shown(&self) -> &str {
        match self {
            Self::Exists { shown, .. } | Self::Absent { shown } => shown,
            Self::DeclaredNone { reason } => reason,
        }
    }

    /// The state of a list of resources, in order. A person sees how many there are, and `total`: what they come to
    /// together, such as `120 bytes in all`.
    ///
    /// ```
    /// # use twogates_consent as consent;
    /// use consent::Snapshot;
    /// let gone = Snapshot::Absent { shown: "draft.txt does not exist".into() };
    /// let none = Snapshot::DeclaredNone { reason: "nothing is kept of it" };
    /// let list = Snapshot::list(&[gone.clone(), none.clone()], "0 bytes in all");
    /// assert_eq!(list.shown(), "2 items, 0 bytes in all");
    /// assert_ne!(list.bound(), Snapshot::list(&[none, gone], "0 bytes in all").bound());
    /// ```
    #[must_use]
    pub fn list(items: &[Self], total: &str) -> Self {
        let bound: Vec<_> = items.iter().map(Self::bound).collect();
        let of = |domain, part: fn(&BoundSnapshot) -> &Digest| {
            let parts: Vec<_> = bound.iter().map(|bound| part(bound).bytes().as_slice()).collect();
            Digest::of(domain, &parts)
        };
        Self::Exists {
            identity: of("two-gates/snapshot/list/identities/1", |bound| &bound.identity),
            content: of("two-gates/snapshot/list/contents/1", |bound| &bound.content),
            shown: format!("{} items, {total}", items.len()),
        }
    }

    /// What is sealed of it.
    #[must_use]
    pub fn bound(&self) -> BoundSnapshot {
        let nothing = Digest::of("two-gates/snapshot/nothing/1", &[]);
        match self {
            Self::Exists { identity, content, .. } => BoundSnapshot { identity: *identity, content: *content },
            Self::Absent { .. } => BoundSnapshot { identity: absent(), content: nothing },
            Self::DeclaredNone { reason } => BoundSnapshot {
                identity: Digest::of("two-gates/snapshot/none/1", &[reason.as_bytes()]),
                content: nothing,
            },
        }
    }
}

fn absent() -> Digest {
    Digest::of("two-gates/snapshot/absent/1", &[])
}

/// A snapshot as it is sealed: digests only, which of them differs can be said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BoundSnapshot {
    /// Which object it was.
    pub identity: Digest,
    /// What was in it.
    pub content: Digest,
}

impl BoundSnapshot {
    /// Holds the resource as it is now against what was sealed.
    ///
    /// # Errors
    ///
    /// [`Changed`] says what differs, and shows the resource as it is now.
    pub fn holds(&self, now: &Snapshot) -> Result<(), Changed> {
        let bound = now.bound();
        let how = match (self.identity == bound.identity, self.content == bound.content) {
            (true, true) => return Ok(()),
            (true, false) => How::Content,
            _ if bound.identity == absent() => How::Gone,
            _ if self.identity == absent() => How::Appeared,
            _ => How::Replaced,
        };
        Err(Changed { how, now: now.shown().to_owned() })
    }
}

/// The resource is not what the person was shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Changed {
    /// What differs.
    pub how: How,
    /// The resource as it is now, for a person.
    pub now: String,
}

/// What differs between a resource and its snapshot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum How {
    /// The same object has other content.
    Content,
    /// Another object stands in its place.
    Replaced,
    /// It is gone.
    Gone,
    /// It was not there, and now it is.
    Appeared,
}

impl Refused for Changed {
    fn fault(&self) -> Fault {
        Fault::Ours
    }

    fn rule(&self) -> &'static Rule {
        &rules::grant::SNAPSHOT
    }

    fn code(&self) -> &'static str {
        match self.how {
            How::Content => "content_changed",
            How::Replaced => "object_replaced",
            How::Gone => "object_gone",
            How::Appeared => "object_appeared",
        }
    }

    fn why(&self) -> String {
        let what = match self.how {
            How::Content => "its content changed",
            How::Replaced => "another object stands in its place",
            How::Gone => "it is gone",
            How::Appeared => "it has appeared",
        };
        format!("since the question was asked, {what}; now: {}", crate::render::line(&self.now))
    }

    fn remedy(&self) -> &'static str {
        "make the call again, so that a person sees the resource as it is now"
    }
}
