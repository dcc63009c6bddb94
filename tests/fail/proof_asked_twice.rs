// E0382 line 6
use lab::tools::DeleteFile;

fn twice(gate: &consent::ConsentGate, tool: &DeleteFile, cleared: scope::Cleared) {
    let _once = gate.prepare(tool, cleared, true);
    let _again = gate.prepare(tool, cleared, true);
}

fn main() {
    let _ = twice;
}
