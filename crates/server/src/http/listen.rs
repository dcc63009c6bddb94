//! The listening socket: how many connections there are at once, how long a head may take, and how it all ends.

use crate::config::Limits;
use crate::watched::Metrics;
use anyhow::Context;
use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};
use tokio_io_timeout::TimeoutStream;
use tower::Service;
use tracing::{info, warn};

/// How long nothing is accepted after the system said that it cannot.
const PAUSE: Duration = Duration::from_millis(100);

/// A socket that listens.
#[derive(Debug)]
pub(crate) struct Bound {
    listener: TcpListener,
    /// Where it listens: the port is the one that was taken.
    pub(crate) address: SocketAddr,
}

/// Listens at an address.
///
/// # Errors
///
/// A sentence for the operator.
pub(crate) async fn bind(listen: SocketAddr) -> anyhow::Result<Bound> {
    let listener = TcpListener::bind(listen).await.with_context(|| format!("cannot listen on {listen}"))?;
    let address = listener.local_addr()?;
    Ok(Bound { listener, address })
}

impl Bound {
    /// Serves until `end` comes; then takes nothing new, and waits for what has begun, for as long as the limits say.
    pub(crate) async fn serve(
        self,
        router: Router,
        limits: Limits,
        metrics: Arc<Metrics>,
        end: impl Future<Output = ()>,
    ) {
        let places = Arc::new(Semaphore::new(limits.connections));
        let graceful = GracefulShutdown::new();
        let mut end = std::pin::pin!(end);
        loop {
            let accepted = async {
                let place = places.clone().acquire_owned().await;
                (place, self.listener.accept().await)
            };
            let (place, accepted) = tokio::select! {
                accepted = accepted => accepted,
                () = &mut end => break,
            };
            let (stream, peer) = match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    warn!(event = "not_accepted", why = %error);
                    sleep(PAUSE).await;
                    continue;
                }
            };
            let connected = metrics.connection();
            let router = router.clone();
            let service = service_fn(move |mut request: Request<Incoming>| {
                request.extensions_mut().insert(ConnectInfo(peer));
                router.clone().call(request.map(Body::new))
            });
            let mut builder = http1::Builder::new();
            builder.timer(TokioTimer::new()).header_read_timeout(Duration::from_secs(limits.head_seconds));
            // Who does not read what it asked for keeps its place no longer than a request may take.
            let mut stream = TimeoutStream::new(stream);
            stream.set_write_timeout(Some(Duration::from_secs(limits.request_seconds)));
            let connection = graceful.watch(builder.serve_connection(TokioIo::new(Box::pin(stream)), service));
            tokio::spawn(async move {
                // What goes wrong with a connection is its client's to see.
                drop(connection.await);
                drop((place, connected));
            });
        }
        drop(self.listener);
        info!(event = "stopping");
        if timeout(Duration::from_secs(limits.shutdown_seconds), graceful.shutdown()).await.is_err() {
            warn!(event = "not_waited_for", why = "requests are still being handled; what they began is recovered");
        }
    }
}
