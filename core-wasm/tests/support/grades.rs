//! Grades of many values at random, by which the wasm and the native crate are compared.

use uno_core::domain::{
    decimal::Hundredths,
    grade::{Indicator, Quantity, RuleSet, Sex, Subject, built_in},
};

/// What [`checksum`] gives of [`COUNT`] values by the rules that are built in. A changed rule changes it.
pub const EXPECTED: u64 = 10_678_742_720_698_444_430;
/// How many values.
pub const COUNT: u32 = 1_000_000;

/// Numbers that follow from each other (Steele and Vigna's SplitMix64).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut number = self.0;
        number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (number ^ (number >> 31)) % limit
    }
}

/// What is graded: each indicator by its own table, and each instrument by its conversion.
fn axes() -> Vec<(&'static RuleSet, Indicator, Indicator)> {
    let tables = built_in::ALL
        .iter()
        .flat_map(|rules| rules.tables.iter().map(|table| (*rules, table.indicator, table.indicator)));
    let conversions = built_in::ALL
        .iter()
        .flat_map(|rules| rules.conversions.iter().map(|conversion| (*rules, conversion.to, conversion.from)));
    tables.chain(conversions).collect()
}

/// Grades so many values, some of them impossible, of somebody of any age and sex; what grades, scores and their
/// rounding were, as one number.
pub fn checksum(count: u32) -> u64 {
    let axes = axes();
    let mut numbers = Numbers(2_026);
    let mut sum = 0_u64;
    for (rules, indicator, measured) in axes.iter().cycle().take(usize::try_from(count).unwrap_or_default()) {
        let limits = measured.axis().limits;
        // Of one in a hundred of the range beyond each end, in sevenths of a hundredth.
        let (from, range) = (limits.min * 7, (limits.max - limits.min) * 7);
        let margin = range / 100;
        let numerator = from - margin + i64::try_from(numbers.below((range + 2 * margin) as u64)).unwrap_or_default();
        let subject = Subject {
            age: u16::try_from(numbers.below(140)).ok().filter(|age| *age < 132),
            sex: Sex::ALL.get(numbers.below(3) as usize).copied(),
        };
        let graded =
            Quantity::new(numerator, 700).and_then(|value| rules.grade_by(*indicator, subject, &[(*measured, value)]));
        let told = graded.map_or(u64::MAX, |graded| {
            let Hundredths(shown) = graded.value().hundredths_half_up();
            shown as u64 * 16 + u64::from(graded.rule.grade)
        });
        sum = sum.rotate_left(5).wrapping_mul(0x0100_0000_01b3) ^ told;
    }
    sum
}
