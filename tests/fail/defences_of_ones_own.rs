// E0423 line 3
fn main() {
    let _none_is_on = rules::Defences(0);
}
