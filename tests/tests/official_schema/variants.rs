//! One-fault variants of the sample, each of which the official schema refuses.

use serde_json::{Value, json};

/// A one-fault variant of the sample: what it is, the entry, the place in its message, the value that it gets there
/// (`None`: it is removed), and where the fault is reported.
pub(crate) type Broken = (&'static str, u32, &'static str, Option<Value>, &'static str);

pub(crate) fn broken() -> Vec<Broken> {
    vec![
        ("other JSON-RPC version", 4, "/jsonrpc", Some(json!("1.0")), "/jsonrpc"),
        ("null id", 4, "/id", Some(Value::Null), "/id"),
        ("unknown method", 4, "/method", Some(json!("initialize")), "/method"),
        ("no version", 6, "/params/_meta/io.modelcontextprotocol~1protocolVersion", None, "/params/_meta"),
        ("no capabilities", 6, "/params/_meta/io.modelcontextprotocol~1clientCapabilities", None, "/params/_meta"),
        ("no name", 8, "/params/name", None, "/params"),
        ("arguments as an array", 8, "/params/arguments", Some(json!([])), "/params/arguments"),
        ("numeric state", 11, "/params/requestState", Some(json!(1)), "/params/requestState"),
        ("answers as an array", 11, "/params/inputResponses", Some(json!([])), "/params/inputResponses"),
        (
            "unknown action",
            17,
            "/params/inputResponses/approval/action",
            Some(json!("refuse")),
            "/params/inputResponses/approval/action",
        ),
        (
            "content of another type than the form's",
            11,
            "/params/inputResponses/approval/content/approved",
            Some(json!("yes")),
            "/params/inputResponses/approval/content/approved",
        ),
        ("no resultType", 13, "/result/resultType", None, "/result"),
        ("unknown resultType", 13, "/result/resultType", Some(json!("done")), "/result/resultType"),
        ("no content", 13, "/result/content", None, "/result"),
        ("isError as text", 18, "/result/isError", Some(json!("true")), "/result/isError"),
        ("no versions", 5, "/result/supportedVersions", None, "/result"),
        ("no ttlMs of discover", 5, "/result/ttlMs", None, "/result"),
        ("no ttlMs of a list", 7, "/result/ttlMs", None, "/result"),
        ("negative ttlMs", 7, "/result/ttlMs", Some(json!(-1)), "/result/ttlMs"),
        ("unknown cacheScope", 7, "/result/cacheScope", Some(json!("shared")), "/result/cacheScope"),
        ("a tool without schema", 7, "/result/tools/0/inputSchema", None, "/result/tools/0"),
        ("a question of a list", 7, "/result/resultType", Some(json!("input_required")), "/result/resultType"),
        ("state of a question", 9, "/result/requestState", Some(json!(1)), "/result/requestState"),
        (
            "unknown question",
            9,
            "/result/inputRequests/approval/method",
            Some(json!("ask")),
            "/result/inputRequests/approval",
        ),
        (
            "unknown mode",
            9,
            "/result/inputRequests/approval/params/mode",
            Some(json!("popup")),
            "/result/inputRequests/approval/params",
        ),
        (
            "a nested form",
            9,
            "/result/inputRequests/approval/params/requestedSchema/properties/approved",
            Some(json!({"type": "object"})),
            "/result/inputRequests/approval/params/requestedSchema/properties/approved",
        ),
        (
            "a page without a URI",
            9,
            "/result/inputRequests/approval/params",
            Some(json!({"mode": "url", "message": "Confirm", "url": "the page"})),
            "/result/inputRequests/approval/params/url",
        ),
        ("error without message", 20, "/error/message", None, "/error"),
        ("null id of an error", 20, "/id", Some(Value::Null), "/id"),
        ("undefined reserved code", 20, "/error/code", Some(json!(-32042)), "/error/code"),
        ("-32021 without data", 22, "/error/data", None, "/error"),
        (
            "-32021 with a list",
            22,
            "/error/data/requiredCapabilities",
            Some(json!(["elicitation"])),
            "/error/data/requiredCapabilities",
        ),
        ("-32022 with numbers", 24, "/error/data/supported", Some(json!([1])), "/error/data/supported/0"),
        ("-32022 without requested", 24, "/error/data/requested", None, "/error/data"),
    ]
}
