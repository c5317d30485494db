//! Presses on leaderboards.

use super::numbers::{nth, number_of};
use crate::{
    play::{Order, Period, PlayerId},
    service::LeaderboardWish,
    store::{Spot, Turn},
};

/// `l1` was a page of a leaderboard by its number.
pub(super) fn encode(wish: LeaderboardWish) -> String {
    let LeaderboardWish { everywhere, period, order, turn } = wish;
    let everywhere = everywhere.map_or(0, |everywhere| if everywhere { 2 } else { 1 });
    let period = number_of(period, &Period::ALL);
    let order = order.map_or(0, |order| number_of(order, &Order::ALL));
    let board = format!("l2:{everywhere}:{period}:{order}");
    let (kind, Spot { key, player }) = match turn {
        Turn::First => return board,
        Turn::From(spot) => (1, spot),
        Turn::After(spot) => (2, spot),
        Turn::Before(spot) => (3, spot),
    };
    format!("{board}:{kind}:{key}:{player}")
}

pub(super) fn read(numbers: &[i64]) -> Option<LeaderboardWish> {
    let &[everywhere, period, order, ref turn @ ..] = numbers else { return None };
    let everywhere = match everywhere {
        0 => None,
        1 => Some(false),
        2 => Some(true),
        _ => return None,
    };
    let order = if order == 0 { None } else { Some(nth(order, &Order::ALL)?) };
    let turn = match *turn {
        [] => Turn::First,
        [kind, key, player] => {
            let spot = Spot { key, player: PlayerId(u64::try_from(player).ok()?) };
            match kind {
                1 => Turn::From(spot),
                2 => Turn::After(spot),
                3 => Turn::Before(spot),
                _ => return None,
            }
        }
        _ => return None,
    };
    Some(LeaderboardWish { everywhere, period: nth(period, &Period::ALL)?, order, turn })
}
