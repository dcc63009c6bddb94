//! Names in a header: as they are, or `=?base64?...?=` around Base64 of their UTF-8.

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const BEGIN: &str = "=?base64?";
const END: &str = "?=";

/// Whether a header carries this name as it is.
pub(super) fn is_safe(name: &str) -> bool {
    let plain = name.bytes().all(|byte| matches!(byte, b' '..=b'~'));
    plain && name.trim() == name && !(name.starts_with(BEGIN) && name.ends_with(END))
}

/// The header's text for a name.
pub(super) fn encode(name: &str) -> String {
    if is_safe(name) { name.to_owned() } else { format!("{BEGIN}{}{END}", digits(name.as_bytes())) }
}

/// The name that a header's text stands for. `None` if it is encoded, and wrongly.
pub(super) fn decode(text: &str) -> Option<String> {
    let Some(encoded) = text.strip_prefix(BEGIN).and_then(|text| text.strip_suffix(END)) else {
        return Some(text.to_owned());
    };
    let mut bytes = Vec::new();
    for group in encoded.trim_end_matches('=').as_bytes().chunks(4) {
        let missing = 4 - group.len();
        let mut bits = 0;
        for byte in group {
            bits = bits << 6 | ALPHABET.iter().position(|known| known == byte)?;
        }
        let [_, whole @ ..] = u32::try_from(bits << (6 * missing)).ok()?.to_be_bytes();
        bytes.extend(whole.iter().take(3_usize.saturating_sub(missing)));
    }
    // One text for one name: the padding that belongs there, and no bits left over.
    (digits(&bytes) == encoded).then(|| String::from_utf8(bytes).ok())?
}

fn digits(bytes: &[u8]) -> String {
    let mut text = String::new();
    for group in bytes.chunks(3) {
        let missing = 3 - group.len();
        let bits = group.iter().fold(0_usize, |bits, byte| bits << 8 | usize::from(*byte)) << (8 * missing);
        for place in 0..4 - missing {
            let digit = ALPHABET.get(bits >> (18 - 6 * place) & 63);
            text.extend(digit.copied().map(char::from));
        }
        text.extend(std::iter::repeat_n('=', missing));
    }
    text
}
