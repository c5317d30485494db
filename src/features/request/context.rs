//! The request that is being handled, with what a feature needs to answer it.

use std::time::Duration;

use clock::Timestamp;

use crate::{
    features::{
        request::{
            Answer, PostedReply, RequestResult, Response, Service, UserRequest,
            channel_lookup::ChannelStatus, message_update::Shown,
        },
        views::{Audience, challenge, refusal},
    },
    game::{
        Actor, Challenge, ChannelId, Game, GuildId, InteractionId, Location, MessageHandle,
        MessageId, Now, Player, PlayerId, Refusal, Token,
    },
    message::MessageBody,
    store::StoreResult,
    uploaded_tiles::UploadedTiles,
};

/// How many times an operation is tried when another change conflicts with it.
pub(crate) const MAX_ATTEMPTS: usize = 5;

/// How long a reply waits until Discord says whether a channel is there.
const LOOKUP_TIMEOUT: Duration = Duration::from_millis(500);

/// A request that is being handled.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RequestContext<'a> {
    pub(crate) service: &'a Service,
    pub(crate) request: &'a UserRequest,
    /// When it came.
    pub(crate) now: Timestamp,
}

impl<'a> RequestContext<'a> {
    pub(crate) fn actor(self) -> Actor<'a> {
        let UserRequest { user, interaction, .. } = self.request;
        let now = Now { time: self.now, ..self.service.now() };
        Actor { player: user, interaction: interaction.id, now }
    }

    /// The interaction, for what it changes.
    pub(crate) const fn interaction(self) -> InteractionId {
        self.request.interaction.id
    }

    pub(crate) const fn guild(self) -> Option<GuildId> {
        self.request.place.location.guild
    }

    pub(crate) const fn user_id(self) -> PlayerId {
        self.request.user.id
    }

    /// Refuses what belongs to another channel. Boards and challenges are in their own channel
    /// only: elsewhere, a component that names one is forged.
    pub(crate) fn check_here(self, location: Location) -> Result<(), Refusal> {
        if location.channel == self.request.place.location.channel {
            Ok(())
        } else {
            Err(Refusal::Gone)
        }
    }

    /// Who sees the reply.
    pub(crate) fn audience(self) -> Audience {
        let UserRequest { place, locales, .. } = self.request;
        let audience = Audience::public(locales.user, place.location.guild);
        Audience { is_alone: place.is_alone(), ..audience }
    }

    /// A reply with this message, which leaves out what does not fit.
    pub(crate) fn reply(
        self,
        render: impl Fn(Audience, &UploadedTiles) -> MessageBody,
    ) -> Response {
        self.reply_for(self.audience(), render)
    }

    /// Like [`Self::reply`], for others than the user.
    pub(crate) fn reply_for(
        self,
        audience: Audience,
        render: impl Fn(Audience, &UploadedTiles) -> MessageBody,
    ) -> Response {
        Response::new(Answer::Post(self.service.fitting(audience, render)))
    }

    /// The status of a channel; `None` if Discord does not say in time.
    pub(crate) async fn channel_status(
        self,
        guild: GuildId,
        channel: ChannelId,
    ) -> Option<ChannelStatus> {
        self.service.channel_status(guild, channel, LOOKUP_TIMEOUT).await
    }

    /// A refusal.
    pub(crate) fn refused(self, refusal: &Refusal) -> Response {
        let reply = self.reply(|audience, _| refusal::ephemeral(audience, refusal));
        Response { refused: Some(refusal.name()), ..reply }
    }

    /// The board of a game, with a ping if it is a new message; `tells_move` has the last move in
    /// words.
    pub(crate) fn board(self, game: &Game, ping: Option<PlayerId>, tells_move: bool) -> Response {
        let shown = Shown::Board(game, ping, tells_move);
        let board = shown.render(self.service.displayed_now(), &self.service.tiles);
        Response::new(Answer::Post(board)).showing(game)
    }

    pub(crate) fn challenge(self, challenge: &Challenge) -> Response {
        self.reply(|_, _| challenge::render(challenge))
    }

    /// A player of this server or channel, by their id.
    pub(crate) async fn player(self, id: PlayerId) -> RequestResult<Player> {
        Ok(self.service.store.player(id, self.guild()).await?.ok_or(Refusal::UnknownPlayer)?)
    }

    /// The user's live games in this channel, newest first.
    pub(crate) async fn live_games_here(self) -> StoreResult<Vec<Game>> {
        let channel = self.request.place.location.channel;
        self.service.store.live_games_in_channel(channel, self.user_id()).await
    }

    /// The message that a reply posts.
    pub(crate) fn new_message(self) -> MessageHandle {
        let message = self.message(None);
        if self.request.posts_through_channel() {
            return MessageHandle { token: Token::of_channel_post(self.interaction()), ..message };
        }
        message
    }

    /// Whether the bot can edit a message in this channel.
    pub(crate) fn can_edit(self, message: &MessageHandle) -> bool {
        let is_editable =
            message.is_editable_by_token(self.now) || self.request.place.bot_may_write;
        message.message.is_some() && is_editable
    }

    /// The message whose component was used, which a reply edits.
    pub(crate) fn used_message(self) -> MessageHandle {
        self.message(self.request.message)
    }

    /// The reply once it is posted, for what follows it.
    pub(crate) fn posted_reply(self) -> PostedReply {
        PostedReply { message: self.message(None), location: self.request.place.location }
    }

    fn message(self, message: Option<MessageId>) -> MessageHandle {
        MessageHandle {
            message,
            token: self.request.interaction.token.clone(),
            token_expires_at: self.now.after(Token::LIFETIME),
        }
    }
}
