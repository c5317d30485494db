//! How many games each person had reviewed today for their training.

use std::{collections::HashMap, sync::Arc};

use parking_lot::Mutex;

use crate::game::{MAX_TRAINING_REVIEWS_PER_DAY, PlayerId};

/// Whether there are games of a person to review.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TrainingReviews {
    UnderWay,
    /// There are more, but not today.
    DayIsOver,
    NoneLeft,
}

/// Who had games reviewed today, by this process. Clones share their state.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reviewed(Arc<Mutex<HashMap<PlayerId, ReviewDay>>>);

#[derive(Clone, Copy, Debug)]
struct ReviewDay {
    /// In days since 1970.
    day: i64,
    reviews: u32,
    is_under_way: bool,
}

/// The reviews for a person are under way until this is dropped.
#[derive(Debug)]
pub(crate) struct UnderWay {
    pub(crate) player: PlayerId,
    reviewed: Reviewed,
}

impl Reviewed {
    /// Begins the reviews for a person, unless they are under way or the day allows no more.
    pub(crate) fn begin(&self, player: PlayerId, day: i64) -> Result<UnderWay, TrainingReviews> {
        let mut reviewed = self.0.lock();
        reviewed.retain(|_, it| it.is_under_way || it.day == day);
        let new = ReviewDay { day, reviews: 0, is_under_way: false };
        let today = reviewed.entry(player).or_insert(new);
        if today.is_under_way {
            return Err(TrainingReviews::UnderWay);
        }
        if today.reviews >= MAX_TRAINING_REVIEWS_PER_DAY {
            return Err(TrainingReviews::DayIsOver);
        }
        today.is_under_way = true;
        Ok(UnderWay { player, reviewed: self.clone() })
    }
}

impl UnderWay {
    /// Counts a review, if the day allows one more.
    pub(crate) fn count(&self, day: i64) -> bool {
        let mut reviewed = self.reviewed.0.lock();
        let Some(today) = reviewed.get_mut(&self.player) else { return false };
        if today.day != day {
            *today = ReviewDay { day, reviews: 0, ..*today };
        }
        let is_allowed = today.reviews < MAX_TRAINING_REVIEWS_PER_DAY;
        today.reviews += u32::from(is_allowed);
        is_allowed
    }
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        if let Some(today) = self.reviewed.0.lock().get_mut(&self.player) {
            today.is_under_way = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_persons_games_are_reviewed_once_at_a_time() {
        let (reviewed, ann, ben) = (Reviewed::default(), PlayerId(1), PlayerId(2));
        let first = reviewed.begin(ann, 0).unwrap();
        assert_eq!(reviewed.begin(ann, 0).unwrap_err(), TrainingReviews::UnderWay);
        assert!(reviewed.begin(ben, 0).is_ok());
        drop(first);
        assert!(reviewed.begin(ann, 0).is_ok());
    }

    #[test]
    fn a_day_allows_so_many_reviews() {
        let (reviewed, ann) = (Reviewed::default(), PlayerId(1));
        let under_way = reviewed.begin(ann, 0).unwrap();
        let counted = (0..20).filter(|_| under_way.count(0)).count();
        assert_eq!(u32::try_from(counted), Ok(MAX_TRAINING_REVIEWS_PER_DAY));
        // The last one may still be under way.
        assert_eq!(reviewed.begin(ann, 0).unwrap_err(), TrainingReviews::UnderWay);
        drop(under_way);
        assert_eq!(reviewed.begin(ann, 0).unwrap_err(), TrainingReviews::DayIsOver);
        assert!(reviewed.begin(ann, 1).unwrap().count(1), "the next day");
    }
}
