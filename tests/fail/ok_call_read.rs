fn main() {
    let _its_bytes_are_public_to_read = |call: &wire::Call| (call.tool().len(), call.arguments().len());
}
