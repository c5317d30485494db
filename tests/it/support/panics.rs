use std::{cell::Cell, panic, sync::Once};

thread_local! {
    static PANICS: Cell<usize> = const { Cell::new(0) };
}

/// Counts panics on this thread from now on, also those that somebody catches.
/// A test and its bot share a thread.
pub(crate) fn count_panics() -> impl Fn() -> usize {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            PANICS.set(PANICS.get() + 1);
            usual(panic);
        }));
    });
    let before = PANICS.get();
    move || PANICS.get() - before
}
