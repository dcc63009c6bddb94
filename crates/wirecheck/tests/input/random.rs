//! Nothing that stands in a file stops the checker: neither any bytes, nor any change to a sample.

use crate::checked;
use proptest::prelude::*;
use twogates_wirecheck::{Options, all_rows};

/// All samples, as one text.
fn samples() -> Vec<u8> {
    let lines = all_rows().flat_map(|row| row.samples().bad.into_iter().chain(row.samples().good));
    lines.collect::<Vec<_>>().join("\n").into_bytes()
}

/// What stands in place of a byte: a mark of JSON more often than any byte.
fn byte() -> impl Strategy<Value = u8> {
    prop_oneof![prop::sample::select(&b"{}[]\",:\\\n0123456789-eE.tfnu"[..]), any::<u8>()]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..2000), partial in any::<bool>()) {
        checked(bytes, Options { partial });
    }

    #[test]
    fn any_marks(bytes in prop::collection::vec(byte(), 0..2000), partial in any::<bool>()) {
        checked(bytes, Options { partial });
    }

    #[test]
    fn any_change_to_the_samples(
        changes in prop::collection::vec((any::<prop::sample::Index>(), byte()), 1..40),
        cut in any::<prop::sample::Index>(),
        array in any::<bool>(),
    ) {
        let mut text = samples();
        for (at, byte) in changes {
            let at = at.index(text.len());
            text[at] = byte;
        }
        text.truncate(cut.index(text.len()));
        if array {
            text.insert(0, b'[');
        }
        checked(text, Options::default());
    }

    /// Members that are gone, doubled or of another type.
    #[test]
    fn any_other_value_in_the_samples(
        row in any::<prop::sample::Index>(),
        names in prop::collection::vec(
            prop::sample::select(&[
                "\"id\"", "\"method\"", "\"params\"", "\"result\"", "\"error\"", "\"_meta\"", "\"name\"", "\"tools\"",
                "\"inputRequests\"", "\"inputResponses\"", "\"requestState\"", "\"requestedSchema\"", "\"properties\"",
                "\"required\"", "\"content\"", "\"headers\"", "\"scope\"", "\"rules\"", "\"code\"", "\"ttlMs\"",
            ][..]),
            1..4,
        ),
        value in prop::sample::select(&["null", "true", "0", "-1.5", "\"\"", "[]", "{}", "[[]]", "{\"a\":{}}"][..]),
    ) {
        let rows: Vec<_> = all_rows().collect();
        let samples = rows[row.index(rows.len())].samples();
        for line in 0..samples.bad.len() {
            let mut lines = samples.bad.clone();
            for name in &names {
                lines[line] = lines[line].replace(&format!("{name}:"), &format!("{name}:{value},\"_\":"));
            }
            checked(lines.join("\n"), Options::default());
        }
    }
}
