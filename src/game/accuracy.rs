use connect4::{Review, Seat};

/// A player's accuracy in their last games against people, as far as these were reviewed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RecentAccuracy {
    /// The number of the games: [`Self::MAX_GAMES`], or all that there are.
    pub games: u32,
    /// How many of them were reviewed.
    pub reviewed: u32,
    /// The sum of the accuracies in those, in percent.
    sum: u32,
}

impl RecentAccuracy {
    /// How many of a player's last games count.
    pub const MAX_GAMES: u8 = 20;

    /// Adds a game, with the player's accuracy in it if it was reviewed.
    pub fn add(&mut self, accuracy: Option<u8>) {
        self.games += 1;
        if let Some(accuracy) = accuracy {
            self.reviewed += 1;
            self.sum += u32::from(accuracy);
        }
    }

    /// The mean over the reviewed games, in percent, rounded down. `None` if there are none.
    pub const fn percent(self) -> Option<u32> {
        self.sum.checked_div(self.reviewed)
    }
}

/// A player's accuracy in a game, in percent. Who never had a choice made no mistake.
pub fn accuracy(review: &Review, seat: Seat) -> u8 {
    review.accuracy(seat).unwrap_or(100)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recent_accuracy_is_the_mean_of_reviewed_games() {
        let mut recent = RecentAccuracy::default();
        assert_eq!(recent.percent(), None);
        recent.add(None);
        assert_eq!((recent.games, recent.percent()), (1, None));
        for accuracy in [Some(100), None, Some(67)] {
            recent.add(accuracy);
        }
        assert_eq!((recent.games, recent.reviewed, recent.percent()), (4, 2, Some(83)));
    }
}
