/// How often a long test repeats something: `short` times, or `long` times if `TEST_LONG` is
/// set.
#[expect(clippy::disallowed_methods, reason = "only tests read this variable")]
pub(crate) fn repeats(short: usize, long: usize) -> usize {
    if std::env::var_os("TEST_LONG").is_some() { long } else { short }
}
