//! Databases of earlier releases, with data, after an upgrade.

use std::{fs, path::Path, str::FromStr as _, time::Duration};

use serde_json::json;
use sqlx::{
    AssertSqlSafe, Connection, SqlSafeStr as _, SqliteConnection,
    migrate::{Migration, MigrationType, Migrator},
    sqlite::SqliteConnectOptions,
};

use crate::{
    features::puzzle::daily::{TODAY, solution},
    support::{Process, TestBot, custom_id_of, wait_until, wait_until_async},
};

/// Creates a database with an earlier schema: Ann has won a reviewed game against Ben, in which he
/// made a mistake.
async fn create_database_of(bot: &TestBot, version: i64) -> SqliteConnection {
    let options = SqliteConnectOptions::from_str(&bot.database_url()).unwrap();
    let mut connection =
        SqliteConnection::connect_with(&options.create_if_missing(true)).await.unwrap();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations/sqlite");
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|it| it.unwrap().path()).collect();
    files.sort();
    let migrations = files.iter().map(|path| {
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let sql = AssertSqlSafe(fs::read_to_string(path).unwrap()).into_sql_str();
        Migration::new(name[..4].parse().unwrap(), name.into(), MigrationType::Simple, sql, false)
    });
    let migrations = migrations.filter(|it| it.version <= version);
    Migrator::with_migrations(migrations.collect())
        .run_direct(None, &mut connection, false)
        .await
        .unwrap();
    let rows = format!(
        "INSERT INTO player (player_id, name) VALUES ({ann}, 'Ann'), ({ben}, 'Ben');
         INSERT INTO game (channel_id, guild_id, first_player_id, second_player_id, \
         board_columns, board_rows, connect, time_control, theme, rated, moves, version, \
         series_id, first_points, second_points, closed_offers, result, result_seat, \
         result_number, winning_streak, locale, started_at, moved_at, ended_at, changed_by, \
         token, token_expires_at) VALUES ({channel}, {guild}, {ann}, {ben}, 7, 6, 4, 'none', \
         'classic', 'no', '4141414', 7, 1, 0, 0, 0, 'won', 0, 1, 1, 'en-US', 1, 1, 1, 1, '', 0);
         INSERT INTO review (game_id, scores) VALUES (1, '{review}')",
        ann = bot.ann,
        ben = bot.ben,
        channel = bot.channel,
        guild = bot.discord.guild(),
        review = "ba0A0abdbbabbd0bBDCCBkgedefjDDIKKD0rrrkrrrKrrRrrr",
    );
    sqlx::raw_sql(AssertSqlSafe(rows)).execute(&mut connection).await.unwrap();
    connection
}

#[tokio::test]
async fn a_database_of_0_1_0_is_used_with_its_data() {
    let mut bot = TestBot::builder("from_0_1_0").on_sqlite().stopped().await;
    create_database_of(&bot, 1).await.close().await.unwrap();
    let (_, found) = Process::start(&["doctor"], bot.env_vars()).output().await;
    assert!(found.contains("can be written, schema version 1"), "{found}");
    bot.start();
    bot.wait_ready().await;
    let review = bot.review(bot.ann, bot.channel, bot.ben, 1).await;
    assert!(review.text().starts_with("🔍 **Review** of 🔴 **Ann** vs"), "{}", review.text());
    let daily = bot.command(bot.ben, "daily", json!({})).await;
    assert!(daily.text().starts_with("🧩"), "{}", daily.text());
    let train = bot.command(bot.ben, "train", json!({})).await;
    assert!(train.text().starts_with("🎯 Your game against **Ann**"), "{}", train.text());
    bot.close().await;
}

#[tokio::test]
async fn a_database_with_puzzles_is_used_with_its_data() {
    let mut bot = TestBot::builder("from_schema_2").on_sqlite().stopped().await;
    let mut connection = create_database_of(&bot, 2).await;
    let rows = format!(
        "INSERT INTO trainee (player_id, review_day, reviews) VALUES ({ben}, 0, 0);
         INSERT INTO training_game (player_id, game_id) VALUES ({ben}, 1);
         INSERT INTO training_position (player_id, game_id, ply, repetition, due_at, tries, \
         position) VALUES ({ben}, 1, 1, 0, 0, 0, 'x')",
        ben = bot.ben
    );
    sqlx::raw_sql(AssertSqlSafe(rows)).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    bot.start();
    bot.wait_ready().await;
    let train = bot.command(bot.ben, "train", json!({})).await;
    assert!(train.text().starts_with("🎯 Your game against **Ann**"), "{}", train.text());
    let listed = bot.set_listed(bot.ann, true).await;
    assert!(listed.text().contains("👀 Your name shows"), "{}", listed.text());
    let mut connection = SqliteConnection::connect(&bot.database_url()).await.unwrap();
    let applied: i64 = sqlx::query_scalar("SELECT count(*) FROM applied_interaction")
        .fetch_one(&mut connection)
        .await
        .unwrap();
    assert_eq!(applied, 1);
    bot.close().await;
}

#[tokio::test]
async fn live_games_and_challenges_go_on_after_an_upgrade() {
    let mut bot = TestBot::builder("from_schema_2_live").on_sqlite().stopped().await;
    let mut connection = create_database_of(&bot, 2).await;
    let [later, now, hour_ago, yesterday] =
        [600_000, 0, -3_600_000, -80_000_000].map(|by| bot.clock.now().milliseconds() + by);
    // The shard of the game's server was absent for an hour.
    let shard = (bot.discord.guild().get() >> 22) % 2;
    let rows = format!(
        "INSERT INTO player (player_id, name) VALUES ({cleo}, 'Cleo');
         INSERT INTO game (channel_id, guild_id, first_player_id, second_player_id, \
         board_columns, board_rows, connect, time_control, theme, rated, moves, version, \
         series_id, first_points, second_points, closed_offers, locale, started_at, moved_at, \
         move_by, changed_by, message_id, token, token_expires_at) \
         VALUES ({channel}, {guild}, {ann}, {ben}, 7, 6, 4, 'none', 'classic', 'no', '44', 3, \
         1, 0, 0, 0, 'en-US', 1, 1, {later}, 1, 5, '', 0);
         INSERT INTO heartbeat VALUES ({shard}, 2, {hour_ago}), (1 - {shard}, 2, {now});
         INSERT INTO challenge_cooldown VALUES ({cleo}, {ben}, 3, {yesterday});
         UPDATE game SET standing = 24, failed_lookups = 3 WHERE result IS NULL;
         INSERT INTO challenge (guild_id, channel_id, challenger_id, opponent_id, slot, \
         board_columns, board_rows, connect, time_control, theme, rated, first, series_id, \
         challenger_points, opponent_points, locale, state, created_at, expires_at, created_by, \
         changed_by, message_id, token, token_expires_at) \
         VALUES ({guild}, {channel}, {cleo}, {ann}, 1, 7, 6, 4, 'none', 'classic', 'no', \
         'challenger', 2, 0, 0, 'en-US', 'pending', 1, {later}, 2, 2, 6, '', 0);
         INSERT INTO deadline (kind, subject_id, due_at) VALUES ('challenge', 1, {later})",
        ann = bot.ann,
        ben = bot.ben,
        cleo = bot.cleo,
        channel = bot.channel,
        guild = bot.discord.guild(),
    );
    sqlx::raw_sql(AssertSqlSafe(rows)).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    bot.start();
    bot.wait_ready().await;
    let excused = "SELECT excused FROM game WHERE result IS NULL";
    assert_eq!(bot.database.sql().await.number(excused).await, 1, "Ben managed the server");
    let left = "SELECT move_by - running FROM game, running_time WHERE result IS NULL";
    assert_eq!(bot.database.sql().await.number(left).await, 4_200_000);
    let moved = bot.command(bot.ann, "drop", json!({ "column": "4" })).await;
    assert!(moved.text().contains("**Ann** played column 4."), "{}", moved.text());
    // The bot learns the board's id after it has responded.
    bot.wait_idle().await;
    let paused = bot.command(bot.cleo, "play", json!({ "opponent": bot.ben })).await;
    TestBot::assert_refused(&paused, "You can challenge **Ben** again");
    let challenged = bot.command(bot.ann, "play", json!({ "opponent": bot.cleo })).await;
    TestBot::assert_refused(&challenged, "**Cleo** has already challenged you");
    let again = bot.command(bot.ben, "play", json!({ "opponent": bot.ann })).await;
    TestBot::assert_refused(&again, "You are already playing **Ann** in this channel");
    // The old board is not there.
    bot.close_expecting(&["404 DELETE /channels/*/messages/*"]).await;
}

#[tokio::test]
async fn leaderboards_have_all_rated_players_after_an_upgrade() {
    let mut bot = TestBot::builder("from_schema_2_ratings").on_sqlite().stopped().await;
    let mut connection = create_database_of(&bot, 2).await;
    let now = bot.clock.now();
    let (at, month) = (now.milliseconds(), now.month());
    let earlier = now.before(Duration::from_hours(40 * 24)).milliseconds();
    let (ann, ben, guild) = (bot.ann, bot.ben, bot.discord.guild());
    // Ann is rated in this month, Ben in an earlier one; the last game of both is not rated.
    let rows = format!(
        "UPDATE player SET listed = 1 WHERE player_id = {ann};
         INSERT INTO rating VALUES ({guild}, {ann}, 1662.4, 290, 0.06, {at}), \
         (0, {ann}, 1700.6, 290, 0.06, {at}), ({guild}, {ben}, 1338.4, 290, 0.06, {earlier});
         INSERT INTO leaderboard_entry (scope_id, period, player_id, period_number, wins, losses, \
         draws) VALUES ({guild}, 'all time', {ann}, 0, 1, 0, 0), \
         ({guild}, 'month', {ann}, {month}, 1, 0, 0), (0, 'all time', {ann}, 0, 1, 0, 0), \
         ({guild}, 'all time', {ben}, 0, 0, 1, 0), ({guild}, 'month', {ben}, {month}, 0, 1, 0)"
    );
    sqlx::raw_sql(AssertSqlSafe(rows)).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    bot.start();
    bot.wait_ready().await;
    for (options, lines) in [
        (json!({}), "**1** Ann · 1662? · 1 win\n**2** Ben · 1338? · 1 loss"),
        (json!({ "period": "month" }), "**1** Ann · 1662? · 1 win"),
        (json!({ "scope": "everywhere" }), "**1** Ann · 1701? · 1 win\n-# Others"),
    ] {
        let leaders = bot.command(bot.ann, "leaderboard", options).await;
        let (_, shown) = leaders.text().split_once(" · by rating\n").unwrap();
        assert!(shown.starts_with(lines), "{}", leaders.text());
        assert!(lines.contains("Ben") || !shown.contains("Ben"), "{}", leaders.text());
    }
    bot.close().await;
}

#[tokio::test]
async fn earlier_results_count_after_an_upgrade() {
    let mut bot = TestBot::builder("from_schema_2_results").on_sqlite().stopped().await;
    let mut connection = create_database_of(&bot, 2).await;
    let (ann, ben, guild) = (bot.ann, bot.ben, bot.discord.guild());
    // Ann has beaten three people, Ben four times, mostly after two discs.
    let rows = format!(
        "INSERT INTO player (player_id, name) VALUES (3, 'Cleo'), (4, 'Dora');
         INSERT INTO game (channel_id, guild_id, first_player_id, second_player_id, \
         board_columns, board_rows, connect, time_control, theme, rated, moves, version, \
         series_id, first_points, second_points, closed_offers, result, result_seat, \
         result_number, winning_streak, locale, started_at, moved_at, ended_at, changed_by, \
         token, token_expires_at) SELECT 1, {guild}, {ann}, column1, 7, 6, 4, 'none', \
         'classic', 'no', '44', 3, 1, 0, 0, 0, 'resigned', 1, column2, column2, 'en-US', 1, 1, \
         1, 1, '', 0 FROM (VALUES ({ben}, 2), ({ben}, 3), ({ben}, 4), (3, 5), (4, 6));
         INSERT INTO leaderboard_entry (scope_id, period, player_id, period_number, wins, losses, \
         draws) VALUES ({guild}, 'all time', {ann}, 0, 6, 0, 0), \
         ({guild}, 'all time', {ben}, 0, 0, 4, 0)"
    );
    sqlx::raw_sql(AssertSqlSafe(rows)).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    bot.start();
    bot.wait_ready().await;
    let leaders = bot.command(bot.ann, "leaderboard", json!({})).await;
    let lines = "\n🥇 Ann · 6 wins\n**2** Ben · 4 losses";
    assert!(leaders.text().contains(lines), "{}", leaders.text());
    let stats = bot.command(bot.ann, "stats", json!({})).await;
    assert!(stats.text().contains("Here: 6 wins"), "{}", stats.text());
    bot.close().await;
}

#[tokio::test]
async fn posts_and_streaks_go_on_after_an_upgrade() {
    let mut bot = TestBot::builder("from_schema_2_zones").on_sqlite().stopped().await;
    let mut connection = create_database_of(&bot, 2).await;
    let due = bot.clock.now().milliseconds() + 3_600_000;
    let rows = format!(
        "INSERT INTO guild_settings (guild_id, theme, time_control, reminders, computer_games, \
         channels) VALUES ({guild}, 'classic', 'none', 1, 1, '[]');
         INSERT INTO puzzle_schedule VALUES ({guild}, {channel}, 15, 'on', 0, {due}, 259, 'en-US');
         INSERT INTO puzzle_attempt VALUES ({ben}, 255, '4', 1, 1, 1), ({ben}, 256, '4', 1, 1, 2), \
         ({ben}, 257, '4', 1, 1, 3), ({ben}, 258, '4', 1, NULL, NULL), ({ben}, 259, '4', 1, 1, 1)",
        ben = bot.ben,
        channel = bot.channel,
        guild = bot.discord.guild(),
    );
    sqlx::raw_sql(AssertSqlSafe(rows)).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    bot.start();
    bot.wait_ready().await;
    let stats = bot.command(bot.ben, "stats", json!({})).await;
    assert!(stats.text().contains("\nPuzzle streak: 4 days"), "{}", stats.text());
    let page = bot.command(bot.ann, "settings", json!({})).await;
    assert!(page.text().contains("shortly after 15:00 UTC (<t:"), "{}", page.text());
    bot.close().await;
}

#[tokio::test]
async fn an_upgraded_server_has_a_leaderboard_that_stays() {
    let mut bot = TestBot::builder("from_schema_2_standing").on_sqlite().stopped().await;
    let mut connection = create_database_of(&bot, 2).await;
    let (ann, guild, channel) = (bot.ann, bot.discord.guild(), bot.channel);
    let posted_at = bot.clock.now().midnight().after(Duration::from_hours(15)).milliseconds();
    let rows = format!(
        "INSERT INTO leaderboard_entry (scope_id, period, player_id, period_number, wins, losses, \
         draws) VALUES ({guild}, 'all time', {ann}, 0, 1, 0, 0);
         INSERT INTO puzzle_schedule (guild_id, channel_id, hour, state, refusals, due_at, \
         posted_puzzle, guild_locale) VALUES ({guild}, {channel}, 15, 'on', 0, {posted_at}, 259, \
         'en-US')"
    );
    sqlx::raw_sql(AssertSqlSafe(rows)).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    bot.start();
    bot.wait_ready().await;
    let page = bot.command(bot.ann, "settings", json!({})).await;
    assert!(page.text().contains("shortly after 15:00 UTC"), "{}", page.text());
    let page = bot.press(bot.ann, page.message(), "Leaderboard").await.message().clone();
    let label = "Leaderboard: all time, by wins";
    bot.choose(bot.ann, &page, "Leaderboard in this channel…", label).await;
    bot.advance(Duration::from_hours(1)).await;
    let starting = |start: &str| {
        let messages = bot.discord.messages(channel);
        messages.into_iter().find(|it| !it.is_ephemeral() && it.content.starts_with(start))
    };
    let is_posted = || starting("🏆").is_some() && starting("🧩").is_some();
    wait_until("both are posted", is_posted).await;
    let board = starting("🏆").unwrap();
    assert!(board.content.contains("**1** Ann · 1 win"), "{}", board.content);
    bot.close().await;
}

#[tokio::test]
async fn the_week_is_told_after_an_upgrade() {
    let mut bot = TestBot::builder("from_schema_2_week").on_sqlite().stopped().await;
    let mut connection = create_database_of(&bot, 2).await;
    let (channel, posted_at) = (bot.channel, bot.clock.now());
    let rows = format!("UPDATE game SET ended_at = {}", posted_at.milliseconds());
    sqlx::raw_sql(AssertSqlSafe(rows)).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    bot.start();
    bot.wait_ready().await;
    let page = bot.command(bot.ann, "settings", json!({})).await;
    let boards = bot.press(bot.ann, page.message(), "Leaderboard").await.message().clone();
    let label = "Leaderboard: all time, by wins";
    bot.choose(bot.ann, &boards, "Leaderboard in this channel…", label).await;
    bot.press(bot.ann, page.message(), "Week in words here").await;
    let monday = posted_at.midnight().after(Duration::from_hours(7 * 24 + 10));
    bot.advance(monday.since(posted_at)).await;
    let told = "⚡ The shortest win: **Ann** beat **Ben** in 7 moves";
    let is_told = || bot.discord.messages(channel).iter().any(|it| it.content.contains(told));
    wait_until("the week is told", is_told).await;
    bot.close().await;
}

#[tokio::test]
async fn a_server_with_results_gets_seasons_after_an_upgrade() {
    let mut bot = TestBot::builder("from_schema_2_seasons").on_sqlite().stopped().await;
    let mut connection = create_database_of(&bot, 2).await;
    let (ann, ben, guild) = (bot.ann, bot.ben, bot.discord.guild());
    let rows = format!(
        "INSERT INTO leaderboard_entry (scope_id, period, player_id, period_number, wins, losses, \
         draws, rating) VALUES ({guild}, 'all time', {ann}, 0, 1, 0, 0, 1662), \
         ({guild}, 'all time', {ben}, 0, 0, 1, 0, NULL); \
         INSERT INTO rating VALUES ({guild}, {ann}, 1662, 90, 0.06, 1000)"
    );
    sqlx::raw_sql(AssertSqlSafe(rows)).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    bot.start();
    bot.wait_ready().await;
    let away =
        "SELECT count(*) FROM leaderboard_entry WHERE rating IS NULL AND last_rated_at IS NULL";
    let mut sql = bot.database.sql().await;
    wait_until_async("Ann has left the list", async || sql.number(away).await == 2).await;
    let page = bot.command(bot.ann, "settings", json!({})).await;
    let page = bot.press(bot.ann, page.message(), "Leaderboard").await;
    bot.start_season(page.message(), "Start season 1").await;
    let board = bot.start_game(bot.ben, bot.ann).await;
    bot.play_moves_as([bot.ben, bot.ann], &board, "1212121").await;
    let season = bot.command(bot.ann, "leaderboard", json!({})).await;
    assert!(season.text().contains("season 1 · by wins\n**1** Ben · 1 win"));
    let counted = "SELECT count(*) FROM game WHERE season_id IS NOT NULL";
    assert_eq!(bot.database.sql().await.number(counted).await, 1);
    bot.close().await;
}

#[tokio::test]
async fn messages_that_stay_go_on_after_an_upgrade() {
    let mut bot = TestBot::builder("from_schema_14_standing").on_sqlite().stopped().await;
    let mut connection = create_database_of(&bot, 14).await;
    let (ann, guild, channel) = (bot.ann, bot.discord.guild(), bot.channel);
    let general = bot.discord.channel("general");
    let (now, monday) = (bot.clock.now().milliseconds(), bot.clock.now().week() * 7 - 3);
    // A new leaderboard was to take the place of one; Ann's week was told this Monday.
    let rows = format!(
        "INSERT INTO leaderboard_entry (scope_id, period, player_id, period_number, wins, losses, \
         draws) VALUES ({guild}, 'all time', {ann}, 0, 1, 0, 0);
         UPDATE game SET ended_at = ({monday} - 1) * 86400000;
         INSERT INTO standing_message (channel_id, kind, guild_id, message_id, period, sort_by, \
         posted_at, pause, rests_until, due_at, state, refusals, guild_locale) VALUES \
         ({channel}, 'leaderboard', {guild}, 5, 'all time', 'wins', 0, 600000, {now}, {now}, 'on', \
         0, 'en-US'),
         ({general}, 'week', {guild}, 6, NULL, NULL, {now}, 600000, {now}, NULL, 'on', 0, 'en-US')"
    );
    sqlx::raw_sql(AssertSqlSafe(rows)).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    bot.start();
    bot.wait_ready().await;
    let board = || {
        let messages = bot.discord.messages(channel);
        messages.into_iter().find(|it| it.content.starts_with("🏆 **Leaderboard**"))
    };
    let shows_ann = || board().is_some_and(|it| it.content.contains(" Ann ·"));
    wait_until("it is posted anew", shows_ann).await;
    // That of the week is not there any more, which its edit tells.
    let edited = || bot.discord.requests().iter().any(|it| it.status == 404);
    wait_until("whom it names is recorded", edited).await;
    bot.delete_data(ann).await;
    wait_until("Ann has left", || board().is_some_and(|it| !it.content.contains("Ann"))).await;
    let told = bot.discord.messages(general);
    assert!(told.is_empty(), "the week was told before: {told:?}");
    let missing = ["404 PATCH /channels/*/messages/*", "404 DELETE /channels/*/messages/*"];
    bot.close_allowing(&missing).await;
}

#[tokio::test]
async fn medals_and_hidden_people_are_kept_after_an_upgrade() {
    let mut bot = TestBot::builder("from_schema_15").on_sqlite().stopped().await;
    let mut connection = create_database_of(&bot, 15).await;
    let (ann, ben, cleo, guild) = (bot.ann, bot.ben, bot.cleo, bot.discord.guild());
    let at = bot.clock.now().milliseconds();
    // In season 1, which has ended, Ann was first with a medal. Cleo is hidden: her entries were
    // deleted. She has beaten Ben twice in season 2, and lost a short game.
    let game = "INSERT INTO game (channel_id, guild_id, first_player_id, second_player_id, level, \
                board_columns, board_rows, connect, time_control, theme, rated, moves, version, \
                series_id, first_points, second_points, closed_offers, result, result_seat, \
                result_number, winning_streak, locale, started_at, moved_at, ended_at, \
                changed_by, token, token_expires_at, counts, season_id)";
    let rows = format!(
        "INSERT OR IGNORE INTO player (player_id, name, listed) VALUES ({ann}, 'Ann', 0), \
         ({ben}, 'Ben', 0), ({cleo}, 'Cleo', 0);
         INSERT INTO season VALUES (1, {guild}, 1, 1, {at}), (2, {guild}, 2, {at}, NULL);
         INSERT INTO season_schedule VALUES ({guild}, 'by hand', NULL, {channel}, 'en-US');
         INSERT INTO hidden_player VALUES ({guild}, {cleo});
         INSERT INTO leaderboard_entry (scope_id, period, player_id, period_number, wins, losses, \
         draws, opponents) VALUES (-2, 'all time', {ann}, 0, 4, 1, 0, 3), \
         (-2, 'all time', {ben}, 0, 1, 4, 0, 2);
         {game} SELECT 1, {guild}, {cleo}, {ben}, NULL, 7, 6, 4, 'none', 'classic', 'no', \
         column1, 7, 1, 0, 0, 0, column2, column3, column4, NULL, 'en-US', {at}, {at}, {at}, 1, \
         '', 0, column5, 2 FROM (VALUES ('1212121', 'won', 0, 10, 'yes'), \
         ('4444555', 'resigned', 1, 11, 'yes'), ('44', 'resigned', 0, 12, 'too short'));
         {game} SELECT 1, {guild}, {ann}, NULL, 'easy', 7, 6, 4, 'none', 'classic', 'no', \
         '31212121', 8, 1, 0, 0, 0, 'won', 1, column1, NULL, 'en-US', {at}, {at}, {at}, 1, '', 0, \
         'yes', NULL FROM (VALUES (20), (21))",
        channel = bot.channel,
    );
    sqlx::raw_sql(AssertSqlSafe(rows)).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    bot.start();
    bot.wait_ready().await;
    let stats = bot.command(ann, "stats", json!({})).await;
    assert!(stats.text().contains("\n🏆 Season 1: 1st of 2\n"), "{}", stats.text());
    let settings = bot.command(ann, "settings", json!({})).await;
    let page = bot.press(ann, settings.message(), "Leaderboard").await;
    let page = bot.press(ann, page.message(), "People").await;
    bot.choose(ann, page.message(), "Show again…", "Cleo").await;
    for options in [json!({}), json!({ "period": "month" }), json!({ "period": "week" })] {
        let shown = bot.command(ben, "leaderboard", options).await;
        let own = "**1** Cleo · 2 wins";
        assert!(shown.text().contains(own), "{}", shown.text());
    }
    let lost = "SELECT count(*) FROM game WHERE lost_before = 1 AND result_number = 21";
    assert_eq!(bot.database.sql().await.number(lost).await, 1);
    bot.close().await;
}

/// Of Ben's game, training had a move that is no mistake any more, and not the block that he missed.
#[tokio::test]
async fn training_goes_by_the_present_grades_after_an_upgrade() {
    let mut bot = TestBot::builder("from_schema_16").on_sqlite().stopped().await;
    let mut connection = create_database_of(&bot, 16).await;
    let rows = format!(
        "INSERT INTO trainee (player_id) VALUES ({ben});
         INSERT INTO training_game (player_id, game_id) VALUES ({ben}, 1);
         INSERT INTO training_position (player_id, game_id, ply, repetition, due_at, tries, \
         position) VALUES ({ben}, 1, 1, 0, 0, 1, 'x')",
        ben = bot.ben
    );
    sqlx::raw_sql(AssertSqlSafe(rows)).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    bot.start();
    bot.wait_ready().await;
    let train = bot.command(bot.ben, "train", json!({})).await;
    assert!(custom_id_of(train.message(), "1").starts_with("y2:1:5:0:"), "{train:?}");
    let solved = bot.press(bot.ben, train.message(), "4").await;
    let next = bot.press(bot.ben, solved.message(), "Next").await;
    assert!(next.text().starts_with("🎉 Nothing left to train for now."), "{}", next.text());
    assert!(!next.text().contains('🔁'), "{}", next.text());
    bot.close().await;
}

/// Ann had solved the puzzle of the day, which is posted at three.
#[tokio::test]
async fn a_puzzles_post_goes_on_after_an_upgrade() {
    let mut bot = TestBot::builder("from_schema_17").on_sqlite().stopped().await;
    let mut connection = create_database_of(&bot, 17).await;
    let (now, midnight) = (bot.clock.now(), bot.clock.now().midnight());
    let three = midnight.after(Duration::from_hours(15)).milliseconds();
    let rows = format!(
        "INSERT OR IGNORE INTO player (player_id, name, listed) VALUES ({ann}, 'Ann', 0);
         INSERT INTO puzzle_attempt (player_id, puzzle, tries, started_at, solved_at, streak) \
         VALUES ({ann}, {TODAY}, '{tries}', {at}, {at}, 1);
         INSERT INTO puzzle_solver (guild_id, puzzle, player_id, solved_at) \
         VALUES ({guild}, {TODAY}, {ann}, {at});
         INSERT INTO standing_message (channel_id, kind, guild_id, hour, puzzle, pause, \
         rests_until, due_at, state, refusals, guild_locale) \
         VALUES ({channel}, 'daily', {guild}, 15, {yesterday}, 600000, 0, {three}, 'on', 0, 'en-US')",
        ann = bot.ann,
        at = now.milliseconds(),
        guild = bot.discord.guild(),
        channel = bot.channel,
        tries = solution(TODAY).concat(),
        yesterday = TODAY - 1,
    );
    sqlx::raw_sql(AssertSqlSafe(rows)).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    bot.start();
    bot.wait_ready().await;
    let shows = |line: &str| {
        let messages = bot.discord.messages(bot.channel);
        messages.iter().any(|it| it.content.contains(line))
    };
    bot.advance(Duration::from_hours(1)).await;
    let solved = "\n🏅 Solved here: **Ann** 🔥 1";
    wait_until("it is posted", || shows(solved)).await;
    bot.advance(Duration::from_hours(24)).await;
    wait_until("the next one", || shows("\nYesterday: 👑 **Ann** (no mistake)\n")).await;
    bot.close().await;
}

/// Ann plays the computer.
#[tokio::test]
async fn a_channel_plays_beside_a_game_from_before_an_upgrade() {
    let mut bot = TestBot::builder("from_schema_18").on_sqlite().stopped().await;
    let mut connection = create_database_of(&bot, 18).await;
    let later = bot.clock.now().milliseconds() + 600_000;
    let rows = format!(
        "INSERT OR IGNORE INTO player (player_id, name, listed) VALUES ({ann}, 'Ann', 0);
         INSERT INTO game (channel_id, guild_id, first_player_id, level, board_columns, \
         board_rows, connect, time_control, theme, rated, moves, version, series_id, \
         first_points, second_points, closed_offers, locale, started_at, moved_at, move_by, \
         changed_by, message_id, token, token_expires_at) \
         VALUES ({channel}, {guild}, {ann}, 'medium', 7, 6, 4, 'none', 'classic', 'no', '44', 3, \
         1, 0, 0, 0, 'en-US', 1, 1, {later}, 1, 5, '', 0)",
        ann = bot.ann,
        channel = bot.channel,
        guild = bot.discord.guild(),
    );
    sqlx::raw_sql(AssertSqlSafe(rows)).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    bot.start();
    bot.wait_ready().await;
    let menu = bot.command(bot.ben, "play", json!({})).await;
    let page = bot.press(bot.ben, menu.message(), "Together").await;
    let board = bot.press_to_post(bot.ben, page.message(), "Easy").await;
    assert!(board.content.contains("**Fourfall** (easy)"), "{board:?}");
    let moved = bot.command(bot.ann, "drop", json!({ "column": "4" })).await;
    assert!(moved.text().contains("**Ann** vs "), "{}", moved.text());
    bot.wait_idle().await;
    // The old board is not there.
    bot.close_expecting(&["404 DELETE /channels/*/messages/*"]).await;
}

#[tokio::test]
async fn what_was_due_is_due_after_an_upgrade() {
    let mut bot = TestBot::builder("from_schema_19_due").on_sqlite().stopped().await;
    let mut connection = create_database_of(&bot, 19).await;
    let later = bot.clock.now().milliseconds() + 600_000;
    let rows = format!(
        "INSERT INTO game (channel_id, guild_id, first_player_id, level, board_columns, \
         board_rows, connect, time_control, theme, rated, moves, version, series_id, \
         first_points, second_points, closed_offers, locale, started_at, moved_at, changed_by, \
         token, token_expires_at) VALUES ({channel}, {guild}, {ann}, 'easy', 7, 6, 4, 'none', \
         'classic', 'no', '4', 1, 1, 0, 0, 0, 'en-US', 1, 1, 1, '', 0);
         INSERT INTO challenge (guild_id, channel_id, challenger_id, opponent_id, slot, \
         board_columns, board_rows, connect, time_control, theme, rated, first, series_id, \
         challenger_points, opponent_points, locale, state, created_at, expires_at, created_by, \
         changed_by, token, token_expires_at) VALUES ({guild}, {channel}, {ann}, {ben}, 1, 7, 6, \
         4, 'none', 'classic', 'no', 'challenger', 2, 0, 0, 'en-US', 'pending', 1, {later}, 2, 2, \
         '', 0);
         INSERT INTO deadline (kind, subject_id, due_at) \
         VALUES ('challenge', 1, {later}), ('computer', 2, 2000)",
        ann = bot.ann,
        ben = bot.ben,
        channel = bot.channel,
        guild = bot.discord.guild(),
    );
    sqlx::raw_sql(AssertSqlSafe(rows)).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    bot.start();
    bot.wait_ready().await;
    let mut sql = bot.database.sql().await;
    let moved = "SELECT count(*) FROM game WHERE level IS NOT NULL AND length(moves) = 2";
    wait_until_async("the computer moves", async || sql.number(moved).await == 1).await;
    let mut sql = bot.database.sql().await;
    let pending = "SELECT count(*) FROM challenge WHERE state = 'pending'";
    bot.advance(Duration::from_secs(599)).await;
    assert_eq!(sql.number(pending).await, 1);
    bot.advance(Duration::from_secs(2)).await;
    wait_until_async("it expires", async || sql.number(pending).await == 0).await;
    bot.close().await;
}
