// E0451 line 3
fn main() {
    let _taken_at_its_word = |backend: u32| effects::keyed::Proven { backend };
}
