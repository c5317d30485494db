//! A store, whichever database it is in.

use std::time::Duration;

use async_trait::async_trait;
use tokio::sync::mpsc;

use super::{
    Deadline, Forgotten, HistoryPage, HistoryTurn, Posted, RatingPoint, Saved, Scope, Standing,
    StandingsPage, Store, StoreError, Turn, Viewer,
    database::{Claim, Database},
    dump::{Row, Table},
    operations::{
        challenges, clocks, deadlines, dump, forget,
        games::{self, Changed},
        history, players, rankings, records, registrations, results, reviews, settings,
    },
    rows::{ChallengeRow, GameRow},
    sql,
    statement::statement,
};
use crate::{
    play::{
        self, ApplicationId, Challenge, ChallengeId, ChallengeState, ChannelId, Game, GameId,
        GuildId, GuildSettings, InteractionId, MessageId, NewChallenge, NewGame, Place, Player,
        PlayerId, Posting, Ranking, Record, SettingsChange, Situation, Summary, Version,
    },
    rating::Rating,
};
use clock::Timestamp;
use connect4::GameScores;

/// A store in a database.
#[derive(Debug)]
pub(super) struct Stored<D>(pub(super) D);

/// What storing a game claims: its end adds to results.
const fn claims_of(game: &Game) -> &'static [Claim] {
    if game.ending.is_some() { &[Claim::Results] } else { &[] }
}

#[async_trait]
impl<D: Database> Store for Stored<D> {
    async fn game(&self, id: GameId) -> Result<Option<Game>, StoreError> {
        self.0.game(id).await
    }

    async fn game_of_challenge(&self, id: ChallengeId) -> Result<Option<Game>, StoreError> {
        let reader = &mut *self.0.reader().await?;
        statement(sql::GAME_OF_CHALLENGE).bind(id.0).found::<GameRow, _>(reader).await
    }

    async fn game_begun_by(&self, id: InteractionId) -> Result<Option<Game>, StoreError> {
        let query = statement(sql::GAME_BEGUN_BY).bind(id.0.cast_signed());
        query.found::<GameRow, _>(&mut *self.0.reader().await?).await
    }

    async fn live_game(
        &self,
        channel: ChannelId,
        player: PlayerId,
    ) -> Result<Option<Game>, StoreError> {
        let query =
            statement(sql::LIVE_GAME).bind(player.0.cast_signed()).bind(channel.0.cast_signed());
        query.found::<GameRow, _>(&mut *self.0.reader().await?).await
    }

    async fn last_game(
        &self,
        channel: ChannelId,
        player: PlayerId,
    ) -> Result<Option<Game>, StoreError> {
        let query =
            statement(sql::LAST_GAME).bind(player.0.cast_signed()).bind(channel.0.cast_signed());
        query.found::<GameRow, _>(&mut *self.0.reader().await?).await
    }

    async fn live_games(&self, player: PlayerId) -> Result<Vec<Game>, StoreError> {
        games::live(&mut *self.0.reader().await?, player).await
    }

    async fn begin_game(&self, new: &NewGame, live: &Posting) -> Result<Option<Game>, StoreError> {
        let (new, live) = (new.clone(), live.clone());
        let mut claims = vec![Claim::Channel(new.setup.place.channel)];
        claims.extend(new.players.people().iter().map(|player| Claim::Player(player.id)));
        self.0.change(&claims, move |c| games::begin(c, new, live)).await
    }

    async fn save_game(&self, decided_on: Version, game: &Game) -> Result<Saved, StoreError> {
        if game.ending.is_none() && game.players.level().is_none() {
            return self.0.save_move(decided_on, game).await;
        }
        let game = game.clone();
        self.0
            .change(claims_of(&game), move |c| games::save(c, decided_on, game, Changed::All))
            .await
    }

    async fn save_computer_move(
        &self,
        decided_on: Version,
        game: &Game,
    ) -> Result<Saved, StoreError> {
        let game = game.clone();
        self.0
            .change(claims_of(&game), move |c| games::save(c, decided_on, game, Changed::Position))
            .await
    }

    async fn challenge(&self, id: ChallengeId) -> Result<Option<Challenge>, StoreError> {
        let query = statement(sql::CHALLENGE).bind(id.0);
        query.found::<ChallengeRow, _>(&mut *self.0.reader().await?).await
    }

    async fn challenge_made_by(&self, id: InteractionId) -> Result<Option<Challenge>, StoreError> {
        let query = statement(sql::CHALLENGE_MADE_BY).bind(id.0.cast_signed());
        query.found::<ChallengeRow, _>(&mut *self.0.reader().await?).await
    }

    async fn live_games_in(&self, guild: GuildId, most: u64) -> Result<Vec<Game>, StoreError> {
        games::live_in(&mut *self.0.reader().await?, guild, most).await
    }

    async fn live_games_count(&self) -> Result<u32, StoreError> {
        let count: i64 = statement(sql::LIVE_COUNT).scalar(&mut *self.0.reader().await?).await?;
        u32::try_from(count).map_err(|error| StoreError::corrupt("a number of games", error))
    }

    async fn settings(&self, guild: GuildId) -> Result<GuildSettings, StoreError> {
        settings::load(&mut *self.0.reader().await?, guild).await
    }

    async fn change_settings(
        &self,
        guild: GuildId,
        change: SettingsChange,
    ) -> Result<GuildSettings, StoreError> {
        self.0.change(&[Claim::Guild(guild)], move |c| settings::change(c, guild, change)).await
    }

    async fn situation(
        &self,
        place: Place,
        challenger: PlayerId,
        opponent: Option<PlayerId>,
    ) -> Result<Situation, StoreError> {
        challenges::situation(&mut *self.0.reader().await?, place, challenger, opponent).await
    }

    async fn post_challenge(
        &self,
        new: &NewChallenge,
        posting: &Posting,
    ) -> Result<Challenge, StoreError> {
        let (new, posting) = (new.clone(), posting.clone());
        let players = [Some(&new.challenger), new.opponent.as_ref()];
        let claims: Vec<_> =
            players.into_iter().flatten().map(|player| Claim::Player(player.id)).collect();
        self.0.change(&claims, move |c| challenges::post(c, new, posting)).await
    }

    async fn end_challenge(
        &self,
        id: ChallengeId,
        state: ChallengeState,
        by: Option<InteractionId>,
        at: Timestamp,
    ) -> Result<Saved, StoreError> {
        self.0.change(&[], move |c| challenges::end(c, id, state, by, at)).await
    }

    async fn learn_message(&self, what: &Posted, message: MessageId) -> Result<(), StoreError> {
        let what = what.clone();
        self.0.change(&[], move |c| games::learn_message(c, what, message)).await
    }

    async fn rename(&self, player: &Player) -> Result<(), StoreError> {
        let player = player.clone();
        self.0.change(&[], move |c| players::save(c, player)).await
    }

    async fn record(&self, scope: play::Scope, player: PlayerId) -> Result<Record, StoreError> {
        records::in_scope(&mut *self.0.reader().await?, scope, player).await
    }

    async fn rating(
        &self,
        scope: play::Scope,
        player: PlayerId,
    ) -> Result<Option<Rating>, StoreError> {
        results::rating(&mut *self.0.reader().await?, scope, player).await
    }

    async fn record_versus(
        &self,
        player: PlayerId,
        opponent: PlayerId,
    ) -> Result<Record, StoreError> {
        records::versus(&mut *self.0.reader().await?, player, opponent).await
    }

    async fn rating_points(
        &self,
        scope: play::Scope,
        player: PlayerId,
    ) -> Result<Vec<RatingPoint>, StoreError> {
        history::rating_points(&mut *self.0.reader().await?, scope, player).await
    }

    async fn summary(&self, player: PlayerId) -> Result<Summary, StoreError> {
        history::summary(&mut *self.0.reader().await?, player).await
    }

    async fn history(
        &self,
        player: PlayerId,
        viewer: Viewer,
        turn: HistoryTurn,
        most: u8,
    ) -> Result<HistoryPage, StoreError> {
        history::page(&mut *self.0.reader().await?, player, viewer, turn, most).await
    }

    async fn review(&self, game: GameId) -> Result<Option<GameScores>, StoreError> {
        reviews::load(&mut *self.0.reader().await?, game).await
    }

    async fn save_review(&self, game: GameId, scores: &GameScores) -> Result<(), StoreError> {
        let scores = scores.to_string();
        self.0.change(&[], move |c| reviews::save(c, game, scores)).await
    }

    async fn player(&self, id: PlayerId) -> Result<Option<Player>, StoreError> {
        players::load(&mut *self.0.reader().await?, id).await
    }

    async fn standings(
        &self,
        ranking: Ranking,
        now: Timestamp,
        turn: Turn,
        most: u8,
    ) -> Result<StandingsPage, StoreError> {
        rankings::page(&mut *self.0.reader().await?, ranking, now, turn, most).await
    }

    async fn standing(
        &self,
        ranking: Ranking,
        now: Timestamp,
        player: PlayerId,
    ) -> Result<Option<Standing>, StoreError> {
        rankings::one(&mut *self.0.reader().await?, ranking, now, player).await
    }

    async fn standings_total(&self, ranking: Ranking, now: Timestamp) -> Result<u64, StoreError> {
        rankings::size(&mut *self.0.reader().await?, ranking, now).await
    }

    async fn next_deadline(&self) -> Result<Option<Timestamp>, StoreError> {
        deadlines::next(&mut *self.0.reader().await?).await
    }

    async fn due(&self, now: Timestamp) -> Result<Vec<Deadline>, StoreError> {
        deadlines::due(&mut *self.0.reader().await?, now).await
    }

    async fn put_off(&self, deadline: Deadline, until: Timestamp) -> Result<(), StoreError> {
        self.0.change(&[], move |c| deadlines::put_off(c, deadline, until)).await
    }

    async fn note_reminded(&self, id: GameId, version: Version) -> Result<Saved, StoreError> {
        self.0.change(&[], move |c| clocks::note_reminded(c, id, version)).await
    }

    async fn note_alive(&self, now: Timestamp) -> Result<(), StoreError> {
        self.0.change(&[], move |c| clocks::note_alive(c, now)).await
    }

    async fn resume_clocks(&self, now: Timestamp) -> Result<Duration, StoreError> {
        self.0.change(&[Claim::Everything], move |c| clocks::resume(c, now)).await
    }

    async fn registrations(
        &self,
        application: ApplicationId,
    ) -> Result<Vec<(Scope, String)>, StoreError> {
        registrations::all(&mut *self.0.reader().await?, application).await
    }

    async fn note_registration(
        &self,
        application: ApplicationId,
        scope: Scope,
        hash: Option<&str>,
    ) -> Result<(), StoreError> {
        let hash = hash.map(ToOwned::to_owned);
        self.0.change(&[], move |c| registrations::note(c, application, scope, hash)).await
    }

    async fn set_listed(&self, player: &Player, listed: bool) -> Result<(), StoreError> {
        let player = player.clone();
        self.0.change(&[], move |c| records::set_listed(c, player, listed)).await
    }

    async fn personal_data(
        &self,
        player: PlayerId,
    ) -> Result<Vec<(&'static Table, Vec<Row>)>, StoreError> {
        dump::of_player(&mut *self.0.snapshot().await?, player).await
    }

    async fn forget_player(
        &self,
        player: PlayerId,
        ended: Vec<(Version, Game)>,
    ) -> Result<Forgotten, StoreError> {
        self.0.change(&[Claim::Everything], move |c| forget::player(c, player, ended)).await
    }

    async fn forget_guild(
        &self,
        guild: GuildId,
        ended: Vec<(Version, Game)>,
    ) -> Result<(), StoreError> {
        self.0.change(&[Claim::Everything], move |c| forget::guild(c, guild, ended)).await
    }

    async fn export(&self, rows: mpsc::Sender<(&'static Table, Row)>) -> Result<(), StoreError> {
        dump::export(&mut *self.0.snapshot().await?, rows).await
    }

    async fn import(
        &self,
        rows: mpsc::Receiver<(&'static Table, Row)>,
    ) -> Result<Option<u64>, StoreError> {
        self.0.change(&[Claim::Everything], move |c| dump::import(c, rows)).await
    }

    async fn back_up(&self, file: &str) -> Result<(), StoreError> {
        self.0.back_up(file).await
    }

    async fn close(&self) {
        self.0.close().await;
    }
}
