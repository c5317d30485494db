//! Executes requests: load, decide by [`crate::game`], save, answer with a message.
//!
//! Nothing of a game is kept in memory between two requests, so any process can
//! handle any of them. Knows nothing of serenity's types.

mod board;
pub(crate) mod flow;
mod games;
mod help;
mod history;
pub(crate) mod leaderboard;
mod play;
mod preferences;
pub(crate) mod puzzle;
pub(crate) mod request;
mod season_table;
mod seasons;
mod settings;
mod stats;
mod training;
pub(crate) mod views;
pub(crate) mod week;

use std::time::Duration;

use self::{
    board::{
        commands::{self, GameCommand},
        hint, resign,
    },
    history::review,
    play::{challenges, menu, replacement, together},
    preferences::{data, export},
    request::{RequestResult, context::RequestContext, response::RequestError},
    settings::{people, posts, season_pages},
    views::hints::HintDetail,
};
use crate::{
    actions::{ComponentAction as Action, Navigation},
    game::{self, PuzzleNumber, Refusal},
    l10n,
    store::{PersonChange, StoreResult},
};

pub use flow::deletion::{UserDeletion, delete_guild, delete_user, purge_deleted};
pub use preferences::export::{ArchiveError, write_archive};
pub use request::{
    channel_lookup::{ChannelLookup, ChannelStatus},
    command::{Command, CommandKind, CommandOption, OptionKind},
    connection_status::ConnectionStatus,
    discord_time::DiscordTime,
    message_update::{
        FollowUp, MessageUpdate, PostedReply, Shown, StandingBody, StandingUpdate, UpdateDelivery,
        UpdateKey, UpdateRow,
    },
    pending_updates::PendingUpdates,
    response::{Answer, ChannelPost, Response, error, no_choices, response_refused},
    service::{CommandIds, Service},
    user_request::{
        Input, InteractionRef, MessageSubject, OptionValue, Place, RequestLocales, UserRequest,
    },
};

/// A request older than this is refused: the user has seen it fail and may have
/// done something else since. Discord delivers late after a break of the
/// connection. Long enough for clocks that disagree.
const TOO_LATE: Duration = Duration::from_mins(1);

/// All commands. `CONTRIBUTING.md` says how one is added, and how a button is.
pub static COMMANDS: &[&Command] = &[
    &play::PLAY,
    &commands::DROP,
    &commands::BOARD,
    &games::GAMES,
    &leaderboard::LEADERBOARD,
    &stats::STATS,
    &history::HISTORY,
    &puzzle::DAILY,
    &training::TRAIN,
    &preferences::PREFERENCES,
    &help::HELP,
    &settings::SETTINGS,
    &play::CHALLENGE,
    &history::REPLAY,
    &review::REVIEW,
    &POSITION,
];

/// The position of a game or a puzzle in words, by the menu of its message.
static POSITION: Command = Command::in_menu(
    CommandKind::MessageMenu,
    "Position in words",
    "board",
    l10n::menu_position,
    |ctx| {
        Box::pin(async move {
            match ctx.request.input.subject()? {
                MessageSubject::Game(game) => commands::position(ctx, game).await,
                MessageSubject::Puzzle(number) => puzzle::in_words(ctx, number).await,
            }
        })
    },
);

/// What a user has used.
#[derive(Clone, Debug)]
pub enum Used {
    Command(&'static Command),
    /// An option of this command, if it is known, into which the user is typing.
    Completion(Option<&'static Command>),
    Component(Action),
    /// A command of another version.
    Unknown,
}

impl Used {
    /// What metrics and logs call it.
    pub const fn label(&self) -> &'static str {
        match self {
            Self::Command(command) => command.label,
            Self::Completion(_) => "autocomplete",
            Self::Component(action) => action.label(),
            Self::Unknown => "unknown",
        }
    }

    /// Whether the user is still typing, and sees nothing but suggestions.
    pub const fn is_completion(&self) -> bool {
        matches!(self, Self::Completion(_))
    }
}

impl Service {
    /// Executes a request.
    ///
    /// Errors are database failures; mistakes by the user are refusals in the
    /// response.
    pub async fn handle(&self, request: &UserRequest, used: Used) -> StoreResult<Response> {
        let now = self.clock.now();
        let ctx = RequestContext { service: self, request, now };
        let response = ctx.answer(used).await?.for_request(request);
        if let Some(reason) = &response.refused {
            tracing::debug!(reason, "refused a request");
        }
        Ok(response)
    }
}

impl RequestContext<'_> {
    async fn answer(self, used: Used) -> StoreResult<Response> {
        let sent_at = self.interaction().created_at();
        let age = self.service.discord_time.now().since(sent_at);
        if age >= TOO_LATE && !used.is_completion() {
            tracing::warn!(seconds = age.as_secs(), "a request came late");
            return Ok(self.refused(&Refusal::TooLate));
        }
        let answering = async {
            match used {
                Used::Command(command) => (command.handler)(self).await,
                Used::Completion(command) => match command.and_then(|it| it.completion) {
                    Some(completion) => completion(self).await,
                    None => Ok(no_choices()),
                },
                Used::Component(action) => act(self, action).await,
                Used::Unknown => Err(Refusal::UnknownCommand.into()),
            }
        };
        // Boxed: this future is as large as the largest feature's.
        match Box::pin(answering).await {
            Ok(reply) => Ok(reply),
            Err(RequestError::Refused(refusal)) => Ok(self.refused(&refusal)),
            Err(RequestError::Failed(error)) => Err(error),
        }
    }
}

/// Leads each action to the function of its feature.
#[expect(clippy::too_many_lines, reason = "an arm for each action")]
async fn act(ctx: RequestContext<'_>, action: Action) -> RequestResult {
    let update = |reply: RequestResult| reply.map(Response::into_update);
    match action {
        Action::Accept(id) => challenges::accept(ctx, id).await,
        Action::Decline(id) => challenges::close(ctx, id, game::decline).await,
        Action::Cancel(id) => challenges::close(ctx, id, game::cancel).await,
        Action::RepeatChallenge(id) => play::repeat_challenge(ctx, id).await,
        Action::OpenPlayMenu(options) => menu::open(ctx, options).await,
        Action::CloseGameOptions(options) => update(menu::open(ctx, options).await),
        Action::OpenGameOptions(options)
        | Action::ChooseBoard(options)
        | Action::ChooseClock(options)
        | Action::ChooseTheme(options)
        | Action::ChooseRated(options) => menu::game_options(ctx, options).await,
        Action::ChallengeAnyone(options) => play::challenge(ctx, None, options).await,
        Action::ChallengeFriend(options) => play::challenge_chosen(ctx, options).await,
        Action::ChallengeListed(player) => play::challenge_listed(ctx, player).await,
        Action::PlayComputer(options) => replacement::play_computer(ctx, options).await,
        Action::OpenTogether(options) => Ok(together::open(ctx, options)),
        Action::PlayTogether(options) => together::play(ctx, options).await,
        Action::Drop(seen, column) => board::press(ctx, seen, game::Action::Drop(column)).await,
        Action::DropInChosen(seen, column) => {
            commands::in_chosen(ctx, seen, GameCommand::Drop(column)).await
        }
        Action::RepostChosen(seen) => commands::in_chosen(ctx, seen, GameCommand::Board).await,
        Action::DescribeChosen(seen) => commands::in_chosen(ctx, seen, GameCommand::Text).await,
        Action::Offer(seen, kind) => board::press(ctx, seen, game::Action::Offer(kind)).await,
        Action::AcceptOffer(seen) => board::press(ctx, seen, game::Action::Accept).await,
        Action::DeclineOffer(seen) => board::press(ctx, seen, game::Action::Decline).await,
        Action::WithdrawOffer(seen) => board::press(ctx, seen, game::Action::Withdraw).await,
        Action::Hint(seen) => hint::hint_on_board(ctx, seen, HintDetail::Nudge).await,
        Action::ShowHint(seen) => hint::hint_on_board(ctx, seen, HintDetail::Column).await,
        Action::Claim(seen) => board::press(ctx, seen, game::Action::Claim).await,
        Action::ClaimListed(game) => games::claim_listed(ctx, game).await,
        Action::AskResign(seen) => resign::ask(ctx, seen).await,
        Action::Resign(seen) => resign::confirm(ctx, seen).await,
        Action::PickGame(game) => games::pick_game(ctx, game).await,
        Action::ResignPicked(seen) => games::confirm_picked(ctx, seen).await,
        Action::ReplaceGame(game, options) => replacement::replace_game(ctx, game, options).await,
        Action::KeepGame(game) => replacement::keep_game(ctx, game).await,
        Action::PlayLevel(game, level) => replacement::play_level(ctx, game, level).await,
        Action::Rematch(game) => play::rematch(ctx, game).await,
        Action::GamesPage(page) => update(games::games(ctx, page).await),
        Action::Leaderboard(query) => update(leaderboard::leaderboard(ctx, None, query).await),
        Action::SeasonLeaderboard(season, query) => {
            update(leaderboard::leaderboard(ctx, Some(season), query).await)
        }
        Action::ListMe(on, query) => leaderboard::list_me(ctx, on, query).await,
        Action::SeasonTable(season) => season_table::table(ctx, season).await,
        Action::SeasonsPage(page) => update(seasons::list(ctx, page).await),
        Action::History(player, cursor) => history::history_page(ctx, player, cursor).await,
        Action::Replay(game) | Action::Moves(game) => {
            history::replay(ctx, game, 0, Navigation::Start).await
        }
        Action::ReplayJump(game, ply, navigation) => {
            update(history::replay(ctx, game, ply, navigation).await)
        }
        Action::Review(game) => review::review(ctx, game).await,
        Action::ReviewMove(game, ply) => review::review_jump(ctx, game, ply, None).await,
        Action::ReviewJump(game, ply, navigation) => {
            review::review_jump(ctx, game, ply, Some(navigation)).await
        }
        Action::MyPlace(period, sort_by) => leaderboard::own_page(ctx, period, sort_by).await,
        Action::ShareLeaderboard(query) => leaderboard::share(ctx, None, query).await,
        Action::ShareSeason(season, query) => leaderboard::share(ctx, Some(season), query).await,
        Action::ShareStats(player) => stats::share(ctx, player, None).await,
        Action::ShareRecord(player, versus) => stats::share(ctx, player, Some(versus)).await,
        Action::ShareAnimation(game) => history::share_animation(ctx, game).await,
        Action::ShareReplay(game, ply) => history::share_replay(ctx, game, ply).await,
        Action::ShareReview(game, ply) => review::share(ctx, game, ply).await,
        Action::SharePuzzle(number) => puzzle::share(ctx, number).await,
        Action::OpenPuzzle(number) => puzzle::open(ctx, number).await,
        Action::OpenPuzzleOfDay => puzzle::open(ctx, PuzzleNumber::of_day(ctx.now)).await,
        Action::PuzzleMonth => puzzle::month::month(ctx).await,
        Action::GoToPuzzle(number) => update(puzzle::open(ctx, number).await),
        Action::TryPuzzle(number, tries, column) => {
            update(puzzle::try_column(ctx, number, tries.into(), column).await)
        }
        Action::PuzzleSolution(number) => puzzle::solution(ctx, number, 0, Navigation::Start).await,
        Action::PuzzleSolutionJump(number, moves_shown, navigation) => {
            update(puzzle::solution(ctx, number, moves_shown, navigation).await)
        }
        Action::PracticePuzzle(number, tried) => update(puzzle::practice(ctx, number, tried).await),
        Action::Export => export::export(ctx).await,
        Action::DeleteData => data::delete_data(ctx).await,
        Action::CancelDeletion => Ok(preferences::data(ctx, data::kept)),
        Action::BlockChosen => preferences::block_chosen(ctx).await,
        Action::ChallengesFrom(from) => preferences::set(ctx, &|it| it.challenges = from).await,
        Action::TurnPings(on) => preferences::set(ctx, &|it| it.turns = on).await,
        Action::ReminderPings(on) => preferences::set(ctx, &|it| it.reminders = on).await,
        Action::Listed(on) => preferences::set(ctx, &|it| it.listed = on).await,
        Action::BlockedPage(page) => update(preferences::preferences(ctx, page).await),
        Action::Block(player) => preferences::block_challenger(ctx, player).await,
        Action::Unblock(player) => preferences::unblock(ctx, player).await,
        Action::OpenData => Ok(preferences::data(ctx, data::about)),
        Action::AskDelete => Ok(preferences::data(ctx, data::confirm_delete)),
        Action::TryTraining(seen, column) => update(training::try_column(ctx, seen, column).await),
        Action::NextTraining => update(training::train(ctx, None).await),
        Action::OpenTraining(game) => training::train(ctx, Some(game)).await,
        Action::OpenSettings(tab) => update(settings::settings(ctx, tab).await),
        Action::ServerTheme(theme) => settings::set_default(ctx, &|it| it.theme = theme).await,
        Action::ServerLocale(locale) => settings::set_default(ctx, &|it| it.locale = locale).await,
        Action::ServerTimeControl(control) => {
            settings::set_default(ctx, &|it| it.time_control = control).await
        }
        Action::ServerReminders(on) => settings::set_default(ctx, &|it| it.reminders = on).await,
        Action::MaxGamesPerChannel(limit) => {
            settings::set_limit(ctx, &|it| it.max_games_per_channel = limit).await
        }
        Action::ComputerGames(on) => settings::set_limit(ctx, &|it| it.computer_games = on).await,
        Action::ChallengeTime(time) => {
            settings::set_limit(ctx, &|it| it.challenge_time = time).await
        }
        Action::AllowChosenChannels => settings::allow_chosen_channels(ctx).await,
        Action::AllowEveryChannel => settings::set_limit(ctx, &|it| it.channels.clear()).await,
        Action::PickGameToEnd(game) => update(settings::ask_to_confirm_end(ctx, game).await),
        Action::EndGame(seen) => update(settings::end_game(ctx, seen).await),
        Action::PuzzleOff => posts::set_puzzle_hour(ctx, None).await,
        Action::PuzzleHour(hour) => posts::set_puzzle_hour(ctx, Some(hour)).await,
        Action::PuzzleHere => posts::post_puzzle_here(ctx).await,
        Action::LeaderboardHere => posts::leaderboard_here(ctx, None).await,
        Action::ShownLeaderboard(period, sort_by) => {
            posts::leaderboard_here(ctx, Some((period, sort_by))).await
        }
        Action::RemoveLeaderboard => posts::remove_leaderboard(ctx).await,
        Action::WeekInWords(on) => posts::week_in_words(ctx, on).await,
        Action::StartSeason(number) => season_pages::start(ctx, number).await,
        Action::AskStartSeason(number) => update(season_pages::ask_to_start(ctx, number)),
        Action::HideChosen => people::hide_chosen(ctx).await,
        Action::ShowHidden(player) => people::change(ctx, player, PersonChange::Show).await,
        Action::PickToReset => update(people::ask_to_confirm_reset(ctx).await),
        Action::ResetRecord(player) => people::change(ctx, player, PersonChange::Reset).await,
        Action::SeasonRhythm(rhythm) => season_pages::set_rhythm(ctx, rhythm).await,
        Action::Unknown => Err(Refusal::UnknownButton.into()),
    }
}
