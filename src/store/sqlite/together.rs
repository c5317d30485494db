//! Many questions, one statement.
//!
//! Every statement costs a trip to SQLite's thread and back, which is dearer
//! than what the statement does. So questions that come while the database is
//! busy wait for each other and are asked together.

use tokio::sync::{mpsc, oneshot};

use crate::store::StoreError;

/// The most questions asked at once.
const MOST: usize = 128;

/// Collects questions and hands them on together. Clones share one queue, which
/// is served until the last of them is dropped.
#[derive(Debug)]
pub(super) struct Together<Question, Answer> {
    queue: mpsc::Sender<Asked<Question, Answer>>,
}

/// A question, and where its answer goes.
pub(super) struct Asked<Question, Answer> {
    pub(super) question: Question,
    reply: oneshot::Sender<Result<Answer, StoreError>>,
}

impl<Question, Answer> Clone for Together<Question, Answer> {
    fn clone(&self) -> Self {
        Self { queue: self.queue.clone() }
    }
}

impl<Question: Send + 'static, Answer: Send + 'static> Together<Question, Answer> {
    /// Starts a task that has questions answered by `serve`, as many at once as
    /// have come by then.
    pub(super) fn start<Serving>(
        mut serve: impl FnMut(Vec<Asked<Question, Answer>>) -> Serving + Send + 'static,
    ) -> Self
    where
        Serving: Future<Output = ()> + Send,
    {
        let (queue, mut questions) = mpsc::channel(MOST);
        tokio::spawn(async move {
            loop {
                let mut batch = Vec::new();
                if questions.recv_many(&mut batch, MOST).await == 0 {
                    return;
                }
                serve(batch).await;
            }
        });
        Self { queue }
    }

    /// The answer to a question.
    pub(super) async fn ask(&self, question: Question) -> Result<Answer, StoreError> {
        let (reply, answer) = oneshot::channel();
        let asked = Asked { question, reply };
        self.queue.send(asked).await.map_err(|_| StoreError::Closed)?;
        answer.await.map_err(|_| StoreError::Closed)?
    }
}

impl<Question, Answer> Asked<Question, Answer> {
    /// Gives the answer to who asked; they may have stopped waiting for it.
    pub(super) fn answer(self, answer: Result<Answer, StoreError>) {
        self.reply.send(answer).unwrap_or_else(drop);
    }
}

/// Tells all who asked that the database failed.
pub(super) fn fail<Question, Answer>(batch: Vec<Asked<Question, Answer>>, error: &sqlx::Error) {
    for asked in batch {
        asked.answer(Err(StoreError::Together(error.to_string())));
    }
}
