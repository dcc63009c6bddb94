// E0308 line 5
use consent::Effect;
use lab::tools::DeleteFile;

fn run(tool: &DeleteFile, claim: grants::Claim<DeleteFile>) -> grants::Settled {
    let _ = claim.take(|args| tool.snapshot(args));
}

fn main() {
    let _ = run;
}
