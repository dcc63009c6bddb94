//! How a connection is made: plainly, or through TLS.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use tokio_postgres::tls::MakeTlsConnect;
use tokio_postgres::{Client, Config, Error, NoTls, Socket};

/// What moves the bytes of one connection.
pub(crate) type Driver = Pin<Box<dyn Future<Output = Result<(), Error>> + Send>>;

/// A connection that is being made.
pub(crate) type Dialled = Pin<Box<dyn Future<Output = Result<(Client, Driver), Error>> + Send>>;

/// Makes connections.
pub(crate) trait Dial: Send + Sync {
    fn dial(&self, config: Config) -> Dialled;
}

impl fmt::Debug for dyn Dial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Dial")
    }
}

/// Makes connections with this kind of TLS.
pub(crate) struct With<T>(pub(crate) T);

/// Makes connections without TLS: over a socket of this machine, or a network that is trusted.
pub(crate) const fn plainly() -> With<NoTls> {
    With(NoTls)
}

impl<T> Dial for With<T>
where
    T: MakeTlsConnect<Socket> + Clone + Send + Sync + 'static,
    T::Stream: Send + 'static,
    T::TlsConnect: Send,
    <T::TlsConnect as tokio_postgres::tls::TlsConnect<Socket>>::Future: Send,
{
    fn dial(&self, config: Config) -> Dialled {
        let tls = self.0.clone();
        Box::pin(async move {
            let (client, connection) = config.connect(tls).await?;
            Ok((client, Box::pin(connection) as Driver))
        })
    }
}
