//! Challenges, and whom people let challenge them.

use super::{
    Challenge, ChallengeState, ChallengesFrom, Choice, DAY, Effect, Game, GameResult, MINUTE,
    Model, Person, TimeControl,
};

impl Model {
    /// Whether two people have a live game.
    pub(super) fn are_playing(&self, one: Person, other: Person) -> bool {
        self.games.iter().any(|game| {
            game.result.is_none() && game.seat(one).is_some() && game.seat(other).is_some()
        })
    }

    pub(super) fn is_challenge_pending(&self, one: Person, other: Person) -> bool {
        self.challenges.iter().any(|it| {
            it.state == ChallengeState::Pending
                && [(one, Some(other)), (other, Some(one))].contains(&(it.by, it.to))
        })
    }

    pub(in crate::model_based) fn choose(&mut self, by: Person, choice: Choice) {
        let wanted = &mut self.wanted[by];
        match choice {
            Choice::Challenges(from) => wanted.challenges = from,
            Choice::Turns(on) => wanted.turns = on,
            Choice::Reminders(on) => wanted.reminders = on,
        }
    }

    pub(in crate::model_based) fn wants(&self, by: Person, choice: Choice) -> bool {
        let wanted = self.wanted[by];
        match choice {
            Choice::Challenges(from) => wanted.challenges == from,
            Choice::Turns(on) => wanted.turns == on,
            Choice::Reminders(on) => wanted.reminders == on,
        }
    }

    pub(in crate::model_based) fn block(&mut self, by: Person, whom: Person) {
        if by == whom {
            return;
        }
        self.blocks.insert((by, whom));
        for index in 0..self.challenges.len() {
            let it = &self.challenges[index];
            match (it.by, it.to) {
                _ if !self.is_pending(index) => {}
                it if it == (by, Some(whom)) => {
                    self.end_challenge(index, ChallengeState::Cancelled);
                }
                it if it == (whom, Some(by)) => self.end_challenge(index, ChallengeState::Declined),
                _ => {}
            }
        }
    }

    /// Whether one of two people has blocked the other.
    pub(super) fn are_blocked(&self, one: Person, other: Person) -> bool {
        [(one, other), (other, one)].iter().any(|pair| self.blocks.contains(pair))
    }

    /// Returns whether there was a block.
    pub(in crate::model_based) fn lift_block(&mut self, by: Person, whom: Person) -> bool {
        self.blocks.remove(&(by, whom))
    }

    /// Whether a person accepts challenges by another one.
    pub(super) fn is_open_to(&self, person: Person, by: Person) -> bool {
        let have_played = || {
            self.games.iter().any(|game| {
                game.seat(person).is_some()
                    && game.seat(by).is_some()
                    && game.result.is_some_and(|it| !it.is_called_off())
            })
        };
        !self.blocks.contains(&(person, by))
            && match self.wanted[person].challenges {
                ChallengesFrom::Anyone => true,
                ChallengesFrom::Played => have_played(),
                ChallengesFrom::Nobody => false,
            }
    }

    pub(super) fn may_challenge(&self, by: Person, to: Option<Person>) -> bool {
        let own = |it: &&Challenge| it.state == ChallengeState::Pending && it.by == by;
        let mut free = true;
        if let Some(to) = to {
            free &= self.is_open_to(to, by) && !self.are_blocked(by, to);
            let pauses = [5, 60, 24 * 60].map(|minutes| minutes * MINUTE);
            let cooldown = self.cooldowns.get(&(by, to));
            free &= to != by && !self.are_playing(by, to) && !self.is_challenge_pending(by, to);
            free &= cooldown.is_none_or(|(count, at)| at + pauses[(count - 1).min(2)] <= self.now);
        } else {
            free &= !self.challenges.iter().filter(own).any(|it| it.to.is_none());
        }
        free
    }

    /// A challenge in which the challenger goes first.
    pub(in crate::model_based) fn challenge(
        &mut self,
        by: Person,
        to: Option<Person>,
        time_control: TimeControl,
    ) -> Effect {
        let is_absent = to.is_some_and(|person| !self.is_member(person));
        if is_absent || !self.may_challenge(by, to) {
            return Effect::Refused;
        }
        self.post(by, to, true, None, time_control, [0; 2]);
        Effect::Applied { ping: to }
    }

    pub(super) fn post(
        &mut self,
        by: Person,
        to: Option<Person>,
        challenger_goes_first: bool,
        rematch_of: Option<usize>,
        time_control: TimeControl,
        points: [u32; 2],
    ) {
        let own = |index: &usize| self.is_pending(*index) && self.challenges[*index].by == by;
        let own: Vec<usize> = (0..self.challenges.len()).filter(own).collect();
        if own.len() >= 3 {
            self.end_challenge(own[0], ChallengeState::Cancelled);
        }
        let (state, expires_at) = (ChallengeState::Pending, self.now + DAY);
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

    /// The pending challenge to a rematch of this game that somebody was asked for.
    pub(in crate::model_based) fn rematch_offered_to(
        &self,
        person: Person,
        index: usize,
    ) -> Option<usize> {
        let is_offered = |it: &Challenge| {
            let is_pending = it.state == ChallengeState::Pending;
            it.rematch_of == Some(index) && is_pending && it.to == Some(person)
        };
        self.challenges.iter().position(is_offered)
    }

    /// A challenge to a rematch, in which the other player goes first this time.
    pub(in crate::model_based) fn rematch(&mut self, by: Person, index: usize) -> Effect {
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
            GameResult::Won(winner) | GameResult::Claimed(winner) => points[winner] += 2,
            GameResult::Resigned(loser) | GameResult::TimedOut(loser) => points[1 - loser] += 2,
            GameResult::Drawn | GameResult::DrawByAgreement => points = points.map(|it| it + 1),
            GameResult::CalledOff => {}
        }
        let points = [points[seat], points[1 - seat]];
        // After a game that was called off, the same player goes first.
        let goes_first = (seat == 0) == result.is_called_off();
        self.post(by, Some(to), goes_first, Some(index), game.time_control, points);
        Effect::Applied { ping: Some(to) }
    }

    /// Ends a challenge without a game.
    pub(super) fn end_challenge(&mut self, index: usize, state: ChallengeState) {
        let challenge = &mut self.challenges[index];
        challenge.state = state;
        let Some(to) = challenge.to else { return };
        let (count, last) = self.cooldowns.entry((challenge.by, to)).or_insert((0, self.now));
        let is_forgotten = self.now - *last >= 7 * 24 * 60 * MINUTE;
        (*count, *last) = (if is_forgotten { 1 } else { *count + 1 }, self.now);
    }

    pub(super) fn is_pending(&self, index: usize) -> bool {
        self.challenges[index].state == ChallengeState::Pending
    }

    pub(in crate::model_based) fn accept(&mut self, by: Person, index: usize) -> Effect {
        let it = self.challenges[index].clone();
        let may_accept = it.by != by && it.to.is_none_or(|to| to == by);
        let is_blocked = self.are_blocked(it.by, by);
        if !self.is_pending(index) || !may_accept || self.are_playing(by, it.by) || is_blocked {
            return Effect::Refused;
        }
        self.challenges[index].state = ChallengeState::Accepted;
        // Who joins an open challenge was not asked by its maker.
        self.cooldowns.remove(&(it.by, by));
        if it.to.is_some() {
            self.cooldowns.remove(&(by, it.by));
        }
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
            withdrawn: [Vec::new(), Vec::new()],
            ended_at: None,
            turn_started_at: self.now,
            board_pinged: false,
            move_by: None,
            remind_at: None,
            points,
            time_control: it.time_control,
            series: it.rematch_of.map_or(self.games.len(), |game| self.games[game].series),
        };
        game.start_turn(self.now, self.running);
        self.games.push(game);
        Effect::WITHOUT_PING
    }

    /// Who was challenged presses *Accept* once the challenge has run out: they challenge back.
    pub(in crate::model_based) fn is_late(&self, by: Person, index: usize) -> bool {
        let it = &self.challenges[index];
        it.state == ChallengeState::Expired && it.to == Some(by)
    }

    pub(in crate::model_based) fn challenge_back(&mut self, by: Person, index: usize) -> Effect {
        let it = self.challenges[index].clone();
        if self.now - it.expires_at > 7 * DAY {
            return Effect::Refused;
        }
        if let Some(game) = it.rematch_of {
            return self.rematch(by, game);
        }
        if !self.may_challenge(by, Some(it.by)) {
            return Effect::Refused;
        }
        self.post(by, Some(it.by), !it.challenger_goes_first, None, it.time_control, [0; 2]);
        Effect::Applied { ping: Some(it.by) }
    }

    pub(in crate::model_based) fn decline(&mut self, by: Person, index: usize) -> Effect {
        if self.is_pending(index) && self.challenges[index].by == by {
            return self.cancel(by, index);
        }
        if !self.is_pending(index) || self.challenges[index].to != Some(by) {
            return Effect::Refused;
        }
        self.end_challenge(index, ChallengeState::Declined);
        Effect::WITHOUT_PING
    }

    pub(in crate::model_based) fn cancel(&mut self, by: Person, index: usize) -> Effect {
        if !self.is_pending(index) || self.challenges[index].by != by {
            return Effect::Refused;
        }
        self.end_challenge(index, ChallengeState::Cancelled);
        Effect::WITHOUT_PING
    }
}
