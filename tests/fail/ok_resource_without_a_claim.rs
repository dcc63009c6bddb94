// Compiles: a program that reaches the resource itself needs no claim. Keep resources private to their tools.
fn main() {
    let _straight_at_it = |files: &mut lab::resources::Files| files.remove("notes.txt");
}
