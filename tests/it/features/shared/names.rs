//! Nicknames, which show in their server only, and display names.

use fake_discord::{ActionResult, ChannelId, GuildId, Message, Outcome, UserId};
use serde_json::json;

use crate::support::{TestBot, wait_until};

/// The nickname that Ben has in the default server only.
const NICKNAME: &str = "Bear";

/// The bot, with a second server that has no nicknames.
struct Fixture {
    bot: TestBot,
    home: GuildId,
    elsewhere: ChannelId,
}

impl Fixture {
    /// Ben has a nickname at home.
    async fn open(name: &str) -> Self {
        let bot = TestBot::open(name).await;
        let home = bot.discord.guild();
        bot.discord.set_nickname(home, bot.ben, Some(NICKNAME));
        let other = bot.discord.add_guild("Elsewhere");
        let elsewhere = bot.discord.add_channel_in(other, "lounge");
        Self { bot, home, elsewhere }
    }

    async fn command(&self, user: UserId, channel: ChannelId, name: &str) -> ActionResult {
        self.bot.discord.command(user, channel, name, json!({})).await
    }

    /// Starts a game of Ann against Ben in a channel; she goes first.
    async fn start_game_in(&self, channel: ChannelId) -> Message {
        let bot = &self.bot;
        let options = json!({ "opponent": bot.ben, "first": "me", "clock": "none" });
        let challenge = bot.discord.command(bot.ann, channel, "play", options).await;
        bot.press(bot.ben, challenge.message(), "Accept").await.message().clone()
    }

    /// Plays a game in a channel, which Ann wins.
    async fn play_game_in(&self, channel: ChannelId) -> Message {
        let board = self.start_game_in(channel).await;
        self.bot.play_moves(&board, "1212121").await
    }

    /// Where Ben's nickname must not show: another server, and direct messages.
    fn other_places(&self) -> [ChannelId; 2] {
        [self.elsewhere, self.bot.discord.channel("dm:ann")]
    }
}

/// Asserts that a response shows Ben's display name, in its text and in its menus.
fn assert_without_nickname(response: &ActionResult) {
    let message = format!("{:?}", response.message());
    assert!(message.contains("Ben"), "{message}");
    assert!(!message.contains(NICKNAME), "{message}");
}

fn assert_with_nickname(message: &Message) {
    assert!(message.content.contains(NICKNAME), "{}", message.content);
    assert!(!message.content.contains("**Ben**"), "{}", message.content);
}

#[tokio::test]
async fn a_nickname_shows_in_its_server() {
    let it = Fixture::open("names_home").await;
    let (bot, home) = (&it.bot, it.bot.channel);
    let over = it.play_game_in(home).await;
    assert_with_nickname(&over);
    for (name, options) in [
        ("leaderboard", json!({})),
        ("history", json!({})),
        ("stats", json!({ "player": bot.ben })),
    ] {
        let response = bot.command(bot.ann, name, options).await;
        assert_with_nickname(response.message());
    }
    let replay = bot.press(bot.ann, &over, "Replay").await.message().clone();
    assert_with_nickname(&replay);
    assert_with_nickname(bot.press(bot.ann, &over, "Review").await.message());
    assert_with_nickname(&bot.press_to_post(bot.ann, &replay, "Share GIF").await);
    let live = it.start_game_in(home).await;
    assert_with_nickname(&live);
    assert_with_nickname(bot.command(bot.ann, "games", json!({})).await.message());
    let settings = bot.command(bot.ann, "settings", json!({})).await.message().clone();
    let games = bot.press(bot.ann, &settings, "Running games").await;
    assert!(format!("{:?}", games.message()).contains(NICKNAME), "{games:?}");
    let text = bot.command(bot.ann, "board", json!({ "text": true })).await;
    assert_with_nickname(text.message());
    it.bot.close().await;
}

#[tokio::test]
async fn a_nickname_shows_in_no_list_of_another_place() {
    let it = Fixture::open("names_lists").await;
    it.play_game_in(it.bot.channel).await;
    it.start_game_in(it.bot.channel).await;
    for place in it.other_places() {
        for name in ["games", "history"] {
            assert_without_nickname(&it.command(it.bot.ann, place, name).await);
        }
        let games = it.command(it.bot.ann, place, "games").await.message().clone();
        let select = games.rows[0][0].select().unwrap().clone();
        let values = [select.choices[0].value.as_str()];
        let prompt = it.bot.discord.select(it.bot.ann, &games, &select.custom_id, &values).await;
        assert_without_nickname(&prompt);
    }
    it.bot.close().await;
}

#[tokio::test]
async fn a_replay_or_review_elsewhere_shows_no_nickname() {
    let it = Fixture::open("names_replay").await;
    let ann = it.bot.ann;
    it.play_game_in(it.bot.channel).await;
    for place in it.other_places() {
        let replay = it.bot.replay(ann, place, ann, 1).await;
        let review = it.bot.press(ann, replay.message(), "Review").await;
        for shown in [&replay, &review] {
            assert_without_nickname(shown);
            let other = it.bot.press(ann, shown.message(), "End").await;
            assert_without_nickname(&other);
        }
        let mut shared = it.bot.press(ann, replay.message(), "Share GIF").await;
        if !shared.is_new() {
            shared.outcome = Outcome::Message(it.bot.posted(&shared).await);
        }
        assert_without_nickname(&shared);
    }
    it.bot.close().await;
}

#[tokio::test]
async fn the_global_leaderboard_shows_no_nickname() {
    let it = Fixture::open("names_everywhere").await;
    let ben = it.bot.ben;
    it.play_game_in(it.bot.channel).await;
    it.bot.set_listed(ben, true).await;
    let options = json!({ "scope": "everywhere" });
    let listed = it.bot.command(it.bot.ann, "leaderboard", options.clone()).await;
    assert_without_nickname(&listed);
    assert_without_nickname(&it.bot.command(ben, "leaderboard", options).await);
    it.bot.close().await;
}

#[tokio::test]
async fn a_game_in_direct_messages_shows_no_nickname() {
    let it = Fixture::open("names_direct").await;
    let direct = it.bot.discord.channel("ann-ben");
    let over = it.play_game_in(it.bot.channel).await;
    let here = it.play_game_in(direct).await;
    assert!(!here.content.contains(NICKNAME), "{}", here.content);
    assert!(here.content.contains("**Ben**"), "{}", here.content);
    let rematch = it.bot.press(it.bot.ben, &over, "Rematch").await;
    assert_with_nickname(rematch.message());
    it.bot.close().await;
}

#[tokio::test]
async fn resigning_from_elsewhere_keeps_the_boards_nickname() {
    let it = Fixture::open("names_resign").await;
    let (bot, ben) = (&it.bot, it.bot.ben);
    let board = it.start_game_in(bot.channel).await;
    let board = bot.play_moves(&board, "44").await;
    let games = it.command(ben, it.elsewhere, "games").await.message().clone();
    let select = games.rows[0][0].select().unwrap().clone();
    let values = [select.choices[0].value.as_str()];
    let prompt = bot.discord.select(ben, &games, &select.custom_id, &values).await;
    bot.press(ben, prompt.message(), "Really resign").await;
    let is_over = || bot.current(&board).content.contains("🏳️ Bear resigned.");
    wait_until("the board names who resigned", is_over).await;
    it.bot.close().await;
}

#[tokio::test]
async fn a_challenge_renames_nobody_elsewhere() {
    let it = Fixture::open("names_challenge").await;
    let bot = &it.bot;
    let board = it.play_game_in(it.elsewhere).await;
    assert!(board.content.contains("**Ben**"), "{}", board.content);
    bot.challenge(bot.ann, bot.ben).await;
    let leaders = it.command(bot.cleo, it.elsewhere, "leaderboard").await;
    assert_without_nickname(&leaders);
    let rematch = bot.press(bot.ben, &board, "Rematch").await;
    assert_without_nickname(&rematch);
    it.bot.close().await;
}

#[tokio::test]
async fn being_challenged_or_looked_up_changes_no_stored_name() {
    let it = Fixture::open("names_stored").await;
    let bot = &it.bot;
    it.play_game_in(bot.channel).await;
    bot.discord.set_nickname(it.home, bot.ben, Some("Clown"));
    bot.discord.set_global_name(bot.ben, "Benjamin");
    let challenge = bot.challenge(bot.ann, bot.ben).await;
    bot.command(bot.ann, "stats", json!({ "player": bot.ben })).await;
    bot.command(bot.ann, "history", json!({ "player": bot.ben })).await;
    let mut sql = bot.database.sql().await;
    for (table, name) in [("player", "Ben"), ("nickname", NICKNAME)] {
        let stored = format!("SELECT name FROM {table} WHERE player_id = {}", bot.ben);
        assert_eq!(sql.text(&stored).await, name);
    }
    let declined = bot.press(bot.ben, &challenge, "Decline").await;
    assert!(declined.text().contains("**Clown**"), "{}", declined.text());
    for (table, name) in [("player", "Benjamin"), ("nickname", "Clown")] {
        let stored = format!("SELECT name FROM {table} WHERE player_id = {}", bot.ben);
        assert_eq!(sql.text(&stored).await, name);
    }
    it.bot.close().await;
}

#[tokio::test]
async fn a_challenge_gives_a_known_player_no_nickname() {
    let it = Fixture::open("names_given").await;
    let bot = &it.bot;
    bot.discord.set_nickname(it.home, bot.ben, None);
    let over = it.play_game_in(bot.channel).await;
    assert!(over.content.contains("**Ben**"), "{}", over.content);
    bot.discord.set_nickname(it.home, bot.ben, Some("Clown"));
    bot.challenge(bot.ann, bot.ben).await;
    let leaders = bot.command(bot.cleo, "leaderboard", json!({})).await;
    assert!(leaders.text().contains(" Ben ·"), "{}", leaders.text());
    it.bot.close().await;
}

#[tokio::test]
async fn a_removed_nickname_goes_with_the_next_move() {
    let it = Fixture::open("names_removed").await;
    let bot = &it.bot;
    let board = it.start_game_in(bot.channel).await;
    bot.discord.set_nickname(it.home, bot.ben, None);
    let board = bot.play_moves(&board, "4").await;
    assert_with_nickname(&board);
    let board = bot.play_moves_as([bot.ben, bot.ann], &board, "4").await;
    assert!(board.content.contains("**Ben**"), "{}", board.content);
    assert_eq!(bot.database.sql().await.number("SELECT count(*) FROM nickname").await, 0);
    it.bot.close().await;
}

#[tokio::test]
async fn a_new_display_name_shows_where_there_is_no_nickname() {
    let it = Fixture::open("names_global").await;
    let bot = &it.bot;
    it.play_game_in(bot.channel).await;
    let board = it.start_game_in(it.elsewhere).await;
    bot.discord.set_global_name(bot.ben, "Benjamin");
    let board = bot.play_moves(&board, "44").await;
    assert!(board.content.contains("**Benjamin**"), "{}", board.content);
    let history = it.command(bot.ann, it.elsewhere, "history").await;
    assert!(history.text().contains("**Benjamin**"), "{}", history.text());
    let history = it.command(bot.ann, bot.channel, "history").await;
    assert_with_nickname(history.message());
    it.bot.close().await;
}

#[tokio::test]
async fn nicknames_are_exported_and_deleted_with_their_person() {
    let it = Fixture::open("names_deleted").await;
    let bot = &it.bot;
    bot.discord.set_nickname(it.home, bot.ann, Some("Annie"));
    it.play_game_in(bot.channel).await;
    let all = bot.export(bot.ben).await;
    let own = json!([{ "player_id": bot.ben.get(), "guild_id": it.home.get(), "name": NICKNAME }]);
    assert_eq!(all["nickname"], own, "nobody else's");
    bot.delete_data(bot.ben).await;
    let mut sql = bot.database.sql().await;
    assert_eq!(sql.text("SELECT name FROM nickname").await, "Annie");
    it.bot.close().await;
}

#[tokio::test]
async fn a_deleted_servers_nicknames_are_deleted() {
    let it = Fixture::open("names_server").await;
    let bot = &it.bot;
    it.play_game_in(bot.channel).await;
    let store = bot.store().await;
    let home = fourfall::game::GuildId(it.home.get());
    store.delete_guild(home, Vec::new()).await.unwrap();
    let ben = fourfall::game::PlayerId(bot.ben.get());
    let stored = store.player(ben, Some(home)).await.unwrap().unwrap();
    assert_eq!(stored.name_in(Some(home)), "Ben");
    it.bot.close().await;
}

#[tokio::test]
async fn a_name_of_invisible_characters_is_a_question_mark() {
    let bot = TestBot::open("names_invisible").await;
    let home = bot.discord.guild();
    for name in ["\u{3164}", "\u{AD}\u{34F}", "\u{E0041}\u{FE0F}", "\u{2800}", "\u{115F} \u{17B4}"]
    {
        bot.discord.set_nickname(home, bot.ben, Some(name));
        let stats = bot.command(bot.ann, "stats", json!({ "player": bot.ben })).await;
        let shown = stats.text();
        assert!(shown.starts_with("**\\?** hasn’t finished a game"), "{name:?}: {shown:?}");
    }
    bot.close().await;
}

#[tokio::test]
async fn a_name_from_right_to_left_moves_no_number() {
    let bot = TestBot::open("names_right_to_left").await;
    bot.discord.set_nickname(bot.discord.guild(), bot.ben, Some("محمد\u{2069}"));
    let board = bot.start_rated_game(bot.ann, bot.ben).await;
    let over = bot.play_moves(&board, "1212121").await;
    let changes = "**Ann** +162 → 1662 · **\u{2068}محمد\u{2069}** −162 → 1338";
    assert!(over.content.contains(changes), "{}", over.content);
    let leaders = bot.command(bot.ann, "leaderboard", json!({})).await;
    assert!(
        leaders.text().contains("**2** \u{2068}محمد\u{2069} · 1338? · 1 loss"),
        "{}",
        leaders.text()
    );
    let history = bot.command(bot.ann, "history", json!({})).await.message().clone();
    let label = &history.rows[0][0].select().unwrap().choices[0].label;
    assert!(label.contains("against \u{2068}محمد\u{2069}"), "{label}");
    bot.close().await;
}
