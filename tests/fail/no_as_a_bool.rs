// E0308 line 3
fn main() {
    let _runs: bool = consent::No::Declined;
}
