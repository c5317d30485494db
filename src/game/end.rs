//! The end of a game: how it came about, and what it changes, which is decided from what is stored.

use clock::Timestamp;
use connect4::Seat;

use super::{
    CountedGame, Counts, Game, GameResult, Players, Rated, RatingChange, ResultChanges, Scope,
    Season, Standings, TurnDeadline,
};

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameEnd {
    pub result: GameResult,
    pub at: Timestamp,
    /// Who called the game off, by resigning before both had moved.
    pub called_off_by: Option<Seat>,
}

/// What the end of a game changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EndEffects {
    /// Whether the result counts.
    pub counts: Counts,
    /// The rating change of each seat: in the game's server, or the global one
    /// if it was played in direct messages.
    pub rating_changes: [Option<RatingChange>; 2],
    /// How many games against people the winner has won in a row, with this one.
    pub winning_streak: Option<u32>,
    /// Whether the person of a game against the computer has lost their game before this one at
    /// the same level.
    pub lost_before: bool,
}

/// What has to be known to decide what the end of a game changes.
#[derive(Debug, Default)]
pub struct EndFacts {
    /// The greatest number of its people's results.
    pub last_number: i64,
    /// The season that runs in its server.
    pub season: Option<Season>,
    /// How many wins of the winner over the loser on the day have counted, or would have but for
    /// the limit of wins.
    pub wins_before: u32,
    /// That of its people, as far as the game changes it.
    pub standings: Standings,
    /// See [`EndEffects::lost_before`].
    pub lost_before: bool,
}

/// A game that has ended, with all that this changes.
#[derive(Debug)]
pub struct DecidedEnd {
    pub effects: EndEffects,
    /// The number of the result, and the season in which it counts, if it counts at all.
    pub number: Option<i64>,
    pub season: Option<Season>,
    /// Whether it counts towards the day's limit of wins of the winner over the loser.
    pub is_limited_win: bool,
    /// Whether it counts towards the limit of rated games on the day on which it began, which is not
    /// over. One that was interrupted does, or a player could avoid losing any number of them.
    pub is_limited_rated: bool,
    /// How the result changes the standings of its people, if it does.
    pub changes: Option<ResultChanges>,
}

impl Game {
    /// The game after its end, in the next version. `changed_by` stays the same.
    #[must_use]
    pub fn ended(&self, result: GameResult, now: Timestamp) -> Self {
        let mut after = Self { version: self.version.next(), ..self.clone() };
        after.end_with(result, now);
        after
    }

    /// Ends the game. One in which not both have moved never really started, and is called
    /// off.
    pub(super) fn end_with(&mut self, result: GameResult, now: Timestamp) {
        let called_off_by = match result {
            GameResult::Resigned(seat) if !self.both_have_moved() => Some(seat),
            _ => None,
        };
        let result = if self.both_have_moved() { result } else { GameResult::CalledOff };
        self.end = Some(GameEnd { result, at: now, called_off_by });
        self.open_offer = None;
        self.notice = None;
        self.turn.deadline = TurnDeadline::default();
        self.excused_if_gone = [false; 2];
    }

    /// Decides what the end of a game changes, from what is stored.
    pub fn decide_end(&self, end: GameEnd, facts: EndFacts) -> DecidedEnd {
        let EndFacts { last_number, season, wins_before, mut standings, lost_before } = facts;
        let counts = self.counts(end.result, wins_before);
        let is_numbered = end.result.counts() && !self.is_of_channel();
        let number = is_numbered.then_some(last_number + 1);
        let season = season.filter(|_| number.is_some());
        let counted = match (&self.players, number) {
            (Players::People(players), Some(number)) if counts != Counts::TooShort => {
                Some(CountedGame {
                    players: players.each_ref().map(|player| player.id),
                    result: end.result,
                    at: end.at,
                    counts,
                    is_rated: self.config.rated == Rated::Yes,
                    guild: self.config.location.guild,
                    season,
                    number,
                })
            }
            _ => None,
        };
        let changes = counted.map(|game| standings.add(&game));
        let is_win = counted.is_some() && end.result.winner().is_some();
        let effects = EndEffects {
            counts,
            rating_changes: self.rating_changes(changes.as_ref()),
            winning_streak: changes.as_ref().and_then(|it| it.winning_streak),
            lost_before,
        };
        DecidedEnd {
            effects,
            number,
            season,
            is_limited_win: is_win && counts != Counts::NewAccount,
            is_limited_rated: self.config.rated == Rated::Yes
                && counts != Counts::TooShort
                && end.result != GameResult::CalledOff
                && self.started_at.day() == end.at.day(),
            changes,
        }
    }

    /// The changes that the board shows: in its server, or else among all servers.
    fn rating_changes(&self, changes: Option<&ResultChanges>) -> [Option<RatingChange>; 2] {
        let shown_in = self.config.location.guild.map_or(Scope::Global, Scope::Guild);
        let shown = changes.into_iter().flat_map(|it| &it.ratings);
        let mut shown = shown.filter(|it| it.scope == shown_in).map(|it| it.update.into());
        [shown.next(), shown.next()]
    }
}
