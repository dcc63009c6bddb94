//! One connection, and how statements go out together.

use crate::Fault;
use crate::dial::{Dial, Driver};
use std::cell::Cell;
use std::collections::HashMap;
use std::fmt;
use std::future::{Future, poll_fn};
use std::pin::{Pin, pin};
use std::task::{Context, Poll};
use tokio::runtime::{Builder, Runtime};
use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, Config, Error, Row, Statement};

/// A parameter of a statement.
pub(crate) type Parameter = dyn ToSql + Sync + Send;

/// One statement of several that go out together.
pub(crate) enum Step<'a> {
    /// Text without parameters and without rows, not prepared.
    Plain(&'static str),
    /// A prepared statement.
    Query(&'static str, Vec<&'a (dyn ToSql + Sync)>),
}

/// A connection with a runtime of its own, which runs on the thread of whoever asks.
pub(crate) struct Connection {
    client: Client,
    /// None once the connection has ended.
    driver: Option<Driver>,
    statements: HashMap<&'static str, Statement>,
    // Last, so that what uses it ends before it does.
    runtime: Runtime,
}

impl Connection {
    pub(crate) fn dial(dial: &dyn Dial, config: &Config) -> Result<Self, Fault> {
        let runtime = Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|error| Fault::Unreachable(error.to_string()))?;
        let dialled = runtime.block_on(dial.dial(config.clone()));
        let (client, driver) = dialled.map_err(|error| Fault::Unreachable(crate::fault::told(&error)))?;
        Ok(Self { client, driver: Some(driver), statements: HashMap::new(), runtime })
    }

    /// Whether it is known to be broken.
    pub(crate) fn is_closed(&self) -> bool {
        self.driver.is_none() || self.client.is_closed()
    }

    /// Whether it has ended meanwhile: looks at what has come since it was used. A commit that goes out on a connection that
    /// ended long ago would have to be called unknown.
    pub(crate) fn has_ended(&mut self) -> bool {
        // Polled twice, with the runtime's own look at the socket in between.
        let looks = Cell::new(0);
        let look = poll_fn(|context: &mut Context<'_>| {
            looks.set(looks.get() + 1);
            if looks.get() > 1 {
                return Poll::Ready(());
            }
            context.waker().wake_by_ref();
            Poll::Pending
        });
        block_on(&self.runtime, &mut self.driver, look);
        self.is_closed()
    }

    /// Sends these statements in one go, and waits for what comes of all. They run in this order; after the first that
    /// fails, whose error it is, the others count for nothing, because a transaction is open around them.
    pub(crate) fn trip(&mut self, steps: &[Step<'_>]) -> Result<Vec<Vec<Row>>, Error> {
        for step in steps {
            if let Step::Query(sql, _) = step {
                self.prepare(sql)?;
            }
        }
        let Self { client, driver, statements, runtime } = self;
        let mut answers: Vec<Answer<'_>> = Vec::with_capacity(steps.len());
        for step in steps {
            answers.push(match step {
                Step::Plain(sql) => {
                    Answer::Sent(Box::pin(async { client.batch_execute(sql).await.map(|()| Vec::new()) }))
                }
                Step::Query(sql, parameters) => match statements.get(sql) {
                    Some(statement) => Answer::Sent(Box::pin(client.query(statement, parameters))),
                    None => Answer::Come(Ok(Vec::new())),
                },
            });
        }
        block_on(runtime, driver, All(answers)).into_iter().collect()
    }

    /// Runs statements without parameters, outside of what is prepared.
    pub(crate) fn batch(&mut self, sql: &str) -> Result<(), Error> {
        block_on(&self.runtime, &mut self.driver, self.client.batch_execute(sql))
    }

    /// Runs one statement that is not kept prepared.
    pub(crate) fn once(&mut self, sql: &str, parameters: &[&(dyn ToSql + Sync)]) -> Result<Vec<Row>, Error> {
        block_on(&self.runtime, &mut self.driver, self.client.query(sql, parameters))
    }

    fn prepare(&mut self, sql: &'static str) -> Result<(), Error> {
        if !self.statements.contains_key(sql) {
            let statement = block_on(&self.runtime, &mut self.driver, self.client.prepare(sql))?;
            self.statements.insert(sql, statement);
        }
        Ok(())
    }
}

impl fmt::Debug for Connection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Connection").field("closed", &self.is_closed()).finish_non_exhaustive()
    }
}

/// Runs this to its end, and moves the bytes meanwhile.
fn block_on<F: Future>(runtime: &Runtime, driver: &mut Option<Driver>, work: F) -> F::Output {
    let mut work = pin!(work);
    runtime.block_on(poll_fn(|context| {
        // What is sent is moved before anybody waits for an answer.
        if let Poll::Ready(done) = work.as_mut().poll(context) {
            return Poll::Ready(done);
        }
        if driver.as_mut().is_some_and(|driver| driver.as_mut().poll(context).is_ready()) {
            // Whoever still waits is told only when what would have answered them is gone.
            *driver = None;
        }
        work.as_mut().poll(context)
    }))
}

/// What comes of one statement.
enum Answer<'a> {
    Sent(Pin<Box<dyn Future<Output = Result<Vec<Row>, Error>> + 'a>>),
    Come(Result<Vec<Row>, Error>),
}

/// What comes of several that were sent in this order.
struct All<'a>(Vec<Answer<'a>>);

impl Future for All<'_> {
    type Output = Vec<Result<Vec<Row>, Error>>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let mut waiting = false;
        for answer in &mut self.0 {
            if let Answer::Sent(sent) = answer {
                match sent.as_mut().poll(context) {
                    Poll::Ready(come) => *answer = Answer::Come(come),
                    Poll::Pending => waiting = true,
                }
            }
        }
        if waiting {
            return Poll::Pending;
        }
        let answers = std::mem::take(&mut self.0);
        let come = |answer| if let Answer::Come(come) = answer { Some(come) } else { None };
        Poll::Ready(answers.into_iter().filter_map(come).collect())
    }
}
