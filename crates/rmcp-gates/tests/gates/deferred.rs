//! Calls that run later, from a queue.

use crate::call;
use crate::handler::Notes;
use crate::native::Archive;
use crate::scene::{Scene, scene_of};
use serde_json::json;
use std::sync::{Arc, Mutex};
use twogates_rmcp_gates::twogates::consent::{Intent, Lifetime, Policy};
use twogates_rmcp_gates::twogates::grants::{Authority, NotUsable, State};
use twogates_rmcp_gates::twogates::scope::{ScopeSet, ToolScopes};
use twogates_rmcp_gates::{NotQueued, Queue, Queued, Setup, ToolPolicy};

#[derive(Debug, Default, Clone)]
struct Waiting {
    jobs: Arc<Mutex<Vec<Queued>>>,
    broken: bool,
}

impl Queue for Waiting {
    fn put(&self, queued: &Queued) -> Result<(), NotQueued> {
        if self.broken {
            return Err(NotQueued("it is broken".into()));
        }
        self.jobs.lock().unwrap().push(queued.clone());
        Ok(())
    }
}

#[derive(Debug, Default)]
struct Still(Mutex<bool>);

impl Authority for Still {
    fn may_still(&self, _: &Intent) -> bool {
        !*self.0.lock().unwrap()
    }
}

async fn scene(queue: &Waiting, authority: &Arc<Still>) -> Scene {
    let later = |policy: ToolPolicy| policy.deferred(600_000);
    let (queue, authority) = (queue.clone(), authority.clone());
    scene_of(Notes::default(), move |setup: Setup| {
        setup
            .tool("delete_note", later(ToolPolicy::at_most_once()))
            .tool("wizard", later(ToolPolicy::at_most_once()))
            .tool("breaks", later(ToolPolicy::at_most_once()))
            .queue(Arc::new(queue))
            .authority(authority)
    })
    .await
}

/// Asks, says yes, and takes what was queued.
async fn queued(scene: &Scene, queue: &Waiting, tool: &str, arguments: serde_json::Value) -> (Queued, crate::Post) {
    let post = call(tool, arguments);
    let asked = scene.send(post.clone()).await;
    let yes = post.yes(&asked);
    let told = scene.send(yes.clone()).await;
    assert!(!told.is_error() && told.said().starts_with("Approved, not yet done."), "{}", told.text);
    (queue.jobs.lock().unwrap().pop().unwrap(), yes)
}

#[tokio::test]
async fn an_approved_call_waits_runs_once_and_is_told_of() {
    let (queue, authority) = (Waiting::default(), Arc::default());
    let scene = scene(&queue, &authority).await;
    let (job, again) = queued(&scene, &queue, "delete_note", json!({"title": "plants"})).await;
    assert!(scene.called().is_empty());
    assert!(scene.send(again.clone()).await.said().starts_with("Approved, not yet done"));

    assert_eq!(scene.gated.work(&job).await.unwrap().state, State::Executed);
    assert_eq!(scene.world().done, ["deleted plants"]);
    let (_, arguments, key) = scene.world().calls[0].clone();
    assert!(arguments == json!({"title": "plants"}) && key.is_some());
    assert_eq!(scene.gated.work(&job).await.unwrap_err(), NotUsable::Used, "it is delivered twice");
    let told = scene.send(again).await;
    assert!(!told.is_error() && told.said().starts_with("Done at "), "{}", told.text);
    assert!(told.said().contains(", as approved. To do it once more, "), "{}", told.text);
    assert_eq!(scene.called().len(), 1);
}

#[tokio::test]
async fn a_worker_acts_on_nothing_else() {
    let (queue, authority) = (Waiting::default(), Arc::<Still>::default());
    let scene = scene(&queue, &authority).await;
    let (job, _) = queued(&scene, &queue, "delete_note", json!({"title": "plants"})).await;
    for tool in ["wizard", "archive", "nothing", "count_papers"] {
        let other = Queued { tool: tool.into(), ..job.clone() };
        let refused = scene.gated.work(&other).await.unwrap_err();
        assert!(matches!(refused, NotUsable::OtherContract | NotUsable::Unknown), "{tool}: {refused:?}");
    }
    *authority.0.lock().unwrap() = true;
    assert_eq!(scene.gated.work(&job).await.unwrap_err(), NotUsable::NoLongerAuthorized);
    assert!(scene.called().is_empty());
}

#[tokio::test]
async fn what_asks_or_breaks_where_nobody_is_there_is_unknown() {
    let (queue, authority) = (Waiting::default(), Arc::default());
    let scene = scene(&queue, &authority).await;
    for (tool, says) in [("wizard", "did not say how it ended"), ("breaks", "broke off")] {
        let (job, again) = queued(&scene, &queue, tool, json!({})).await;
        assert_eq!(scene.gated.work(&job).await.unwrap().state, State::Indeterminate);
        assert!(scene.send(again).await.said().contains(says));
    }
}

#[tokio::test]
async fn what_the_queue_does_not_take_is_taken_back() {
    let (queue, authority) = (Waiting { broken: true, ..Waiting::default() }, Arc::default());
    let scene = scene(&queue, &authority).await;
    let delete = call("delete_note", json!({"title": "plants"}));
    let asked = scene.send(delete.clone()).await;
    let told = scene.send(delete.yes(&asked)).await;
    assert!(
        told.is_error() && told.said().contains("taken back") && told.said().contains("nothing ran"),
        "{}",
        told.text
    );
}

#[tokio::test]
async fn a_tool_of_ones_own_waits_as_well() {
    let queue = Waiting::default();
    let drawer = Arc::default();
    let clock = twogates_rmcp_gates::twogates::grants::FakeClock::at(crate::scene::NOW);
    let policy = Policy { lifetime: Lifetime::Deferred(600_000), ..Policy::default() };
    let setup = crate::scene::setup(&clock)
        .act(Archive(Arc::clone(&drawer)), ToolScopes::base(ScopeSet::of(&["notes:write"])), policy)
        .queue(Arc::new(queue.clone()))
        .authority(Arc::new(Still::default()));
    let gated = setup.around(Notes::default()).await.unwrap();
    let router = gated.http(Arc::new(crate::scene::Four)).unwrap().router();
    let archive = call("archive", json!({"title": "lease"}));
    let asked = archive.clone().send(&router).await;
    assert!(archive.yes(&asked).send(&router).await.said().starts_with("Approved, not yet done."));
    let job = queue.jobs.lock().unwrap().pop().unwrap();
    assert_eq!(gated.work(&job).await.unwrap().state, State::Executed);
    assert_eq!(drawer.lock().unwrap().papers, ["lease"]);
}
