//! A session of the tests' own, beside those of a store.

use std::thread;
use tokio::runtime::{Builder, Runtime};
use tokio_postgres::{Client, Error, NoTls, SimpleQueryMessage};

/// A session. It ends when it is dropped, and what it has not committed is undone.
pub(crate) struct Session {
    client: Client,
    runtime: Runtime,
}

impl Session {
    pub(crate) fn to(config: &str) -> Self {
        let runtime = Builder::new_current_thread().enable_all().build().unwrap();
        let config = config.to_owned();
        let (tell, told) = std::sync::mpsc::channel();
        thread::spawn(move || {
            let driving = Builder::new_current_thread().enable_all().build().unwrap();
            driving.block_on(async {
                let (client, connection) = tokio_postgres::connect(&config, NoTls).await.unwrap();
                tell.send(client).unwrap();
                // It ends with an error where the server was stopped.
                drop(connection.await);
            });
        });
        Self { client: told.recv().unwrap(), runtime }
    }

    /// Runs statements.
    pub(crate) fn run(&self, sql: &str) {
        self.try_run(sql).unwrap();
    }

    pub(crate) fn try_run(&self, sql: &str) -> Result<(), Error> {
        self.runtime.block_on(self.client.batch_execute(sql))
    }

    /// The first column of the first row, as text.
    pub(crate) fn text(&self, sql: &str) -> String {
        let rows = self.runtime.block_on(self.client.simple_query(sql)).unwrap();
        let row = rows.iter().find_map(|message| match message {
            SimpleQueryMessage::Row(row) => Some(row.get(0).unwrap_or_default().to_owned()),
            _ => None,
        });
        row.unwrap()
    }

    pub(crate) fn number(&self, sql: &str) -> i64 {
        self.text(sql).parse().unwrap()
    }
}
