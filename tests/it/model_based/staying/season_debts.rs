//! What is to be told of seasons.

use fourfall::{game::Season, store::PageCursor};

use super::{life::Life, seen::Told};

/// What is owed of the seasons of a server.
#[derive(Default)]
pub(super) struct SeasonDebts {
    /// The number of the season that runs.
    running: Option<u32>,
    pub(super) debts: Vec<Debt>,
}

/// Something that is to be told, once.
#[derive(Debug)]
pub(super) struct Debt {
    pub(super) told: Told,
    /// How many messages had been seen before.
    since: usize,
    /// Whether it may stay away: there was nothing to tell for some time.
    pub(super) is_void: bool,
}

impl Life {
    /// Compares the season that runs with the one that ran before, when so many messages had been
    /// seen.
    pub(super) async fn sync_seasons(&mut self, since: usize) {
        let guild = self.guild();
        let running =
            self.bot.store().await.running_season(guild).await.unwrap().map(|it| it.number);
        let before = self.seasons.running;
        self.seasons.running = running;
        if let Some(number) = before.filter(|before| running > Some(*before)) {
            let told = Told::SeasonOver(number);
            self.seasons.debts.push(Debt { told, since, is_void: false });
        }
        for index in 0..self.seasons.debts.len() {
            let Told::SeasonOver(number) = self.seasons.debts[index].told else { continue };
            let season = self.bot.store().await.season(guild, number).await.unwrap();
            let is_empty = match season {
                Some(season) => self.is_empty(season).await,
                None => true,
            };
            self.seasons.debts[index].is_void |= is_empty;
        }
    }

    async fn is_empty(&self, season: Season) -> bool {
        let (board, now) = (season.final_board(), self.bot.clock.now());
        let top =
            self.bot.store().await.leaderboard(board, now, PageCursor::First, 1).await.unwrap();
        top.entries.is_empty()
    }

    /// Whether a debt was paid.
    pub(super) fn is_paid(&self, debt: &Debt) -> bool {
        self.seen[debt.since..].iter().any(|it| it.told == debt.told)
    }
}
