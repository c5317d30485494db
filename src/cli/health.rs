//! `fourfall health`: asks the bot on this machine how it is, as containers do.

use super::print;
use crate::{
    config::{OPS_ADDR, SettingError, SettingResults},
    ops::{self, Probe},
};

pub(super) async fn run(probe: Probe) -> anyhow::Result<()> {
    let Some(address) = SettingResults::read()?.ops_address? else {
        let problem = "is not set, so the bot cannot be asked. Set it to an address like \
                       127.0.0.1:9090, for the bot as well.";
        return Err(SettingError::new(OPS_ADDR, problem).into());
    };
    ops::probe(address, probe).await?;
    print(format_args!("{}", probe.answer()));
    Ok(())
}
