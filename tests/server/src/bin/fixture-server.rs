//! Serves the fixture on loopback: `fixture-server bare`; or, as a control, a server that has nothing: `fixture-server
//! nothing`. It says where it listens, and ends when its input does.

use anyhow::{anyhow, bail};
use twogates_server_tests::fixture::Fixture;
use twogates_server_tests::serving::{bare, nothing, serve};

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let which = std::env::args().nth(1).unwrap_or_default();
    // What is asked in one run is answered in it, so that the key need not outlive it.
    let mut key = [0; 32];
    getrandom::fill(&mut key).map_err(|error| anyhow!("there are no random bytes: {error}"))?;
    match which.as_str() {
        "bare" => serve(bare(Fixture::new(&key)?)).await,
        "nothing" => serve(nothing()).await,
        _ => bail!("usage: fixture-server bare|nothing"),
    }
}
