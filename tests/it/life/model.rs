//! The rules of games once more, as plainly as they can be said.

use std::collections::HashMap;

const MINUTE: i64 = 60_000;
const COLUMNS: u8 = 7;
const ROWS: usize = 6;

/// Where somebody stands in the list of people.
pub(super) type Person = usize;

/// The first to drop is 0, the other one 1.
pub(super) type Seat = usize;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    Waiting,
    Accepted,
    Declined,
    Cancelled,
    Expired,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    Won(Seat),
    Drawn,
    Resigned(Seat),
    TimedOut(Seat),
    Agreed,
    CalledOff,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Offer {
    Draw,
    TakeBack,
}

/// A limit for each move: its name, its length and, counted from the start of
/// the turn, when the player is reminded, both in minutes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Clock(pub(super) &'static str, Option<i64>, Option<i64>);

pub(super) const CLOCKS: [Clock; 4] = [
    Clock("none", None, None),
    Clock("5 minutes", Some(5), None),
    Clock("1 hour", Some(60), None),
    Clock("1 day", Some(24 * 60), Some(20 * 60)),
];

#[derive(Clone, Debug)]
pub(super) struct Challenge {
    pub(super) by: Person,
    pub(super) to: Option<Person>,
    pub(super) state: State,
    expires_at: i64,
    by_goes_first: bool,
    rematch_of: Option<usize>,
    clock: Clock,
    /// Half points of the challenger and of the other one.
    points: [u32; 2],
}

#[derive(Clone, Debug)]
pub(super) struct Game {
    pub(super) players: [Person; 2],
    pub(super) moves: Vec<u8>,
    pub(super) ending: Option<Ending>,
    pub(super) offer: Option<(Offer, Seat)>,
    /// What each seat may not offer again yet.
    pub(super) declined: [Vec<Offer>; 2],
    turn_began: i64,
    pub(super) due: Option<i64>,
    pub(super) remind: Option<i64>,
    /// Half points before this game.
    pub(super) points: [u32; 2],
    clock: Clock,
}

#[derive(Debug)]
pub(super) struct Model {
    pub(super) now: i64,
    pub(super) challenges: Vec<Challenge>,
    pub(super) games: Vec<Game>,
    /// Wins, losses and draws.
    pub(super) records: Vec<[u32; 3]>,
    pub(super) reminders: usize,
    declined_at: HashMap<(Person, Person), i64>,
}

/// What was done, and who is pinged by a new message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Done {
    Yes { ping: Option<Person> },
    No,
}

impl Done {
    const QUIETLY: Self = Self::Yes { ping: None };

    pub(super) fn is_done(self) -> bool {
        self != Self::No
    }
}

impl Game {
    pub(super) fn seat(&self, who: Person) -> Option<Seat> {
        self.players.iter().position(|player| *player == who)
    }

    pub(super) fn turn(&self) -> Seat {
        self.moves.len() % 2
    }

    /// Discs by column, from the bottom.
    pub(super) fn columns(&self) -> Vec<Vec<Seat>> {
        let mut columns = vec![Vec::new(); COLUMNS.into()];
        for (ply, column) in self.moves.iter().enumerate() {
            columns[usize::from(column - 1)].push(ply % 2);
        }
        columns
    }

    fn has_row(&self, seat: Seat) -> bool {
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
        self.turn_began = now;
        (self.due, self.remind) = (after(self.clock.1), after(self.clock.2));
    }

    fn take_back(&mut self, seat: Seat, now: i64) {
        let last = (0..self.moves.len()).rev().find(|ply| ply % 2 == seat);
        self.moves.truncate(last.expect("they have moved"));
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

    /// The game that somebody plays.
    pub(super) fn live(&self, who: Person) -> Option<usize> {
        self.games.iter().position(|game| game.ending.is_none() && game.seat(who).is_some())
    }

    fn waits_between(&self, one: Person, other: Person) -> bool {
        self.challenges.iter().any(|it| {
            it.state == State::Waiting
                && [(one, Some(other)), (other, Some(one))].contains(&(it.by, it.to))
        })
    }

    fn may_challenge(&self, by: Person, to: Option<Person>) -> bool {
        let own = |it: &&Challenge| it.state == State::Waiting && it.by == by;
        let mut free = self.live(by).is_none() && self.challenges.iter().filter(own).count() < 3;
        if let Some(to) = to {
            let again_at = self.declined_at.get(&(by, to)).map(|at| at + 5 * MINUTE);
            free &= to != by && self.live(to).is_none() && !self.waits_between(by, to);
            free &= again_at.is_none_or(|again_at| again_at <= self.now);
        }
        free
    }

    /// The challenger drops first.
    pub(super) fn challenge(&mut self, by: Person, to: Option<Person>, clock: Clock) -> Done {
        if !self.may_challenge(by, to) {
            return Done::No;
        }
        self.post(by, to, true, None, clock, [0; 2]);
        Done::Yes { ping: to }
    }

    fn post(
        &mut self,
        by: Person,
        to: Option<Person>,
        by_goes_first: bool,
        rematch_of: Option<usize>,
        clock: Clock,
        points: [u32; 2],
    ) {
        let (state, expires_at) = (State::Waiting, self.now + 10 * MINUTE);
        self.challenges.push(Challenge {
            by,
            to,
            state,
            expires_at,
            by_goes_first,
            rematch_of,
            clock,
            points,
        });
    }

    /// Whoever offers it first; the other one drops first this time.
    pub(super) fn rematch(&mut self, by: Person, index: usize) -> Done {
        let game = self.games[index].clone();
        let (Some(seat), Some(ending)) = (game.seat(by), game.ending) else { return Done::No };
        let to = game.players[1 - seat];
        let is_taken = self.challenges.iter().any(|it| {
            it.rematch_of == Some(index) && [State::Waiting, State::Accepted].contains(&it.state)
        });
        if is_taken || !self.may_challenge(by, Some(to)) {
            return Done::No;
        }
        let mut points = game.points;
        match ending {
            Ending::Won(winner) => points[winner] += 2,
            Ending::Resigned(loser) | Ending::TimedOut(loser) => points[1 - loser] += 2,
            Ending::Drawn | Ending::Agreed => points = points.map(|it| it + 1),
            Ending::CalledOff => {}
        }
        let points = [points[seat], points[1 - seat]];
        self.post(by, Some(to), seat == 1, Some(index), game.clock, points);
        Done::Yes { ping: Some(to) }
    }

    fn waits(&self, index: usize) -> bool {
        self.challenges[index].state == State::Waiting
    }

    pub(super) fn accept(&mut self, by: Person, index: usize) -> Done {
        let it = self.challenges[index].clone();
        let is_meant = it.by != by && it.to.is_none_or(|to| to == by);
        let free = self.live(by).is_none() && self.live(it.by).is_none();
        if !self.waits(index) || !is_meant || !free {
            return Done::No;
        }
        self.challenges[index].state = State::Accepted;
        let swap =
            |[one, other]: [_; 2]| if it.by_goes_first { [one, other] } else { [other, one] };
        let [one, other] = it.points;
        let points = if it.by_goes_first { [one, other] } else { [other, one] };
        let mut game = Game {
            players: swap([it.by, by]),
            moves: Vec::new(),
            ending: None,
            offer: None,
            declined: [Vec::new(), Vec::new()],
            turn_began: self.now,
            due: None,
            remind: None,
            points,
            clock: it.clock,
        };
        game.start_turn(self.now);
        self.games.push(game);
        Done::QUIETLY
    }

    pub(super) fn decline(&mut self, by: Person, index: usize) -> Done {
        let (challenger, to) = (self.challenges[index].by, self.challenges[index].to);
        if !self.waits(index) || to != Some(by) {
            return Done::No;
        }
        self.challenges[index].state = State::Declined;
        self.declined_at.insert((challenger, by), self.now);
        Done::QUIETLY
    }

    pub(super) fn cancel(&mut self, by: Person, index: usize) -> Done {
        if !self.waits(index) || self.challenges[index].by != by {
            return Done::No;
        }
        self.challenges[index].state = State::Cancelled;
        Done::QUIETLY
    }

    /// The seat of somebody in a game that goes on.
    fn playing(&self, who: Person, index: usize) -> Option<Seat> {
        self.games[index].seat(who).filter(|_| self.games[index].ending.is_none())
    }

    pub(super) fn drop_disc(&mut self, who: Person, index: usize, column: u8) -> Done {
        let (seat, now) = (self.playing(who, index), self.now);
        let game = &mut self.games[index];
        let fits =
            (1..=COLUMNS).contains(&column) && game.columns()[usize::from(column - 1)].len() < ROWS;
        if seat != Some(game.turn()) || !fits {
            return Done::No;
        }
        let seat = game.turn();
        let waited = now - game.turn_began > 10 * MINUTE;
        game.moves.push(column);
        game.offer = None;
        game.declined[seat].clear();
        game.start_turn(now);
        let next = game.players[game.turn()];
        if game.has_row(seat) {
            self.end(index, Ending::Won(seat));
        } else if game.moves.len() == ROWS * usize::from(COLUMNS) {
            self.end(index, Ending::Drawn);
        } else if waited {
            return Done::Yes { ping: Some(next) };
        }
        Done::QUIETLY
    }

    pub(super) fn resign(&mut self, who: Person, index: usize) -> Done {
        let Some(seat) = self.playing(who, index) else { return Done::No };
        self.end(index, Ending::Resigned(seat));
        Done::QUIETLY
    }

    /// Posting a board again changes nothing but where it is.
    pub(super) fn repost(&self, who: Person) -> Done {
        if self.live(who).is_some() { Done::QUIETLY } else { Done::No }
    }

    pub(super) fn offer(&mut self, who: Person, index: usize, offer: Offer) -> Done {
        let Some(seat) = self.playing(who, index) else { return Done::No };
        let game = &mut self.games[index];
        if offer == Offer::TakeBack && !game.has_moved(seat) {
            return Done::No;
        }
        match game.offer {
            Some((Offer::Draw, by)) if by != seat && offer == Offer::Draw => {
                self.end(index, Ending::Agreed);
            }
            Some(_) => return Done::No,
            None if game.declined[seat].contains(&offer) => return Done::No,
            None => game.offer = Some((offer, seat)),
        }
        Done::QUIETLY
    }

    pub(super) fn accept_offer(&mut self, who: Person, index: usize) -> Done {
        let (seat, now) = (self.playing(who, index), self.now);
        match (seat, self.games[index].offer) {
            (Some(seat), Some((offer, by))) if by != seat => match offer {
                Offer::Draw => self.end(index, Ending::Agreed),
                Offer::TakeBack => self.games[index].take_back(by, now),
            },
            _ => return Done::No,
        }
        Done::QUIETLY
    }

    pub(super) fn decline_offer(&mut self, who: Person, index: usize) -> Done {
        let seat = self.playing(who, index);
        let game = &mut self.games[index];
        match (seat, game.offer) {
            (Some(seat), Some((offer, by))) if by != seat => {
                game.declined[by].push(offer);
                game.offer = None;
                Done::QUIETLY
            }
            _ => Done::No,
        }
    }

    fn end(&mut self, index: usize, ending: Ending) {
        let game = &mut self.games[index];
        (game.ending, game.offer, game.due, game.remind) = (Some(ending), None, None, None);
        let players = game.players;
        let winner = match ending {
            Ending::Won(seat) => Some(seat),
            Ending::Resigned(seat) | Ending::TimedOut(seat) => Some(1 - seat),
            Ending::Drawn | Ending::Agreed => None,
            Ending::CalledOff => return,
        };
        for (seat, player) in players.into_iter().enumerate() {
            let result = winner.map_or(2, |winner| usize::from(winner != seat));
            self.records[player][result] += 1;
        }
    }

    /// Lets time pass.
    pub(super) fn wait(&mut self, minutes: i64) {
        self.now += minutes * MINUTE;
        for challenge in &mut self.challenges {
            if challenge.state == State::Waiting && challenge.expires_at <= self.now {
                challenge.state = State::Expired;
            }
        }
        for index in 0..self.games.len() {
            let game = &mut self.games[index];
            if game.due.is_some_and(|due| due <= self.now) {
                let seat = game.turn();
                let both_moved = game.moves.len() >= 2;
                self.end(
                    index,
                    if both_moved { Ending::TimedOut(seat) } else { Ending::CalledOff },
                );
            } else if game.remind.is_some_and(|remind| remind <= self.now) {
                game.remind = None;
                self.reminders += 1;
            }
        }
    }

    /// Lets time pass without the bot: clocks stand still.
    pub(super) fn be_away(&mut self, minutes: i64) {
        for game in &mut self.games {
            game.due = game.due.map(|due| due + minutes * MINUTE);
            game.remind = game.remind.map(|remind| remind + minutes * MINUTE);
        }
        self.wait(minutes);
    }
}
