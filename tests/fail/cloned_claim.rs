// E0599 line 5
use lab::tools::DeleteFile;

fn main() {
    let _two_rights = |claim: grants::Claim<DeleteFile>| (claim.clone(), claim);
}
