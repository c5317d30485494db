use std::time::Duration;

use super::{
    ChallengeId, ChannelId, Game, GameId, GuildSettings, InteractionId, NewGame, Player, PlayerId,
    Players, Posting, Refusal, Seated, Series, SeriesId, Setup, Where, settings,
};
use clock::Timestamp;
use connect4::Seat;

/// How long a challenge waits for its answer.
pub const ACCEPT_WITHIN: Duration = Duration::from_mins(10);

/// How many challenges of one challenger may wait at once.
pub const MOST_WAITING: usize = 3;

/// How long after a decline the same two must wait for the next challenge.
pub const WAIT_AFTER_DECLINE: Duration = Duration::from_mins(5);

/// Somebody asks for something.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// Who.
    pub by: &'a Player,
    /// With which interaction.
    pub interaction: InteractionId,
    /// When.
    pub at: Timestamp,
}

/// Who shall drop the first disc.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum First {
    /// Whoever makes the challenge.
    Challenger,
    /// Whoever accepts it.
    Opponent,
    /// A coin decides.
    #[default]
    Random,
}

impl First {
    /// Whether the challenger drops first; `coin` decides where it is left to
    /// chance.
    pub(super) const fn is_challenger(self, coin: bool) -> bool {
        match self {
            Self::Challenger => true,
            Self::Opponent => false,
            Self::Random => coin,
        }
    }
}

/// What a challenge is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewChallenge {
    /// Where it is posted, and how the game would be played.
    pub setup: Setup,
    /// Who makes it.
    pub challenger: Player,
    /// Whom it is meant for; none if anyone may join.
    pub opponent: Option<Player>,
    /// Who shall drop first.
    pub first: First,
    /// The finished game that it would follow.
    pub rematch_of: Option<GameId>,
    /// The series that its game would belong to.
    pub series: Series,
    /// When it was made.
    pub made_at: Timestamp,
    /// When it ceases to wait.
    pub expires_at: Timestamp,
    /// The interaction that made it.
    pub made_by: InteractionId,
}

/// A challenge that is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Challenge {
    /// Which challenge.
    pub id: ChallengeId,
    /// What it is about.
    pub terms: NewChallenge,
    /// What became of it.
    pub state: ChallengeState,
    /// The interaction that changed it last.
    pub changed_by: InteractionId,
    /// Its message.
    pub posting: Posting,
}

/// What became of a challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ChallengeState {
    /// It waits for an answer.
    Waiting,
    /// Its game was begun.
    Accepted,
    /// Its opponent did not want to.
    Declined,
    /// Its challenger took it back.
    Cancelled,
    /// Nobody answered in time.
    Expired,
}

/// What else goes on that a challenge must fit in with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Situation {
    /// What the server has settled.
    pub settings: GuildSettings,
    /// The channel that a thread belongs to.
    pub parent: Option<ChannelId>,
    /// How many games go on in the channel.
    pub games_here: u32,
    /// Live games in the channel of the two concerned.
    pub playing: Vec<(PlayerId, Where)>,
    /// Waiting challenges made by the challenger, or by the opponent to the
    /// challenger.
    pub waiting: Vec<Waiting>,
    /// When the opponent last declined a challenge of the challenger's.
    pub declined_at: Option<Timestamp>,
}

/// A challenge that waits, seen from another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Waiting {
    /// Who made it.
    pub challenger: PlayerId,
    /// Whom it is meant for; none if anyone may join.
    pub opponent: Option<PlayerId>,
    /// The finished game that it would follow.
    pub rematch_of: Option<GameId>,
    /// Where its message stands.
    pub whereabouts: Where,
}

/// What comes of the wish to play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum New {
    /// A person is asked.
    Challenge(NewChallenge),
    /// A game begins: the computer never says no.
    Game(NewGame),
}

/// Decides on a challenge to `opponent`, or to anyone.
pub fn challenge(
    asked: &Asked<'_>,
    setup: Setup,
    opponent: Option<Player>,
    first: First,
    situation: &Situation,
) -> Result<NewChallenge, Refusal> {
    if opponent.as_ref().is_some_and(|opponent| opponent.id == asked.by.id) {
        return Err(Refusal::ChallengedSelf);
    }
    check_situation(asked, opponent.as_ref(), situation)?;
    settings::check(situation, setup.place.channel, false)?;
    Ok(NewChallenge {
        setup,
        challenger: asked.by.clone(),
        opponent,
        first,
        rematch_of: None,
        series: Series::new(SeriesId(asked.interaction.0)),
        made_at: asked.at,
        expires_at: asked.at.after(ACCEPT_WITHIN),
        made_by: asked.interaction,
    })
}

/// Decides on another game of the same two, played in the same way, with the
/// first move swapped.
pub fn rematch(game: &Game, asked: &Asked<'_>, situation: &Situation) -> Result<New, Refusal> {
    let seat = game.seat_of(asked.by.id).ok_or(Refusal::NotYourRematch)?;
    if game.ending.is_none() {
        return Err(Refusal::StillPlaying);
    }
    let opponent = game.seated(seat.other());
    let channel = game.setup.place.channel;
    let locale = situation.settings.locale.unwrap_or(game.setup.locale);
    let setup = Setup { locale, rated: game.setup.rated.again(), ..game.setup };
    let opponent = match opponent {
        Seated::Person(opponent) => opponent,
        Seated::Computer(level) => {
            check_free(asked, None, situation)?;
            settings::check(situation, channel, true)?;
            let players = Players::Computer { person: asked.by.clone(), seat: seat.other(), level };
            return Ok(New::Game(NewGame {
                challenge: None,
                setup,
                players,
                series: game.series_now().swapped(),
                most_in_channel: situation.settings.most_games,
                started_at: asked.at,
                changed_by: asked.interaction,
            }));
        }
    };
    if let Some(offered) = situation.waiting.iter().find(|one| one.rematch_of == Some(game.id)) {
        return Err(Refusal::RematchOffered(offered.whereabouts));
    }
    check_situation(asked, Some(opponent), situation)?;
    settings::check(situation, channel, false)?;
    Ok(New::Challenge(NewChallenge {
        setup,
        challenger: asked.by.clone(),
        opponent: Some(opponent.clone()),
        first: if seat == Seat::First { First::Opponent } else { First::Challenger },
        rematch_of: Some(game.id),
        series: game.series_of(seat),
        made_at: asked.at,
        expires_at: asked.at.after(ACCEPT_WITHIN),
        made_by: asked.interaction,
    }))
}

fn check_situation(
    asked: &Asked<'_>,
    opponent: Option<&Player>,
    situation: &Situation,
) -> Result<(), Refusal> {
    check_free(asked, opponent, situation)?;
    let challenger = asked.by.id;
    if let Some(opponent) = opponent {
        for one in &situation.waiting {
            if one.challenger == challenger && one.opponent == Some(opponent.id) {
                return Err(Refusal::YouChallengedThem(opponent.clone(), one.whereabouts));
            }
            if one.challenger == opponent.id && one.opponent == Some(challenger) {
                return Err(Refusal::TheyChallengedYou(opponent.clone(), one.whereabouts));
            }
        }
        let again_at = situation.declined_at.map(|declined| declined.after(WAIT_AFTER_DECLINE));
        if let Some(again_at) = again_at.filter(|&again_at| again_at > asked.at) {
            return Err(Refusal::DeclinedRecently(opponent.clone(), again_at));
        }
    }
    let own = situation.waiting.iter().filter(|one| one.challenger == challenger).count();
    if own >= MOST_WAITING { Err(Refusal::TooManyWaiting) } else { Ok(()) }
}

pub(super) fn check_free(
    asked: &Asked<'_>,
    other: Option<&Player>,
    situation: &Situation,
) -> Result<(), Refusal> {
    for &(player, whereabouts) in &situation.playing {
        if player == asked.by.id {
            return Err(Refusal::YouPlayHere(whereabouts));
        }
        if let Some(other) = other.filter(|other| other.id == player) {
            return Err(Refusal::TheyPlayHere(other.clone()));
        }
    }
    Ok(())
}

/// Decides whether the asker may accept, and who drops first. `coin` decides
/// where the challenge leaves it to chance.
pub fn accept(
    challenge: &Challenge,
    asked: &Asked<'_>,
    situation: &Situation,
    coin: bool,
) -> Result<NewGame, Refusal> {
    let terms = &challenge.terms;
    check_waiting(challenge, asked)?;
    if asked.by.id == terms.challenger.id {
        return Err(Refusal::OwnChallenge);
    }
    check_meant_for(challenge, asked)?;
    check_free(asked, Some(&terms.challenger), situation)?;
    settings::check(situation, terms.setup.place.channel, false)?;
    let (challenger, opponent) = (terms.challenger.clone(), asked.by.clone());
    let (players, series) = if terms.first.is_challenger(coin) {
        ([challenger, opponent], terms.series)
    } else {
        ([opponent, challenger], terms.series.swapped())
    };
    Ok(NewGame {
        challenge: Some(challenge.id),
        setup: terms.setup,
        players: Players::People(players),
        series,
        most_in_channel: situation.settings.most_games,
        started_at: asked.at,
        changed_by: asked.interaction,
    })
}

/// Decides whether the asker may decline.
pub fn decline(challenge: &Challenge, asked: &Asked<'_>) -> Result<ChallengeState, Refusal> {
    check_waiting(challenge, asked)?;
    match &challenge.terms.opponent {
        Some(_) => check_meant_for(challenge, asked)?,
        None => return Err(Refusal::UnknownButton),
    }
    Ok(ChallengeState::Declined)
}

/// Decides whether the asker may take the challenge back.
pub fn cancel(challenge: &Challenge, asked: &Asked<'_>) -> Result<ChallengeState, Refusal> {
    check_waiting(challenge, asked)?;
    if asked.by.id != challenge.terms.challenger.id {
        return Err(Refusal::NotYourChallenge(challenge.terms.challenger.clone()));
    }
    Ok(ChallengeState::Cancelled)
}

fn check_waiting(challenge: &Challenge, asked: &Asked<'_>) -> Result<(), Refusal> {
    match challenge.state {
        ChallengeState::Waiting if asked.at < challenge.terms.expires_at => Ok(()),
        ChallengeState::Waiting => Err(Refusal::ChallengeOver(ChallengeState::Expired)),
        over => Err(Refusal::ChallengeOver(over)),
    }
}

fn check_meant_for(challenge: &Challenge, asked: &Asked<'_>) -> Result<(), Refusal> {
    match &challenge.terms.opponent {
        Some(opponent) if opponent.id != asked.by.id => {
            Err(Refusal::NotChallenged(opponent.clone()))
        }
        _ => Ok(()),
    }
}

impl Challenge {
    /// Where its message stands.
    pub const fn whereabouts(&self) -> Where {
        Where { place: self.terms.setup.place, message: self.posting.message }
    }
}
