//! Challenges: who may make, accept and decline one, and when it is over.

use std::time::Duration;

use clock::Timestamp;
use connect4::Seat;

use super::{
    ChallengeCooldown, ChallengeId, ChallengeTime, ChannelId, FirstMove, Game, GameConfig, GameId,
    GuildSettings, InteractionId, LiveGame, Location, MessageHandle, MessageLocation, NewGame, Now,
    OpponentChoices, Participant, Player, PlayerId, Players, Refusal, Series, SeriesId,
    against_computer, live_games, settings, state,
};

/// For how long after a challenge has run out who was challenged can challenge back by it.
const PLAY_NOW_FOR: Duration = Duration::from_hours(7 * 24);

/// How many pending challenges one user may have at once. The schemas' `slot` and
/// `CREATE_CONTEXT` in `store/challenges/create.rs` have the same number.
const MAX_PENDING_CHALLENGES: usize = 3;

/// The user who performs an operation, with its interaction and the present.
#[derive(Clone, Copy, Debug)]
pub struct Actor<'a> {
    pub player: &'a Player,
    pub interaction: InteractionId,
    pub now: Now,
}

/// The terms of a challenge, not necessarily stored yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChallengeTerms {
    pub config: GameConfig,
    pub challenger: Player,
    /// `None` if anyone may join.
    pub opponent: Option<Player>,
    pub first: FirstMove,
    /// The finished game of which this is a rematch.
    pub rematch_of: Option<GameId>,
    pub series: Series,
    pub created_at: Timestamp,
    pub expires_at: Timestamp,
    pub created_by: InteractionId,
}

impl ChallengeTerms {
    /// Whether the account of somebody who is known to play is too young for a rated game.
    pub fn has_new_account(&self) -> bool {
        let known = [Some(&self.challenger), self.opponent.as_ref()];
        known.into_iter().flatten().any(|player| player.id.is_new_at(self.created_at))
    }
}

/// A stored challenge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Challenge {
    pub id: ChallengeId,
    pub terms: ChallengeTerms,
    pub state: ChallengeState,
    /// The interaction that last changed it.
    pub changed_by: InteractionId,
    pub message: MessageHandle,
}

named_enum! {
    /// Whether a challenge has been answered, and how.
    pub enum ChallengeState {
        /// Nobody has answered it yet.
        Pending = "pending",
        /// Its game has started.
        Accepted = "accepted",
        /// The opponent declined.
        Declined = "declined",
        /// Its challenger cancelled it, or made one that replaced it.
        Cancelled = "cancelled",
        Expired = "expired",
    }
}

/// The stored state that decides whether a challenge or game is allowed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChallengeContext {
    pub settings: GuildSettings,
    /// The parent channel, if the channel is a thread.
    pub parent_channel: Option<ChannelId>,
    /// The number of live games in the channel.
    pub games_in_channel: u32,
    /// All live games of the two players.
    pub live_games: Vec<LiveGame>,
    /// Pending challenges by the challenger, or by the opponent to the challenger.
    pub pending: Vec<PendingChallenge>,
    /// Whom the opponent lets challenge them.
    pub opponent_choices: OpponentChoices,
    /// Whether the challenger has blocked the opponent.
    pub has_blocked_opponent: bool,
    /// The challenger's earlier challenges to the opponent, if they ended without a game.
    pub cooldown: Option<ChallengeCooldown>,
}

/// A pending challenge, as far as it matters for a new one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PendingChallenge {
    pub id: ChallengeId,
    /// Who made it.
    pub challenger: PlayerId,
    /// `None` if anyone may join.
    pub opponent: Option<PlayerId>,
    /// The finished game of which this is a rematch.
    pub rematch_of: Option<GameId>,
    pub created_at: Timestamp,
    /// The location of its message.
    pub location: MessageLocation,
    /// Whether its message is known to be there, even if its id is not.
    pub is_shown: bool,
}

impl PendingChallenge {
    /// Whether probably nobody has seen it.
    fn is_lost(&self, now: Timestamp) -> bool {
        !self.is_shown && state::is_lost(self.location.message, self.created_at, now)
    }

    /// Whether it is an open challenge in a channel.
    fn is_open_in(&self, channel: ChannelId) -> bool {
        self.opponent.is_none() && self.location.location.channel == channel
    }

    /// Whether one of these players challenged the other.
    fn is_between(&self, one: PlayerId, other: PlayerId) -> bool {
        [(one, Some(other)), (other, Some(one))].contains(&(self.challenger, self.opponent))
    }
}

/// A challenge to be made, not stored yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewChallenge {
    pub terms: ChallengeTerms,
    /// Challenges that it replaces, and how they end.
    pub replaced: Vec<(ChallengeId, ChallengeState)>,
}

/// The outcome of a request to play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayOutcome {
    /// A person has to accept first.
    Challenge(NewChallenge),
    /// The game starts at once: the computer always accepts.
    Game(NewGame),
    /// The other player has asked for the same rematch, so that is accepted.
    Accept(ChallengeId),
}

/// Creates a challenge to `opponent`, or to anyone; perhaps to a rematch of a game, which has a
/// place in a series.
pub fn challenge(
    actor: &Actor<'_>,
    config: GameConfig,
    opponent: Option<Player>,
    first: FirstMove,
    rematch: Option<(GameId, Series)>,
    context: &ChallengeContext,
) -> Result<NewChallenge, Refusal> {
    if opponent.as_ref().is_some_and(|opponent| opponent.id == actor.player.id) {
        return Err(Refusal::ChallengedSelf);
    }
    let channel = config.location.channel;
    check_challenge(actor, opponent.as_ref(), &config, context)?;
    settings::check(context, channel)?;
    // Checked last: a challenge that is refused for another reason must not reveal a block.
    if let Some(opponent) = &opponent
        && !context.opponent_choices.allow_challenge()
    {
        return Err(Refusal::CannotBeChallenged(opponent.clone()));
    }
    let replaced = challenges_to_replace(actor, opponent.as_ref(), channel, context);
    let (rematch_of, series) = rematch.unzip();
    let waits = match config.location.guild {
        Some(_) => context.settings.challenge_time,
        None => ChallengeTime::OneHour,
    };
    let terms = ChallengeTerms {
        config,
        challenger: actor.player.clone(),
        opponent,
        first,
        rematch_of,
        series: series.unwrap_or_else(|| Series::new(SeriesId(actor.interaction.0))),
        created_at: actor.now.time,
        expires_at: actor.now.time.after(waits.duration()),
        created_by: actor.interaction,
    };
    Ok(NewChallenge { terms, replaced })
}

/// Creates a rematch: the same two players and the same configuration, with the
/// first move swapped unless the game was called off.
pub fn rematch(
    game: &Game,
    location: Location,
    actor: &Actor<'_>,
    context: &ChallengeContext,
) -> Result<PlayOutcome, Refusal> {
    let seat = game.seat_of(actor.player.id).ok_or(Refusal::NotYourRematch)?;
    if game.is_live() {
        return Err(Refusal::StillPlaying);
    }
    if game.players.has_deleted() {
        return Err(Refusal::OpponentDeleted);
    }
    let first = game.first_of_rematch(seat);
    let locale = context.settings.locale.unwrap_or(game.config.locale);
    let rated = game.config.rated.for_rematch();
    // The game's own location is lost when its server's data is deleted.
    let config = GameConfig { location, rated, locale, ..game.config };
    let opponent = match game.participant(seat.other()) {
        Participant::Person(opponent) => opponent,
        Participant::Channel => return Err(Refusal::NotYourRematch),
        Participant::Computer(level) => {
            let new = against_computer(actor, config, level, first.seat(false), context)?;
            let to_move = if first == FirstMove::Challenger { seat } else { seat.other() };
            return Ok(PlayOutcome::Game(NewGame { series: game.series_for(to_move), ..new }));
        }
    };
    match context.pending.iter().find(|it| it.rematch_of == Some(game.id)) {
        Some(offered) if offered.challenger != actor.player.id => {
            let location = offered.location;
            return if location.location.channel == config.location.channel {
                Ok(PlayOutcome::Accept(offered.id))
            } else {
                Err(Refusal::TheyChallengedYou(opponent.clone(), location))
            };
        }
        Some(offered) if !offered.is_lost(actor.now.time) => {
            return Err(Refusal::RematchOffered(offered.location));
        }
        _ => {}
    }
    let rematch = Some((game.id, game.series_for(seat)));
    let new = challenge(actor, config, Some(opponent.clone()), first, rematch, context)?;
    Ok(PlayOutcome::Challenge(new))
}

fn check_challenge(
    actor: &Actor<'_>,
    opponent: Option<&Player>,
    config: &GameConfig,
    context: &ChallengeContext,
) -> Result<(), Refusal> {
    let (challenger, channel) = (actor.player.id, config.location.channel);
    live_games::check_with_person(challenger, opponent, config, context)?;
    let not_lost = || context.pending.iter().filter(|pending| !pending.is_lost(actor.now.time));
    if let Some(opponent) = opponent {
        for pending in not_lost() {
            if pending.challenger == challenger
                && pending.opponent == Some(opponent.id)
                && pending.location.location.channel == channel
            {
                return Err(Refusal::YouChallengedThem(opponent.clone(), pending.location));
            }
            if pending.challenger == opponent.id && pending.opponent == Some(challenger) {
                return Err(Refusal::TheyChallengedYou(opponent.clone(), pending.location));
            }
        }
        if context.has_blocked_opponent {
            return Err(Refusal::YouBlockedThem(opponent.clone()));
        }
        let again_at = context.cooldown.map(ChallengeCooldown::ends_at);
        if let Some(again_at) = again_at.filter(|&again_at| again_at > actor.now.time) {
            return Err(Refusal::ChallengedRecently(opponent.clone(), again_at));
        }
    } else if let Some(open) =
        not_lost().find(|it| it.challenger == challenger && it.is_open_in(channel))
    {
        return Err(Refusal::OpenChallengeHere(open.location));
    }
    Ok(())
}

/// The challenges that a new one replaces: lost ones in its way, the challenger's to the same
/// opponent elsewhere, and their oldest if they have as many as allowed.
fn challenges_to_replace(
    actor: &Actor<'_>,
    opponent: Option<&Player>,
    channel: ChannelId,
    context: &ChallengeContext,
) -> Vec<(ChallengeId, ChallengeState)> {
    let challenger = actor.player.id;
    let is_in_the_way = |pending: &PendingChallenge| match opponent {
        Some(opponent) => pending.is_between(challenger, opponent.id),
        None => pending.is_open_in(channel),
    };
    let (mut replaced, others): (Vec<_>, Vec<_>) =
        context.pending.iter().copied().partition(is_in_the_way);
    let own = || others.iter().filter(|it| it.challenger == challenger);
    if own().count() >= MAX_PENDING_CHALLENGES {
        replaced.extend(own().min_by_key(|it| (!it.is_lost(actor.now.time), it.id)));
    }
    let state = |pending: &PendingChallenge| {
        if pending.is_lost(actor.now.time) {
            ChallengeState::Expired
        } else {
            ChallengeState::Cancelled
        }
    };
    replaced.into_iter().map(|pending| (pending.id, state(&pending))).collect()
}

/// Accepts a challenge. `coin` decides who moves first if the challenge leaves
/// it to chance. In `context`, the challenger is the opponent.
pub fn accept(
    challenge: &Challenge,
    actor: &Actor<'_>,
    context: &ChallengeContext,
    coin: bool,
) -> Result<NewGame, Refusal> {
    let ChallengeTerms { config, challenger, opponent, first, series, .. } = &challenge.terms;
    check_pending(challenge, actor)?;
    if actor.player.id == challenger.id {
        return Err(Refusal::OwnChallenge);
    }
    check_opponent(challenge, actor)?;
    live_games::check_with_person(actor.player.id, Some(challenger), config, context)?;
    settings::check(context, config.location.channel)?;
    // A block has ended the challenges of one to the other, but not open ones.
    if opponent.is_none() {
        if context.has_blocked_opponent {
            return Err(Refusal::YouBlockedThem(challenger.clone()));
        }
        if context.opponent_choices.blocked {
            return Err(Refusal::CannotJoin);
        }
    }
    let rated = config.rated.with_accounts([challenger.id, actor.player.id], actor.now.time);
    let (players, series) = if first.seat(coin) == Seat::First {
        ([challenger, actor.player], *series)
    } else {
        ([actor.player, challenger], series.swapped())
    };
    Ok(NewGame {
        challenge: Some(challenge.id),
        config: GameConfig { rated, ..*config },
        players: Players::People(players.map(Player::clone)),
        series,
        max_games_per_channel: context.settings.max_games_per_channel,
        started: actor.now,
        changed_by: actor.interaction,
    })
}

/// Whom a user challenges who repeats a challenge that ended without a game, and who goes first:
/// its challenger asks again, and who was challenged challenges back.
pub fn repeat(
    challenge: &Challenge,
    actor: &Actor<'_>,
) -> Result<(Option<Player>, FirstMove), Refusal> {
    let ChallengeTerms { challenger, opponent, first, expires_at, .. } = &challenge.terms;
    match opponent {
        _ if challenger.id == actor.player.id => Ok((opponent.clone(), *first)),
        Some(opponent) if opponent.id == actor.player.id => {
            if actor.now.time.since(*expires_at) > PLAY_NOW_FOR {
                return Err(Refusal::ChallengeOver(ChallengeState::Expired));
            }
            Ok((Some(challenger.clone()), first.swapped()))
        }
        _ => Err(Refusal::NotYoursToRepeat(challenger.clone())),
    }
}

/// Declines a challenge.
pub fn decline(challenge: &Challenge, actor: &Actor<'_>) -> Result<ChallengeState, Refusal> {
    check_pending(challenge, actor)?;
    match &challenge.terms.opponent {
        None => Err(Refusal::UnknownButton),
        // Whoever declines their own challenge withdraws it.
        Some(_) if actor.player.id == challenge.terms.challenger.id => {
            Ok(ChallengeState::Cancelled)
        }
        Some(_) => check_opponent(challenge, actor).map(|()| ChallengeState::Declined),
    }
}

/// Cancels a challenge.
pub fn cancel(challenge: &Challenge, actor: &Actor<'_>) -> Result<ChallengeState, Refusal> {
    check_pending(challenge, actor)?;
    if actor.player.id != challenge.terms.challenger.id {
        return Err(Refusal::NotYourChallenge(challenge.terms.challenger.clone()));
    }
    Ok(ChallengeState::Cancelled)
}

fn check_pending(challenge: &Challenge, actor: &Actor<'_>) -> Result<(), Refusal> {
    match challenge.state {
        ChallengeState::Pending if actor.now.time < challenge.terms.expires_at => Ok(()),
        ChallengeState::Pending => Err(Refusal::ChallengeOver(ChallengeState::Expired)),
        over => Err(Refusal::ChallengeOver(over)),
    }
}

fn check_opponent(challenge: &Challenge, actor: &Actor<'_>) -> Result<(), Refusal> {
    match &challenge.terms.opponent {
        Some(opponent) if opponent.id != actor.player.id => {
            Err(Refusal::NotChallenged(opponent.clone()))
        }
        _ => Ok(()),
    }
}
