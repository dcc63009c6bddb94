//! A gated handler over a store in memory, and who may do what.

use crate::handler::{Notes, World};
use crate::native::{Archive, Count, Drawer};
use crate::{Post, client::Answer};
use std::sync::{Arc, Mutex};
use twogates_rmcp_gates::twogates::consent::{Key, KeyRing, Policy};
use twogates_rmcp_gates::twogates::grants::{FakeClock, Memory};
use twogates_rmcp_gates::twogates::scope::{Caller, Hierarchy, Principal, ScopeSet, ToolScopes};
use twogates_rmcp_gates::twogates::{Token, Tokens};
use twogates_rmcp_gates::{BadSetup, Gated, Setup, ToolPolicy};

pub(crate) const SERVER: &str = "https://notes.example/mcp";
pub(crate) const NOW: u64 = 1_785_249_900_000;

#[derive(Debug)]
pub(crate) struct Scene {
    pub(crate) gated: Gated<Notes>,
    pub(crate) router: axum::Router,
    pub(crate) notes: Notes,
    pub(crate) drawer: Arc<Mutex<Drawer>>,
    pub(crate) clock: FakeClock,
}

/// Alice holds all, Bob may look, Carol may write as well, and Dave's token is for another server.
#[derive(Debug)]
pub(crate) struct Four;

impl Tokens for Four {
    fn verify(&self, token: &str) -> Option<Token> {
        let (scopes, audience): (&[&str], _) = match token {
            "alice" => (&["notes:admin", "pay", "pay:much", "vault", "ghosts"], SERVER),
            "bob" => (&["notes:read"], SERVER),
            "carol" => (&["notes:write", "pay"], SERVER),
            "dave" => (&["notes:admin"], "https://other.example/mcp"),
            _ => return None,
        };
        Some(Token { caller: caller(token, scopes), audience: audience.into(), expires_ms: u64::MAX })
    }
}

pub(crate) fn caller(subject: &str, scopes: &[&str]) -> Caller {
    let principal = Principal { issuer: "https://auth.example".into(), subject: subject.into(), client: None };
    Caller { principal, granted: ScopeSet::of(scopes) }
}

pub(crate) fn setup(clock: &FakeClock) -> Setup {
    let ring = KeyRing::new(Key::new("k1", &[7; 32]).unwrap());
    Setup::new(SERVER, &["notes:write"], ring, Arc::new(Memory::new(clock.clone()))).hierarchy(
        Hierarchy::default().implies("notes:admin", &["notes:write"]).implies("notes:write", &["notes:read"]),
    )
}

/// The policies of the handler's tools. `delete_note`, `slow`, `breaks` and `fails` have none.
pub(crate) fn policies(setup: Setup) -> Setup {
    let base = |scope| ToolScopes::base(ScopeSet::of(&[scope]));
    let much =
        |arguments: &serde_json::Map<String, serde_json::Value>| Some(arguments.get("amount")?.as_f64()? > 1000.0);
    setup
        .tool("read_note", ToolPolicy::read().scopes(&["notes:read"]))
        .tool("looks_and_breaks", ToolPolicy::read().scopes(&["notes:read"]))
        .tool("asks", ToolPolicy::read().scopes(&["notes:read"]))
        .tool("pay", ToolPolicy::keyed().scoped(base("pay").when(ScopeSet::of(&["pay:much"]), much)))
        .tool("open_vault", ToolPolicy::at_most_once().scopes(&["vault"]))
        .tool("ghost", ToolPolicy::at_most_once().scoped(base("ghosts").undisclosed()))
}

pub(crate) async fn around(setup: Setup, notes: Notes) -> Result<Gated<Notes>, BadSetup> {
    setup.around(notes).await
}

pub(crate) async fn scene() -> Scene {
    scene_of(Notes::default(), |setup| setup).await
}

pub(crate) async fn scene_of(notes: Notes, more: impl FnOnce(Setup) -> Setup) -> Scene {
    let clock = FakeClock::at(NOW);
    let drawer = Arc::new(Mutex::new(Drawer::default()));
    let base = |scope| ToolScopes::base(ScopeSet::of(&[scope]));
    let setup = policies(setup(&clock))
        .act(Archive(drawer.clone()), base("notes:write"), Policy::default())
        .look(Count(drawer.clone()), base("notes:read"));
    let gated = around(more(setup), notes.clone()).await.unwrap();
    let router = gated.http(Arc::new(Four)).unwrap().issuer("https://auth.example").router();
    Scene { gated, router, notes, drawer, clock }
}

impl Scene {
    pub(crate) async fn send(&self, post: Post) -> Answer {
        post.send(&self.router).await
    }

    pub(crate) fn world(&self) -> std::sync::MutexGuard<'_, World> {
        self.notes.world.lock().unwrap()
    }

    /// The tools that the handler was called for.
    pub(crate) fn called(&self) -> Vec<String> {
        self.world().calls.iter().map(|(tool, ..)| tool.clone()).collect()
    }

    /// What the audit says, one code for each row.
    pub(crate) fn audited(&self) -> Vec<String> {
        self.gated.gates().grants().audit().unwrap().into_iter().map(|row| row.code.clone()).collect()
    }
}
