//! An authorization server of the tests' own: it signs access tokens (RFC 9068), and publishes its key on loopback.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;
use p256::ecdsa::signature::Signer;
use p256::ecdsa::{Signature, SigningKey};
use p256::elliptic_curve::Generate;
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::TcpListener;
use std::thread;
use twogates::Token;

/// The name of its key.
const KEY: &str = "t1";

/// The issuer. Its name is whatever a token says, so that it can sign for several.
#[derive(Debug)]
pub struct Issuer {
    key: SigningKey,
    /// Where its key is published.
    pub jwks: String,
}

impl Issuer {
    /// Draws a key, and publishes it until this program ends.
    ///
    /// # Errors
    ///
    /// There is no port.
    pub fn start() -> anyhow::Result<Self> {
        let key = SigningKey::generate();
        let point = key.verifying_key().to_sec1_point(false);
        // One byte says that both coordinates follow, of 32 bytes each.
        let coordinate = |from: usize| BASE64.encode(point.as_bytes().get(from..from + 32).unwrap_or_default());
        let (x, y) = (coordinate(1), coordinate(33));
        let keys = json!({"keys": [{
            "kty": "EC", "crv": "P-256", "alg": "ES256", "use": "sig", "kid": KEY, "x": x, "y": y,
        }]});
        let listener = TcpListener::bind("127.0.0.1:0")?;
        let jwks = format!("http://{}/jwks", listener.local_addr()?);
        let body = keys.to_string();
        let head = format!(
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
            body.len()
        );
        thread::spawn(move || {
            for stream in listener.incoming() {
                let Ok(mut stream) = stream else { continue };
                // One read is enough for a request without a body.
                drop(stream.read(&mut [0; 4096]));
                drop(stream.write_all(format!("{head}{body}").as_bytes()));
            }
        });
        Ok(Self { key, jwks })
    }

    /// A signed token that says this.
    #[must_use]
    pub fn sign(&self, token: &Token) -> String {
        let principal = &token.caller.principal;
        let header = json!({"alg": "ES256", "typ": "at+jwt", "kid": KEY});
        let expires = token.expires_ms / 1_000;
        let claims = json!({
            "iss": principal.issuer, "sub": principal.subject, "client_id": principal.client, "aud": token.audience,
            "scope": token.caller.granted.to_string(), "exp": expires, "iat": expires.saturating_sub(3_600), "jti": "1",
        });
        let part = |value: &Value| BASE64.encode(value.to_string());
        let signed = format!("{}.{}", part(&header), part(&claims));
        let signature: Signature = self.key.sign(signed.as_bytes());
        format!("{signed}.{}", BASE64.encode(signature.to_bytes()))
    }
}
