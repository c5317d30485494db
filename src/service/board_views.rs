//! The commands in the menu of a message.

use super::{
    BoardView,
    context::RequestContext,
    game_commands, history,
    reply::{Reply, RequestError},
    review,
};
use crate::game::GameId;

/// Shows the game of a board in the channel.
pub(super) async fn view_board(
    ctx: RequestContext<'_>,
    view: BoardView,
    id: GameId,
) -> Result<Reply, RequestError> {
    match view {
        BoardView::Replay => history::replay(ctx, id).await,
        BoardView::Review => review::review(ctx, id).await,
        BoardView::Position => {
            let game = history::visible_game(ctx, id).await?;
            Ok(game_commands::text_board(ctx, &game))
        }
    }
}
