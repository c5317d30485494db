use fluent_bundle::FluentValue;

use super::{Locale, lookup::sentence};
use crate::theme::Theme;

/// A theme's name. Its text is found by the theme's own name.
pub fn theme(locale: Locale, theme: Theme) -> String {
    sentence(locale, &theme_key(theme), [])
}

fn theme_key(theme: Theme) -> String {
    format!("theme-{}", theme.name())
}

/// Defines a function for each text, with the placeholders as its arguments, and the
/// list of all keys for the tests.
macro_rules! sentences {
    ($($function:ident($($argument:ident = $name:literal),*) = $key:literal;)*) => {
        $(
            #[doc = concat!("The text `", $key, "`.")]
            pub fn $function(locale: Locale $(, $argument: impl Into<FluentValue<'static>>)*) -> String {
                sentence(locale, $key, [$(($name, $argument.into())),*])
            }
        )*

        #[cfg(test)]
        const ALL: &[(&str, &[&str])] = &[$(($key, &[$($name),*])),*];
    };
}

sentences! {
    board_title(first = "first", first_name = "firstName", second = "second", second_name = "secondName") = "board-title";
    headline_person(name = "name") = "headline-person";
    headline_computer(level = "level") = "headline-computer";
    computer() = "computer";
    computer_at_level(level = "level") = "computer-at-level";
    level_easy() = "level-easy";
    level_medium() = "level-medium";
    level_hard() = "level-hard";
    level_perfect() = "level-perfect";
    board_goal(connect = "connect") = "board-goal";
    play_menu() = "play-menu";
    play_menu_friend() = "play-menu-friend";
    play_chosen(options = "options") = "play-chosen";
    play_options() = "play-options";
    play_rated() = "play-rated";
    play_unrated() = "play-unrated";
    play_first_you() = "play-first-you";
    play_first_other() = "play-first-other";
    series(first = "first", one = "one", other = "other", second = "second") = "series";
    board_standard(columns = "columns", rows = "rows") = "board-standard";
    board_quick(columns = "columns", rows = "rows") = "board-quick";
    board_five(columns = "columns", rows = "rows") = "board-five";
    board_other(columns = "columns", rows = "rows") = "board-other";
    time_control_none() = "time-control-none";
    time_control_five_minutes() = "time-control-five-minutes";
    time_control_one_hour() = "time-control-one-hour";
    time_control_one_day() = "time-control-one-day";
    time_control_three_days() = "time-control-three-days";
    last_move(name = "name", column = "column") = "last-move";
    your_move_by(disc = "disc", mention = "mention", number = "number", time = "time") = "your-move-by";
    your_first_move_by(disc = "disc", mention = "mention", number = "number", time = "time") = "your-first-move-by";
    your_move_or_claim(disc = "disc", mention = "mention", number = "number", other = "other") = "your-move-or-claim";
    your_move_or_call_off(disc = "disc", mention = "mention", number = "number") = "your-move-or-call-off";
    offer_draw(name = "name", mention = "mention") = "offer-draw";
    offer_take_back(name = "name", mention = "mention") = "offer-take-back";
    draw_declined(name = "name") = "draw-declined";
    take_back_declined(name = "name") = "take-back-declined";
    timed_out(loser = "loser", disc = "disc", winner = "winner") = "timed-out";
    draw_by_agreement() = "draw-by-agreement";
    claimed(loser = "loser", disc = "disc", winner = "winner") = "claimed";
    may_claim(away = "away", winner = "winner") = "may-claim";
    called_off() = "called-off";
    called_off_idle() = "called-off-idle";
    called_off_replaced() = "called-off-replaced";
    interrupted() = "interrupted";
    ended_by_moderator() = "ended-by-moderator";
    reminder(mention = "mention", name = "name", time = "time", link = "link") = "reminder";
    reminder_first_move(mention = "mention", name = "name", time = "time", link = "link") = "reminder-first-move";
    reminder_moved(name = "name", link = "link") = "reminder-moved";
    reminder_outdated(link = "link") = "reminder-outdated";
    reminder_over(link = "link") = "reminder-over";
    text_board_title(first = "first", second = "second", board = "board") = "text-board-title";
    text_board_empty(column = "column") = "text-board-empty";
    text_board_column(column = "column", discs = "discs") = "text-board-column";
    text_board_full(column = "column", discs = "discs") = "text-board-full";
    text_board_turn(name = "name") = "text-board-turn";
    your_move(disc = "disc", mention = "mention", number = "number") = "your-move";
    thinking(disc = "disc", name = "name", number = "number") = "thinking";
    won(disc = "disc", name = "name", lines = "lines") = "won";
    drawn() = "drawn";
    resigned(loser = "loser", disc = "disc", winner = "winner") = "resigned";
    line_vertical(length = "length", start = "start") = "line-vertical";
    line_horizontal(length = "length", start = "start", end = "end") = "line-horizontal";
    line_diagonal(length = "length", start = "start", end = "end") = "line-diagonal";
    lines_two(one = "one", other = "other") = "lines-two";
    board_moved(first = "first", first_name = "firstName", second = "second", second_name = "secondName", link = "link") = "board-moved";
    board_moved_over(first = "first", first_name = "firstName", second = "second", second_name = "secondName", link = "link") = "board-moved-over";
    button_accept() = "button-accept";
    button_decline() = "button-decline";
    button_withdraw() = "button-withdraw";
    button_cancel() = "button-cancel";
    button_join() = "button-join";
    button_draw() = "button-draw";
    button_take_back() = "button-take-back";
    button_hint() = "button-hint";
    button_resign() = "button-resign";
    button_claim() = "button-claim";
    button_really_resign() = "button-really-resign";
    button_play_on() = "button-play-on";
    button_start_new() = "button-start-new";
    button_rematch() = "button-rematch";
    button_play_level(level = "level") = "button-play-level";
    button_invite() = "button-invite";
    button_options() = "button-options";
    button_play_computer() = "button-play-computer";
    button_play_now() = "button-play-now";
    button_ask_again() = "button-ask-again";
    button_previous() = "button-previous";
    button_next() = "button-next";
    button_start() = "button-start";
    button_back() = "button-back";
    button_end() = "button-end";
    choose_game() = "choose-game";
    challenge(mention = "mention", challenger = "challenger") = "challenge";
    challenge_open(challenger = "challenger") = "challenge-open";
    challenge_rematch(mention = "mention", challenger = "challenger") = "challenge-rematch";
    first_named(name = "name") = "first-named";
    first_joiner() = "first-joiner";
    first_random() = "first-random";
    challenge_board(board = "board") = "challenge-board";
    challenge_time_control(time = "time") = "challenge-time-control";
    challenge_until(time = "time") = "challenge-until";
    challenge_declined(opponent = "opponent", challenger = "challenger") = "challenge-declined";
    challenge_cancelled(challenger = "challenger") = "challenge-cancelled";
    challenge_expired(challenger = "challenger") = "challenge-expired";
    challenge_expired_named(opponent = "opponent", challenger = "challenger") = "challenge-expired-named";
    challenge_accepted(challenger = "challenger") = "challenge-accepted";
    refused_self() = "refused-self";
    refused_bot(name = "name") = "refused-bot";
    refused_level(name = "name") = "refused-level";
    refused_nobody_here() = "refused-nobody-here";
    refused_you_play_here(link = "link") = "refused-you-play-here";
    refused_you_play_unseen() = "refused-you-play-unseen";
    refused_they_play_here(name = "name") = "refused-they-play-here";
    refused_too_many(most = "most") = "refused-too-many";
    refused_you_challenged(name = "name", link = "link") = "refused-you-challenged";
    refused_they_challenged(name = "name", link = "link") = "refused-they-challenged";
    refused_challenged_recently(name = "name", time = "time") = "refused-challenged-recently";
    refused_open_here(link = "link") = "refused-open-here";
    refused_cannot_be_challenged(name = "name") = "refused-cannot-be-challenged";
    refused_you_blocked_them(name = "name") = "refused-you-blocked-them";
    refused_cannot_join() = "refused-cannot-join";
    refused_too_many_blocks(limit = "limit") = "refused-too-many-blocks";
    refused_not_challenged(name = "name") = "refused-not-challenged";
    refused_own_challenge() = "refused-own-challenge";
    refused_not_your_challenge(name = "name") = "refused-not-your-challenge";
    refused_not_yours_to_repeat(name = "name") = "refused-not-yours-to-repeat";
    refused_challenge_accepted() = "refused-challenge-accepted";
    refused_challenge_declined() = "refused-challenge-declined";
    refused_challenge_cancelled() = "refused-challenge-cancelled";
    refused_challenge_expired() = "refused-challenge-expired";
    refused_rematch_offered(link = "link") = "refused-rematch-offered";
    refused_rematch_taken() = "refused-rematch-taken";
    refused_not_your_rematch() = "refused-not-your-rematch";
    refused_opponent_deleted() = "refused-opponent-deleted";
    refused_still_playing() = "refused-still-playing";
    refused_no_game() = "refused-no-game";
    refused_not_your_game() = "refused-not-your-game";
    refused_not_your_turn(name = "name") = "refused-not-your-turn";
    refused_computers_turn() = "refused-computers-turn";
    refused_no_hints() = "refused-no-hints";
    refused_no_hint_found() = "refused-no-hint-found";
    refused_column_full(column = "column") = "refused-column-full";
    refused_no_column(columns = "columns") = "refused-no-column";
    refused_old_board(link = "link") = "refused-old-board";
    refused_reposted_recently(time = "time") = "refused-reposted-recently";
    refused_just_changed() = "refused-just-changed";
    refused_too_late() = "refused-too-late";
    refused_game_won(name = "name") = "refused-game-won";
    refused_game_timed_out(loser = "loser", winner = "winner") = "refused-game-timed-out";
    refused_game_claimed(loser = "loser", winner = "winner") = "refused-game-claimed";
    refused_game_called_off() = "refused-game-called-off";
    refused_game_interrupted() = "refused-game-interrupted";
    refused_game_ended_by_moderator() = "refused-game-ended-by-moderator";
    refused_level_board(level = "level") = "refused-level-board";
    refused_you_offered_draw(name = "name") = "refused-you-offered-draw";
    refused_you_offered_take_back(name = "name") = "refused-you-offered-take-back";
    refused_they_offered_draw(name = "name") = "refused-they-offered-draw";
    refused_they_offered_take_back(name = "name") = "refused-they-offered-take-back";
    refused_draw_declined(name = "name") = "refused-draw-declined";
    refused_take_back_declined(name = "name") = "refused-take-back-declined";
    refused_draw_withdrawn() = "refused-draw-withdrawn";
    refused_take_back_withdrawn() = "refused-take-back-withdrawn";
    refused_not_your_offer(name = "name") = "refused-not-your-offer";
    refused_not_your_claim(name = "name") = "refused-not-your-claim";
    refused_nothing_to_claim() = "refused-nothing-to-claim";
    refused_nothing_to_take_back() = "refused-nothing-to-take-back";
    refused_computer_draws() = "refused-computer-draws";
    refused_game_drawn() = "refused-game-drawn";
    refused_computer_off() = "refused-computer-off";
    refused_wrong_channel(channels = "channels") = "refused-wrong-channel";
    refused_channel_full(most = "most") = "refused-channel-full";
    refused_nobody_sees() = "refused-nobody-sees";
    refused_use_buttons(link = "link") = "refused-use-buttons";
    refused_not_manager() = "refused-not-manager";
    refused_no_settings() = "refused-no-settings";
    refused_not_your_question(name = "name") = "refused-not-your-question";
    refused_unknown_button() = "refused-unknown-button";
    refused_gone() = "refused-gone";
    refused_only_servers() = "refused-only-servers";
    refused_unknown_command() = "refused-unknown-command";
    fault(reference = "reference") = "fault";
    hint_best(columns = "columns") = "hint-best";
    hint_lost(columns = "columns", count = "count", moves = "moves") = "hint-lost";
    hint_wins_now(columns = "columns", count = "count") = "hint-wins-now";
    hint_wins(columns = "columns", count = "count", moves = "moves") = "hint-wins";
    hint_draws(columns = "columns", count = "count") = "hint-draws";
    hint_loses(columns = "columns", count = "count", moves = "moves") = "hint-loses";
    hint_unclear(columns = "columns", count = "count") = "hint-unclear";
    hints_used(count = "count") = "hints-used";
    and(list = "list", last = "last") = "and";
    games_title() = "games-title";
    games_none() = "games-none";
    games_your_turn() = "games-your-turn";
    games_their_turn(name = "name") = "games-their-turn";
    games_line(disc = "disc", name = "name", turn = "turn", number = "number", link = "link") = "games-line";
    games_time(time = "time") = "games-time";
    games_may_claim(name = "name") = "games-may-claim";
    games_you_may_claim() = "games-you-may-claim";
    games_resigned(name = "name") = "games-resigned";
    games_claimed(name = "name") = "games-claimed";
    games_pick(name = "name", number = "number") = "games-pick";
    games_claim(name = "name") = "games-claim";
    games_really(name = "name", link = "link") = "games-really";
    replace_question(link = "link") = "replace-question";
    replace_kept(link = "link") = "replace-kept";
    leaderboard_title(scope = "scope", period = "period", order = "order") = "leaderboard-title";
    leaderboard_none() = "leaderboard-none";
    leaderboard_line(rank = "rank", name = "name", record = "record") = "leaderboard-line";
    leaderboard_own(rank = "rank", name = "name", record = "record") = "leaderboard-own";
    leaderboard_own_none() = "leaderboard-own-none";
    page(page = "page", pages = "pages") = "page";
    record(wins = "wins", losses = "losses", draws = "draws") = "record";
    stats_title(name = "name") = "stats-title";
    stats_none(name = "name") = "stats-none";
    stats_here(record = "record") = "stats-here";
    stats_everywhere(record = "record") = "stats-everywhere";
    stats_versus(name = "name", record = "record") = "stats-versus";
    stats_versus_none(name = "name", opponent = "opponent") = "stats-versus-none";
    language_name() = "language-name";
    settings_title(page = "page", pages = "pages") = "settings-title";
    settings_theme(theme = "theme") = "settings-theme";
    settings_locale(language = "language") = "settings-locale";
    settings_locale_said(language = "language") = "settings-locale-said";
    settings_time_control(time = "time") = "settings-time-control";
    settings_reminders_on() = "settings-reminders-on";
    settings_reminders_off() = "settings-reminders-off";
    settings_max_games(most = "most") = "settings-max-games";
    settings_max_games_any() = "settings-max-games-any";
    settings_channels(channels = "channels") = "settings-channels";
    settings_channels_all() = "settings-channels-all";
    settings_computer_on() = "settings-computer-on";
    settings_computer_off() = "settings-computer-off";
    settings_note() = "settings-note";
    settings_live() = "settings-live";
    settings_live_none() = "settings-live-none";
    settings_pick(first = "first", second = "second", number = "number") = "settings-pick";
    settings_really(first = "first", second = "second", link = "link") = "settings-really";
    settings_ended(first = "first", second = "second") = "settings-ended";
    choose_theme() = "choose-theme";
    choose_board() = "choose-board";
    choose_rated() = "choose-rated";
    choose_language() = "choose-language";
    choose_time_control() = "choose-time-control";
    choose_max_games() = "choose-max-games";
    choose_channels() = "choose-channels";
    choose_end() = "choose-end";
    button_reminders_on() = "button-reminders-on";
    button_reminders_off() = "button-reminders-off";
    button_every_channel() = "button-every-channel";
    button_computer_on() = "button-computer-on";
    button_computer_off() = "button-computer-off";
    button_settings_games() = "button-settings-games";
    button_settings_limits() = "button-settings-limits";
    button_settings_live() = "button-settings-live";
    button_really_end() = "button-really-end";
    button_leave() = "button-leave";
    help_goal() = "help-goal";
    help_play(play = "play") = "help-play";
    help_board(board = "board", games = "games") = "help-board";
    help_results(leaderboard = "leaderboard", stats = "stats", history = "history") = "help-results";
    help_choices(notifications = "notifications", privacy = "privacy") = "help-choices";
    command_play() = "command-play";
    command_play_opponent() = "command-play-opponent";
    command_play_level() = "command-play-level";
    command_play_board() = "command-play-board";
    command_play_clock() = "command-play-clock";
    command_play_theme() = "command-play-theme";
    command_play_first() = "command-play-first";
    command_play_first_me() = "command-play-first-me";
    command_play_first_opponent() = "command-play-first-opponent";
    command_play_first_random() = "command-play-first-random";
    command_drop() = "command-drop";
    command_drop_column() = "command-drop-column";
    command_board() = "command-board";
    command_board_text() = "command-board-text";
    command_draw() = "command-draw";
    command_takeback() = "command-takeback";
    command_resign() = "command-resign";
    command_hint() = "command-hint";
    command_games() = "command-games";
    command_leaderboard() = "command-leaderboard";
    command_stats() = "command-stats";
    command_stats_player() = "command-stats-player";
    command_stats_versus() = "command-stats-versus";
    command_settings() = "command-settings";
    command_notifications() = "command-notifications";
    command_help() = "command-help";
    not_rated() = "not-rated";
    not_rated_no_limit() = "not-rated-no-limit";
    not_rated_today(most = "most") = "not-rated-today";
    rating_change(name = "name", before = "before", after = "after") = "rating-change";
    ratings_changed(changes = "changes") = "ratings-changed";
    ranking_games_left(name = "name", games = "games") = "ranking-games-left";
    ranking_needs(players = "players") = "ranking-needs";
    ranking_both_need(games = "games") = "ranking-both-need";
    deleted_player() = "deleted-player";
    button_replay() = "button-replay";
    button_review() = "button-review";
    button_moves() = "button-moves";
    button_share() = "button-share";
    button_show_everyone() = "button-show-everyone";
    button_turning_point() = "button-turning-point";
    button_my_place() = "button-my-place";
    button_by_rating() = "button-by-rating";
    button_by_wins() = "button-by-wins";
    button_all_time() = "button-all-time";
    button_month() = "button-month";
    button_week() = "button-week";
    button_everywhere() = "button-everywhere";
    button_server() = "button-server";
    button_really_delete() = "button-really-delete";
    button_keep() = "button-keep";
    refused_no_such_game() = "refused-no-such-game";
    refused_unknown_player() = "refused-unknown-player";
    refused_not_my_message() = "refused-not-my-message";
    refused_no_board_there() = "refused-no-board-there";
    refused_review_board() = "refused-review-board";
    refused_too_many_reviews(limit = "limit") = "refused-too-many-reviews";
    refused_review_failed() = "refused-review-failed";
    refused_exports_under_way() = "refused-exports-under-way";
    scope_server() = "scope-server";
    scope_everywhere() = "scope-everywhere";
    period_all_time() = "period-all-time";
    period_month() = "period-month";
    period_week() = "period-week";
    leaderboard_by_rating() = "leaderboard-by-rating";
    leaderboard_by_wins() = "leaderboard-by-wins";
    leaderboard_nobody() = "leaderboard-nobody";
    leaderboard_line_rating(rank = "rank", name = "name", rating = "rating", record = "record") = "leaderboard-line-rating";
    leaderboard_own_rating(rank = "rank", name = "name", rating = "rating", record = "record") = "leaderboard-own-rating";
    leaderboard_own_unrated() = "leaderboard-own-unrated";
    leaderboard_hidden() = "leaderboard-hidden";
    leaderboard_names() = "leaderboard-names";
    leaderboard_players(total = "total") = "leaderboard-players";
    rating_sure(rating = "rating", deviation = "deviation") = "rating-sure";
    rating_unsure(rating = "rating", deviation = "deviation") = "rating-unsure";
    rating_unsure_until(rating = "rating", deviation = "deviation", games = "games") = "rating-unsure-until";
    stats_rating_here(rating = "rating") = "stats-rating-here";
    stats_rating_everywhere(rating = "rating") = "stats-rating-everywhere";
    stats_games_needed(games = "games") = "stats-games-needed";
    stats_streak_wins(count = "count") = "stats-streak-wins";
    stats_streak_losses(count = "count") = "stats-streak-losses";
    stats_streak_draws(count = "count") = "stats-streak-draws";
    stats_best_streak(count = "count") = "stats-best-streak";
    stats_computer(levels = "levels") = "stats-computer";
    stats_level(level = "level", wins = "wins", games = "games") = "stats-level";
    stats_picture(first = "first", last = "last") = "stats-picture";
    history_title(name = "name") = "history-title";
    history_none(name = "name") = "history-none";
    history_won() = "history-won";
    history_lost() = "history-lost";
    history_drew() = "history-drew";
    history_outcome(result = "result", moves = "moves") = "history-outcome";
    history_line(game = "game", name = "name", outcome = "outcome", date = "date") = "history-line";
    history_description(outcome = "outcome", date = "date") = "history-description";
    history_pick(game = "game", name = "name") = "history-pick";
    choose_replay() = "choose-replay";
    replay_start(count = "count") = "replay-start";
    replay_move(number = "number", count = "count", name = "name", column = "column") = "replay-move";
    replay_moves(moves = "moves") = "replay-moves";
    replay_solver(link = "link") = "replay-solver";
    shared_by(name = "name") = "shared-by";
    replay_picture(first = "first", second = "second") = "replay-picture";
    review_waiting() = "review-waiting";
    review_working(bar = "bar", done = "done", count = "count") = "review-working";
    review_title(game = "game") = "review-title";
    review_accuracy(disc = "disc", name = "name", accuracy = "accuracy") = "review-accuracy";
    review_turning_point(number = "number", name = "name", column = "column", before = "before", after = "after", better = "better") = "review-turning-point";
    review_no_turning_point() = "review-no-turning-point";
    review_move(number = "number", count = "count", name = "name", column = "column", grade = "grade") = "review-move";
    review_gave_away(before = "before", after = "after", better = "better") = "review-gave-away";
    grade_best() = "grade-best";
    grade_good() = "grade-good";
    grade_inaccuracy() = "grade-inaccuracy";
    grade_mistake() = "grade-mistake";
    grade_blunder() = "grade-blunder";
    grade_count_best(count = "count") = "grade-count-best";
    grade_count_good(count = "count") = "grade-count-good";
    grade_count_inaccuracy(count = "count") = "grade-count-inaccuracy";
    grade_count_mistake(count = "count") = "grade-count-mistake";
    grade_count_blunder(count = "count") = "grade-count-blunder";
    outcome_win(moves = "moves") = "outcome-win";
    outcome_draw() = "outcome-draw";
    outcome_loss(moves = "moves") = "outcome-loss";
    privacy_about() = "privacy-about";
    privacy_export() = "privacy-export";
    privacy_export_follows() = "privacy-export-follows";
    privacy_export_part(number = "number", count = "count") = "privacy-export-part";
    privacy_export_failed() = "privacy-export-failed";
    privacy_ask_delete() = "privacy-ask-delete";
    privacy_deleted() = "privacy-deleted";
    game_deleted() = "game-deleted";
    challenge_deleted() = "challenge-deleted";
    privacy_kept() = "privacy-kept";
    privacy_nothing() = "privacy-nothing";
    privacy_listed() = "privacy-listed";
    privacy_unlisted() = "privacy-unlisted";
    notifications_title() = "notifications-title";
    notifications_anyone() = "notifications-anyone";
    notifications_played() = "notifications-played";
    notifications_nobody() = "notifications-nobody";
    notifications_turns_on() = "notifications-turns-on";
    notifications_turns_off() = "notifications-turns-off";
    notifications_reminders_on() = "notifications-reminders-on";
    notifications_reminders_off() = "notifications-reminders-off";
    notifications_blocked_none() = "notifications-blocked-none";
    notifications_blocked(count = "count", people = "people") = "notifications-blocked";
    challenges_anyone() = "challenges-anyone";
    challenges_played() = "challenges-played";
    challenges_nobody() = "challenges-nobody";
    choose_challenges() = "choose-challenges";
    choose_block() = "choose-block";
    choose_unblock() = "choose-unblock";
    button_turn_pings_on() = "button-turn-pings-on";
    button_turn_pings_off() = "button-turn-pings-off";
    button_block() = "button-block";
    offer_block(name = "name") = "offer-block";
    blocked(mention = "mention") = "blocked";
    unknown_user(id = "id") = "unknown-user";
    command_play_rated() = "command-play-rated";
    command_leaderboard_scope() = "command-leaderboard-scope";
    command_leaderboard_period() = "command-leaderboard-period";
    command_history() = "command-history";
    command_history_player() = "command-history-player";
    command_replay() = "command-replay";
    command_replay_game() = "command-replay-game";
    command_review() = "command-review";
    command_review_game() = "command-review-game";
    command_privacy() = "command-privacy";
    command_privacy_about() = "command-privacy-about";
    command_privacy_export() = "command-privacy-export";
    command_privacy_delete() = "command-privacy-delete";
    command_privacy_listed() = "command-privacy-listed";
    command_privacy_listed_show() = "command-privacy-listed-show";
    menu_challenge() = "menu-challenge";
    menu_position() = "menu-position";
    column_choice(column = "column") = "column-choice";
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// All keys, those of the themes' names too, each with its placeholders.
    fn texts() -> Vec<(String, &'static [&'static str])> {
        let themes = Theme::ALL.map(|theme| (theme_key(theme), [].as_slice()));
        ALL.iter().map(|(key, names)| (String::from(*key), *names)).chain(themes).collect()
    }

    /// The keys of a language's file, each with its placeholders.
    fn file_entries(locale: Locale) -> Vec<(String, BTreeSet<String>)> {
        let path = format!(
            "{}/src/l10n/locales/{}/fourfall.ftl",
            env!("CARGO_MANIFEST_DIR"),
            locale.tag()
        );
        let file = std::fs::read_to_string(path).unwrap();
        let mut entries: Vec<(String, String)> = Vec::new();
        for line in file.lines().filter(|line| !line.starts_with('#')) {
            match line.split_once(" =") {
                Some((key, text)) if !line.starts_with([' ', '}']) => {
                    entries.push((key.to_owned(), text.to_owned()));
                }
                _ => {
                    if let Some((_, text)) = entries.last_mut() {
                        text.push_str(line);
                    }
                }
            }
        }
        entries.into_iter().map(|(key, text)| (key, placeholders(&text))).collect()
    }

    fn placeholders(text: &str) -> BTreeSet<String> {
        text.split('$')
            .skip(1)
            .map(|rest| rest.chars().take_while(|c| c.is_alphanumeric()).collect())
            .collect()
    }

    #[test]
    fn every_language_has_every_text_with_its_placeholders() {
        let texts = texts();
        let expected: BTreeSet<(String, BTreeSet<String>)> = texts
            .iter()
            .map(|(key, names)| (key.clone(), names.iter().copied().map(String::from).collect()))
            .collect();
        for locale in Locale::ALL {
            let entries = file_entries(locale);
            assert_eq!(entries.len(), texts.len(), "a key is missing or defined twice");
            assert_eq!(entries.into_iter().collect::<BTreeSet<_>>(), expected, "{}", locale.tag());
        }
    }

    /// Discord's length limits in characters, by the prefix of the key:
    /// [labels of buttons](https://discord.com/developers/docs/components/reference#button),
    /// [options and placeholders of selects](https://discord.com/developers/docs/components/reference#string-select),
    /// [descriptions and choices of commands](https://discord.com/developers/docs/interactions/application-commands#application-command-object-application-command-structure),
    /// and messages, for any other prefix.
    const LIMITS: [(&str, usize); 17] = [
        ("button-", 80),
        ("games-claimed", 2000),
        ("games-claim", 80),
        ("choose-", 150),
        ("games-pick", 100),
        ("history-pick", 100),
        ("history-description", 100),
        ("play-rated", 100),
        ("play-unrated", 100),
        ("settings-pick", 100),
        ("command-", 100),
        ("column-choice", 100),
        ("level-", 100),
        ("board-standard", 100),
        ("time-control-", 100),
        ("theme-", 100),
        ("", 2000),
    ];

    /// How many characters fit on a phone's button, in a row of up to three.
    const MAX_BUTTON_LABEL: usize = 30;

    /// How many characters the name of a level of the computer has at most.
    const MAX_LEVEL_LENGTH: usize = 10;

    #[test]
    fn every_text_is_within_discords_length_limit() {
        let (texts, longest) = (texts(), "W".repeat(40));
        for locale in Locale::ALL {
            for (key, names) in &texts {
                let arguments = names.iter().map(|name| {
                    // Long names, and numbers where the text expects them.
                    let is_number = ["number", "column", "columns", "rows", "page", "pages"];
                    let value: FluentValue<'_> = match *name {
                        "count" | "moves" | "wins" | "losses" | "draws" | "most" => 1234.into(),
                        name if is_number.contains(&name) => 12.into(),
                        "level" => "W".repeat(MAX_LEVEL_LENGTH).into(),
                        _ => longest.clone().into(),
                    };
                    (*name, value)
                });
                let sentence = sentence(locale, key, arguments);
                let (_, limit) = LIMITS.iter().find(|(start, _)| key.starts_with(start)).unwrap();
                let length = sentence.chars().count();
                assert!(length <= *limit, "{key} in {}: {length} characters", locale.tag());
                if key.starts_with("level-") {
                    assert!(length <= MAX_LEVEL_LENGTH, "{key} in {}: {sentence}", locale.tag());
                }
                assert!(!sentence.trim().is_empty(), "{key} in {}", locale.tag());
                if key.starts_with("button-") {
                    assert!(length <= MAX_BUTTON_LABEL, "{key} in {}: {sentence}", locale.tag());
                }
            }
        }
    }

    #[test]
    fn every_text_is_translated() {
        let texts = texts();
        let english = |key: &str| sentence(Locale::EnglishUs, key, []);
        for locale in Locale::ALL.into_iter().filter(|it| *it != Locale::EnglishUs) {
            let plain = texts.iter().filter(|(_, names)| names.is_empty());
            let same: Vec<_> = plain
                .map(|(key, _)| key.as_str())
                .filter(|key| sentence(locale, key, []) == english(key))
                .filter(|key| !["computer", "time-control-five-minutes"].contains(key))
                // A German word as well.
                .filter(|key| (locale, *key) != (Locale::German, "button-replay"))
                .collect();
            assert_eq!(same, [""; 0], "{}", locale.tag());
        }
    }

    #[test]
    fn arguments_are_filled_in_without_isolation_marks() {
        let sentence = your_move(Locale::EnglishUs, "🔴", "<@1>", 7);
        assert_eq!(sentence, "🔴 <@1>, your move · move 7");
    }

    #[test]
    fn plurals_follow_the_number() {
        let record = record(Locale::EnglishUs, 1, 2, 0);
        assert_eq!(record, "1 win · 2 losses · 0 draws");
        for locale in Locale::ALL.into_iter().filter(|it| *it != Locale::Japanese) {
            let one = replay_start(locale, 1).replace('1', "5");
            assert_ne!(one, replay_start(locale, 5), "{}", locale.tag());
        }
    }
}
