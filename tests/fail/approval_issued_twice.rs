// E0382 line 6
use lab::tools::DeleteFile;

fn twice(grants: &grants::Grants, yes: consent::Approval<DeleteFile>) {
    let _once = grants.issue(yes);
    let _again = grants.issue(yes);
}

fn main() {
    let _ = twice;
}
