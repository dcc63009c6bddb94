// E0308 line 5
use lab::tools::{DeleteFile, Run, SendPayment};

fn main() {
    let _pays_with_a_deletion = |tool: &SendPayment, claim: grants::Claim<DeleteFile>| tool.run(claim);
}
