// E0382 line 6
use lab::tools::{DeleteFile, Run};

fn twice(tool: &DeleteFile, claim: grants::Claim<DeleteFile>) {
    let _once = tool.run(claim);
    let _again = tool.run(claim);
}

fn main() {
    let _ = twice;
}
