//! Ratings by Glicko-2, computed by the `skillratings` crate.
//!
//! Every rated game is a rating period of its own, so that ratings change when
//! the game ends. In addition, the deviation grows by one period for each whole
//! day without a rated game. Pure: how ratings are stored is not known here.

use std::time::Duration;

use clock::Timestamp;
use connect4::Seat;
use skillratings::{
    Outcomes,
    glicko2::{Glicko2Config, Glicko2Rating, decay_deviation, glicko2},
};

/// A player's rating by [Glicko-2](http://www.glicko.net/glicko/glicko2.pdf).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The rating itself; [`INITIAL`] before the first game.
    pub value: f64,
    /// The standard deviation: the true strength is within twice this with 95 %
    /// certainty.
    pub deviation: f64,
    /// The expected fluctuation of the rating.
    pub volatility: f64,
    /// When the last rated game ended.
    pub last_rated_at: Timestamp,
}

/// A player's rating after a rated game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatingPoint {
    pub at: Timestamp,
    pub value: f64,
    pub deviation: f64,
}

/// A rating before and after a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatingUpdate {
    /// The rating before the game, with its deviation at that time.
    pub before: Rating,
    pub after: Rating,
}

/// A rating with a greater deviation is provisional: too uncertain for a place among the others.
const PROVISIONAL_ABOVE: f64 = 110.0;

/// More games than any rating is provisional for.
const MAX_PROVISIONAL_GAMES: u32 = 50;

/// The upper bound of the deviation, which is that of a new player.
const MAX_DEVIATION: f64 = 350.0;

const DAY: Duration = Duration::from_hours(24);

/// Who has not finished a rated game for so long leaves the leaderboards of all time by rating.
pub const LISTED_FOR: Duration = Duration::from_hours(90 * 24);

/// A rating before the first game.
pub const INITIAL: u16 = 1_500;

impl Rating {
    /// The initial rating of a player whose first rated game ends at this time.
    pub const fn initial(now: Timestamp) -> Self {
        Self {
            value: INITIAL as f64,
            deviation: MAX_DEVIATION,
            volatility: 0.06,
            last_rated_at: now,
        }
    }

    /// The rating at a later time: the deviation grows with each whole day
    /// since the last rated game.
    #[must_use]
    pub fn with_inactivity(self, now: Timestamp) -> Self {
        let days = now.since(self.last_rated_at).as_secs() / DAY.as_secs();
        let grown = (0..days).fold(self.glicko(), |grown, _| decay_deviation(&grown));
        Self { deviation: grown.deviation, ..self }
    }

    /// Whether the rating is too uncertain for a place among the others.
    pub fn is_provisional(self) -> bool {
        self.deviation > PROVISIONAL_ABOVE
    }

    const fn glicko(self) -> Glicko2Rating {
        Glicko2Rating { rating: self.value, deviation: self.deviation, volatility: self.volatility }
    }
}

/// About how many rated games a rating of this deviation needs until it is settled:
/// against opponents of the same strength, of whom as little is known. At least 1 while it
/// is provisional, and else 0.
pub fn games_until_ranked(deviation: f64) -> u32 {
    let rating = Rating { deviation, ..Rating::initial(Timestamp::from_milliseconds(0)) };
    let mut players = [rating; 2];
    for games in 0..MAX_PROVISIONAL_GAMES {
        if !players[0].is_provisional() {
            return games;
        }
        let winner = if games % 2 == 0 { Seat::First } else { Seat::Second };
        players = rate(players.map(Some), Some(winner), rating.last_rated_at).map(|it| it.after);
    }
    MAX_PROVISIONAL_GAMES
}

/// Rounds a rating's value for display: a whole number from 0 to 9999.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the value is rounded and clamped"
)]
pub fn rounded(value: f64) -> u16 {
    value.round().clamp(0.0, 9_999.0) as u16
}

/// Rates a game that ended at this time. A player without a rating starts with
/// the initial one. `winner` is `None` after a draw.
pub fn rate(
    players: [Option<Rating>; 2],
    winner: Option<Seat>,
    now: Timestamp,
) -> [RatingUpdate; 2] {
    let [one, other] =
        players.map(|rating| rating.unwrap_or(Rating::initial(now)).with_inactivity(now));
    let outcome = match winner {
        Some(Seat::First) => Outcomes::WIN,
        Some(Seat::Second) => Outcomes::LOSS,
        None => Outcomes::DRAW,
    };
    let (first, second) = glicko2(&one.glicko(), &other.glicko(), &outcome, &Glicko2Config::new());
    [(one, first), (other, second)].map(|(before, after)| {
        let Glicko2Rating { rating: value, deviation, volatility } = after;
        RatingUpdate { before, after: Rating { value, deviation, volatility, last_rated_at: now } }
    })
}

#[cfg(test)]
mod tests {
    use skillratings::glicko2::glicko2_rating_period;

    use super::*;

    const NOON: Timestamp = Timestamp::from_milliseconds(1_700_000_000_000);

    fn rating(value: f64, deviation: f64) -> Rating {
        Rating { value, deviation, ..Rating::initial(NOON) }
    }

    #[track_caller]
    fn assert_near(found: f64, expected: f64, by: f64) {
        assert!((found - expected).abs() < by, "{found} is not {expected}");
    }

    /// The example on the last pages of Glickman's paper: three games in one
    /// period.
    #[test]
    fn the_crate_computes_the_example_of_the_paper() {
        let player = rating(1500.0, 200.0).glicko();
        let results = [
            (rating(1400.0, 30.0).glicko(), Outcomes::WIN),
            (rating(1550.0, 100.0).glicko(), Outcomes::LOSS),
            (rating(1700.0, 300.0).glicko(), Outcomes::LOSS),
        ];
        let after = glicko2_rating_period(&player, &results, &Glicko2Config::new());
        assert_near(after.rating, 1464.06, 0.01);
        assert_near(after.deviation, 151.52, 0.01);
        assert_near(after.volatility, 0.059_99, 0.000_01);
    }

    /// The paper's formulas, worked out by hand for a player of 1500 ± 200 who
    /// beats one of 1400 ± 30: g = 0.9955, E = 0.639, v = 4.370, …
    #[test]
    fn a_single_game_matches_the_papers_formulas() {
        let [winner, _] = rate(
            [Some(rating(1500.0, 200.0)), Some(rating(1400.0, 30.0))],
            Some(Seat::First),
            NOON,
        );
        let (phi, volatility) = (200.0_f64 / 173.7178, winner.after.volatility);
        let g =
            1.0 / (1.0 + 3.0 * (30.0_f64 / 173.7178).powi(2) / std::f64::consts::PI.powi(2)).sqrt();
        let expected = 1.0 / (1.0 + (-g * (100.0 / 173.7178)).exp());
        assert_near(g, 0.9955, 0.0001);
        assert_near(expected, 0.639, 0.001);
        let variance = 1.0 / (g * g * expected * (1.0 - expected));
        let phi_after = 1.0 / (1.0 / (phi.powi(2) + volatility.powi(2)) + 1.0 / variance).sqrt();
        assert_near(winner.after.deviation, phi_after * 173.7178, 1e-9);
        let value = 1500.0 + 173.7178 * phi_after.powi(2) * g * (1.0 - expected);
        assert_near(winner.after.value, value, 1e-9);
    }

    #[test]
    fn the_gain_depends_on_the_opponents_rating() {
        let strong = rating(1900.0, 60.0);
        let weak = rating(1300.0, 60.0);
        let [expected, _] = rate([Some(strong), Some(weak)], Some(Seat::First), NOON);
        let [surprised, _] = rate([Some(strong), Some(weak)], Some(Seat::Second), NOON);
        let gain = expected.after.value - strong.value;
        let loss = strong.value - surprised.after.value;
        assert!(gain > 0.0 && loss > 10.0 * gain, "{gain} against {loss}");
        let [held, holds] = rate([Some(strong), Some(weak)], None, NOON);
        assert!(held.after.value < strong.value && holds.after.value > weak.value);
    }

    #[test]
    fn the_order_of_players_makes_no_difference() {
        let (one, other) = (rating(1612.0, 80.0), rating(1500.0, 200.0));
        let [winner, loser] = rate([Some(one), Some(other)], Some(Seat::First), NOON);
        let [second_loser, second_winner] =
            rate([Some(other), Some(one)], Some(Seat::Second), NOON);
        assert_eq!((winner, loser), (second_winner, second_loser));
    }

    #[test]
    fn the_deviation_grows_with_each_day_of_inactivity() {
        let before = rating(1700.0, 50.0);
        let hours = |hours| before.with_inactivity(NOON.after(Duration::from_hours(hours)));
        assert_eq!(hours(23), before);
        let period = 173.7178 * 0.06;
        assert_near(hours(24).deviation, 50.0_f64.hypot(period), 1e-9);
        assert_near(hours(71).deviation, (50.0_f64.powi(2) + 2.0 * period * period).sqrt(), 1e-9);
        assert_near(hours(24 * 365 * 50).deviation, 350.0, 1e-9);
        assert_near(hours(24 * 365).value, 1700.0, 1e-9);
    }

    #[test]
    fn a_rating_is_provisional_for_about_ten_games() {
        let other = rating(1500.0, 60.0);
        let mut own = Rating::initial(NOON);
        let mut games = 0;
        while own.is_provisional() {
            let winner = if games % 2 == 0 { Seat::First } else { Seat::Second };
            own = rate([Some(own), Some(other)], Some(winner), NOON)[0].after;
            games += 1;
        }
        assert!((8..=13).contains(&games), "{games} games");
    }

    #[test]
    fn newcomers_rank_after_as_many_games_as_they_are_told() {
        let mut players = [None, None];
        let mut games = 0;
        let told = games_until_ranked(Rating::initial(NOON).deviation);
        loop {
            let winner = if games % 2 == 0 { Seat::First } else { Seat::Second };
            let after = rate(players, Some(winner), NOON).map(|it| it.after);
            games += 1;
            let left = games_until_ranked(after[0].deviation);
            assert_eq!(left > 0, after[0].is_provisional());
            assert!(
                left.abs_diff(told.saturating_sub(games)) <= 1,
                "{left} after {games} of {told}"
            );
            if left == 0 {
                break;
            }
            players = after.map(Some);
        }
        assert!((13..=22).contains(&games), "{games} games");
    }

    #[test]
    fn rounded_ratings_have_at_most_four_digits() {
        assert_eq!(rounded(1499.5), 1500);
        assert_eq!(rounded(-20.0), 0);
        assert_eq!(rounded(123_456.0), 9_999);
    }
}
