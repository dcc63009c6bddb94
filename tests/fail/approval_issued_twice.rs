// E0382 line 6
use lab::tools::DeleteFile;

fn twice(grants: &grants::Grants, tool: &DeleteFile, yes: consent::Approval<DeleteFile>) {
    let _once = grants.issue(tool, yes);
    let _again = grants.issue(tool, yes);
}

fn main() {
    let _ = twice;
}
