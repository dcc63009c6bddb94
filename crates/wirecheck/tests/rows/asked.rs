//! Questions and forms: what the samples do not show.

use crate::common::{answered, find, found, meta, names, question, request, result};
use serde_json::{Value, json};

const QUESTION: &str = "/result/inputRequests/q";

/// What is found in a form with this schema.
fn form(schema: Value) -> Vec<String> {
    answered(&json!({"result": question(&schema)}))
}

/// What is found in a form with this one field.
fn field(name: &str, field: Value) -> Vec<String> {
    form(json!({"type": "object", "properties": {name: field}}))
}

#[test]
fn questions_have_a_shape() {
    let asked = |asked: Value| {
        let mut call = request(1, "tools/call", &json!({"name": "x"}));
        call["params"]["_meta"] = meta(&json!({"elicitation": {"form": {}, "url": {}}, "sampling": {}, "roots": {}}));
        found(&[call, result(1, &json!({"resultType": "input_required", "inputRequests": {"q": asked}}))])
    };
    let wrong = format!("question-shape MRTR-04 {QUESTION}");
    assert_eq!(asked(json!("yes?")), [wrong.as_str()]);
    assert_eq!(asked(json!({"params": {}})), [wrong.as_str()]);
    assert_eq!(asked(json!({"method": "sampling/createMessage"})), [wrong.as_str()], "no params");
    assert_eq!(asked(json!({"method": "roots/list"})), [""; 0], "roots need none");
    assert_eq!(asked(json!({"method": "tools/call", "params": {}})), [format!("{wrong}/method")]);
    let enveloped = json!({"jsonrpc": "2.0", "id": 1, "method": "roots/list", "params": {}});
    assert_eq!(asked(enveloped), [format!("{wrong}/jsonrpc"), format!("{wrong}/id")]);
    let mode = |mode: Value| {
        let schema = json!({"type": "object", "properties": {}});
        asked(
            json!({"method": "elicitation/create", "params": {"mode": mode, "message": "?", "requestedSchema": schema}}),
        )
    };
    assert_eq!(mode(json!("form")), [""; 0]);
    assert_eq!(mode(json!("voice")), [format!("question-message ELIC-05 {QUESTION}/params/mode")]);
    assert_eq!(mode(json!("url")), [format!("question-url URL-01 {QUESTION}/params")], "a form's schema is no address");
}

#[test]
fn web_addresses() {
    let url = |url: Value| {
        let mut call = request(1, "tools/call", &json!({"name": "x"}));
        call["params"]["_meta"] = meta(&json!({"elicitation": {"url": {}}}));
        let asked = json!({"method": "elicitation/create", "params": {"mode": "url", "message": "?", "url": url}});
        found(&[call, result(1, &json!({"resultType": "input_required", "inputRequests": {"q": asked}}))]).is_empty()
    };
    for right in ["https://a.example", "http://localhost:8080/x?y=1#z", "https://[::1]/"] {
        assert!(url(json!(right)), "{right}");
    }
    for wrong in [
        "",
        "https://",
        "https:///x",
        "https://?x",
        "https://#x",
        "https://:80",
        "ftp://a.example",
        "a.example",
        "https://a b",
    ] {
        assert!(!url(json!(wrong)), "{wrong}");
    }
    assert!(!url(json!("https://a\u{7}")) && !url(json!(7)));
}

#[test]
fn forms_are_flat() {
    let schema = format!("form-flat ELIC-06 {QUESTION}/params/requestedSchema");
    assert_eq!(form(json!({"type": "object", "properties": {}})), [""; 0]);
    assert_eq!(form(json!({"type": "object"})), [schema.as_str()]);
    assert_eq!(form(json!({"properties": {}})), [schema.as_str()]);
    assert_eq!(form(json!({"type": "array"})), [schema.as_str(), schema.as_str()]);
    assert_eq!(form(json!("x")), [format!("form-flat ELIC-06 {QUESTION}/params")]);
    for right in [
        json!({"type": "string", "minLength": 1}),
        json!({"type": "string", "enum": ["a"]}),
        json!({"type": "string", "oneOf": [{"const": "a", "title": "A"}]}),
        json!({"type": "number"}),
        json!({"type": "integer"}),
        json!({"type": "boolean"}),
        json!({"type": "array", "items": {"type": "string", "enum": ["a"]}}),
        json!({"type": "array", "items": {"anyOf": [{"const": "a", "title": "A"}]}}),
        json!({"type": "array", "items": {"oneOf": [{"const": "a", "title": "A"}]}}),
    ] {
        assert_eq!(field("x", right.clone()), [""; 0], "{right}");
    }
    for wrong in [
        json!({"type": "object"}),
        json!({"type": "null"}),
        json!({"type": ["string", "null"]}),
        json!({"type": "array"}),
        json!({"type": "array", "items": {"type": "string"}}),
        json!({"type": "array", "items": {"enum": "a"}}),
        json!({"type": "array", "items": {"enum": ["a"], "properties": {}}}),
        json!({"type": "string", "properties": {}}),
        json!({"$ref": "#/x"}),
        json!(true),
    ] {
        assert_eq!(field("x", wrong.clone()), [format!("{schema}/properties/x")], "{wrong}");
    }
}

#[test]
fn what_is_required_exists() {
    let required = |required: Value| {
        let schema = json!({"type": "object", "properties": {"a": {"type": "string"}}, "required": required});
        let asked = result(1, &question(&schema));
        let call = request(1, "tools/call", &json!({"name": "x"}));
        let findings = find(&[call.to_string(), asked.to_string()]);
        let repaired =
            findings.iter().fold(asked, |document, finding| finding.repair.as_ref().unwrap().apply(&document).unwrap());
        assert_eq!(found(&[call, repaired]), [""; 0]);
        names(&findings)
    };
    let at = format!("form-required ELIC-06 {QUESTION}/params/requestedSchema/required");
    assert_eq!(required(json!(["a"])), [""; 0]);
    assert_eq!(required(json!([])), [""; 0]);
    assert_eq!(required(json!(["b", "a", 7, "c"])), [format!("{at}/3"), format!("{at}/2"), format!("{at}/0")]);
}

#[test]
fn what_is_required_is_a_list() {
    for wrong in [json!("a"), json!({}), Value::Null, json!(17)] {
        let schema = json!({"type": "object", "properties": {"a": {"type": "string"}}, "required": wrong});
        let call = request(1, "tools/call", &json!({"name": "x"}));
        let at = format!("form-required ELIC-06 {QUESTION}/params/requestedSchema/required");
        assert_eq!(found(&[call, result(1, &question(&schema))]), [at]);
    }
}

#[test]
fn formats_that_every_client_knows() {
    for right in ["email", "uri", "date", "date-time"] {
        assert_eq!(field("x", json!({"type": "string", "format": right})), [""; 0]);
    }
    for wrong in [json!("time"), json!("Email"), json!(7)] {
        let at = format!("form-format ELIC-07 {QUESTION}/params/requestedSchema/properties/x/format");
        assert_eq!(field("x", json!({"type": "string", "format": wrong})), [at]);
    }
}

#[test]
fn an_approval_is_not_filled_in() {
    let at = |name: &str| format!("form-default CALL-13 {QUESTION}/params/requestedSchema/properties/{name}/default");
    for name in [
        "approved",
        "confirm",
        "consent",
        "allow",
        "iAgree",
        "acceptTerms",
        "proceed",
        "authorize",
        "permit",
        "run",
        "yes",
        "continue",
    ] {
        assert_eq!(field(name, json!({"type": "boolean", "default": false})), [at(name)], "{name}");
        assert_eq!(field(name, json!({"type": "boolean"})), [""; 0]);
        assert_eq!(field(name, json!({"type": "string", "default": "x"})), [""; 0], "no yes or no");
    }
    assert_eq!(field("x", json!({"type": "boolean", "title": "Approve this", "default": true})), [at("x")]);
    assert_eq!(field("x", json!({"type": "boolean", "description": "Do you agree?", "default": true})), [at("x")]);
    assert_eq!(field("bold", json!({"type": "boolean", "default": true})), [""; 0]);
}

#[test]
fn forms_ask_for_no_secret() {
    let asks = |name: &str, more: Value| {
        let mut schema = more;
        schema["type"] = "string".into();
        let found = field(name, schema);
        let at = format!("form-secret ELIC-13 {QUESTION}/params/requestedSchema/properties/{name}");
        assert!(found.is_empty() || found == [at], "{found:?}");
        !found.is_empty()
    };
    for name in [
        "password",
        "Password",
        "userPassword",
        "user_password",
        "passwords",
        "pass\u{200b}word",
        "pássword",
        "ｐａｓｓｗｏｒｄ",
        "Passwort",
        "Benutzerkennwort",
        "Mot de passe",
        "contraseña",
        "contrasen\u{303}a",
        "clave de acceso",
        "lösenord",
        "hasło",
        "Şifre",
        "Mật khẩu",
        "Пароль",
        "パスワードを入力",
        "请输入密码",
        "비밀번호",
        "passwd",
        "pwd",
        "passphrase",
        "passcode",
        "secret",
        "clientSecret",
        "token",
        "accessToken",
        "access-token",
        "credentials",
        "pin",
        "PIN",
        "newPin",
        "otp",
        "totp",
        "cvv",
        "cvc",
        "apiKey",
        "api_key",
        "apikey",
        "API-KEY",
        "privateKey",
        "access_key",
        "cardNumber",
        "card_no",
        "securityCode",
        "verification_code",
        "recoveryCode",
        "seedPhrase",
        "mnemonic",
        "2fa_code",
    ] {
        assert!(asks(name, json!({})), "{name}");
    }
    for name in [
        "name",
        "maxTokens",
        "tokenLimit",
        "token_count",
        "tokenization",
        "opinion",
        "spinning",
        "keyword",
        "key",
        "code",
        "number",
        "cardholder",
        "monkey",
        "secretary",
        "Parole",
        "clave primaria",
        "пара",
    ] {
        assert!(!asks(name, json!({})), "{name}");
    }
    assert!(asks("x", json!({"title": "Your one-time code"})) && asks("x", json!({"description": "The card number."})));
    assert!(!asks("token", json!({"enum": ["a"]})) && !asks("token", json!({"oneOf": [{"const": "a"}]})));
    assert_eq!(field("pin", json!({"type": "boolean"})), [""; 0], "pin this note");
    assert_eq!(field("pin", json!({"type": "integer"})).len(), 1);
}
