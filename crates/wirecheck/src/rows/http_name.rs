//! Names in a header: as they are, or `=?base64?...?=` around Base64 of their UTF-8.

use base64::{Engine, engine::general_purpose::STANDARD as BASE64};

const BEGIN: &str = "=?base64?";
const END: &str = "?=";

/// Whether a header carries this name as it is.
pub(super) fn is_safe(name: &str) -> bool {
    let plain = name.bytes().all(|byte| matches!(byte, b' '..=b'~'));
    plain && name.trim() == name && !(name.starts_with(BEGIN) && name.ends_with(END))
}

/// The header's text for a name.
pub(super) fn encode(name: &str) -> String {
    if is_safe(name) { name.to_owned() } else { format!("{BEGIN}{}{END}", BASE64.encode(name)) }
}

/// The name that a header's text stands for. `None` if it is encoded, and wrongly.
pub(super) fn decode(text: &str) -> Option<String> {
    let Some(encoded) = text.strip_prefix(BEGIN).and_then(|text| text.strip_suffix(END)) else {
        return Some(text.to_owned());
    };
    // One text for one name: the padding that belongs there, and no bits left over. The library wants both.
    String::from_utf8(BASE64.decode(encoded).ok()?).ok()
}
