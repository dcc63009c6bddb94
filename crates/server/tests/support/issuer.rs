//! An authorization server, as far as a resource server sees one: metadata, a key set, and tokens signed with its key.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jsonwebtoken::{Algorithm, EncodingKey, Header, encode};
use p256::ecdsa::SigningKey;
use p256::elliptic_curve::Generate;
use p256::pkcs8::EncodePrivateKey;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{SystemTime, UNIX_EPOCH};

/// One issuer. It answers as long as the test's process lives.
pub(crate) struct Issuer {
    /// Its address, which is its name.
    pub(crate) address: String,
    keys: Arc<Mutex<Vec<(String, SigningKey)>>>,
    /// How often its key set was fetched.
    pub(crate) fetched: Arc<Mutex<u32>>,
}

impl Issuer {
    pub(crate) fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let issuer = Self { address: address.clone(), keys: Arc::default(), fetched: Arc::default() };
        issuer.rotate("one");
        let (keys, fetched) = (issuer.keys.clone(), issuer.fetched.clone());
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                serve(stream, &address, &keys, &fetched);
            }
        });
        issuer
    }

    /// Signs with a new key from now on. The old one stays in the set.
    pub(crate) fn rotate(&self, name: &str) {
        self.keys.lock().unwrap().push((name.to_owned(), SigningKey::generate()));
    }

    /// A good token for the house.
    pub(crate) fn token(&self, subject: &str, scopes: &str) -> String {
        self.signed(&self.claims(subject, scopes))
    }

    /// What a good token says.
    pub(crate) fn claims(&self, subject: &str, scopes: &str) -> Value {
        json!({
            "iss": self.address, "sub": subject, "aud": super::RESOURCE, "client_id": "editor", "scope": scopes,
            "iat": now(), "exp": now() + 3600,
        })
    }

    /// A token that says this.
    pub(crate) fn signed(&self, claims: &Value) -> String {
        let keys = self.keys.lock().unwrap();
        let (name, key) = keys.last().unwrap();
        let header = Header { kid: Some(name.clone()), typ: Some("at+jwt".into()), ..Header::new(Algorithm::ES256) };
        signed(&header, claims, key)
    }

    /// A token with this header, which may lie.
    pub(crate) fn signed_as(&self, change: impl FnOnce(&mut Header), claims: &Value) -> String {
        let keys = self.keys.lock().unwrap();
        let (name, key) = keys.last().unwrap();
        let mut header =
            Header { kid: Some(name.clone()), typ: Some("at+jwt".into()), ..Header::new(Algorithm::ES256) };
        change(&mut header);
        signed(&header, claims, key)
    }

    /// The current key as everybody reads it.
    pub(crate) fn public(&self) -> Value {
        let keys = self.keys.lock().unwrap();
        let (name, key) = keys.last().unwrap();
        public(name, key)
    }
}

fn signed(header: &Header, claims: &Value, key: &SigningKey) -> String {
    let der = key.to_pkcs8_der().unwrap();
    encode(header, claims, &EncodingKey::from_ec_der(der.as_bytes())).unwrap()
}

fn public(name: &str, key: &SigningKey) -> Value {
    let point = key.verifying_key().to_sec1_point(false);
    let part = |bytes: &[u8]| URL_SAFE_NO_PAD.encode(bytes);
    let (x, y) = (part(point.x().unwrap()), part(point.y().unwrap()));
    json!({"kty": "EC", "crv": "P-256", "use": "sig", "alg": "ES256", "kid": name, "x": x, "y": y})
}

/// Now, in seconds since 1970.
pub(crate) fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs()
}

fn serve(mut stream: TcpStream, address: &str, keys: &Mutex<Vec<(String, SigningKey)>>, fetched: &Mutex<u32>) {
    let mut lines = BufReader::new(stream.try_clone().unwrap()).lines().map_while(Result::ok);
    let first = lines.next().unwrap_or_default();
    lines.find(String::is_empty);
    let document = match first.split(' ').nth(1) {
        Some("/.well-known/oauth-authorization-server") => {
            Some(json!({"issuer": address, "jwks_uri": format!("{address}/jwks")}))
        }
        Some("/jwks") => {
            *fetched.lock().unwrap() += 1;
            let keys: Vec<_> = keys.lock().unwrap().iter().map(|(name, key)| public(name, key)).collect();
            Some(json!({ "keys": keys }))
        }
        _ => None,
    };
    let (status, body) = document.map_or(("404 Not Found", String::new()), |document| ("200 OK", document.to_string()));
    let head = format!("HTTP/1.1 {status}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n", body.len());
    stream.write_all(format!("{head}Connection: close\r\n\r\n{body}").as_bytes()).ok();
}
