//! Conditions of the daily limit of rated games of two players.

/// Whether a game counts towards the daily limit of rated games. One that was called off does
/// not; but one that was interrupted does, or a player could avoid losing any number of them.
macro_rules! counts_towards_rated_limit {
    () => {
        "rated = 'yes' AND (result IS NULL OR result <> 'called off')"
    };
}

/// The number of rated games that two players have begun since a time, in either order of
/// seats, together with the retained ones, whose hash is given.
macro_rules! count_rated_games {
    ($one:literal, $other:literal, $since:literal, $hash:literal) => {
        concat!(
            "(SELECT count(*) FROM game WHERE ",
            counts_towards_rated_limit!(),
            " AND first_player_id = ",
            $one,
            " AND second_player_id = ",
            $other,
            " AND started_at >= ",
            $since,
            ") + (SELECT count(*) FROM game WHERE ",
            counts_towards_rated_limit!(),
            " AND first_player_id = ",
            $other,
            " AND second_player_id = ",
            $one,
            " AND started_at >= ",
            $since,
            ") + coalesce((SELECT amount FROM retained_limit ",
            "WHERE kind = 'rated games' AND hash = ",
            $hash,
            "), 0)"
        )
    };
}

pub(in crate::store) use {count_rated_games, counts_towards_rated_limit};
