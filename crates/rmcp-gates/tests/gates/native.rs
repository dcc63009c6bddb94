//! Two tools of one's own over one drawer, which is looked at and changed under one lock.

use rmcp::model::{CallToolResult, ContentBlock};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::sync::{Arc, Mutex};
use twogates_rmcp_gates::twogates::Gates;
use twogates_rmcp_gates::twogates::consent::{ClosedWorldRead, Contract, Effect, EffectClass, Snapshot, Tool, Unasked};
use twogates_rmcp_gates::twogates::grants::{Claim, End};
use twogates_rmcp_gates::twogates::wire::Digest;
use twogates_rmcp_gates::{Act, Acted, Look};

#[derive(Debug, Default)]
pub(crate) struct Drawer {
    pub(crate) papers: Vec<String>,
    pub(crate) breaks: bool,
}

#[derive(Debug, Clone)]
pub(crate) struct Archive(pub(crate) Arc<Mutex<Drawer>>);

#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Paper {
    title: String,
}

#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Nothing {}

fn looked_at(drawer: &Drawer) -> Snapshot {
    Snapshot::Exists {
        identity: Digest::of("test/drawer/1", &[]),
        content: Digest::of("test/papers/1", &[drawer.papers.len().to_string().as_bytes()]),
        shown: format!("a drawer of {} papers", drawer.papers.len()),
    }
}

impl Tool for Archive {
    type Args = Paper;

    fn contract(&self) -> Contract {
        let input_schema =
            json!({"type": "object", "properties": {"title": {"type": "string"}}, "required": ["title"]});
        Contract { name: "archive".into(), input_schema, effect: EffectClass::AtMostOnce, version: 1 }
    }
}

impl Effect for Archive {
    fn snapshot(&self, _: &Paper) -> Snapshot {
        looked_at(&self.0.lock().unwrap())
    }
}

impl Act for Archive {
    fn description(&self) -> String {
        "Puts a paper into the drawer.".into()
    }

    fn act(&self, claim: Claim<Self>, _: &Gates) -> Acted {
        let mut drawer = self.0.lock().unwrap();
        match claim.take(|_| looked_at(&drawer)) {
            Err(changed) => changed.into(),
            Ok((paper, running)) => {
                drawer.papers.push(paper.title.clone());
                let breaks = drawer.breaks;
                drop(drawer);
                assert!(!breaks, "as its test wants");
                let output = CallToolResult::success(vec![ContentBlock::text("It is in the drawer.")]);
                Acted::settled(running.settle(End::Executed, format!("archived {}", paper.title))).with_output(output)
            }
        }
    }
}

#[derive(Debug, Clone)]
pub(crate) struct Count(pub(crate) Arc<Mutex<Drawer>>);

impl Tool for Count {
    type Args = Nothing;

    fn contract(&self) -> Contract {
        let input_schema = json!({"type": "object", "additionalProperties": false});
        Contract { name: "count_papers".into(), input_schema, effect: EffectClass::Read, version: 1 }
    }
}

impl ClosedWorldRead for Count {}

impl Look for Count {
    fn description(&self) -> String {
        "Counts the papers in the drawer.".into()
    }

    fn look(&self, unasked: Unasked<Self>) -> CallToolResult {
        let Nothing {} = unasked.take();
        let papers = self.0.lock().unwrap().papers.len();
        CallToolResult::success(vec![ContentBlock::text(format!("{papers} papers"))])
    }
}
