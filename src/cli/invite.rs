//! `fourfall invite`: prints the links that add the bot.

use super::print;
use crate::{
    app,
    config::SettingResults,
    discord::application::{ApplicationError, ApplicationInfo},
};

pub(super) async fn run() -> anyhow::Result<()> {
    let SettingResults { token, proxy, .. } = SettingResults::read()?;
    let client = app::application_client(token?, proxy?)?;
    let application = client.info().await.map_err(|error| match error {
        ApplicationError::WrongToken => app::wrong_token().into(),
        error => anyhow::Error::from(error),
    })?;
    print_links(&application);
    Ok(())
}

pub(super) fn print_links(application: &ApplicationInfo) {
    for (purpose, link) in application.invite_links() {
        print(format_args!("{purpose}\n  {link}"));
    }
}
