//! Heart rate variability in the time domain, and the stress index, from the intervals between normal beats (NN).
//!
//! All arithmetic uses integers. Results are rounded half-up to hundredths, including square roots. The stress index is
//! an exact fraction, because it is graded.

use super::{Quantity, physical::Limits, quantity::root};
use crate::{contract::value_enum, domain::decimal::Hundredths};

/// Valid intervals in ms: 30 to 200 beats per minute. Intervals outside this range are artifacts, which the sender
/// removes first.
pub const INTERVAL: Limits = Limits { min: 300, max: 2_000 };
/// Minimum number of intervals for a standard deviation.
pub const MIN_INTERVALS: usize = 2;
/// Baevsky's index is defined on a hundred intervals; a histogram of fewer is not meaningful.
pub const MIN_BEATS_FOR_STRESS_INDEX: usize = 100;
/// Maximum number of intervals: more than a day of heartbeats is not a measurement.
pub const MAX_INTERVALS: usize = 200_000;
/// Width of a histogram bin, in ms.
pub const BIN: i64 = 50;
const BINS: usize = 35;

value_enum! {
    /// Why intervals cannot be evaluated.
    pub enum IntervalFault {
        TooFew = "TOO_FEW",
        TooMany = "TOO_MANY",
        /// An interval that no heart can have.
        Impossible = "IMPOSSIBLE",
        /// All intervals are equal, which no heartbeat is.
        NoSpread = "NO_SPREAD",
    }
}

/// Heart rate variability in the time domain, each value rounded half-up to hundredths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeDomain {
    /// Mean interval in ms.
    pub mean_nn: Hundredths,
    /// Standard deviation of the intervals (n − 1) in ms.
    pub sdnn: Hundredths,
    /// Root of the mean square of successive differences in ms.
    pub rmssd: Hundredths,
    /// Proportion of successive differences above 50 ms, in %.
    pub pnn50: Hundredths,
    /// Beats per minute, from the mean interval.
    pub heart_rate: Hundredths,
}

/// Baevsky's stress index and its components.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StressIndex {
    /// Mo: the middle of the fullest bin, in ms; in a tie, the bin with the shortest intervals.
    pub mode: u16,
    /// AMo: proportion of intervals in that bin, in %, rounded half-up to hundredths.
    pub amplitude: Hundredths,
    /// MxDMn: the longest minus the shortest interval, in ms.
    pub range: u16,
    /// The index, exact.
    pub index: Quantity,
}

/// Checks the number of intervals and that each is possible. Returns their count.
fn check(intervals: &[u16], fewest: usize) -> Result<i64, IntervalFault> {
    if intervals.len() < fewest {
        return Err(IntervalFault::TooFew);
    }
    if intervals.len() > MAX_INTERVALS {
        return Err(IntervalFault::TooMany);
    }
    if intervals.iter().any(|interval| !INTERVAL.contain((*interval).into())) {
        return Err(IntervalFault::Impossible);
    }
    i64::try_from(intervals.len()).map_err(|_| IntervalFault::TooMany)
}

fn rounded(numerator: i64, denominator: i64) -> Hundredths {
    Quantity::new(numerator, denominator).map_or(Hundredths(0), Quantity::hundredths_half_up)
}

/// Computes the time-domain values of intervals in ms, in their order and without gaps.
///
/// # Errors
/// Returns an error as [`time_domain_across`] does.
pub fn time_domain(intervals: &[u16]) -> Result<TimeDomain, IntervalFault> {
    time_domain_across(intervals, &[])
}

/// Computes the time-domain values of intervals in ms, in their order. `gaps` are the indexes of the intervals before
/// which beats are missing; across a gap there is no difference between successive intervals.
///
/// # Errors
/// Returns an error if there are fewer than [`MIN_INTERVALS`] or more than [`MAX_INTERVALS`] intervals, if one is outside
/// [`INTERVAL`], or if gaps leave no two successive ones.
pub fn time_domain_across(intervals: &[u16], gaps: &[u16]) -> Result<TimeDomain, IntervalFault> {
    let count = check(intervals, MIN_INTERVALS)?;
    let (mut sum, mut squares, mut differences, mut apart, mut pairs) = (0, 0, 0, 0, 0);
    let mut before = None;
    for (place, interval) in intervals.iter().map(|interval| i64::from(*interval)).enumerate() {
        sum += interval;
        squares += interval * interval;
        let follows_gap = u16::try_from(place).is_ok_and(|place| gaps.contains(&place));
        if let Some(before) = before.filter(|_| !follows_gap) {
            let difference: i64 = interval - before;
            differences += difference * difference;
            apart += i64::from(difference.abs() > 50);
            pairs += 1;
        }
        before = Some(interval);
    }
    if pairs == 0 {
        return Err(IntervalFault::TooFew);
    }
    Ok(TimeDomain {
        mean_nn: rounded(sum, count),
        sdnn: root(squares * count - sum * sum, count * (count - 1)),
        rmssd: root(differences, pairs),
        pnn50: rounded(apart * 100, pairs),
        heart_rate: rounded(60_000 * count, sum),
    })
}

/// Computes the stress index of intervals in ms, using a histogram whose bins start at multiples of [`BIN`] ms.
///
/// # Errors
/// Returns an error if there are fewer than [`MIN_BEATS_FOR_STRESS_INDEX`] or more than [`MAX_INTERVALS`] intervals, if one is
/// outside [`INTERVAL`], or if all are equal.
pub fn stress_index(intervals: &[u16]) -> Result<StressIndex, IntervalFault> {
    let count = check(intervals, MIN_BEATS_FOR_STRESS_INDEX)?;
    let (mut shortest, mut longest) = (u16::MAX, 0);
    let mut bins = [0_i64; BINS];
    for interval in intervals {
        (shortest, longest) = (shortest.min(*interval), longest.max(*interval));
        let bin = (i64::from(*interval) - INTERVAL.min) / BIN;
        if let Some(bin) = usize::try_from(bin).ok().and_then(|bin| bins.get_mut(bin)) {
            *bin += 1;
        }
    }
    let (mut mode, mut most) = (0, 0);
    let mut middle = INTERVAL.min + BIN / 2;
    for bin in bins {
        if bin > most {
            (mode, most) = (middle, bin);
        }
        middle += BIN;
    }
    let range = longest - shortest;
    let index = index_of(most * 100, count, mode, range.into()).ok_or(IntervalFault::NoSpread)?;
    let mode = u16::try_from(mode).map_err(|_| IntervalFault::Impossible)?;
    Ok(StressIndex { mode, amplitude: rounded(most * 100, count), range, index })
}

/// Computes the stress index AMo / (2 · Mo · MxDMn) from the values of a device: the amplitude of the mode in %, mode
/// and range in ms; the formula uses seconds. Returns `None` if a value is impossible.
#[must_use]
pub fn stress_index_of(amplitude: Hundredths, mode: u16, range: u16) -> Option<Quantity> {
    let possible = (1..=10_000).contains(&amplitude.0)
        && INTERVAL.contain(mode.into())
        && i64::from(range) <= INTERVAL.max - INTERVAL.min;
    if possible { index_of(amplitude.0, 100, mode.into(), range.into()) } else { None }
}

/// Computes the index for an amplitude of `amplitude / parts` %. Returns `None` if the range is zero.
fn index_of(amplitude: i64, parts: i64, mode: i64, range: i64) -> Option<Quantity> {
    Quantity::new(amplitude * 500_000, parts * mode * range)
}

/// Typical values: mean and standard deviation, in hundredths. The distributions are skewed, so neither is a cut-off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UsualValue {
    /// Name of the value on the wire.
    pub name: &'static str,
    /// Unit, in UCUM.
    pub unit: &'static str,
    /// Mean.
    pub mean: Hundredths,
    /// Standard deviation.
    pub deviation: Hundredths,
}

const fn usual(name: &'static str, unit: &'static str, mean: i64, deviation: i64) -> UsualValue {
    UsualValue { name, unit, mean: Hundredths(mean), deviation: Hundredths(deviation) }
}

/// Koreans from 18 to 65, 5 minutes, n = 3,483 (Kim & Woo 2011), for display only.
pub const KOREAN_NORMS: [UsualValue; 5] = [
    usual("sdnn", "ms", 3_960, 2_210),
    usual("rmssd", "ms", 2_970, 1_810),
    usual("tp", "ms2", 135_890, 184_080),
    usual("lf", "ms2", 41_730, 80_760),
    usual("hf", "ms2", 25_410, 41_410),
];
