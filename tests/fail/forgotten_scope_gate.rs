// E0451 line 4
fn ask(gate: &consent::ConsentGate, tool: &lab::tools::DeleteFile, principal: scope::Principal, call: wire::Call) {
    // Gate two wants the proof of gate one, and nobody but gate one can make it.
    let forged = scope::Cleared { principal, call };
    let _ = gate.prepare(tool, forged, true);
}

fn main() {
    let _ = ask;
}
