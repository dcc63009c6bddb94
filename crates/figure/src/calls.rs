//! What the learner sets before a run: which call, which token, how much is granted, whether forms are shown, and when an
//! approved call runs.

use serde_json::{Map, Value, json};

/// A call that the model may want.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Call {
    /// The files of the home folder: neither gate has anything to say.
    List,
    /// The files of the payroll folder: a scope of its own, and nobody is asked.
    Payroll,
    /// A search: read-only, and it leaves the machine.
    Search,
    /// A deletion.
    Delete,
    /// A small payment.
    Pay,
    /// A large payment, which needs two scopes.
    Large,
}

/// What Alice's token covers when the run begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Token {
    /// There is none yet.
    None,
    /// Something, and not what the call needs.
    Little,
    /// What the call needs.
    Enough,
}

/// How much of a step-up is granted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Grants {
    /// All that is asked for.
    All,
    /// Half of what is new, rounded down.
    Half,
    /// Nothing new.
    Nothing,
}

/// What the learner set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Setting {
    /// The call.
    pub call: Call,
    /// The token.
    pub token: Token,
    /// How much is granted.
    pub grants: Grants,
    /// Whether Alice's client shows forms.
    pub forms: bool,
    /// Whether an approved call waits for a worker.
    pub queued: bool,
}

/// For how long a yes to a queued call may wait, in seconds.
pub const QUEUED_SECONDS: u64 = 600;

/// The scopes of the first sign-in.
const FIRST: &[&str] = &["files:write", "web:search"];

impl Call {
    /// Every call.
    pub const ALL: &[Self] = &[Self::List, Self::Payroll, Self::Search, Self::Delete, Self::Pay, Self::Large];

    /// Its name in an address.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::List => "list",
            Self::Payroll => "payroll",
            Self::Search => "search",
            Self::Delete => "delete",
            Self::Pay => "pay",
            Self::Large => "large",
        }
    }

    /// The tool.
    #[must_use]
    pub const fn tool(self) -> &'static str {
        match self {
            Self::List | Self::Payroll => "list_files",
            Self::Search => "search_web",
            Self::Delete => "delete_file",
            Self::Pay | Self::Large => "send_payment",
        }
    }

    /// The arguments.
    #[must_use]
    pub fn arguments(self) -> Value {
        match self {
            Self::List => json!({"folder": "home"}),
            Self::Payroll => json!({"folder": "payroll"}),
            Self::Search => json!({"query": "how to water a cactus"}),
            Self::Delete => json!({"path": "notes.txt"}),
            Self::Pay => json!({"to": "Plant Shop", "amount": 20}),
            Self::Large => json!({"to": "Plant Shop", "amount": 5_000}),
        }
    }

    /// What somebody puts in the place of the arguments on the way.
    #[must_use]
    pub fn other_arguments(self) -> Value {
        match self {
            Self::List | Self::Payroll => json!({"folder": "payroll"}),
            Self::Search => json!({"query": "salaries: alice 4100, bob 3900"}),
            Self::Delete => json!({"path": "report.csv"}),
            Self::Pay => json!({"to": "Mallory", "amount": 900}),
            Self::Large => json!({"to": "Mallory", "amount": 5_000}),
        }
    }

    /// Whether a person decides on it.
    #[must_use]
    pub const fn is_asked_about(self) -> bool {
        !matches!(self, Self::List | Self::Payroll)
    }

    const fn needed(self) -> &'static [&'static str] {
        match self {
            Self::List | Self::Search | Self::Delete => FIRST,
            Self::Payroll => &["files:read", "files:payroll"],
            Self::Pay => &["files:write", "web:search", "payments:write"],
            Self::Large => &["files:write", "web:search", "payments:write", "payments:approve"],
        }
    }

    const fn too_little(self) -> &'static [&'static str] {
        match self {
            Self::List => &["web:search"],
            Self::Search => &["files:write"],
            Self::Delete => &["files:read", "web:search"],
            Self::Payroll | Self::Pay | Self::Large => FIRST,
        }
    }

    /// Whether the first sign-in covers it.
    const fn is_covered_at_first(self) -> bool {
        matches!(self, Self::List | Self::Search | Self::Delete)
    }
}

impl Token {
    /// Every token.
    pub const ALL: &[Self] = &[Self::None, Self::Little, Self::Enough];

    /// Its name in an address.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Little => "little",
            Self::Enough => "enough",
        }
    }
}

impl Grants {
    /// Every measure.
    pub const ALL: &[Self] = &[Self::All, Self::Half, Self::Nothing];

    /// Its name in an address.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Half => "half",
            Self::Nothing => "nothing",
        }
    }
}

impl Setting {
    /// Every setting that differs from the others in something that its call meets.
    #[must_use]
    pub fn plain_ones() -> Vec<Self> {
        let each = [(true, false), (true, true), (false, false)];
        let calls = Call::ALL.iter().flat_map(|call| Token::ALL.iter().map(move |token| (*call, *token)));
        let grants = calls.flat_map(|(call, token)| Grants::ALL.iter().map(move |grants| (call, token, *grants)));
        let all = grants.flat_map(|(call, token, grants)| {
            each.into_iter().map(move |(forms, queued)| Self { call, token, grants, forms, queued })
        });
        all.filter(|setting| *setting == setting.plain()).collect()
    }

    /// The setting that comes to the same, with all that the call never meets at its first value.
    #[must_use]
    pub const fn plain(self) -> Self {
        let Self { call, token, .. } = self;
        let steps_up = match token {
            Token::Enough => false,
            Token::Little => true,
            Token::None => !call.is_covered_at_first(),
        };
        let grants = if steps_up { self.grants } else { Grants::All };
        let forms = self.forms || !call.is_asked_about();
        let queued = self.queued && call.is_asked_about() && forms;
        Self { call, token, grants, forms, queued }
    }

    /// Its name in an address, such as `pay.little.half.forms.now`.
    #[must_use]
    pub fn word(self) -> String {
        let forms = if self.forms { "forms" } else { "blind" };
        let when = if self.queued { "queue" } else { "now" };
        format!("{}.{}.{}.{forms}.{when}", self.call.word(), self.token.word(), self.grants.word())
    }

    /// The `setup` of its vectors.
    #[must_use]
    pub fn setup(self) -> Value {
        let mut alice = Map::new();
        match self.token {
            Token::None => {}
            Token::Little => drop(alice.insert("scopes".into(), json!(self.call.too_little()))),
            Token::Enough => drop(alice.insert("scopes".into(), json!(self.call.needed()))),
        }
        match self.grants {
            Grants::All => {}
            Grants::Half => drop(alice.insert("grants".into(), "half".into())),
            Grants::Nothing => drop(alice.insert("grants".into(), "nothing-new".into())),
        }
        if !self.forms {
            alice.insert("capabilities".into(), json!({}));
        }
        let mut setup = json!({"people": {"alice": alice, "bob": {"scopes": self.call.needed()}}});
        if let (true, Some(members)) = (self.queued, setup.as_object_mut()) {
            let deferred = Map::from_iter([(self.call.tool().to_owned(), QUEUED_SECONDS.into())]);
            members.insert("servers".into(), json!({"lab": {"deferred": deferred}}));
        }
        setup
    }
}
