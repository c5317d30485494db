//! A second implementation of the rules, as simple as possible.

use std::collections::HashMap;

const MINUTE: i64 = 60_000;
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
    CalledOff,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Offer {
    Draw,
    TakeBack,
}

/// A time control: its name in the command, the time for a turn, and the time until
/// the reminder, both in minutes from the start of the turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TimeControl(pub(super) &'static str, Option<i64>, Option<i64>);

pub(super) const TIME_CONTROLS: [TimeControl; 4] = [
    TimeControl("none", None, None),
    TimeControl("5 minutes", Some(5), None),
    TimeControl("1 hour", Some(60), None),
    TimeControl("1 day", Some(24 * 60), Some(20 * 60)),
];

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
    turn_started_at: i64,
    pub(super) move_by: Option<i64>,
    pub(super) remind_at: Option<i64>,
    /// By seat: the half points before this game.
    pub(super) points: [u32; 2],
    time_control: TimeControl,
}

#[derive(Debug)]
pub(super) struct Model {
    pub(super) now: i64,
    pub(super) challenges: Vec<Challenge>,
    pub(super) games: Vec<Game>,
    /// By person: wins, losses and draws.
    pub(super) records: Vec<[u32; 3]>,
    /// How many reminders were sent.
    pub(super) reminders: usize,
    declined_at: HashMap<(Person, Person), i64>,
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
    const WITHOUT_PING: Self = Self::Applied { ping: None };

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

    fn start_turn(&mut self, now: i64) {
        let after = |minutes: Option<i64>| minutes.map(|minutes| now + minutes * MINUTE);
        self.turn_started_at = now;
        (self.move_by, self.remind_at) = (after(self.time_control.1), after(self.time_control.2));
    }

    fn take_back(&mut self, seat: Seat, now: i64) {
        let last = (0..self.moves.len()).rev().find(|ply| ply % 2 == seat);
        self.moves.truncate(last.expect("the player has moved"));
        self.offer = None;
        self.start_turn(now);
    }

    fn has_moved(&self, seat: Seat) -> bool {
        self.moves.len() > seat
    }
}

impl Model {
    pub(super) fn new(people: usize, now: i64) -> Self {
        Self {
            now,
            challenges: Vec::new(),
            games: Vec::new(),
            records: vec![[0; 3]; people],
            reminders: 0,
            declined_at: HashMap::new(),
        }
    }

    /// The index of the live game of a person.
    pub(super) fn live_game(&self, person: Person) -> Option<usize> {
        self.games.iter().position(|game| game.result.is_none() && game.seat(person).is_some())
    }

    fn is_challenge_pending(&self, one: Person, other: Person) -> bool {
        self.challenges.iter().any(|it| {
            it.state == ChallengeState::Pending
                && [(one, Some(other)), (other, Some(one))].contains(&(it.by, it.to))
        })
    }

    fn may_challenge(&self, by: Person, to: Option<Person>) -> bool {
        let own = |it: &&Challenge| it.state == ChallengeState::Pending && it.by == by;
        let mut free =
            self.live_game(by).is_none() && self.challenges.iter().filter(own).count() < 3;
        if let Some(to) = to {
            let allowed_at =
                self.declined_at.get(&(by, to)).map(|declined_at| declined_at + 5 * MINUTE);
            free &= to != by && self.live_game(to).is_none() && !self.is_challenge_pending(by, to);
            free &= allowed_at.is_none_or(|allowed_at| allowed_at <= self.now);
        }
        free
    }

    /// A challenge in which the challenger goes first.
    pub(super) fn challenge(
        &mut self,
        by: Person,
        to: Option<Person>,
        time_control: TimeControl,
    ) -> Effect {
        if !self.may_challenge(by, to) {
            return Effect::Refused;
        }
        self.post(by, to, true, None, time_control, [0; 2]);
        Effect::Applied { ping: to }
    }

    fn post(
        &mut self,
        by: Person,
        to: Option<Person>,
        challenger_goes_first: bool,
        rematch_of: Option<usize>,
        time_control: TimeControl,
        points: [u32; 2],
    ) {
        let (state, expires_at) = (ChallengeState::Pending, self.now + 10 * MINUTE);
        self.challenges.push(Challenge {
            by,
            to,
            state,
            expires_at,
            challenger_goes_first,
            rematch_of,
            time_control,
            points,
        });
    }

    /// A challenge to a rematch, in which the other player goes first this time.
    pub(super) fn rematch(&mut self, by: Person, index: usize) -> Effect {
        let game = self.games[index].clone();
        let (Some(seat), Some(result)) = (game.seat(by), game.result) else {
            return Effect::Refused;
        };
        let to = game.players[1 - seat];
        let exists = self.challenges.iter().any(|it| {
            it.rematch_of == Some(index)
                && [ChallengeState::Pending, ChallengeState::Accepted].contains(&it.state)
        });
        if exists || !self.may_challenge(by, Some(to)) {
            return Effect::Refused;
        }
        let mut points = game.points;
        match result {
            GameResult::Won(winner) => points[winner] += 2,
            GameResult::Resigned(loser) | GameResult::TimedOut(loser) => points[1 - loser] += 2,
            GameResult::Drawn | GameResult::DrawByAgreement => points = points.map(|it| it + 1),
            GameResult::CalledOff => {}
        }
        let points = [points[seat], points[1 - seat]];
        self.post(by, Some(to), seat == 1, Some(index), game.time_control, points);
        Effect::Applied { ping: Some(to) }
    }

    fn is_pending(&self, index: usize) -> bool {
        self.challenges[index].state == ChallengeState::Pending
    }

    pub(super) fn accept(&mut self, by: Person, index: usize) -> Effect {
        let it = self.challenges[index].clone();
        let may_accept = it.by != by && it.to.is_none_or(|to| to == by);
        let free = self.live_game(by).is_none() && self.live_game(it.by).is_none();
        if !self.is_pending(index) || !may_accept || !free {
            return Effect::Refused;
        }
        self.challenges[index].state = ChallengeState::Accepted;
        let swap = |[one, other]: [_; 2]| {
            if it.challenger_goes_first { [one, other] } else { [other, one] }
        };
        let [one, other] = it.points;
        let points = if it.challenger_goes_first { [one, other] } else { [other, one] };
        let mut game = Game {
            players: swap([it.by, by]),
            moves: Vec::new(),
            result: None,
            offer: None,
            declined: [Vec::new(), Vec::new()],
            turn_started_at: self.now,
            move_by: None,
            remind_at: None,
            points,
            time_control: it.time_control,
        };
        game.start_turn(self.now);
        self.games.push(game);
        Effect::WITHOUT_PING
    }

    pub(super) fn decline(&mut self, by: Person, index: usize) -> Effect {
        let (challenger, to) = (self.challenges[index].by, self.challenges[index].to);
        if !self.is_pending(index) || to != Some(by) {
            return Effect::Refused;
        }
        self.challenges[index].state = ChallengeState::Declined;
        self.declined_at.insert((challenger, by), self.now);
        Effect::WITHOUT_PING
    }

    pub(super) fn cancel(&mut self, by: Person, index: usize) -> Effect {
        if !self.is_pending(index) || self.challenges[index].by != by {
            return Effect::Refused;
        }
        self.challenges[index].state = ChallengeState::Cancelled;
        Effect::WITHOUT_PING
    }

    /// The seat of a person in a game, if it is live.
    fn live_seat(&self, person: Person, index: usize) -> Option<Seat> {
        self.games[index].seat(person).filter(|_| self.games[index].result.is_none())
    }

    pub(super) fn drop_disc(&mut self, person: Person, index: usize, column: u8) -> Effect {
        let (seat, now) = (self.live_seat(person, index), self.now);
        let game = &mut self.games[index];
        let fits =
            (1..=COLUMNS).contains(&column) && game.columns()[usize::from(column - 1)].len() < ROWS;
        if seat != Some(game.turn()) || !fits {
            return Effect::Refused;
        }
        let seat = game.turn();
        let is_slow = now - game.turn_started_at > 10 * MINUTE;
        game.moves.push(column);
        game.offer = None;
        game.declined[seat].clear();
        game.start_turn(now);
        let next = game.players[game.turn()];
        if game.has_four_in_a_row(seat) {
            self.end(index, GameResult::Won(seat));
        } else if game.moves.len() == ROWS * usize::from(COLUMNS) {
            self.end(index, GameResult::Drawn);
        } else if is_slow {
            return Effect::Applied { ping: Some(next) };
        }
        Effect::WITHOUT_PING
    }

    pub(super) fn resign(&mut self, person: Person, index: usize) -> Effect {
        let Some(seat) = self.live_seat(person, index) else { return Effect::Refused };
        self.end(index, GameResult::Resigned(seat));
        Effect::WITHOUT_PING
    }

    /// Posts the board of a live game again, which changes nothing in the model.
    pub(super) fn repost(&self, person: Person) -> Effect {
        if self.live_game(person).is_some() { Effect::WITHOUT_PING } else { Effect::Refused }
    }

    pub(super) fn offer(&mut self, person: Person, index: usize, offer: Offer) -> Effect {
        let Some(seat) = self.live_seat(person, index) else { return Effect::Refused };
        let game = &mut self.games[index];
        if offer == Offer::TakeBack && !game.has_moved(seat) {
            return Effect::Refused;
        }
        match game.offer {
            Some((Offer::Draw, by)) if by != seat && offer == Offer::Draw => {
                self.end(index, GameResult::DrawByAgreement);
            }
            Some(_) => return Effect::Refused,
            None if game.declined[seat].contains(&offer) => return Effect::Refused,
            None => game.offer = Some((offer, seat)),
        }
        Effect::WITHOUT_PING
    }

    pub(super) fn accept_offer(&mut self, person: Person, index: usize) -> Effect {
        let (seat, now) = (self.live_seat(person, index), self.now);
        match (seat, self.games[index].offer) {
            (Some(seat), Some((offer, by))) if by != seat => match offer {
                Offer::Draw => self.end(index, GameResult::DrawByAgreement),
                Offer::TakeBack => self.games[index].take_back(by, now),
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

    fn end(&mut self, index: usize, result: GameResult) {
        let game = &mut self.games[index];
        let result = if game.moves.len() < 2 { GameResult::CalledOff } else { result };
        (game.result, game.offer, game.move_by, game.remind_at) = (Some(result), None, None, None);
        let players = game.players;
        let winner = match result {
            GameResult::Won(seat) => Some(seat),
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
        self.now += minutes * MINUTE;
        for challenge in &mut self.challenges {
            if challenge.state == ChallengeState::Pending && challenge.expires_at <= self.now {
                challenge.state = ChallengeState::Expired;
            }
        }
        for index in 0..self.games.len() {
            let game = &mut self.games[index];
            if game.move_by.is_some_and(|due| due <= self.now) {
                let seat = game.turn();
                self.end(index, GameResult::TimedOut(seat));
            } else if game.remind_at.is_some_and(|remind_at| remind_at <= self.now) {
                game.remind_at = None;
                self.reminders += 1;
            }
        }
    }

    /// Advances the clock while the bot is stopped: turn timers are extended by the
    /// downtime.
    pub(super) fn wait_stopped(&mut self, minutes: i64) {
        for game in &mut self.games {
            game.move_by = game.move_by.map(|due| due + minutes * MINUTE);
            game.remind_at = game.remind_at.map(|remind_at| remind_at + minutes * MINUTE);
        }
        self.wait(minutes);
    }
}
