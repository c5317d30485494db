//! A second implementation of the rules, as simple as possible.

mod challenges;

use std::{
    collections::{HashMap, HashSet},
    time::Duration,
};

const MINUTE: i64 = 60_000;
const DAY: i64 = 24 * 60 * MINUTE;
const COLUMNS: u8 = 7;
const ROWS: usize = 6;

/// An index in the list of people.
pub(super) type Person = usize;

/// 0 for the player who moves first, 1 for the other.
pub(super) type Seat = usize;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ChallengeState {
    Pending,
    Accepted,
    Declined,
    Cancelled,
    Expired,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GameResult {
    Won(Seat),
    Drawn,
    Resigned(Seat),
    TimedOut(Seat),
    DrawByAgreement,
    Claimed(Seat),
    CalledOff,
}

impl GameResult {
    pub(super) fn is_called_off(self) -> bool {
        self == Self::CalledOff
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Offer {
    Draw,
    TakeBack,
}

/// A time control: its name in the command, the time for a turn, and the time until
/// the reminder, both in minutes from the start of the turn. Without a limit, the time for a
/// turn ends when it counts as abandoned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TimeControl(pub(super) &'static str, Option<i64>, Option<i64>);

pub(super) const TIME_CONTROLS: [TimeControl; 4] = [
    TimeControl("none", Some(7 * 24 * 60), None),
    TimeControl("5 minutes", Some(5), None),
    TimeControl("1 hour", Some(60), None),
    TimeControl("1 day", Some(24 * 60), Some(20 * 60)),
];

/// Who may challenge a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ChallengesFrom {
    Anyone,
    Played,
    Nobody,
}

/// A choice in `/preferences`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Choice {
    Challenges(ChallengesFrom),
    Turns(bool),
    Reminders(bool),
}

impl Choice {
    pub(super) const ALL: [Self; 7] = [
        Self::Challenges(ChallengesFrom::Anyone),
        Self::Challenges(ChallengesFrom::Played),
        Self::Challenges(ChallengesFrom::Nobody),
        Self::Turns(true),
        Self::Turns(false),
        Self::Reminders(true),
        Self::Reminders(false),
    ];
}

/// The pings that a person wants.
#[derive(Clone, Copy, Debug)]
struct Pings {
    challenges: ChallengesFrom,
    turns: bool,
    reminders: bool,
}

#[derive(Clone, Debug)]
pub(super) struct Challenge {
    pub(super) by: Person,
    pub(super) to: Option<Person>,
    pub(super) state: ChallengeState,
    expires_at: i64,
    challenger_goes_first: bool,
    rematch_of: Option<usize>,
    time_control: TimeControl,
    /// The half points of the challenger and the opponent in the series.
    points: [u32; 2],
}

#[derive(Clone, Debug)]
pub(super) struct Game {
    pub(super) players: [Person; 2],
    pub(super) moves: Vec<u8>,
    pub(super) result: Option<GameResult>,
    pub(super) offer: Option<(Offer, Seat)>,
    /// By seat: the offers that were declined, which may not be repeated yet.
    pub(super) declined: [Vec<Offer>; 2],
    /// By seat: the offers that were withdrawn, which may not be repeated yet either.
    pub(super) withdrawn: [Vec<Offer>; 2],
    ended_at: Option<i64>,
    turn_started_at: i64,
    /// Whether its newest board has pinged the player to move.
    pub(super) board_pinged: bool,
    pub(super) move_by: Option<i64>,
    pub(super) remind_at: Option<i64>,
    /// By seat: the half points before this game.
    pub(super) points: [u32; 2],
    time_control: TimeControl,
    /// The first game of its series of rematches.
    series: usize,
}

#[derive(Debug)]
pub(super) struct Model {
    pub(super) now: i64,
    /// Running time, in milliseconds.
    running: i64,
    pub(super) challenges: Vec<Challenge>,
    pub(super) games: Vec<Game>,
    /// By person: wins, losses and draws of games that were long enough to count.
    pub(super) records: Vec<[u32; 3]>,
    /// How many reminders were sent.
    pub(super) reminders: usize,
    /// How many messages pinged somebody.
    pub(super) pings: usize,
    /// By person.
    wanted: Vec<Pings>,
    /// Who has blocked whom.
    blocks: HashSet<(Person, Person)>,
    /// By challenger and opponent: how many challenges ended without a game, and when the
    /// last one did.
    cooldowns: HashMap<(Person, Person), (usize, i64)>,
    /// Who has left the server.
    absent: HashSet<Person>,
}

/// The outcome of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    /// It was applied; if the response is a new message, it pings this person.
    Applied {
        ping: Option<Person>,
    },
    Refused,
}

impl Effect {
    pub(super) const WITHOUT_PING: Self = Self::Applied { ping: None };

    pub(super) fn is_applied(self) -> bool {
        self != Self::Refused
    }
}

impl Game {
    pub(super) fn seat(&self, person: Person) -> Option<Seat> {
        self.players.iter().position(|player| *player == person)
    }

    pub(super) fn turn(&self) -> Seat {
        self.moves.len() % 2
    }

    /// The discs of each column, from the bottom.
    pub(super) fn columns(&self) -> Vec<Vec<Seat>> {
        let mut columns = vec![Vec::new(); COLUMNS.into()];
        for (ply, column) in self.moves.iter().enumerate() {
            columns[usize::from(column - 1)].push(ply % 2);
        }
        columns
    }

    fn has_four_in_a_row(&self, seat: Seat) -> bool {
        let columns = self.columns();
        let is_own = |column: isize, row: isize| {
            let disc = usize::try_from(column).ok().and_then(|it| columns.get(it));
            let disc = disc.and_then(|it| it.get(usize::try_from(row).ok()?));
            disc == Some(&seat)
        };
        let cells = (0..7).flat_map(|column| (0..6).map(move |row| (column, row)));
        cells.into_iter().any(|(column, row)| {
            [(1, 0), (0, 1), (1, 1), (1, -1)].into_iter().any(|(right, up)| {
                (0..4).all(|step| is_own(column + step * right, row + step * up))
            })
        })
    }

    fn start_turn(&mut self, now: i64, running: i64) {
        let after = |minutes: Option<i64>| minutes.map(|minutes| running + minutes * MINUTE);
        self.turn_started_at = now;
        self.board_pinged = false;
        (self.move_by, self.remind_at) = (after(self.time_control.1), after(self.time_control.2));
    }

    fn take_back(&mut self, seat: Seat, now: i64, running: i64) {
        let last = (0..self.moves.len()).rev().find(|ply| ply % 2 == seat);
        self.moves.truncate(last.expect("the player has moved"));
        self.offer = None;
        self.start_turn(now, running);
    }

    fn has_no_limit(&self) -> bool {
        self.time_control.0 == "none"
    }

    pub(super) fn may_be_reminded(&self) -> bool {
        self.time_control.2.is_some() && self.move_by.is_some() && self.remind_at.is_none()
    }

    /// The seat that can claim the win.
    pub(super) fn claimant(&self) -> Option<Seat> {
        let is_abandoned = self.has_no_limit() && self.move_by.is_none();
        (self.result.is_none() && is_abandoned).then(|| 1 - self.turn())
    }

    fn has_moved(&self, seat: Seat) -> bool {
        self.moves.len() > seat
    }
}

impl Model {
    pub(super) fn new(people: usize, now: i64) -> Self {
        Self {
            now,
            running: 0,
            challenges: Vec::new(),
            games: Vec::new(),
            records: vec![[0; 3]; people],
            reminders: 0,
            pings: 0,
            wanted: vec![
                Pings { challenges: ChallengesFrom::Anyone, turns: true, reminders: true };
                people
            ],
            blocks: HashSet::new(),
            cooldowns: HashMap::new(),
            absent: HashSet::new(),
        }
    }

    pub(super) fn is_member(&self, person: Person) -> bool {
        !self.absent.contains(&person)
    }

    pub(super) fn remove(&mut self, whom: Person) {
        self.absent.insert(whom);
    }

    pub(super) fn let_back(&mut self, whom: Person) {
        self.absent.remove(&whom);
    }

    /// The indices of a person's live games, newest first.
    pub(super) fn live_games(&self, person: Person) -> Vec<usize> {
        let own = |index: &usize| self.live_seat(person, *index).is_some();
        (0..self.games.len()).rev().filter(own).collect()
    }

    /// Those that a command may mean: in which it is their turn, or else all.
    pub(super) fn meant_games(&self, person: Person) -> Vec<usize> {
        let all = self.live_games(person);
        let theirs: Vec<usize> =
            all.iter().copied().filter(|index| self.is_turn_of(person, *index)).collect();
        if theirs.is_empty() { all } else { theirs }
    }

    pub(super) fn is_turn_of(&self, person: Person, index: usize) -> bool {
        self.live_seat(person, index) == Some(self.games[index].turn())
    }

    /// Whether a move may be meant for another game: one that has just ended, and whose rematch
    /// this is not, or another live one, if the turn in this one has just begun.
    pub(super) fn asks_which(&self, person: Person, index: usize) -> bool {
        let game = &self.games[index];
        let ended_now = |other: &Game| {
            let is_own = other.seat(person).is_some() && other.series != game.series;
            is_own && other.ended_at == Some(self.now)
        };
        let is_another = |other: usize| other != index && self.live_seat(person, other).is_some();
        self.games.iter().any(ended_now)
            || game.turn_started_at == self.now && (0..self.games.len()).any(is_another)
    }

    /// The seat of a person in a game, if it is live.
    fn live_seat(&self, person: Person, index: usize) -> Option<Seat> {
        self.games[index].seat(person).filter(|_| self.games[index].result.is_none())
    }

    pub(super) fn drop_disc(&mut self, person: Person, index: usize, column: u8) -> Effect {
        let (seat, now, running) = (self.live_seat(person, index), self.now, self.running);
        let game = &mut self.games[index];
        let fits =
            (1..=COLUMNS).contains(&column) && game.columns()[usize::from(column - 1)].len() < ROWS;
        if seat != Some(game.turn()) || !fits {
            return Effect::Refused;
        }
        let seat = game.turn();
        let is_slow = now - game.turn_started_at > 10 * MINUTE;
        game.moves.push(column);
        // A draw is offered until the other player moves.
        game.offer = game.offer.filter(|offer| *offer == (Offer::Draw, seat));
        game.declined[seat].clear();
        game.withdrawn[seat].clear();
        game.start_turn(now, running);
        let next = game.players[game.turn()];
        if game.has_four_in_a_row(seat) {
            self.end(index, GameResult::Won(seat));
        } else if game.moves.len() == ROWS * usize::from(COLUMNS) {
            self.end(index, GameResult::Drawn);
        } else if is_slow && self.wanted[next].turns && !self.blocks.contains(&(next, person)) {
            return Effect::Applied { ping: Some(next) };
        }
        Effect::WITHOUT_PING
    }

    pub(super) fn resign(&mut self, person: Person, index: usize) -> Effect {
        let Some(seat) = self.live_seat(person, index) else { return Effect::Refused };
        self.end(index, GameResult::Resigned(seat));
        Effect::WITHOUT_PING
    }

    pub(super) fn claim(&mut self, person: Person, index: usize) -> Effect {
        let seat = self.live_seat(person, index);
        if seat.is_none() || seat != self.games[index].claimant() {
            return Effect::Refused;
        }
        self.end(index, GameResult::Claimed(seat.unwrap()));
        Effect::WITHOUT_PING
    }

    /// Posts the board of a live game again. The player who waits does so if the newest one is 30
    /// seconds old, or ten minutes if it has pinged the other one; whether a reminder has is not
    /// asked here.
    pub(super) fn repost(&self, person: Person, index: usize, age: Duration) -> Effect {
        let game = &self.games[index];
        let waits = game.seat(person) != Some(game.turn());
        let least = Duration::from_secs(if game.board_pinged { 600 } else { 30 });
        if waits && age < least {
            return Effect::Refused;
        }
        Effect::WITHOUT_PING
    }

    pub(super) fn offer(&mut self, person: Person, index: usize, offer: Offer) -> Effect {
        let Some(seat) = self.live_seat(person, index) else { return Effect::Refused };
        let game = &mut self.games[index];
        let is_early = match offer {
            Offer::TakeBack => !game.has_moved(seat),
            Offer::Draw => game.moves.len() < 2,
        };
        if is_early {
            return Effect::Refused;
        }
        match game.offer {
            Some((Offer::Draw, by)) if by != seat && offer == Offer::Draw => {
                self.end(index, GameResult::DrawByAgreement);
            }
            Some(_) => return Effect::Refused,
            None if game.declined[seat].contains(&offer) => return Effect::Refused,
            None if game.withdrawn[seat].contains(&offer) => return Effect::Refused,
            None => game.offer = Some((offer, seat)),
        }
        let game = &self.games[index];
        let other = game.players[1 - seat];
        if game.result.is_none()
            && self.now - game.turn_started_at > 10 * MINUTE
            && self.wanted[other].turns
            && !self.blocks.contains(&(other, person))
        {
            return Effect::Applied { ping: Some(other) };
        }
        Effect::WITHOUT_PING
    }

    /// Whether the other player has offered a draw.
    pub(super) fn is_draw_offered_to(&self, person: Person, index: usize) -> bool {
        let seat = self.live_seat(person, index);
        let offer = self.games[index].offer;
        seat.is_some_and(|seat| offer == Some((Offer::Draw, 1 - seat)))
    }

    pub(super) fn accept_offer(&mut self, person: Person, index: usize) -> Effect {
        let (seat, now, running) = (self.live_seat(person, index), self.now, self.running);
        match (seat, self.games[index].offer) {
            (Some(seat), Some((offer, by))) if by != seat => match offer {
                Offer::Draw => self.end(index, GameResult::DrawByAgreement),
                Offer::TakeBack => self.games[index].take_back(by, now, running),
            },
            _ => return Effect::Refused,
        }
        Effect::WITHOUT_PING
    }

    pub(super) fn decline_offer(&mut self, person: Person, index: usize) -> Effect {
        let seat = self.live_seat(person, index);
        let game = &mut self.games[index];
        match (seat, game.offer) {
            (Some(seat), Some((offer, by))) if by != seat => {
                game.declined[by].push(offer);
                game.offer = None;
                Effect::WITHOUT_PING
            }
            _ => Effect::Refused,
        }
    }

    pub(super) fn withdraw_offer(&mut self, person: Person, index: usize) -> Effect {
        let seat = self.live_seat(person, index);
        let game = &mut self.games[index];
        match (seat, game.offer) {
            (Some(seat), Some((offer, by))) if by == seat => {
                game.withdrawn[by].push(offer);
                game.offer = None;
                Effect::WITHOUT_PING
            }
            _ => Effect::Refused,
        }
    }

    fn end(&mut self, index: usize, result: GameResult) {
        let game = &mut self.games[index];
        let result = if game.moves.len() < 2 { GameResult::CalledOff } else { result };
        (game.result, game.offer, game.move_by, game.remind_at) = (Some(result), None, None, None);
        game.ended_at = Some(self.now);
        if game.moves.len() < 7 {
            return;
        }
        let players = game.players;
        let winner = match result {
            GameResult::Won(seat) | GameResult::Claimed(seat) => Some(seat),
            GameResult::Resigned(seat) | GameResult::TimedOut(seat) => Some(1 - seat),
            GameResult::Drawn | GameResult::DrawByAgreement => None,
            GameResult::CalledOff => return,
        };
        for (seat, player) in players.into_iter().enumerate() {
            let result = winner.map_or(2, |winner| usize::from(winner != seat));
            self.records[player][result] += 1;
        }
    }

    /// Advances the clock: challenges expire, turns time out, reminders are sent.
    pub(super) fn wait(&mut self, minutes: i64) {
        self.running += minutes * MINUTE;
        self.wait_stopped(minutes);
        for index in 0..self.games.len() {
            let game = &mut self.games[index];
            if game.move_by.is_some_and(|due| due <= self.running) {
                let seat = game.turn();
                if game.has_no_limit() && game.moves.len() >= 2 {
                    game.move_by = None;
                } else {
                    self.end(index, GameResult::TimedOut(seat));
                }
            } else if game.remind_at.is_some_and(|remind_at| remind_at <= self.running) {
                game.remind_at = None;
                let player = game.players[game.turn()];
                if self.wanted[player].reminders {
                    self.reminders += 1;
                    self.pings += usize::from(!self.absent.contains(&player));
                }
            }
        }
    }

    /// Advances the clock while the bot is stopped: turn timers stand still.
    pub(super) fn wait_stopped(&mut self, minutes: i64) {
        self.now += minutes * MINUTE;
        for index in 0..self.challenges.len() {
            if self.is_pending(index) && self.challenges[index].expires_at <= self.now {
                self.end_challenge(index, ChallengeState::Expired);
            }
        }
    }
}
