// Compiles: weakening is possible, and has one name to search for.
use rules::{Defence, danger};

fn main() {
    let _weaker = |gate: consent::ConsentGate| danger::without(gate, Defence::Integrity);
}
