// Compiles with a warning: the grant stays claimed, and its time turns it into an unknown outcome.
use lab::tools::DeleteFile;

fn main() {
    let _dropped = |claim: grants::Claim<DeleteFile>| drop(claim);
}
