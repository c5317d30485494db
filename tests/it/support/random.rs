//! Randomness that can be repeated: `TEST_SEED` sets the seed of all random tests.

use fastrand::Rng;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

/// A generator for one test. The seed is part of the output of a test that fails.
pub(crate) fn random() -> Rng {
    Rng::with_seed(seed())
}

/// The same for a property.
pub(crate) fn property_runner(config: Config) -> TestRunner {
    let mut random = random();
    let bytes = std::array::from_fn::<u8, 32, _>(|_| random.u8(..));
    TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &bytes))
}

#[expect(clippy::disallowed_methods, reason = "only tests read this variable")]
#[expect(clippy::print_stdout, reason = "a test that fails shows its output")]
fn seed() -> u64 {
    let seed = match std::env::var("TEST_SEED") {
        Ok(seed) => seed.parse().expect("TEST_SEED is a number"),
        Err(_) => fastrand::u64(..),
    };
    println!("TEST_SEED={seed}");
    seed
}
