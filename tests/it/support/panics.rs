use std::{cell::Cell, panic, sync::Once};

thread_local! {
    static PANICS: Cell<usize> = const { Cell::new(0) };
}

/// Counts the panics on this thread from now on, including caught ones. A test and
/// its bot share a thread.
pub(crate) fn count_panics() -> impl Fn() -> usize {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let default_hook = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            PANICS.set(PANICS.get() + 1);
            default_hook(panic);
        }));
    });
    let before = PANICS.get();
    move || PANICS.get() - before
}
