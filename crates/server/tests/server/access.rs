//! Who comes in: 401, 403, metadata, and every token that is not good here.

use crate::support::{Client, House, RESOURCE};
use jsonwebtoken::Algorithm;
use serde_json::json;

const METADATA: &str = "https://house.example/.well-known/oauth-protected-resource/mcp";

#[test]
fn who_shows_nothing_is_told_where_tokens_come_from() {
    let house = House::new("");
    let server = house.serve(&[]);
    let nobody = Client::new(&server.url, "");
    let answer = nobody.send("tools/list", json!({}));
    assert_eq!(answer.status, 401);
    let challenge = format!("Bearer scope=\"files:write web:search\", resource_metadata=\"{METADATA}\"");
    assert_eq!(answer.challenge.unwrap(), challenge);
    assert_eq!(answer.body, "");

    let (status, metadata) = nobody.fetch("/.well-known/oauth-protected-resource/mcp");
    let metadata: serde_json::Value = serde_json::from_str(&metadata).unwrap();
    assert_eq!(status, 200);
    assert_eq!(metadata["resource"], RESOURCE);
    assert_eq!(metadata["authorization_servers"], json!([house.issuer.address]));
    assert_eq!(metadata["scopes_supported"], json!(["files:write", "web:search"]));
}

#[test]
fn a_token_that_is_not_good_here_lets_nobody_in() {
    let house = House::new("");
    let server = house.serve(&[]);
    let issuer = &house.issuer;
    let good = issuer.claims("alice", "files:read");
    let but = |name: &str, value: serde_json::Value| {
        let mut claims = good.clone();
        claims[name] = value;
        claims
    };
    let now = crate::support::now();
    let symmetric = {
        // The public key as a shared secret: whoever can read the key set could sign.
        let secret = serde_json::to_vec(&issuer.public()).unwrap();
        let header = jsonwebtoken::Header { typ: Some("at+jwt".into()), ..jsonwebtoken::Header::new(Algorithm::HS256) };
        jsonwebtoken::encode(&header, &good, &jsonwebtoken::EncodingKey::from_secret(&secret).unwrap()).unwrap()
    };
    let part = |value: serde_json::Value| {
        use base64::Engine;
        base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(value.to_string())
    };
    let unsigned = format!("{}.{}.", part(json!({"alg": "none", "typ": "at+jwt"})), part(good.clone()));
    let stranger = crate::support::Issuer::start();
    let mut strange = stranger.claims("alice", "files:read");
    strange["iss"] = json!(issuer.address);
    for (what, token) in [
        ("another audience", issuer.signed(&but("aud", json!("https://other.example/mcp")))),
        ("several other audiences", issuer.signed(&but("aud", json!(["https://a.example", "https://b.example"])))),
        ("too old", issuer.signed(&but("exp", json!(now - 1)))),
        ("too early", issuer.signed(&but("nbf", json!(now + 600)))),
        ("another issuer", issuer.signed(&but("iss", json!("https://auth.example")))),
        ("nobody's", issuer.signed(&but("sub", json!(null)))),
        ("an ID token", issuer.signed_as(|header| header.typ = Some("JWT".into()), &good)),
        ("no type", issuer.signed_as(|header| header.typ = None, &good)),
        ("an unknown key", issuer.signed_as(|header| header.kid = Some("other".into()), &good)),
        ("a stranger's signature", stranger.signed_as(|header| header.kid = Some("one".into()), &strange)),
        ("a shared secret", symmetric),
        ("no signature", unsigned),
        ("scopes that are none", issuer.signed(&but("scope", json!("files:read \"")))),
        ("nonsense", "abc".to_owned()),
    ] {
        let answer = Client::new(&server.url, &token).send("tools/list", json!({}));
        assert_eq!(answer.status, 401, "{what}");
        let challenge = answer.challenge.unwrap();
        assert!(challenge.contains("error=\"invalid_token\"") && challenge.contains(METADATA), "{what}: {challenge}");
    }
    let among = issuer.signed(&but("aud", json!(["https://a.example", RESOURCE])));
    for (what, token) in [("good", issuer.signed(&good)), ("one audience of several", among)] {
        assert_eq!(Client::new(&server.url, &token).send("tools/list", json!({})).status, 200, "{what}");
    }
}

#[test]
fn keys_are_rotated_while_the_server_runs() {
    let house = House::new("");
    let server = house.serve(&[]);
    let old = house.client(&server, "files:read");
    assert_eq!(old.send("tools/list", json!({})).status, 200);
    std::thread::sleep(std::time::Duration::from_millis(1100));
    house.issuer.rotate("two");
    let new = house.client(&server, "files:read");
    assert_eq!(new.send("tools/list", json!({})).status, 200);
    assert_eq!(old.send("tools/list", json!({})).status, 200);

    // Whoever makes up names has the keys fetched no more often than once a second.
    let before = *house.issuer.fetched.lock().unwrap();
    for number in 0..20 {
        let claims = house.issuer.claims("mallory", "files:read");
        let token = house.issuer.signed_as(|header| header.kid = Some(format!("made-up-{number}")), &claims);
        assert_eq!(Client::new(&server.url, &token).send("tools/list", json!({})).status, 401);
    }
    let fetched = *house.issuer.fetched.lock().unwrap() - before;
    assert!(fetched <= 3, "{fetched} fetches for twenty made-up names");
}

#[test]
fn what_a_call_lacks_stands_in_one_challenge() {
    let house = House::new("");
    let server = house.serve(&[]);
    let reader = house.client(&server, "files:read");
    for (tool, arguments, scope) in [
        ("send_payment", json!({"to": "Plant Shop", "amount": 20}), "payments:write"),
        ("send_payment", json!({"to": "Plant Shop", "amount": 1001}), "payments:approve payments:write"),
        ("list_files", json!({"folder": "payroll"}), "files:payroll files:read"),
        ("delete_file", json!({"path": "payroll/june.csv"}), "files:payroll files:write"),
    ] {
        let answer = reader.call(tool, &arguments);
        assert_eq!(answer.status, 403, "{tool}");
        let challenge = answer.challenge.unwrap();
        assert!(challenge.starts_with("Bearer error=\"insufficient_scope\""), "{challenge}");
        assert!(challenge.contains(&format!("scope=\"{scope}\"")), "{challenge}");
        assert!(challenge.contains(&format!("resource_metadata=\"{METADATA}\"")), "{challenge}");
        assert_eq!(answer.body, "");
    }
}

#[test]
fn a_list_shows_what_the_token_covers() {
    let house = House::new("");
    let server = house.serve(&[]);
    let listed = |scopes: &str| {
        let answer = house.client(&server, scopes).send("tools/list", json!({}));
        assert_eq!(answer.body["result"]["cacheScope"], "private");
        answer.body["result"]["tools"].clone()
    };
    let all = listed("files:write web:search payments:write");
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/vectors/tools.json");
    let kept: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let kept: Vec<_> = kept["tools"].as_array().unwrap().iter().map(|tool| tool["listed"].clone()).collect();
    assert_eq!(all, json!(kept), "the tools are those of the vectors");
    let names = |tools: serde_json::Value| -> Vec<String> {
        tools.as_array().unwrap().iter().map(|tool| tool["name"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(names(listed("files:read")), ["list_files"]);
    assert_eq!(names(listed("payments:write")), ["send_payment"]);
}

#[test]
fn foreign_pages_and_foreign_names_are_turned_away() {
    let house = House::new("");
    let server = house.serve(&[]);
    let client = house.client(&server, "files:read");
    let body = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {"_meta": crate::support::meta()}});
    let send = |more: &[(&str, &str)]| client.raw("tools/list", None, more, body.to_string().as_bytes());
    let foreign = send(&[("Origin", "https://mallory.example")]);
    assert_eq!((foreign.status, foreign.challenge), (403, None));
    let renamed = send(&[("Host", "mallory.example")]);
    assert_eq!((renamed.status, renamed.challenge), (403, None));
    for host in ["house.example", "localhost:1234", "127.0.0.1", "[::1]:80"] {
        assert_eq!(send(&[("Host", host)]).status, 200, "{host}");
    }
}
