// E0616 line 5
use lab::tools::DeleteFile;

fn swapped(mut claim: grants::Claim<DeleteFile>, other: grants::Claim<DeleteFile>) -> grants::Claim<DeleteFile> {
    claim.args = other.args;
    claim
}

fn main() {
    let _ = swapped;
}
