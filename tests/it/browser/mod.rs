//! The page of the fake Discord, in real browsers.

mod approved;
mod command_box;
mod driver;
mod game;
mod page;
mod phone;
mod records;

use std::panic::{AssertUnwindSafe, resume_unwind};

use futures_util::{FutureExt, future::join_all};

use self::{
    driver::{Driver, Programs, skip},
    page::Browser,
};
use crate::support::TestBot;

const DESKTOP: (u32, u32) = (1100, 760);
const PHONE: (u32, u32) = (360, 740);
/// The columns and rows of the standard board.
const STANDARD: (usize, usize) = (7, 6);

/// Starts the bot, and a browser for each of these users. Without the programs for
/// that, prints a note and skips the test.
async fn in_browsers<const N: usize>(
    name: &str,
    users: [&'static str; N],
    test: impl AsyncFnOnce(&TestBot, &[Browser; N]),
) {
    let programs = match Programs::find() {
        Ok(programs) => programs,
        Err(missing) => return skip(&missing),
    };
    let driver = Driver::start(programs).await;
    let bot = TestBot::builder(name).with_tiles().single_process().open().await;
    bot.wait_tiles().await;
    let browsers = join_all(users.map(|user| driver.open(&bot, user))).await;
    let browsers: [Browser; N] = browsers.try_into().expect("there is a browser for each user");
    let result = AssertUnwindSafe(test(&bot, &browsers)).catch_unwind().await;
    // Browsers are not closed with their driver, so close them even after a panic.
    for browser in browsers {
        browser.close().await;
    }
    result.unwrap_or_else(|panic| resume_unwind(panic));
    bot.close().await;
}
