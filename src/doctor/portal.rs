//! What the owner has set in the developer portal.

use super::Diagnosis;
use crate::discord::application::ApplicationInfo;

/// What the owner's settings in the developer portal keep people from.
pub fn examine_portal(info: &ApplicationInfo) -> Vec<Diagnosis> {
    let subject = "portal";
    let mut diagnoses = Vec::new();
    if info.requires_code_grant {
        let problem = "nobody can add the bot, as its invite links ask for a code grant. Turn off \
                       Requires OAuth2 Code Grant on the page Bot.";
        diagnoses.push(Diagnosis::wrong(subject, problem));
    }
    let installable = info.installable;
    for (is_possible, whom, choice) in [
        (installable.to_guilds, "to servers", "Guild Install"),
        (installable.to_users, "to their own accounts", "User Install"),
    ] {
        if !is_possible {
            let problem = format!(
                "people cannot add the bot {whom}. Tick {choice} on the page Installation."
            );
            diagnoses.push(Diagnosis::wrong(subject, problem));
        }
    }
    if diagnoses.is_empty() {
        let by = if info.is_public { "anybody" } else { "its owner alone" };
        let seen = format!("the bot can be added to servers and to accounts, by {by}");
        diagnoses.push(Diagnosis::fine(subject, seen));
    }
    diagnoses
}
