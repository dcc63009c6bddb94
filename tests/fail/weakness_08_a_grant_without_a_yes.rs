// E0308 line 5
use lab::tools::DeleteFile;

fn unasked(grants: &grants::Grants, tool: &DeleteFile, intent: consent::Intent) {
    let _ = grants.issue(tool, intent);
}

fn main() {
    let _ = unasked;
}
