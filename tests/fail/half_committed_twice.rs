// E0382 line 6
use consent::Effect;
fn main() {}
fn _twice<T: Effect>(grants: &grants::Grants, half: effects::staged::Half<T>) {
    let _first = half.commit(grants);
    let _second = half.commit(grants);
}
