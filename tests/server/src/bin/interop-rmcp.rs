//! rmcp's client as an arm of the four-tool story: `interop/arm.mjs` says what it is told and what it answers.

use serde_json::json;
use tokio::io::{AsyncBufReadExt, BufReader, Lines, Stdin, stdin};
use twogates_server_tests::interop::Arm;

#[tokio::main(flavor = "current_thread")]
async fn main() -> anyhow::Result<()> {
    let mut lines = BufReader::new(stdin()).lines();
    if let Err(failed) = obey(&mut lines).await {
        println!("{}", json!({"error": format!("{failed:#}")}));
    }
    Ok(())
}

/// Connects once, and obeys until the input ends.
async fn obey(lines: &mut Lines<BufReader<Stdin>>) -> anyhow::Result<()> {
    let Some(first) = lines.next_line().await? else { return Ok(()) };
    let mut arm = Arm::connect(serde_json::from_str(&first)?).await?;
    println!("{}", json!({}));
    while let Some(line) = lines.next_line().await? {
        let said = arm.obey(&serde_json::from_str(&line)?).await;
        println!("{}", said.unwrap_or_else(|failed| json!({"error": format!("{failed:#}")})));
    }
    arm.close().await
}
