// Compiles: the other store answers that nobody claimed it there.
fn main() {
    let _elsewhere = |other: &grants::Grants, settled: grants::Settled| other.settle(settled).is_err();
}
