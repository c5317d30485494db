//! What users do in a test.

use serde_json::Value;

use crate::{
    FakeDiscord,
    interactions::user_actions::{self, UserAction},
    state::{
        create_message::{MessageOrigin, MessagePayload},
        ids::{ChannelId, MessageId, UserId},
        message::Message,
        outcome::ActionResult,
    },
};

/// # Actions of users
///
/// Each interaction waits for the bot's initial response: for three seconds of
/// [`Options::clock`](crate::Options::clock), and for at most ten seconds of real
/// time. What Discord's client would not allow (a missing command, an option out
/// of range, a disabled button, a channel that the user cannot see) is not sent to
/// the bot, and results in
/// [`Outcome::ClientRefused`](crate::Outcome::ClientRefused). All panic if the
/// user or the channel does not exist.
impl FakeDiscord {
    /// Uses a slash command.
    ///
    /// `options` is a JSON object of values by option name. Subcommands are part
    /// of `name`, separated by spaces: `settings language set`.
    pub async fn command(
        &self,
        user: UserId,
        channel: ChannelId,
        name: &str,
        options: Value,
    ) -> ActionResult {
        self.act(user, channel, UserAction::Command { name, options: &options }).await
    }

    /// Uses a user command: one of a user's context menu.
    pub async fn user_command(
        &self,
        user: UserId,
        channel: ChannelId,
        name: &str,
        target: UserId,
    ) -> ActionResult {
        self.act(user, channel, UserAction::UserCommand { name, target }).await
    }

    /// Uses a message command: one of a message's context menu.
    pub async fn message_command(
        &self,
        user: UserId,
        message: &Message,
        name: &str,
    ) -> ActionResult {
        let action = UserAction::MessageCommand { name, target: message.id };
        self.act(user, message.channel_id, action).await
    }

    /// Requests autocomplete choices for the option `focused`. Its value in
    /// `options` is what the user has typed so far.
    pub async fn autocomplete(
        &self,
        user: UserId,
        channel: ChannelId,
        name: &str,
        options: Value,
        focused: &str,
    ) -> ActionResult {
        self.act(user, channel, UserAction::Autocomplete { name, options: &options, focused }).await
    }

    /// Presses the button with this label, or this emoji, on `message`. The
    /// message is what the user sees, and may have been edited since.
    ///
    /// # Panics
    ///
    /// If `message` has no such button.
    pub async fn press(&self, user: UserId, message: &Message, label: &str) -> ActionResult {
        let button = message.button(label).unwrap_or_else(|| {
            panic!("there is no button {label:?} among {:?}", message.labels());
        });
        if button.disabled {
            return ActionResult::refused(format!("The button {label:?} is disabled."));
        }
        let Some(custom_id) = &button.custom_id else {
            return ActionResult::refused(format!("The button {label:?} is a link."));
        };
        self.press_custom_id(user, message.channel_id, message.id, custom_id).await
    }

    /// Presses a button with this custom id. The message need not have such a
    /// button, as it may have been edited just before the press.
    pub async fn press_custom_id(
        &self,
        user: UserId,
        channel: ChannelId,
        message: MessageId,
        custom_id: &str,
    ) -> ActionResult {
        self.act(user, channel, UserAction::Press { message, custom_id }).await
    }

    /// Chooses `values` from the select menu with this custom id. They are ids for
    /// menus of users and channels.
    pub async fn select(
        &self,
        user: UserId,
        message: &Message,
        custom_id: &str,
        values: &[&str],
    ) -> ActionResult {
        let values = values.iter().map(|value| (*value).to_owned()).collect();
        let action = UserAction::Select { message: message.id, custom_id, values };
        self.act(user, message.channel_id, action).await
    }

    /// Posts a message as a user. The bot gets no event, as without the message
    /// intents.
    pub fn send_message(&self, user: UserId, channel: ChannelId, content: &str) -> Message {
        let now = self.shared.now();
        let payload = MessagePayload::from_text(content);
        let message = self.shared.world().post(
            channel,
            &payload,
            MessageOrigin::Direct { author: user },
            now,
        );
        Message::clone(&message)
    }

    /// Deletes a message as a user with the permission to do so.
    pub fn delete_message(&self, channel: ChannelId, message: MessageId) {
        self.shared.world().delete_message(channel, message);
    }

    /// Has a message be another one's, as if another application had posted it.
    pub fn set_author(&self, channel: ChannelId, message: MessageId, author: UserId) {
        self.shared.world().set_author(channel, message, author);
    }

    async fn act(&self, user: UserId, channel: ChannelId, action: UserAction<'_>) -> ActionResult {
        user_actions::perform(&self.shared, user, channel, action).await
    }
}
