//! Where commands are registered.

use crate::{play::GuildId, store::Scope};

pub(in crate::store) const fn scope_key(scope: Scope) -> i64 {
    match scope {
        Scope::Global => 0,
        Scope::Guild(GuildId(id)) => id.cast_signed(),
    }
}

pub(in crate::store) const fn scope(key: i64) -> Scope {
    match key {
        0 => Scope::Global,
        id => Scope::Guild(GuildId(id.cast_unsigned())),
    }
}
