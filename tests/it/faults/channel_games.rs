//! Crowds that play the computer together, in two processes that are killed, against a replay by other
//! code.

use std::time::Duration;

use clock::Timestamp;
use fake_discord::{ChannelId, Message, UserId};
use fastrand::Rng;
use fourfall::computer::SearchBackendFactory;
use futures_util::future::join_all;
use serde_json::json;

use super::{MISSING_PLACE, REFUSED_RESPONSE};
use crate::support::{Sql, TestBot, custom_id_of, random, repeats, wait_until_async};

const OTHERS_FIRST_FOR: Duration = Duration::from_mins(10);

/// Discs by column, from the bottom, each of the first player or not.
#[derive(Default)]
struct Grid([Vec<bool>; 7]);

impl Grid {
    fn of(moves: &str) -> Self {
        let mut grid = Self::default();
        for (ply, column) in moves.bytes().enumerate() {
            assert!(grid.is_open(column), "{moves}");
            grid.0[usize::from(column - b'1')].push(ply % 2 == 0);
        }
        grid
    }

    fn is_open(&self, column: u8) -> bool {
        self.0[usize::from(column - b'1')].len() < 6
    }

    fn disc(&self, column: isize, row: isize) -> Option<bool> {
        let column = self.0.get(usize::try_from(column).ok()?)?;
        column.get(usize::try_from(row).ok()?).copied()
    }

    fn is_over(&self) -> bool {
        let four = |column, row, (right, up): (isize, isize)| {
            let disc = |step: isize| self.disc(column + step * right, row + step * up);
            disc(0).is_some() && (1..4).all(|step| disc(step) == disc(0))
        };
        let has_four = (0..7).any(|column| {
            (0..6).any(|row| {
                [(1, 0), (0, 1), (1, 1), (1, -1)].into_iter().any(|it| four(column, row, it))
            })
        });
        has_four || self.0.iter().all(|column| column.len() == 6)
    }
}

/// A game of a channel, as what was seen of it says.
struct Play {
    board: Message,
    game: u64,
    moves: String,
    droppers: Vec<UserId>,
    /// When the turn began, at the earliest and at the latest.
    turn_began: [Timestamp; 2],
}

async fn start(bot: &TestBot, channel: ChannelId, user: UserId) -> Message {
    let menu = bot.discord.command(user, channel, "play", json!({})).await;
    let page = bot.press(user, menu.message(), "Together").await;
    bot.press_to_post(user, page.message(), "Easy").await
}

impl Play {
    /// Reads what is stored, and checks what the people's presses have changed since: at most one of
    /// those that may count, and one surely unless `is_unknown`. They were pressed at `since` or later.
    async fn check(
        &mut self,
        bot: &TestBot,
        sql: &mut Sql,
        presses: &[(UserId, u8)],
        is_unknown: bool,
        since: Timestamp,
    ) {
        let game = self.game;
        let moves = sql.text(&format!("SELECT moves FROM game WHERE game_id = {game}")).await;
        let droppers = format!(
            "SELECT coalesce(string_agg(CAST(player_id AS TEXT), ',' ORDER BY disc), '') \
             FROM channel_disc WHERE game_id = {game}"
        );
        let droppers = sql.text(&droppers).await;
        let droppers: Vec<&str> = droppers.split(',').filter(|it| !it.is_empty()).collect();
        let grid = Grid::of(&self.moves);
        let [may, must] = self.turn_began.map(|began_at| {
            let is_waiting = bot.clock.now() < began_at.after(OTHERS_FIRST_FOR);
            let waits = |user| is_waiting && self.droppers.last() == Some(&user);
            let counts = |(user, column): &&(UserId, u8)| !waits(*user) && grid.is_open(*column);
            presses.iter().filter(counts).collect::<Vec<_>>()
        });
        let added = moves.strip_prefix(&*self.moves).expect("no disc is lost");
        let own = droppers.len() - self.droppers.len();
        assert!(own <= 1, "{presses:?} on {}: {moves}, {droppers:?}", self.moves);
        if own == 1 {
            let (dropper, column) = (*droppers.last().unwrap(), added.as_bytes()[0]);
            let press = may.iter().find(|(user, it)| user.to_string() == dropper && *it == column);
            let (user, _) = press.unwrap_or_else(|| panic!("{dropper} {column} of {may:?}"));
            self.droppers.push(*user);
        } else {
            assert!(must.is_empty() || is_unknown, "{must:?} on {}: {moves}", self.moves);
        }
        let discs = added.len();
        let is_over = Grid::of(&moves[..self.moves.len() + own]).is_over();
        let answered = own + usize::from(own == 1 && !is_over);
        assert!(discs == answered || is_unknown && discs <= own + 1, "{} {added}", self.moves);
        if discs > 0 {
            self.turn_began = [since, bot.clock.now()];
        }
        self.moves = moves;
    }
}

/// Waits until it is the channel's turn, or the game is over: an overdue turn of the computer is taken
/// up again.
async fn wait_for_channel(bot: &TestBot, game: u64, is_first: bool) {
    let mut sql = bot.database.sql().await;
    let is_turn = format!(
        "SELECT count(*) FROM game WHERE game_id = {game} \
         AND (result IS NOT NULL OR length(moves) % 2 = {})",
        usize::from(!is_first)
    );
    let is_turn: &'static str = is_turn.leak();
    let is_done = async || {
        bot.clock.advance(Duration::from_secs(61));
        sql.number(is_turn).await == 1
    };
    wait_until_async("it is the channel's turn again", is_done).await;
}

/// Plays a game to its end. Returns its number of discs.
async fn play(
    bot: &mut TestBot,
    random: &mut Rng,
    sql: &mut Sql,
    crowd: &[UserId],
    number: usize,
) -> usize {
    let channel = bot.discord.add_channel(&format!("together-{number}"));
    let people = &crowd[..random.usize(3..=crowd.len())];
    let board = start(bot, channel, people[0]).await;
    let game = custom_id_of(&board, "1").split(':').nth(1).unwrap().parse().unwrap();
    let first = format!("SELECT count(*) FROM game WHERE game_id = {game} AND first_player_id = 0");
    let is_first = sql.number(first.leak()).await == 1;
    let (moves, droppers) = (String::new(), Vec::new());
    let now = bot.clock.now();
    let mut play = Play { board, game, moves, droppers, turn_began: [now; 2] };
    if !is_first {
        play.check(bot, sql, &[], true, now).await;
    }
    loop {
        let grid = Grid::of(&play.moves);
        if grid.is_over() {
            break;
        }
        let presses: Vec<(UserId, u8)> = (0..random.usize(1..=5))
            .map(|_| (people[random.usize(..people.len())], b'1' + random.u8(..7)))
            .collect();
        let board = bot.discord.message(channel, play.board.id).map(|it| Message::clone(&it));
        let board = board.expect("the board stays");
        let version = custom_id_of(&board, "1").rsplit_once(':').unwrap().0.to_owned();
        let (bot_here, board_here) = (&*bot, &board);
        let pressing = join_all(presses.iter().map(|(user, column)| {
            let custom_id = format!("{version}:{}", char::from(*column));
            async move { bot_here.press_custom_id(*user, board_here, &custom_id).await }
        }));
        let (is_killed, since) = (random.u8(..8) == 0, bot.clock.now());
        if is_killed {
            let delay = Duration::from_micros(random.u64(..8_000));
            drop(tokio::time::timeout(delay, pressing).await);
            bot.replace_replica(random.usize(..2)).await;
            wait_for_channel(bot, game, is_first).await;
            // Its answer may be lost: another board shows what is stored. What was pressed on the old one
            // counts no more from then on.
            bot.clock.advance(Duration::from_mins(1));
            let shown = bot.discord.command(people[0], channel, "board", json!({})).await;
            if !shown.is_ephemeral() {
                play.board = shown.message().clone();
            }
            wait_for_channel(bot, game, is_first).await;
        } else {
            pressing.await;
        }
        play.check(bot, sql, &presses, is_killed, since).await;
        if random.u8(..4) == 0 {
            bot.clock.advance(Duration::from_mins(random.u64(..12)));
        }
    }
    play.moves.len()
}

#[tokio::test]
async fn games_of_channels_match_a_replay() {
    let (games, mut random) = (repeats(10, 1_000), random());
    let backends = SearchBackendFactory::default();
    let mut bot =
        TestBot::builder("channel_games").backends(backends).killable().http(2).open().await;
    let crowd: Vec<UserId> = (0..50).map(|it| bot.discord.add_user(&format!("P{it}"))).collect();
    let mut sql = bot.database.sql().await;
    let mut discs = 0;
    for number in 0..games {
        discs += play(&mut bot, &mut random, &mut sql, &crowd, number).await;
    }
    println!("{games} games, {discs} discs");
    assert!(discs > 10 * games, "too few discs: {discs}");
    // A clock that jumps may end the time of a token.
    let expired = [
        "401 GET /webhooks/*/*/messages/@original",
        "401 PATCH /webhooks/*/*/messages/@original",
        "401 DELETE /webhooks/*/*/messages/@original",
        "401 POST /webhooks/*/*",
    ];
    bot.close_allowing(&[&REFUSED_RESPONSE[..], &MISSING_PLACE, &expired].concat()).await;
}
