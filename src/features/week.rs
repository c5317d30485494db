//! The week in words: what happened in a server, as it is posted on Mondays.

use std::{cell::RefCell, collections::BTreeSet, time::Duration};

use crate::{
    actions::{ComponentAction, GameOptions},
    features::{
        request::{Service, message_update::StandingBody},
        views::{Audience, board, names, pictures, together},
    },
    game::{GuildId, PlayerId, Record, Week, week_range},
    l10n,
    locale::Locale,
    markdown,
    message::{Button, MessageBody},
    store::{StoreResult, WeekFacts},
};

const HALF_A_DAY: Duration = Duration::from_hours(12);

/// A week of a server, by its number. Empty if nothing happened. One that `is_new` has a picture, which
/// stays when the text is edited.
pub(crate) async fn post(
    service: &Service,
    (guild, locale): (GuildId, Locale),
    number: i64,
    is_new: bool,
) -> StoreResult<StandingBody> {
    let time = week_range(number);
    let store = &service.store;
    let WeekFacts { games, streaks, people } = store.week(guild, time.clone()).await?;
    let week = Week::of(&games, streaks, |player| people.contains_key(&player));
    let together = together::record(&store.channel_results(guild, time.clone()).await?, locale);
    if week.is_empty() && together.is_none() {
        return Ok(StandingBody::empty());
    }
    // At noon, since Discord shows dates in the time zone of who reads them.
    let [first, last] = [time.start.after(HALF_A_DAY), time.end.before(HALF_A_DAY)];
    let title = l10n::week_title(locale, markdown::date(first), markdown::date(last));
    let named = RefCell::new(BTreeSet::new());
    let body = service.fitting(Audience::public(locale, Some(guild)), |audience, _| {
        let name = |id: PlayerId| {
            named.borrow_mut().insert(id);
            names::person(audience, &people[&id])
        };
        let lines = [title.clone()].into_iter().chain(lines(&week, locale, name));
        let lines = lines.chain(together.clone());
        MessageBody::new(lines.collect::<Vec<_>>().join("\n"), Vec::new())
    });
    let shown = StandingBody::new(body, named.into_inner().into_iter().collect());
    let play = ComponentAction::OpenPlayMenu(GameOptions::default());
    let mut buttons = vec![Button::success(play, l10n::button_play_now(locale))];
    let shortest = match week.shortest {
        Some(shortest) => store.game(shortest.game).await?,
        None => None,
    };
    buttons.extend(shortest.as_ref().map(|game| board::replay_button(game.id, locale)));
    // Its description has no names.
    let file = match shortest.filter(|_| is_new) {
        Some(game) => pictures::game_gif(&game, l10n::week_picture(locale)).await,
        None => None,
    };
    Ok(shown.with(|body| MessageBody { file, ..body.with_buttons(buttons) }))
}

/// What happened, a line each. `name` is that of a person who is shown.
fn lines(
    week: &Week,
    locale: Locale,
    name: impl Fn(PlayerId) -> String,
) -> impl Iterator<Item = String> {
    let leaders: Vec<_> = week.leaders.iter().map(|id| format!("**{}**", name(*id))).collect();
    let record = names::record(week.record, locale);
    let leaders =
        (!leaders.is_empty()).then(|| l10n::week_leaders(locale, leaders.join(", "), record));
    let climber = week.climber.map(|it| {
        let (gain, rating) = (it.gain.to_string(), it.rating.to_string());
        l10n::week_climber(locale, gain, name(it.player), rating)
    });
    let rivalry = week.rivalry.map(|(players, Record { wins, losses, .. })| {
        let [one, other] = players.map(&name);
        let score = format!("{wins}–{losses}");
        if wins == losses {
            l10n::week_rivalry_level(locale, one, other, score)
        } else {
            l10n::week_rivalry(locale, one, other, score)
        }
    });
    let streaks = week.streaks.iter();
    let streaks = streaks.map(|(player, days)| l10n::puzzle_solver(locale, *days, name(*player)));
    let streaks: Vec<_> = streaks.collect();
    let streaks = (!streaks.is_empty()).then(|| l10n::week_streaks(locale, streaks.join(" · ")));
    let shortest = week
        .shortest
        .map(|it| l10n::week_shortest(locale, name(it.loser), it.discs, name(it.winner)));
    [leaders, climber, rivalry, streaks, shortest].into_iter().flatten()
}
