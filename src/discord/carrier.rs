//! What every transport does with an interaction: has it decided, and does what
//! comes after the answer.

use std::{panic::AssertUnwindSafe, time::Duration};

use futures_util::FutureExt;
use serenity::all::{CreateInteractionResponse, Interaction};

use super::{
    count::{Count, Outcome},
    intake::{self, Intake},
    outbox::Outbox,
    token_routes::{Asked, SendError},
    view::{self, Shown},
};
use crate::{
    play::{InteractionId, MessageId, Token},
    service::{Late, Notice, Reply, Request, Service},
    store::Posted,
};

/// Discord takes an answer for three seconds; a request that is not decided by
/// then must leave time to say so.
const DECIDE_WITHIN: Duration = Duration::from_millis(2_300);

/// Has interactions decided.
#[derive(Clone, Debug)]
pub(super) struct Carrier {
    pub(super) service: Service,
    pub(super) outbox: Outbox,
}

/// What an interaction is answered with.
#[derive(Debug)]
pub(super) struct Decided {
    /// The interaction.
    pub(super) asked: Asked,
    /// The answer.
    pub(super) response: CreateInteractionResponse,
    /// A file that goes along with it.
    pub(super) file: Option<view::File>,
    /// What comes after it.
    pub(super) after: After,
}

/// What comes after an answer.
#[derive(Debug)]
pub(super) struct After {
    count: Count,
    /// What the answer shows, if its message has to be known.
    pub(super) posted: Option<Posted>,
    aside: Option<view::Body>,
    notices: Vec<Notice>,
    late: Option<Late>,
}

/// What became of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Arrival {
    /// Discord has it.
    Arrived {
        /// The message that it was posted as, if that was asked for.
        message: Option<MessageId>,
    },
    /// Nobody has seen it.
    Lost,
}

impl Arrival {
    /// What became of an answer that was sent.
    pub(super) fn of(id: InteractionId, sent: Result<Option<MessageId>, SendError>) -> Self {
        match sent {
            Ok(message) => Self::Arrived { message },
            Err(error) if error.is_answered_before() => {
                tracing::debug!(interaction = id.0, "answered before");
                Self::Lost
            }
            Err(error) => {
                let error = format!("{:#}", anyhow::Error::new(error));
                tracing::warn!(interaction = id.0, error, "an answer did not get through");
                Self::Lost
            }
        }
    }
}

impl Carrier {
    /// The answer to an interaction; none to what wants none.
    pub(super) async fn decide(&self, interaction: &Interaction) -> Option<Decided> {
        let mut count = Count::begin();
        let (shown, reply) = match intake::read(interaction) {
            Intake::Request(request) => {
                let (shown, reply) = self.answer(interaction, &request).await;
                count.note(request.ask.kind(), Outcome::of(reply.as_ref()));
                (shown, reply)
            }
            Intake::Refused(refusal) => (view::refuse(intake::reader(interaction), &refusal), None),
            Intake::Nothing => return None,
        };
        let Shown { response, file, aside } = shown;
        let after = match reply {
            None => After { count, posted: None, aside, notices: Vec::new(), late: None },
            Some(Reply { answer, notices, late }) => {
                After { count, posted: answer.posted(), aside, notices, late }
            }
        };
        let token = Token(interaction.token().to_owned());
        let asked = Asked { id: InteractionId(interaction.id().get()), token };
        Some(Decided { asked, response, file, after })
    }

    /// How the answer to a request looks, and the reply if there was no fault.
    async fn answer(&self, interaction: &Interaction, request: &Request) -> (Shown, Option<Reply>) {
        let answer = AssertUnwindSafe(self.service.answer(request)).catch_unwind();
        let error = match tokio::time::timeout(DECIDE_WITHIN, answer).await {
            Ok(Ok(Ok(reply))) => {
                let typed = intake::typed(interaction);
                let shown = view::show(&reply.answer, request.locale, typed);
                return (shown, Some(reply));
            }
            Ok(Ok(Err(error))) => format!("{:#}", anyhow::Error::new(error)),
            Ok(Err(_)) => "a panic, reported above".to_owned(),
            Err(_) => "it took too long".to_owned(),
        };
        let reference = format!("{:06X}", fastrand::u32(..1 << 24));
        tracing::error!(
            reference,
            interaction = request.interaction.0,
            channel = request.place.channel.0,
            error,
            "a request was not fulfilled"
        );
        let shown = match interaction {
            Interaction::Autocomplete(_) => view::no_choices(),
            _ => view::fault(request.locale, &reference),
        };
        (shown, None)
    }

    /// Does what comes after an answer.
    pub(super) async fn follow(&self, asked: &Asked, after: After, arrival: Arrival) {
        let After { count, posted, aside, mut notices, late } = after;
        count.end(arrival);
        if let Arrival::Arrived { message } = arrival {
            if let Some((posted, message)) = posted.zip(message) {
                self.learn(asked, &posted, message).await;
                for notice in &mut notices {
                    notice.learn(message);
                }
            }
            self.send_aside(asked, aside).await;
            for notice in notices {
                self.outbox.deliver(&notice).await;
            }
        }
        // Whether the answer got through or not: else the computer would wait
        // for somebody's press.
        let mut coming = late;
        while let Some(late) = coming.take()
            && let Some((notice, next)) = late.next().await
        {
            self.outbox.deliver(&notice).await;
            coming = next;
        }
    }

    async fn learn(&self, asked: &Asked, posted: &Posted, message: MessageId) {
        if let Err(error) = self.service.learn(posted, message).await {
            // Whoever presses that message next makes it known.
            let error = format!("{:#}", anyhow::Error::new(error));
            tracing::warn!(interaction = asked.id.0, error, "a message's id was not stored");
        }
    }

    async fn send_aside(&self, asked: &Asked, aside: Option<view::Body>) {
        let Some(aside) = aside else { return };
        let message = aside.into_follow_up();
        let Outbox { application, routes, .. } = &self.outbox;
        let sent = routes.token_routes.follow_up(*application, &asked.token, &message).await;
        if let Err(error) = sent {
            let error = format!("{:#}", anyhow::Error::new(error));
            tracing::warn!(interaction = asked.id.0, error, "a sentence did not get through");
        }
    }
}
