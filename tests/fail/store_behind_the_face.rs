// E0616 line 3
fn main() {
    let _past_the_claim = |grants: &grants::Grants| grants.store.now();
}
