// E0061 line 5
use lab::tools::{DeleteFile, Run};

fn main() {
    let _runs_without_a_claim = |tool: &DeleteFile| tool.run();
}
