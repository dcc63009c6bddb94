// E0277 line 6
use lab::tools::DeleteFile;

fn main() {
    let _nobody_asked =
        |gate: &consent::ConsentGate, tool: &DeleteFile, cleared: scope::Cleared| gate.unasked(tool, cleared);
}
