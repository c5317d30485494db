//! Compares the bot with the model: what is stored, and what is shown.

use std::time::Duration;

use connect4::Seat;
use fake_discord::{Message, UserId};
use fourfall::{
    game::{
        self, ChallengeId, ChallengeState, GameId, GuildId, LeaderboardId, Period, PlayerId, Scope,
        SortBy,
    },
    store::PageCursor,
};
use proptest::prelude::*;

use super::{
    super::{
        PEOPLE,
        model::{self, Game, Offer},
    },
    Checked, Harness,
};
use crate::support::{wait_until_async, wins_shown};

impl Harness {
    pub(in super::super) async fn check(&self) -> Checked {
        for (index, expected) in self.model.challenges.iter().enumerate() {
            let id = ChallengeId(i64::try_from(index).unwrap() + 1);
            let stored = self.bot.store().await.challenge(id).await.unwrap().expect("it is stored");
            let state = match expected.state {
                model::ChallengeState::Pending => ChallengeState::Pending,
                model::ChallengeState::Accepted => ChallengeState::Accepted,
                model::ChallengeState::Declined => ChallengeState::Declined,
                model::ChallengeState::Cancelled => ChallengeState::Cancelled,
                model::ChallengeState::Expired => ChallengeState::Expired,
            };
            prop_assert_eq!(stored.state, state, "challenge {} {:?}", id, expected);
        }
        let messages = self.bot.discord.messages(self.bot.channel);
        let pings = messages.iter().filter(|it| !it.pings.is_empty()).count();
        // A board that pinged goes once there is a newer one.
        prop_assert!(pings <= self.model.pings, "no other message pings anybody");
        let next = GameId(i64::try_from(self.model.games.len()).unwrap() + 1);
        prop_assert!(
            self.bot.store().await.game(next).await.unwrap().is_none(),
            "there is an extra game"
        );
        for (index, expected) in self.model.games.iter().enumerate() {
            let id = GameId(i64::try_from(index).unwrap() + 1);
            let stored = self.bot.store().await.game(id).await.unwrap().expect("it is stored");
            self.check_game(expected, &stored)?;
            let board = self.boards[index].last().expect("a game has a board");
            check_board(expected, board, &self.people)?;
        }
        for (person, [wins, losses, draws]) in self.people.iter().zip(&self.model.records) {
            let player = PlayerId(person.get());
            let record = self
                .bot
                .store()
                .await
                .statistics(player, Scope::Global, None)
                .await
                .unwrap()
                .record;
            prop_assert_eq!([record.wins, record.losses, record.draws], [*wins, *losses, *draws]);
        }
        Ok(())
    }

    /// Checks that what follows from the games fits them.
    pub(in super::super) async fn check_data(&self) -> Checked {
        let differences = self.bot.differences().await;
        prop_assert_eq!(differences, [""; 0]);
        Ok(())
    }

    /// Checks that the leaderboard that stays in a channel shows what is stored, once it has rested.
    pub(in super::super) async fn check_leaderboard(&self) -> Checked {
        self.bot.advance(Duration::from_mins(11)).await;
        self.bot.wait_scheduler().await;
        let scope = Scope::Guild(GuildId(self.bot.discord.guild().get()));
        let (period, sort_by) = (Period::AllTime, SortBy::Wins);
        let id = LeaderboardId { scope, period, sort_by };
        let shows_all = async || {
            let now = self.bot.clock.now();
            let stored =
                self.bot.store().await.leaderboard(id, now, PageCursor::First, 10).await.unwrap();
            let stored: Vec<_> = stored.entries.iter().map(|it| it.record.wins).collect();
            let messages = self.bot.discord.messages(self.standing);
            let board = messages.iter().rfind(|it| it.content.starts_with("🏆")).unwrap();
            wins_shown(&board.content) == stored
        };
        wait_until_async("the leaderboard shows what is stored", shows_all).await;
        Ok(())
    }

    fn check_game(&self, expected: &Game, stored: &game::Game) -> Checked {
        let seats = Seat::BOTH.map(|seat| stored.participant(seat).person().map(|it| it.id.0));
        prop_assert_eq!(seats, expected.players.map(|it| Some(self.people[it].get())));
        let moves: String = expected.moves.iter().map(ToString::to_string).collect();
        prop_assert_eq!(stored.moves.to_string(), moves);
        prop_assert_eq!(stored.result(), expected.result.map(stored_result), "{:?}", expected);
        let offer = stored.open_offer.map(|it| (it.kind, it.by));
        prop_assert_eq!(
            offer,
            expected.offer.map(|(kind, by)| (stored_offer(kind), Seat::BOTH[by]))
        );
        let bits = |offers: &[Vec<Offer>; 2]| -> u8 {
            let bits = offers.iter().zip([1, 4]).flat_map(|(all, first)| {
                all.iter().map(move |it| first * if *it == Offer::Draw { 1 } else { 2 })
            });
            bits.sum()
        };
        let closed = bits(&expected.declined) + (bits(&expected.withdrawn) << 4);
        let is_over = expected.result.is_some();
        prop_assert!(is_over || closed == stored.closed_offers.0, "{:?}", stored);
        let times = [stored.turn.deadline.move_by, stored.turn.deadline.remind_at];
        let times = times.map(|time| time.map(|time| time.0));
        prop_assert_eq!(times, [expected.move_by, expected.remind_at], "{:?}", expected);
        prop_assert_eq!(stored.series.points, expected.points);
        Ok(())
    }
}

/// Checks that a board shows the position, whose turn it is, and the buttons.
fn check_board(game: &Game, board: &Message, people: &[UserId; PEOPLE]) -> Checked {
    let columns = game.columns();
    let cell = |column: &Vec<usize>, row: usize| match column.get(row) {
        None => '·',
        Some(0) => 'x',
        Some(_) => 'o',
    };
    let expected: Vec<String> =
        (0..6).rev().map(|row| columns.iter().map(|column| cell(column, row)).collect()).collect();
    let shown: Vec<String> = board
        .content
        .lines()
        .map(|line| {
            let plain = line.replace('🔵', "·").replace(['🔴', '🟥'], "x");
            plain.replace(['🟡', '🟨'], "o")
        })
        .filter(|line| line.chars().count() == 7 && line.chars().all(|it| "·xo".contains(it)))
        .collect();
    prop_assert_eq!(shown, expected, "{}", &board.content);
    if let Some(result) = game.result {
        let all = ["Rematch", "Share GIF", "Replay", "Review"];
        let labels = if result.is_called_off() { &all[..1] } else { &all[..] };
        prop_assert_eq!(board.labels(), labels);
        return Ok(());
    }
    let player = people[game.players[game.turn()]];
    // Whom the first line mentions is only named below.
    let is_named = board.content.starts_with(&format!("<@{player}>, "))
        && board.content.contains("**, your move");
    let is_mentioned = board.content.contains(&format!("<@{player}>, your move"));
    prop_assert!(is_named || is_mentioned, "{}", &board.content);
    for (index, column) in columns.iter().enumerate() {
        let button = board.button(&(index + 1).to_string()).expect("each column has a button");
        prop_assert_eq!(button.disabled, column.len() == 6);
    }
    prop_assert_eq!(board.button("Accept").is_some(), game.offer.is_some());
    prop_assert_eq!(board.button("Claim win").is_some(), game.claimant().is_some());
    Ok(())
}

fn stored_result(result: model::GameResult) -> game::GameResult {
    match result {
        model::GameResult::Won(seat) => game::GameResult::Won(Seat::BOTH[seat]),
        model::GameResult::Drawn => game::GameResult::Drawn,
        model::GameResult::Resigned(seat) => game::GameResult::Resigned(Seat::BOTH[seat]),
        model::GameResult::TimedOut(seat) => game::GameResult::TimedOut(Seat::BOTH[seat]),
        model::GameResult::DrawByAgreement => game::GameResult::DrawByAgreement,
        model::GameResult::Claimed(seat) => game::GameResult::Claimed(Seat::BOTH[seat]),
        model::GameResult::CalledOff => game::GameResult::CalledOff,
    }
}

fn stored_offer(offer: Offer) -> game::OfferKind {
    match offer {
        Offer::Draw => game::OfferKind::Draw,
        Offer::TakeBack => game::OfferKind::TakeBack,
    }
}
