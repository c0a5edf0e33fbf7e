//! Reproducible random numbers: the same for the same seed on every machine (SplitMix64).

/// A sequence of random numbers.
pub struct Random(u64);

impl Random {
    /// Returns the sequence of a seed.
    #[must_use]
    pub fn of(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0x5DEE_CE66_D1CE_4E5B)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// Returns a number from 0 to `limit - 1`.
    pub fn below(&mut self, limit: u32) -> u32 {
        let product = u64::from(u32::try_from(self.next() >> 32).unwrap_or(0)) * u64::from(limit.max(1));
        u32::try_from(product >> 32).unwrap_or(0)
    }

    /// Returns a number from `low` to `high`, inclusive.
    pub fn between(&mut self, low: i64, high: i64) -> i64 {
        low + i64::from(self.below(u32::try_from(high - low + 1).unwrap_or(1)))
    }

    /// Returns a roughly bell-shaped number around `middle`, at most `spread` away.
    pub fn around(&mut self, middle: i64, spread: i64) -> i64 {
        let third = spread / 3;
        middle + (0..3).map(|_| self.between(-third, third)).sum::<i64>()
    }

    /// Returns one of the choices.
    pub fn one_of<'a, T>(&mut self, choices: &'a [T]) -> Option<&'a T> {
        choices.get(self.below(u32::try_from(choices.len()).unwrap_or(u32::MAX)) as usize)
    }
}
