//! Scopes of command registrations.

use crate::{game::GuildId, store::RegistrationScope};

pub(in crate::store) const fn registration_scope_id(scope: RegistrationScope) -> i64 {
    match scope {
        RegistrationScope::Global => 0,
        RegistrationScope::Guild(GuildId(id)) => id.cast_signed(),
    }
}

pub(in crate::store) const fn registration_scope(id: i64) -> RegistrationScope {
    match id {
        0 => RegistrationScope::Global,
        id => RegistrationScope::Guild(GuildId(id.cast_unsigned())),
    }
}
