//! Serves the fixture on loopback, by itself or behind both gates; or, as a control, a server that has nothing. It says
//! where it listens, and ends when its input does.

use anyhow::{Context, anyhow, bail};
use twogates_server_tests::fixture::Fixture;
use twogates_server_tests::gated::gated;
use twogates_server_tests::serving::{bare, listen, nothing, serve};

const USAGE: &str = "usage: fixture-server bare | nothing | gated ORIGIN, with the token in FIXTURE_TOKEN";

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let listener = listen().await?;
    let router = match *arguments.as_slice() {
        ["bare"] => bare(Fixture::new(&key()?)?),
        ["nothing"] => nothing(),
        ["gated", origin] => {
            let token = std::env::var("FIXTURE_TOKEN").context(USAGE)?;
            gated(Fixture::new(&key()?)?, listener.local_addr()?, origin, &key()?, &token).await?
        }
        _ => bail!(USAGE),
    };
    serve(listener, router).await
}

/// A key that need not outlive this process: what is asked in one run is answered in it.
fn key() -> anyhow::Result<[u8; 32]> {
    let mut key = [0; 32];
    getrandom::fill(&mut key).map_err(|error| anyhow!("there are no random bytes: {error}"))?;
    Ok(key)
}
