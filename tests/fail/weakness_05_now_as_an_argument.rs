// E0061 line 3
fn late(store: &dyn grants::Store, claiming: &grants::Claiming, anyone: &dyn grants::Authority, now: consent::Moment) {
    let _ = store.claim(claiming, anyone, now);
}

fn main() {
    let _ = late;
}
