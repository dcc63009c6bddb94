// E0451 line 6
use wire::Call;

fn main() {
    let arguments = br#"{"path":"other"}"#.to_vec();
    let _never_canonical = Call { tool: "delete_file".into(), arguments };
}
