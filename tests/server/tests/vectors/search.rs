//! A search service of the tests' own, on loopback: what leaves the server is known here.

use lab::resources::Web;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// The service.
pub(crate) struct Search {
    web: Arc<Mutex<Web>>,
    /// Where it listens.
    pub(crate) url: String,
}

impl Search {
    /// Answers until this program ends.
    pub(crate) fn start() -> Self {
        let web = Arc::<Mutex<Web>>::default();
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}/", listener.local_addr().unwrap());
        let of_service = web.clone();
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                // Whoever breaks off gets no answer.
                drop(answer(stream, &of_service));
            }
        });
        Self { web, url }
    }

    /// What was asked since it was last forgotten.
    pub(crate) fn queries(&self) -> Vec<String> {
        self.web.lock().unwrap_or_else(PoisonError::into_inner).queries().to_vec()
    }

    /// Forgets what was asked, for the next vector.
    pub(crate) fn forget(&self) {
        *self.web.lock().unwrap_or_else(PoisonError::into_inner) = Web::default();
    }
}

fn answer(stream: TcpStream, web: &Mutex<Web>) -> std::io::Result<()> {
    let mut reader = BufReader::new(stream);
    let mut length = 0;
    loop {
        let mut line = String::new();
        reader.read_line(&mut line)?;
        match line.trim().split_once(':') {
            Some((name, value)) if name.eq_ignore_ascii_case("Content-Length") => {
                length = value.trim().parse().unwrap_or(0);
            }
            _ if line.trim().is_empty() => break,
            _ => {}
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body)?;
    let asked: Value = serde_json::from_slice(&body)?;
    let limit = asked["limit"].as_u64().and_then(|limit| usize::try_from(limit).ok()).unwrap_or(0);
    let query = asked["query"].as_str().unwrap_or_default();
    let hits = web.lock().unwrap_or_else(PoisonError::into_inner).search(query, limit);
    let body = json!({"hits": hits}).to_string();
    let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close";
    write!(reader.into_inner(), "{head}\r\nContent-Length: {}\r\n\r\n{body}", body.len())
}
