//! The playground's page, as people use it in their browsers.

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
use crate::support::Arcade;

const DESKTOP: (u32, u32) = (1100, 760);
const PHONE: (u32, u32) = (360, 740);
/// The columns and rows of the board of the box.
const STANDARD: (usize, usize) = (7, 6);

/// Opens an arcade, and a browser for each of these people.
async fn in_browsers<const N: usize>(
    name: &str,
    people: [&'static str; N],
    use_them: impl AsyncFnOnce(&Arcade, &[Browser; N]),
) {
    let programs = match Programs::find() {
        Ok(programs) => programs,
        Err(missing) => return skip(&missing),
    };
    let driver = Driver::start(programs).await;
    let arcade = Arcade::open(name).await;
    let browsers = join_all(people.map(|person| driver.open(&arcade, person))).await;
    let browsers: [Browser; N] = browsers.try_into().expect("there is one for each");
    let used = AssertUnwindSafe(use_them(&arcade, &browsers)).catch_unwind().await;
    // A browser outlives its driver.
    for browser in browsers {
        browser.close().await;
    }
    used.unwrap_or_else(|panic| resume_unwind(panic));
    arcade.close().await;
}
