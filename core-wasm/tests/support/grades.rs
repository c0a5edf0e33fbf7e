//! Checksums of the grades of many random values, and of other computations, to compare the wasm with the native crate.

use uno_core::domain::{
    decimal::{Hundredths, Thousandths},
    grade::{
        Indicator, Quantity, RuleSet, Sex, Subject, built_in,
        hrv::{self, TimeDomain},
        vision::{Acuity, Refraction},
    },
};

/// Result of [`checksum`] for [`COUNT`] values by the built-in rules. A change of a rule changes it.
pub const EXPECTED: u64 = 14_113_768_810_996_913_093;
/// Number of values.
pub const COUNT: u32 = 1_000_000;
/// Result of [`computed`] for [`COMPUTATIONS`] rounds.
pub const COMPUTED: u64 = 14_069_454_117_071_863_171;
/// Number of rounds of computations.
pub const COMPUTATIONS: u32 = 20_000;

/// A pseudo-random number generator (Steele and Vigna's SplitMix64).
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

/// Returns the built-in rule sets, the physical one once with each body fat table.
fn rule_sets() -> Vec<RuleSet> {
    let bodies = built_in::BODY_FAT.iter().map(|table| built_in::PHYSICAL.with_table(table));
    bodies.chain(built_in::ALL.into_iter().skip(1).cloned()).collect()
}

/// Returns what to grade: each indicator by its own table, and each instrument by its conversion.
fn axes(rule_sets: &[RuleSet]) -> Vec<(&RuleSet, Indicator, Indicator)> {
    let tables = rule_sets
        .iter()
        .flat_map(|rules| rules.tables.iter().map(move |table| (rules, table.indicator, table.indicator)));
    let conversions = rule_sets
        .iter()
        .flat_map(|rules| rules.conversions.iter().map(move |conversion| (rules, conversion.to, conversion.from)));
    tables.chain(conversions).collect()
}

/// Grades `count` values, some of them impossible, for persons of random age and sex. Returns a checksum of the grades
/// and the rounded scores.
pub fn checksum(count: u32) -> u64 {
    let rule_sets = rule_sets();
    let axes = axes(&rule_sets);
    let mut numbers = Numbers(2_026);
    let mut sum = 0_u64;
    for (rules, indicator, measured) in axes.iter().cycle().take(usize::try_from(count).unwrap_or_default()) {
        let limits = measured.axis().limits;
        // From the possible range and one percent beyond each end, in sevenths of a hundredth.
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

/// Computes everything that is not a table lookup: deviations and indices of series, results of questionnaires, power
/// vectors and acuity scales, some of which use floating point. Returns a checksum.
pub fn computed(count: u32) -> u64 {
    let mut numbers = Numbers(5_202);
    let mut sum = 0_u64;
    let mut tell = |told: Option<i64>| {
        sum = sum.rotate_left(5).wrapping_mul(0x0100_0000_01b3) ^ told.map_or(u64::MAX, |told| told as u64);
    };
    for _ in 0..count {
        let (middle, spread, length) = (300 + numbers.below(1_600), 1 + numbers.below(100), 2 + numbers.below(150));
        let intervals: Vec<u16> =
            (0..length).filter_map(|_| u16::try_from(middle + numbers.below(spread)).ok()).collect();
        if let Ok(TimeDomain { mean_nn, sdnn, rmssd, pnn50, heart_rate }) = hrv::time_domain(&intervals) {
            for value in [mean_nn, sdnn, rmssd, pnn50, heart_rate] {
                tell(Some(value.0));
            }
        }
        tell(hrv::stress_index(&intervals).ok().map(|found| found.index.hundredths_half_up().0));
        let cylinder = Hundredths(numbers.below(3_000) as i64 - 1_500);
        let axis = u16::try_from(numbers.below(181)).ok();
        if let Some(refraction) = Refraction::new(Hundredths(numbers.below(6_000) as i64 - 3_000), cylinder, axis) {
            let (straight, oblique) = refraction.power_vector();
            tell(refraction.spherical_equivalent().map(|found| found.hundredths_half_up().0));
            tell(Some(straight.0));
            tell(Some(oblique.0));
        }
        let decimal = Acuity::decimal(Thousandths(numbers.below(320) as i64 * 10));
        let of_log = Acuity::log_mar(numbers.below(2_200) as i64 - 500);
        for acuity in [decimal, of_log].into_iter().flatten() {
            tell(acuity.to_log_mar());
            tell(acuity.to_snellen(6).map(|line| line.0));
            tell(acuity.to_snellen(20).map(|line| line.0));
        }
        for instrument in Indicator::ALL {
            let Some(questionnaire) = instrument.axis().questionnaire else { continue };
            let answers: Vec<Option<u8>> =
                (0..questionnaire.items).map(|_| u8::try_from(numbers.below(6)).ok()).collect();
            tell(questionnaire.result(answers).map(|result| result.hundredths_half_up().0));
        }
    }
    sum
}
