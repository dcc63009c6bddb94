//! A session of the tests' own, beside those of a store.

use tokio::runtime::{Builder, Runtime};
use tokio_postgres::{Client, NoTls, SimpleQueryMessage};

/// A session. It ends when it is dropped.
pub(crate) struct Session {
    client: Client,
    runtime: Runtime,
}

impl Session {
    pub(crate) fn to(config: &str) -> Self {
        let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
        let (client, connection) = runtime.block_on(tokio_postgres::connect(config, NoTls)).unwrap();
        // It ends with an error where the server was stopped.
        runtime.spawn(async { drop(connection.await) });
        Self { client, runtime }
    }

    /// Runs statements.
    pub(crate) fn run(&self, sql: &str) {
        self.runtime.block_on(self.client.batch_execute(sql)).unwrap();
    }

    /// The rows of a query, as texts.
    pub(crate) fn rows(&self, sql: &str) -> Vec<Vec<String>> {
        let said = self.runtime.block_on(self.client.simple_query(sql)).unwrap();
        let row = |message: &SimpleQueryMessage| match message {
            SimpleQueryMessage::Row(row) => {
                Some((0..row.len()).map(|column| row.get(column).unwrap_or_default().to_owned()).collect())
            }
            _ => None,
        };
        said.iter().filter_map(row).collect()
    }
}
