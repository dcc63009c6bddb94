//! JSON pointers (RFC 6901).

/// The pointer with one more name or index at its end.
pub(crate) fn under(pointer: &str, name: &str) -> String {
    let mut whole = String::with_capacity(pointer.len() + name.len() + 1);
    whole.push_str(pointer);
    whole.push('/');
    for character in name.chars() {
        match character {
            '~' => whole.push_str("~0"),
            '/' => whole.push_str("~1"),
            plain => whole.push(plain),
        }
    }
    whole
}

/// The parts of a pointer, without escapes.
pub(crate) fn parts(pointer: &str) -> Vec<String> {
    pointer.split('/').skip(1).map(|part| part.replace("~1", "/").replace("~0", "~")).collect()
}
