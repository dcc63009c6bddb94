//! What must fit together before a server starts.

use super::Setup;
use crate::schema::Schema;
use crate::wrapped::Wrapped;
use crate::{BadSetup, ToolPolicy};
use rmcp::model::{ServerCapabilities, Tool as Listed};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use twogates::consent::hints::Hints;
use twogates::consent::{EffectClass, Lifetime, Policy, Uses};
use twogates::scope::{ScopeSet, ToolScopes};
use unicode_normalization::UnicodeNormalization;

/// How many characters a tool's name may have (rule `TOOL-05`).
const NAME: usize = 128;

/// What was checked: the handler's tools, and the scopes of all.
pub(super) struct Checked {
    pub(super) wrapped: Vec<Arc<Wrapped>>,
    pub(super) scopes: Vec<(String, ToolScopes)>,
    pub(super) first_scopes: ScopeSet,
}

impl Checked {
    pub(super) fn of(setup: &Setup, listed: Vec<Listed>) -> Result<Self, BadSetup> {
        named_once(setup, &listed)?;
        let mut checked = Self { wrapped: Vec::new(), scopes: Vec::new(), first_scopes: ScopeSet::default() };
        for tool in listed {
            checked.wrap(setup, tool)?;
        }
        for (scopes, tool) in &setup.natives {
            let name = tool.listed().name.to_string();
            tool.supported().map_err(|what| BadSetup::BadSchema { tool: name.clone(), what })?;
            match tool.policy() {
                Some(policy) => {
                    can_wait(setup, &name, policy)?;
                    can_count(&name, policy, tool.effect())?;
                }
                None => checked.first(scopes),
            }
            checked.scopes.push((name, scopes.clone()));
        }
        Ok(checked)
    }

    fn wrap(&mut self, setup: &Setup, listed: Listed) -> Result<(), BadSetup> {
        let name = listed.name.to_string();
        let policy = setup.policies.iter().find(|(tool, _)| *tool == name);
        let policy = policy.map_or_else(ToolPolicy::at_most_once, |(_, policy)| policy.clone());
        let stated = Value::Object((*listed.input_schema).clone());
        let schema = Schema::new(stated).map_err(|what| BadSetup::BadSchema { tool: name.clone(), what })?;
        if !policy.is_asked() && policy.unasked_because().is_none() && !is_a_read(&listed) {
            return Err(BadSetup::NotARead { tool: name });
        }
        can_wait(setup, &name, &policy.consent)?;
        can_count(&name, &policy.consent, policy.effect)?;
        let scopes = policy.scopes.clone().unwrap_or_else(|| ToolScopes::base(setup.default_scopes.clone()));
        if !policy.is_asked() {
            self.first(&scopes);
        }
        self.scopes.push((name, scopes));
        self.wrapped.push(Arc::new(Wrapped { listed, schema, policy }));
        Ok(())
    }

    fn first(&mut self, scopes: &ToolScopes) {
        if !scopes.is_undisclosed() {
            self.first_scopes = self.first_scopes.union(scopes.base_set());
        }
    }
}

/// Whether a tool's own hints say that it only reads, in a closed world. What they leave out counts as the worse.
fn is_a_read(listed: &Listed) -> bool {
    let hints = listed.annotations.as_ref().and_then(|hints| serde_json::to_value(hints).ok());
    Hints::of(hints.as_ref()).closed_world_read()
}

fn named_once(setup: &Setup, listed: &[Listed]) -> Result<(), BadSetup> {
    let mut names = BTreeMap::new();
    let natives = setup.natives.iter().map(|(_, tool)| tool.listed().name.to_string());
    for tool in listed.iter().map(|tool| tool.name.to_string()).chain(natives) {
        if !(1..=NAME).contains(&tool.chars().count()) {
            return Err(BadSetup::BadName { tool });
        }
        match names.insert(alike(&tool), tool.clone()) {
            None => {}
            Some(other) if other == tool => return Err(BadSetup::TwoOfOneName { tool }),
            Some(other) => return Err(BadSetup::TwoAlike { tool, other }),
        }
    }
    let mut policies = BTreeSet::new();
    for (tool, _) in &setup.policies {
        if !listed.iter().any(|listed| listed.name == *tool) {
            let has = listed.iter().map(|listed| listed.name.to_string()).collect();
            return Err(BadSetup::NoSuchTool { tool: tool.clone(), has });
        }
        if !policies.insert(tool) {
            return Err(BadSetup::TwoOfOneName { tool: tool.clone() });
        }
    }
    Ok(())
}

/// A call that runs later needs a queue to wait in, and somebody who knows then who may make it.
fn can_wait(setup: &Setup, tool: &str, policy: &Policy) -> Result<(), BadSetup> {
    match policy.lifetime {
        Lifetime::AtOnce => Ok(()),
        _ if setup.authority.is_none() => Err(BadSetup::NoAuthority { tool: tool.to_owned() }),
        _ if setup.queue.is_none() => Err(BadSetup::NoQueue { tool: tool.to_owned() }),
        _ => Ok(()),
    }
}

/// A yes counts more than once only for a call that waits, and whose effect has no stage that is named after its grant.
fn can_count(tool: &str, policy: &Policy, effect: EffectClass) -> Result<(), BadSetup> {
    let once = policy.lifetime == Lifetime::AtOnce || effect == EffectClass::Staged;
    match policy.uses.number() {
        1 => Ok(()),
        2..=Uses::CEILING if !once => Ok(()),
        number => Err(BadSetup::TooManyUses { tool: tool.to_owned(), number }),
    }
}

/// What a person, or a client that is lenient, takes for the same name.
fn alike(name: &str) -> String {
    name.nfkc().flat_map(char::to_lowercase).nfkc().collect()
}

/// The methods that a handler has by its capabilities, and its own. Tools it has in any case.
pub(super) fn methods(capabilities: &ServerCapabilities, own: Vec<String>) -> Vec<String> {
    let prompts: &[&str] = &["prompts/list", "prompts/get"];
    let resources: &[&str] = &["resources/list", "resources/templates/list", "resources/read"];
    let changes = capabilities.prompts.as_ref().is_some_and(|prompts| prompts.list_changed == Some(true))
        || capabilities
            .resources
            .as_ref()
            .is_some_and(|resources| resources.list_changed == Some(true) || resources.subscribe == Some(true));
    let has = [
        (true, &["server/discover", "tools/list", "tools/call"][..]),
        (capabilities.prompts.is_some(), prompts),
        (capabilities.resources.is_some(), resources),
        (capabilities.completions.is_some(), &["completion/complete"]),
        (changes, &["subscriptions/listen"]),
    ];
    let standard = has.into_iter().filter(|(has, _)| *has).flat_map(|(_, methods)| methods);
    standard.map(|method| (*method).to_owned()).chain(own).collect()
}
