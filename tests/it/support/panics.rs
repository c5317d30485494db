use std::{cell::Cell, panic, sync::Once};

thread_local! {
    static PANICS: Cell<usize> = const { Cell::new(0) };
}

/// Counts the panics on this thread since it was started, including caught ones. A test and
/// its bot share a thread.
#[derive(Debug)]
pub(crate) struct PanicCounter {
    before: usize,
}

impl PanicCounter {
    pub(crate) fn start() -> Self {
        static HOOK: Once = Once::new();
        HOOK.call_once(|| {
            let default_hook = panic::take_hook();
            panic::set_hook(Box::new(move |panic| {
                PANICS.set(PANICS.get() + 1);
                default_hook(panic);
            }));
        });
        Self { before: PANICS.get() }
    }

    pub(crate) fn count(&self) -> usize {
        PANICS.get() - self.before
    }
}
