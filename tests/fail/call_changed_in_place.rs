// E0616 line 3
fn main() {
    let _another_file = |mut call: wire::Call| call.arguments = br#"{"path":"other"}"#.to_vec();
}
