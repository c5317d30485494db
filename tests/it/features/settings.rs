//! The `/settings` command and the effects of each setting.

use std::time::Duration;

use fake_discord::{ActionResult, ChannelId, Message, MessageEvent, Permissions};
use serde_json::json;

use crate::support::{TestBot, find_select, wait_until};

/// Opens the settings as Ann, the owner of the server.
async fn open_settings(bot: &TestBot) -> Message {
    let response = bot.command(bot.ann, "settings", json!({})).await;
    assert!(response.is_new() && response.is_ephemeral(), "{response:?}");
    bot.press(bot.ann, response.message(), "Games").await.message().clone()
}

/// Chooses as Ann.
async fn choose(bot: &TestBot, page: &Message, placeholder: &str, label: &str) -> ActionResult {
    bot.choose(bot.ann, page, placeholder, label).await
}

async fn allow_only(bot: &TestBot, page: &Message, channels: &[ChannelId]) -> ActionResult {
    let menu = find_select(page, "Channels for games…");
    let ids: Vec<String> = channels.iter().map(ToString::to_string).collect();
    let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
    bot.discord.select(bot.ann, page, &menu.custom_id, &ids).await
}

#[tokio::test]
async fn each_setting_is_saved_and_shown_at_once() {
    let mut bot = TestBot::open("settings_games").await;
    let page = open_settings(&bot).await;
    assert_eq!(
        page.content,
        "⚙️ **Settings of this server** · page 3 of 5\n\
         🎨 Look of the board: **Blue board, red and yellow discs**\n\
         🌍 Language of boards: **same as Discord (English)**\n\
         ⏱️ Time for each move: **1 day**\n\
         🔔 Players are reminded before they lose on time."
    );
    let page = choose(&bot, &page, "Look of the board…", "Crosses and rings").await;
    assert!(
        page.is_update() && page.text().contains("🎨 Look of the board: **Crosses and rings**")
    );
    let page = choose(&bot, page.message(), "Time for each move…", "no limit").await;
    assert!(page.text().contains("⏱️ Time for each move: **no limit**"), "{}", page.text());
    let page = choose(&bot, page.message(), "Language of boards…", "English").await;
    assert!(page.text().contains("🌍 Language of boards: **English**"), "{}", page.text());
    let page = bot.press(bot.ann, page.message(), "Turn reminders off").await;
    assert!(page.text().contains("🔕 Nobody is reminded"), "{}", page.text());
    assert!(page.message().button("Turn reminders on").is_some());
    let chosen = find_select(page.message(), "Time for each move…").choices.clone();
    let chosen: Vec<_> = chosen.iter().filter(|it| it.default).map(|it| &it.label).collect();
    assert_eq!(chosen, ["Time for each move: no limit"], "the menu shows the selected choice");
    bot.restart().await;
    assert_eq!(open_settings(&bot).await.content, page.text());

    let options = json!({ "opponent": bot.ben, "first": "me" });
    let challenge = bot.command(bot.ann, "play", options).await.message().clone();
    assert!(!challenge.content.contains("a move"), "{}", challenge.content);
    let board = bot.press(bot.ben, &challenge, "Accept").await;
    assert!(board.text().starts_with("❌ **Ann** vs 🔘 **Ben**"), "{}", board.text());
    let turn = ", your move\n-# Not rated: there is no time limit.";
    assert!(board.text().ends_with(turn), "{}", board.text());
    bot.close().await;
}

#[tokio::test]
async fn tabs_are_grey_actions_blue_and_choices_say_what_they_set() {
    let bot = TestBot::open("settings_looks").await;
    let mut page = bot.command(bot.ann, "settings", json!({})).await;
    let tabs = ["Posts", "Leaderboard", "Games", "Limits", "Running games"];
    for (index, tab) in tabs.into_iter().enumerate() {
        let shown = page.message();
        let title = format!("⚙️ **Settings of this server** · page {} of 5\n", index + 1);
        assert!(shown.content.starts_with(&title), "{}", shown.content);
        let buttons: Vec<_> = shown.buttons().collect();
        let (actions, last) = buttons.split_at(buttons.len() - tabs.len());
        // Discord's styles: 1 is blue, 2 grey.
        assert!(actions.iter().all(|it| it.style == 1 || it.label.as_deref() == Some("People")));
        assert!(last.iter().all(|it| it.style == 2), "{last:?}");
        let present: Vec<_> = last.iter().filter(|it| it.disabled).collect();
        assert!(present.len() == 1 && present[0].label.as_deref() == Some(tab), "{present:?}");
        for select in shown.rows.iter().flatten().filter_map(|it| it.select()) {
            let setting = select.placeholder.as_deref().unwrap().trim_end_matches('…');
            let says = |label: &str| {
                label.starts_with(&format!("{setting}: ")) || label.starts_with("Leaderboard: ")
            };
            assert!(select.choices.iter().all(|it| says(&it.label)), "{select:?}");
        }
        if let Some(next) = tabs.get(index + 1) {
            page = bot.press(bot.ann, shown, next).await;
        }
    }
    bot.close().await;
}

#[tokio::test]
async fn a_leaderboard_that_stays_is_set_beside_seasons() {
    let bot = TestBot::open("settings_boards").await;
    let page = bot.command(bot.ann, "settings", json!({})).await;
    assert!(!page.text().contains("leaderboard") && page.text().contains("week in words"));
    assert_eq!(page.text().matches("-# ").count(), 1, "{}", page.text());
    let page = bot.press(bot.ann, page.message(), "Leaderboard").await;
    let none = "\n🏆 No channel of this server has a leaderboard that stays.\n-# ";
    assert!(page.text().contains("No season is running") && page.text().contains(none));
    assert_eq!(page.text().matches("-# ").count(), 1, "{}", page.text());
    let here = bot.press(bot.ann, page.message(), "Leaderboard here").await;
    assert!(here.text().contains("page 2 of 5\n") && here.text().contains("keeps itself up"));
    let gone = bot.press(bot.ann, here.message(), "Remove leaderboard").await;
    assert!(gone.text().contains("page 2 of 5\n") && gone.text().contains(none), "{gone:?}");
    bot.close().await;
}

#[tokio::test]
async fn changing_settings_requires_manage_guild() {
    let bot = TestBot::open("settings_managers").await;
    let guild = bot.discord.guild();
    let hidden = bot.command(bot.ben, "settings", json!({})).await;
    assert_eq!(hidden.error(), Some("You don't have permission to use \"settings\"."));
    let manager = Permissions::MEMBER.with(Permissions::MANAGE_GUILD);
    bot.discord.set_member_permissions(guild, bot.ben, manager);
    let page = bot.command(bot.ben, "settings", json!({})).await;
    let page = bot.press(bot.ben, page.message(), "Games").await.message().clone();
    let off = bot.press(bot.ben, &page, "Turn reminders off").await;
    assert!(off.is_update(), "{off:?}");

    bot.discord.set_member_permissions(guild, bot.ben, Permissions::MEMBER);
    let refused = bot.press(bot.ben, off.message(), "Turn reminders on").await;
    TestBot::assert_refused(&refused, "Only those who can manage this server can do that.");
    let page = open_settings(&bot).await;
    assert!(page.content.contains("🔕 Nobody is reminded"), "the setting is unchanged");
    let direct = bot.discord.channel("dm:ann");
    let direct = bot.discord.command(bot.ann, direct, "settings", json!({})).await;
    assert_eq!(direct.error(), Some("\"settings\" can't be used in this channel."));
    bot.close().await;
}

#[tokio::test]
async fn games_start_only_in_allowed_channels() {
    let bot = TestBot::open("settings_channels").await;
    let general = bot.discord.channel("general");
    let page = open_settings(&bot).await;
    let page = bot.press(bot.ann, &page, "Limits").await.message().clone();
    assert!(page.content.contains("📍 Games can start in every channel."), "{}", page.content);
    let pending = bot.challenge(bot.ann, bot.cleo).await;
    let page = allow_only(&bot, &page, &[general]).await;
    let expected = format!("📍 Games can start in <#{general}>");
    assert!(page.text().contains(&expected), "{}", page.text());

    let sentence = format!("In this server, games belong here: <#{general}>");
    let play = bot.open_challenge(bot.ben).await;
    TestBot::assert_refused(&play, &sentence);
    let alone = bot.command(bot.ben, "play", json!({ "level": "easy" })).await;
    TestBot::assert_refused(&alone, &sentence);
    let accepted = bot.press(bot.cleo, &pending, "Accept").await;
    TestBot::assert_refused(&accepted, &sentence);

    let there = bot.discord.command(bot.ben, general, "play", json!({ "rated": true })).await;
    assert!(there.is_new() && !there.is_ephemeral(), "{there:?}");
    let thread = bot.discord.add_thread(general, "four in a row");
    let there = bot.discord.command(bot.ben, thread, "play", json!({ "rated": true })).await;
    assert!(there.is_new() && !there.is_ephemeral(), "a thread counts as its parent channel");
    let page = bot.press(bot.ann, page.message(), "Allow games in every channel").await;
    assert!(page.text().contains("Games can start in every channel."), "{}", page.text());
    assert!(bot.press(bot.cleo, &pending, "Accept").await.is_update());
    bot.close().await;
}

#[tokio::test]
async fn every_kind_of_channel_with_messages_can_be_allowed() {
    let bot = TestBot::open("settings_kinds").await;
    let page = open_settings(&bot).await;
    let page = bot.press(bot.ann, &page, "Limits").await.message().clone();
    let thread = bot.discord.add_thread(bot.channel, "rematch");
    let forum = bot.discord.add_forum("tables");
    let [one, other] = ["one", "other"].map(|name| bot.discord.add_thread(forum, name));
    let voice = bot.discord.add_voice_channel("lounge");
    let play = async |channel| {
        bot.discord.command(bot.ben, channel, "play", json!({ "rated": true })).await
    };
    for (allowed, played_in) in [(voice, voice), (thread, thread), (forum, one), (other, other)] {
        let allowed = allow_only(&bot, &page, &[allowed]).await;
        assert!(allowed.is_update(), "{allowed:?}");
        let there = play(played_in).await;
        assert!(there.is_new() && !there.is_ephemeral(), "{there:?}");
        TestBot::assert_refused(&play(bot.channel).await, "In this server, games belong here: ");
    }
    // Discord's types: text, voice, announcement, three kinds of threads, stage, forum.
    let offered = &find_select(&page, "Channels for games…").channel_types;
    assert_eq!(offered, &[0, 2, 5, 10, 11, 12, 13, 15]);
    bot.close().await;
}

#[tokio::test]
async fn a_refusal_leads_to_the_allowed_channels() {
    let bot = TestBot::open("settings_many_channels").await;
    let page = open_settings(&bot).await;
    let page = bot.press(bot.ann, &page, "Limits").await.message().clone();
    let rooms: Vec<_> = (0..8).map(|it| bot.discord.add_channel(&format!("room{it}"))).collect();
    let pending = bot.challenge(bot.ann, bot.cleo).await;
    allow_only(&bot, &page, &rooms).await;
    let links: Vec<_> = rooms.iter().map(|room| format!("<#{room}>")).collect();
    let sentence = format!("In this server, games belong here: {}", links.join(", "));
    for refused in [
        bot.open_challenge(bot.ben).await,
        bot.command(bot.ben, "play", json!({})).await,
        bot.press(bot.cleo, &pending, "Accept").await,
    ] {
        TestBot::assert_refused(&refused, &sentence);
        assert_eq!(refused.text(), sentence);
    }
    bot.close().await;
}

#[tokio::test]
async fn games_per_channel_are_limited() {
    let bot = TestBot::open("settings_max_games").await;
    let (dora, emil) = (bot.discord.add_user("Dora"), bot.discord.add_user("Emil"));
    let page = open_settings(&bot).await;
    let page = bot.press(bot.ann, &page, "Limits").await.message().clone();
    let page = choose(&bot, &page, "Games at a time in one channel…", "1").await;
    assert!(page.text().contains("🔢 Games at a time in one channel: **1**"), "{}", page.text());
    let (one, other) = (bot.challenge(bot.ann, bot.ben).await, bot.challenge(dora, emil).await);
    let board = bot.press(bot.ben, &one, "Accept").await.message().clone();
    let sentence = "A game is already going on in this channel";
    TestBot::assert_refused(&bot.press(emil, &other, "Accept").await, sentence);
    let play = bot.command(bot.cleo, "play", json!({ "level": "easy" })).await;
    TestBot::assert_refused(&play, sentence);
    let play = bot.command(bot.cleo, "play", json!({ "opponent": dora })).await;
    TestBot::assert_refused(&play, sentence);
    bot.play_moves(&board, "4343434").await;
    assert!(bot.press(emil, &other, "Accept").await.is_update(), "the limit is no longer reached");
    bot.close().await;
}

#[tokio::test]
async fn an_idle_computer_game_leaves_room_in_its_channel() {
    let bot = TestBot::open("settings_idle").await;
    let page = open_settings(&bot).await;
    let page = bot.press(bot.ann, &page, "Limits").await.message().clone();
    choose(&bot, &page, "Games at a time in one channel…", "1").await;
    let board = bot.start_computer_game("easy").await;
    bot.advance(Duration::from_mins(59)).await;
    let early = bot.command(bot.cleo, "play", json!({ "level": "easy" })).await;
    TestBot::assert_refused(&early, "A game is already going on in this channel");
    bot.advance(Duration::from_mins(2)).await;
    bot.start_game(bot.ben, bot.cleo).await;
    let another = bot.command(bot.ann, "play", json!({ "level": "easy" })).await;
    TestBot::assert_refused(&another, "A game is already going on in this channel");
    assert!(bot.press(bot.ann, &board, "4").await.is_update(), "the idle game goes on");
    bot.close().await;
}

#[tokio::test]
async fn a_server_can_disable_computer_games() {
    let bot = TestBot::open("settings_computer").await;
    let board = bot.start_computer_game("easy").await;
    let page = open_settings(&bot).await;
    let page = bot.press(bot.ann, &page, "Limits").await.message().clone();
    let page = bot.press(bot.ann, &page, "Turn off computer games").await;
    assert!(page.text().contains("🤖 Nobody can play the computer."), "{}", page.text());
    let response = bot.command(bot.ben, "play", json!({ "level": "easy" })).await;
    TestBot::assert_refused(
        &response,
        "Games against the computer are switched off in this server.",
    );
    let moved = bot.press(bot.ann, &board, "4").await;
    assert!(moved.is_update(), "running games continue");
    let asked = bot.press(bot.ann, moved.message(), "Resign").await;
    let over = bot.really_resign(bot.ann, &asked, moved.message()).await;
    let again = bot.press(bot.ann, &over, "Rematch").await;
    TestBot::assert_refused(&again, "Games against the computer are switched off in this server.");
    let direct = bot.discord.channel("dm:ben");
    let options = json!({ "level": "easy", "first": "me" });
    let direct = bot.discord.command(bot.ben, direct, "play", options).await;
    assert!(direct.text().contains("vs 🟡 **Fourfall**"), "other channels are not affected");
    bot.close().await;
}

#[tokio::test]
async fn a_game_ended_by_a_moderator_does_not_count() {
    let bot = TestBot::open("settings_end_game").await;
    let page = open_settings(&bot).await;
    let none = bot.press(bot.ann, &page, "Running games").await.message().clone();
    assert!(none.content.contains("No games are going on in this server."), "{}", none.content);
    let board = bot.start_game(bot.ben, bot.cleo).await;
    let board = bot.play_moves_as([bot.ben, bot.cleo], &board, "44").await;
    let back = bot.press(bot.ann, &none, "Games").await.message().clone();
    let page = bot.press(bot.ann, &back, "Running games").await.message().clone();
    let prompt = choose(&bot, &page, "End a game…", "Ben vs Cleo, move 3").await;
    let question = "🛑 Do you really want to end **Ben** vs **Cleo**? The game won’t count.";
    assert!(prompt.text().starts_with(question), "{}", prompt.text());
    let left = bot.press(bot.ann, prompt.message(), "Let it go on").await.message().clone();
    let prompt = choose(&bot, &left, "End a game…", "Ben vs Cleo, move 3").await;
    let board = bot.play_moves_as([bot.ben, bot.cleo], &board, "3").await;
    let mut events = bot.discord.events();
    let ended = bot.press(bot.ann, prompt.message(), "Really end").await;
    assert!(ended.text().contains("🛑 You ended **Ben** vs **Cleo**."), "{}", ended.text());
    let edited = |it: &MessageEvent| matches!(it, MessageEvent::Edited(it) if it.id == board.id);
    let over = events.next_where(edited).await.into_message().unwrap();
    let end = "🛑 A moderator ended this game. It doesn’t count.";
    assert!(over.content.contains(end), "{}", over.content);
    let stats = bot.command(bot.ben, "stats", json!({})).await;
    assert!(stats.text().contains("haven’t finished a game yet"), "{}", stats.text());
    assert!(bot.press(bot.ben, &over, "Rematch").await.is_new(), "both can play again");
    bot.close().await;
}

#[tokio::test]
async fn running_games_that_look_alike_are_told_apart() {
    let bot = TestBot::open("settings_alike").await;
    bot.start_game(bot.ben, bot.cleo).await;
    let options = json!({ "opponent": bot.cleo, "first": "me", "board": "9x7" });
    let challenge = bot.command(bot.ben, "play", options).await;
    bot.press(bot.cleo, challenge.message(), "Accept").await;
    let page = open_settings(&bot).await;
    let page = bot.press(bot.ann, &page, "Running games").await.message().clone();
    let choices = &find_select(&page, "End a game…").choices;
    let labels: Vec<_> = choices.iter().map(|it| &*it.label).collect();
    assert_eq!(labels, ["Ben vs Cleo, move 1", "Ben vs Cleo, move 1 · 9 × 7"]);
    bot.close().await;
}

#[tokio::test]
async fn allowed_channels_are_chosen_in_their_select() {
    let bot = TestBot::open("settings_chosen").await;
    let page = open_settings(&bot).await;
    let page = bot.press(bot.ann, &page, "Limits").await.message().clone();
    let chosen = |page: &Message| page.to_json().to_string().contains("default_values");
    assert!(!chosen(&page), "{page:?}");
    let general = bot.discord.channel("general");
    let page = allow_only(&bot, &page, &[general, bot.channel]).await;
    let shown = page.message().to_json().to_string();
    for channel in [general, bot.channel] {
        let value = json!({ "id": channel.to_string(), "type": "channel" }).to_string();
        assert!(shown.contains(&value), "{shown}");
    }
    let page = bot.press(bot.ann, page.message(), "Allow games in every channel").await;
    assert!(!chosen(page.message()), "{page:?}");
    bot.close().await;
}

#[tokio::test]
async fn a_manager_can_only_resign_their_own_game() {
    let bot = TestBot::open("settings_own_game").await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    let board = bot.play_moves(&board, "44").await;
    let page = open_settings(&bot).await;
    let page = bot.press(bot.ann, &page, "Running games").await.message().clone();
    let prompt = choose(&bot, &page, "End a game…", "Ann vs Ben, move 3").await;
    let question = "🏳️ Do you really want to resign your game against **Ben**?";
    assert!(prompt.text().starts_with(question), "{}", prompt.text());
    let back = bot.press(bot.ann, prompt.message(), "Keep playing").await;
    assert_eq!(back.text(), page.content);
    let prompt = choose(&bot, back.message(), "End a game…", "Ann vs Ben, move 3").await;
    let resigned = bot.press(bot.ann, prompt.message(), "Really resign").await;
    assert!(resigned.text().contains("You resigned your game against **Ben**."), "{resigned:?}");
    assert_eq!(resigned.message().labels(), page.labels(), "the tabs are still there");
    let resigned = || bot.current(&board).content.contains("🏳️ Ann resigned.");
    wait_until("the board shows the end", resigned).await;
    bot.close().await;
}

#[tokio::test]
async fn games_ended_by_a_moderator_use_up_the_daily_limit() {
    let bot = TestBot::open("settings_daily_limit").await;
    for _ in 0..3 {
        let board = bot.start_rated_game(bot.ben, bot.cleo).await;
        bot.play_moves_as([bot.ben, bot.cleo], &board, "44").await;
        let page = open_settings(&bot).await;
        let page = bot.press(bot.ann, &page, "Running games").await.message().clone();
        let prompt = choose(&bot, &page, "End a game…", "Ben vs Cleo, move 3").await;
        bot.press(bot.ann, prompt.message(), "Really end").await;
    }
    let board = bot.start_rated_game(bot.ben, bot.cleo).await;
    assert!(board.content.contains("already started 3 rated games today"), "{}", board.content);
    bot.close().await;
}

#[tokio::test]
async fn turned_off_reminders_are_not_sent() {
    let bot = TestBot::open("settings_reminders").await;
    let page = open_settings(&bot).await;
    bot.press(bot.ann, &page, "Turn reminders off").await;
    let options = json!({ "opponent": bot.ben, "first": "me" });
    let challenge = bot.command(bot.ann, "play", options).await.message().clone();
    bot.press(bot.ben, &challenge, "Accept").await;
    let before = bot.discord.messages(bot.channel).len();
    bot.advance(Duration::from_hours(20)).await;
    bot.wait_scheduler().await;
    // A reminder would have been sent before the board shows the end.
    let mut events = bot.discord.events();
    bot.advance(Duration::from_hours(4)).await;
    let edited =
        |it: &MessageEvent| matches!(it, MessageEvent::Edited(it) if it.id == challenge.id);
    events.next_where(edited).await;
    assert_eq!(bot.discord.messages(bot.channel).len(), before);
    bot.close().await;
}
