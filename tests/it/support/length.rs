/// How often a test that takes long repeats something: `short` times, three times as often with
/// `TEST_LENGTH=longer`, and `full` times with `TEST_LENGTH=full`.
#[expect(clippy::disallowed_methods, reason = "only tests read this variable")]
pub(crate) fn repeats(short: usize, full: usize) -> usize {
    match std::env::var("TEST_LENGTH").as_deref() {
        Err(_) => short,
        Ok("longer") => full.min(3 * short),
        Ok("full") => full,
        Ok(other) => panic!("TEST_LENGTH is `longer` or `full`, not `{other}`"),
    }
}
