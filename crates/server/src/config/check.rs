//! What no single key can say of itself.

use super::{Config, Issuer, ToolSettings};
use crate::http::is_loopback;
use crate::tools::FOUR;
use anyhow::{bail, ensure};
use axum::http::Uri;
use tokio::sync::Semaphore;
use twogates::consent::{Lifetime, Uses};
use twogates::scope::ScopeSet;

/// Holds a configuration against itself.
///
/// # Errors
///
/// A sentence that names the key and says what to do.
pub(crate) fn check(config: &Config) -> anyhow::Result<()> {
    address("resource", &config.resource())?;
    for Issuer { issuer, jwks } in &config.auth.issuers {
        address("auth.issuers", issuer)?;
        fetched("auth.issuers", jwks.as_ref().unwrap_or(issuer))?;
    }
    if let Some(url) = &config.search.url {
        fetched("search.url", url)?;
    }
    ensure!(!config.auth.algorithms.is_empty(), "auth.algorithms is empty: then no token is ever good");
    for name in &config.auth.algorithms {
        crate::tokens::algorithm(name)?;
    }
    for (name, settings) in &config.tools {
        ensure!(
            FOUR.contains(&name.as_str()),
            "tools.{name}: there is no such tool; the tools are {}",
            FOUR.join(", ")
        );
        tool(name, settings)?;
    }
    for (key, scopes) in [("auth.first_scopes", &config.auth.first_scopes), ("stdio.scopes", &config.stdio.scopes)] {
        let scopes = ScopeSet::tokens(scopes.iter().map(String::as_str));
        ensure!(scopes.is_ok(), "{key} holds something that is no scope");
    }
    ensure!(!config.stdio.user.is_empty(), "stdio.user is empty: a yes must be somebody's");
    let limits = config.limits;
    for (key, value) in [
        ("body_bytes", limits.body_bytes as u64),
        ("argument_bytes", limits.argument_bytes as u64),
        ("requests_per_second", limits.requests_per_second.into()),
        ("burst", limits.burst.into()),
        ("open_questions", limits.open_questions.into()),
        ("connections", limits.connections as u64),
        ("head_seconds", limits.head_seconds),
        ("request_seconds", limits.request_seconds),
        ("shutdown_seconds", limits.shutdown_seconds),
    ] {
        ensure!(value > 0, "limits.{key} is 0: nothing would come through");
    }
    let most = Semaphore::MAX_PERMITS;
    ensure!(limits.connections <= most, "limits.connections is {}; at most {most} can be counted", limits.connections);
    ensure!(config.search.timeout_ms > 0, "search.timeout_ms is 0: nothing would come back");
    Ok(())
}

fn address(key: &str, text: &str) -> anyhow::Result<()> {
    let uri: Uri = text.parse().map_err(|error| anyhow::anyhow!("{key} is {text:?}, which is no address: {error}"))?;
    let web = matches!(uri.scheme_str(), Some("http" | "https")) && uri.host().is_some_and(|host| !host.is_empty());
    ensure!(web, "{key} is {text:?}; an address begins with http:// or https:// and names a host");
    ensure!(!text.contains('#') && !text.contains('@'), "{key} is {text:?}: no fragment and no user belong there");
    Ok(())
}

/// What is fetched without TLS comes from this machine, or anybody on the way could write it.
fn fetched(key: &str, text: &str) -> anyhow::Result<()> {
    address(key, text)?;
    let uri: Uri = text.parse()?;
    if uri.scheme_str() == Some("http") && !is_loopback(uri.host().unwrap_or_default()) {
        bail!("{key} is {text:?}: without TLS only an address of this machine is taken; use https://");
    }
    Ok(())
}

fn tool(name: &str, settings: &ToolSettings) -> anyhow::Result<()> {
    let asked = name != "list_files";
    ensure!(asked || !settings.is_deferred(), "tools.{name}: it is never asked about, so that nothing can be deferred");
    // Whoever demands more of a yes believes that somebody is asked.
    let demands = settings.evidence.is_some() || settings.uses.is_some();
    ensure!(asked || !demands, "tools.{name}: it is never asked about, so that no yes can be demanded");
    let both = settings.defer_seconds.is_some() && settings.window.is_some();
    ensure!(!both, "tools.{name}: either defer_seconds or window, not both");
    let ceiling = Lifetime::CEILING_MS / 1000;
    if let Some(seconds) = settings.defer_seconds {
        let fits = (1..=ceiling).contains(&seconds);
        ensure!(fits, "tools.{name}.defer_seconds is {seconds}; a deferred grant lives 1 to {ceiling} seconds");
    }
    if let Some(window) = settings.window {
        let fits = window.opens_minute < 1440 && (1..1440).contains(&window.minutes);
        ensure!(fits, "tools.{name}.window: it opens at minute 0 to 1439 of the day, for 1 to 1439 minutes");
    }
    if let Some(uses) = settings.uses {
        ensure!(
            (1..=Uses::CEILING).contains(&uses),
            "tools.{name}.uses is {uses}; 1 to {} are possible",
            Uses::CEILING
        );
        // A staged deletion is named after its grant: there is one of it.
        let once = name == "delete_file" || !settings.is_deferred();
        ensure!(
            uses == 1 || !once,
            "tools.{name}.uses is {uses}, and a yes to this tool counts once: more is possible where its calls wait for a \
             worker (defer_seconds or window), and never for delete_file"
        );
    }
    Ok(())
}
