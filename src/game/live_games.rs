//! How many games a player may have at once, and which of them a command means.

use connect4::Shape;

use super::{
    ChallengeContext, ChannelId, Game, GameConfig, GameId, MessageLocation, Player, PlayerId,
    Refusal,
};

/// How many live games with people a player may have in a channel.
pub const MAX_GAMES_IN_CHANNEL: usize = 5;

/// How many live games with people a player may have in all.
pub const MAX_GAMES: usize = 20;

/// A live game, as far as it matters for a new one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LiveGame {
    pub id: GameId,
    /// The people who play it, by seat; `None` for the computer.
    pub people: [Option<PlayerId>; 2],
    pub shape: Shape,
    /// The location of its newest board.
    pub board: MessageLocation,
}

impl LiveGame {
    fn is_in(&self, channel: ChannelId) -> bool {
        self.board.location.channel == channel
    }
}

impl ChallengeContext {
    /// The live game in the place of which another one would begin: the same people play it on a
    /// board of this size in this channel. `other` is `None` against the computer.
    pub(super) fn same_game(
        &self,
        player: PlayerId,
        other: Option<PlayerId>,
        config: &GameConfig,
    ) -> Option<&LiveGame> {
        let people = [[Some(player), other], [other, Some(player)]];
        self.live_games.iter().find(|game| {
            people.contains(&game.people)
                && game.shape == config.shape
                && game.is_in(config.location.channel)
        })
    }
}

/// Whether a player has as many games with people, there or in all, as allowed.
pub fn has_enough_games(games: &[LiveGame], player: PlayerId, channel: ChannelId) -> bool {
    let is_with_person = |game: &&LiveGame| game.people.iter().all(Option::is_some);
    let own =
        || games.iter().filter(is_with_person).filter(|game| game.people.contains(&Some(player)));
    own().count() >= MAX_GAMES
        || own().filter(|it| it.is_in(channel)).count() >= MAX_GAMES_IN_CHANNEL
}

/// Refuses another game with a person. `opponent` is `None` if anyone may join.
pub(super) fn check_with_person(
    player: PlayerId,
    opponent: Option<&Player>,
    config: &GameConfig,
    context: &ChallengeContext,
) -> Result<(), Refusal> {
    let channel = config.location.channel;
    if let Some(other) = opponent
        && let Some(same) = context.same_game(player, Some(other.id), config)
    {
        return Err(Refusal::PlayingThem(other.clone(), same.board));
    }
    let has_enough = |player| has_enough_games(&context.live_games, player, channel);
    if has_enough(player) {
        return Err(Refusal::TooManyGames);
    }
    match opponent.filter(|it| has_enough(it.id)) {
        Some(opponent) => Err(Refusal::TheyHaveTooMany(opponent.clone())),
        None => Ok(()),
    }
}

impl Game {
    /// Whether it is a player's turn.
    pub fn is_turn_of(&self, player: PlayerId) -> bool {
        self.to_move().is_some_and(|to_move| self.seat_of(player) == Some(to_move))
    }
}

/// The games that a player may mean with a command: the one that is chosen, or else those in which
/// it is their turn, or else all; also all if another one is chosen. `games` are the player's live
/// games in the channel.
pub fn meant(games: Vec<Game>, player: PlayerId, chosen: Option<GameId>) -> Vec<Game> {
    let is_meant = |game: &Game| match chosen {
        Some(id) => game.id == id,
        None => game.is_turn_of(player),
    };
    let (meant, others): (Vec<_>, Vec<_>) = games.into_iter().partition(is_meant);
    if meant.is_empty() { others } else { meant }
}
