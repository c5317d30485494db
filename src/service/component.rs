//! The actions of message components, and what each of them leads to.

use connect4::{Column, Level};

use super::{
    ComputerGameOptions, GameCommand, GameOptions, LeaderboardQuery, Navigation, PlayMenuStep,
    PreferencesAction, PrivacyReply, PublicView, PuzzleAction, Reply, ReplyContent, SeenGame,
    SettingsAction, TrainingAction, challenges, context::RequestContext, deletion, game_commands,
    games, hint, history, leaderboards, moves, play, play_menu, preferences, public_views, puzzles,
    replacement, reply::RequestError, resign, reviews, settings, training,
};
use crate::{
    game::{Action, ChallengeId, GameId, OfferKind, PlayerId, PuzzleNumber, Refusal},
    store::HistoryCursor,
};

/// The action of a message component, such as a button.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ComponentAction {
    /// Accept a challenge, or join an open one.
    Accept(ChallengeId),
    /// Decline a challenge.
    Decline(ChallengeId),
    /// Cancel one's challenge.
    Cancel(ChallengeId),
    /// Repeat one's challenge, which ended without a game.
    RepeatChallenge(ChallengeId),
    PlayMenu {
        step: PlayMenuStep,
        /// Those chosen so far.
        options: GameOptions,
    },
    Drop(SeenGame, Column),
    /// Do what a command says in the game that the user has chosen.
    ChosenGame(SeenGame, GameCommand),
    /// Resign, after a confirmation.
    AskResign(SeenGame),
    /// Confirm the resignation.
    Resign(SeenGame),
    /// Make an offer to the other player.
    Offer(SeenGame, OfferKind),
    /// Accept the other player's offer.
    AcceptOffer(SeenGame),
    /// Decline the other player's offer.
    DeclineOffer(SeenGame),
    /// Withdraw one's own offer.
    WithdrawOffer(SeenGame),
    /// Mark the best columns.
    Hint(SeenGame),
    /// Claim the win of a game that the other player has abandoned.
    Claim(SeenGame),
    /// Claim it from the user's list.
    ClaimListed(GameId),
    /// Call a game against the computer off, and start this one in its place.
    ReplaceGame {
        game: GameId,
        options: ComputerGameOptions,
    },
    /// Go on with a game, after a question whether to end it.
    KeepGame(GameId),
    /// Play the computer again, at another level.
    PlayLevel {
        game: GameId,
        level: Level,
    },
    /// Ask for a rematch.
    Rematch(GameId),
    /// Show a page of the user's games, from 0.
    GamesPage(u32),
    /// Choose one of the user's games to resign.
    PickGame(GameId),
    /// Confirm the resignation of the chosen game.
    ResignPicked(SeenGame),
    /// Show a page of a leaderboard.
    Leaderboard(LeaderboardQuery),
    /// Show a page of finished games.
    History {
        player: PlayerId,
        /// The page.
        cursor: HistoryCursor,
    },
    /// Replay a finished game from the start.
    Replay(GameId),
    /// Navigate in a replay.
    ReplayJump {
        game: GameId,
        /// The number of moves shown now.
        ply: u8,
        navigation: Navigation,
    },
    /// Review a finished game.
    Review(GameId),
    /// Navigate in a review.
    ReviewJump {
        game: GameId,
        /// A move, from 1; 0 for the summary.
        ply: u8,
        /// Where to go from that move; if `None`, the move itself is shown.
        navigation: Option<Navigation>,
    },
    /// Show the moves of a finished game.
    Moves(GameId),
    /// Show everyone in the channel what the user sees.
    ShowEveryone(PublicView),
    Puzzle {
        number: PuzzleNumber,
        action: PuzzleAction,
    },
    /// Confirm the deletion of the user's data.
    DeleteData,
    /// Keep the user's data.
    CancelDeletion,
    Preferences(PreferencesAction),
    Training(TrainingAction),
    Settings(SettingsAction),
    /// A custom id that is not known.
    Unknown,
}

/// Leads each action to the function of its feature.
pub(super) async fn dispatch(
    ctx: RequestContext<'_>,
    action: ComponentAction,
) -> Result<Reply, RequestError> {
    match action {
        ComponentAction::Accept(id) => challenges::accept(ctx, id).await,
        ComponentAction::Decline(id) => challenges::decline(ctx, id).await,
        ComponentAction::Cancel(id) => challenges::cancel(ctx, id).await,
        ComponentAction::RepeatChallenge(id) => play::repeat_challenge(ctx, id).await,
        ComponentAction::PlayMenu { step, options } => play_menu::press(ctx, step, options).await,
        ComponentAction::Drop(seen, column) => moves::press(ctx, seen, Action::Drop(column)).await,
        ComponentAction::ChosenGame(seen, command) => {
            game_commands::in_chosen(ctx, seen, command).await
        }
        ComponentAction::Offer(seen, kind) => moves::press(ctx, seen, Action::Offer(kind)).await,
        ComponentAction::AcceptOffer(seen) => moves::press(ctx, seen, Action::Accept).await,
        ComponentAction::DeclineOffer(seen) => moves::press(ctx, seen, Action::Decline).await,
        ComponentAction::WithdrawOffer(seen) => moves::press(ctx, seen, Action::Withdraw).await,
        ComponentAction::Hint(seen) => hint::hint_on_board(ctx, seen).await,
        ComponentAction::Claim(seen) => moves::press(ctx, seen, Action::Claim).await,
        ComponentAction::ClaimListed(game) => games::claim_listed(ctx, game).await,
        ComponentAction::AskResign(seen) => resign::ask(ctx, seen).await,
        ComponentAction::Resign(seen) => resign::confirm(ctx, seen).await,
        ComponentAction::PickGame(game) => resign::pick_game(ctx, game).await,
        ComponentAction::ResignPicked(seen) => resign::confirm_picked(ctx, seen).await,
        ComponentAction::ReplaceGame { game, options } => {
            replacement::replace_game(ctx, game, options).await
        }
        ComponentAction::KeepGame(game) => replacement::keep_game(ctx, game).await,
        ComponentAction::PlayLevel { game, level } => {
            replacement::play_level(ctx, game, level).await
        }
        ComponentAction::Rematch(game) => play::rematch(ctx, game).await,
        ComponentAction::GamesPage(page) => games::games(ctx, page).await.map(Reply::as_update),
        ComponentAction::Leaderboard(query) => {
            leaderboards::leaderboard(ctx, query).await.map(Reply::as_update)
        }
        ComponentAction::History { player, cursor } => {
            history::history_page(ctx, player, cursor).await
        }
        ComponentAction::Replay(game) => history::replay(ctx, game).await,
        ComponentAction::ReplayJump { game, ply, navigation } => {
            history::replay_jump(ctx, game, ply, navigation).await
        }
        ComponentAction::Review(game) => reviews::review(ctx, game).await,
        ComponentAction::ReviewJump { game, ply, navigation } => {
            reviews::review_jump(ctx, game, ply, navigation).await
        }
        ComponentAction::Moves(game) => history::moves(ctx, game).await,
        ComponentAction::ShowEveryone(view) => public_views::show(ctx, view).await,
        ComponentAction::Puzzle { number, action } => puzzles::press(ctx, number, action).await,
        ComponentAction::DeleteData => deletion::delete_data(ctx).await,
        ComponentAction::CancelDeletion => {
            Ok(Reply::update(ReplyContent::Privacy(PrivacyReply::DeletionCancelled)))
        }
        ComponentAction::Preferences(action) => preferences::press(ctx, action).await,
        ComponentAction::Training(action) => training::press(ctx, action).await,
        ComponentAction::Settings(action) => settings::press(ctx, action).await,
        ComponentAction::Unknown => Err(Refusal::UnknownButton.into()),
    }
}
