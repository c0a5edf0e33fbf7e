//! Whether a recording of heartbeats is good enough to be graded. The limits are a convention of the product: five
//! minutes are the usual length, and what is too short or mostly artifacts says nothing about a person.

use super::{physical::Limits, safety::UngradedReason};
use crate::{contract::value_enum, domain::decimal::Hundredths};

/// Shortest recording that is graded, in ms.
pub const MIN_MILLISECONDS: i64 = 60_000;
/// Fewest intervals that are graded.
pub const MIN_INTERVALS: usize = 50;
/// Highest proportion of artifacts that is graded, in hundredths of a %.
pub const MAX_ARTIFACTS: Hundredths = Hundredths(2_000);
/// Recordings below this length are marked, in ms.
pub const USUAL_MILLISECONDS: i64 = 270_000;
/// Recordings above this proportion of artifacts are marked, in hundredths of a %.
pub const USUAL_ARTIFACTS: Hundredths = Hundredths(500);
/// Limits of a length in seconds, to convert it without overflow.
const SECONDS: Limits = Limits { min: 0, max: 1_000_000 };

value_enum! {
    /// Why a graded recording should be read with care.
    pub enum QualityDoubt {
        /// It is shorter than the usual five minutes (below 270 s).
        Short = "SHORT",
        /// More than 5 % of the beats were artifacts.
        Artifacts = "ARTIFACTS",
    }
}

/// What is known of a recording's quality.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Recording {
    /// Length in seconds as told by the device.
    pub seconds: Option<u16>,
    /// Number of intervals and their sum in ms, if they were sent.
    pub intervals: Option<(usize, i64)>,
    /// Proportion of beats that were artifacts.
    pub artifacts: Option<Hundredths>,
}

impl Recording {
    /// Returns the length in ms, of the device and of the intervals the shorter; `None` if neither is known.
    fn milliseconds(self) -> Option<i64> {
        let told =
            self.seconds.map(i64::from).filter(|seconds| SECONDS.contain(*seconds)).map(|seconds| seconds * 1_000);
        let counted = self.intervals.map(|(_, sum)| sum);
        told.into_iter().chain(counted).min()
    }

    /// Returns why nothing of the recording is graded.
    #[must_use]
    pub fn refusal(self) -> Option<UngradedReason> {
        if self.artifacts.is_some_and(|artifacts| artifacts > MAX_ARTIFACTS) {
            Some(UngradedReason::TooManyArtifacts)
        } else if self.milliseconds().is_some_and(|length| length < MIN_MILLISECONDS) {
            Some(UngradedReason::TooShort)
        } else if self.intervals.is_some_and(|(count, _)| count < MIN_INTERVALS) {
            Some(UngradedReason::TooFewIntervals)
        } else {
            None
        }
    }

    /// Returns why what is graded should be read with care.
    #[must_use]
    pub fn doubts(self) -> Vec<QualityDoubt> {
        let short = self.milliseconds().is_some_and(|length| length < USUAL_MILLISECONDS);
        let artifacts = self.artifacts.is_some_and(|artifacts| artifacts > USUAL_ARTIFACTS);
        [(QualityDoubt::Short, short), (QualityDoubt::Artifacts, artifacts)]
            .into_iter()
            .filter(|(_, is_so)| *is_so)
            .map(|(doubt, _)| doubt)
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{QualityDoubt, Recording};
    use crate::domain::{decimal::Hundredths, grade::safety::UngradedReason};

    #[test]
    fn a_recording_is_graded_from_a_minute_fifty_intervals_and_a_fifth_of_artifacts() {
        let of = |seconds, intervals, artifacts: Option<i64>| {
            Recording { seconds, intervals, artifacts: artifacts.map(Hundredths) }.refusal()
        };
        assert_eq!(of(Some(1), None, Some(9_900)), Some(UngradedReason::TooManyArtifacts));
        assert_eq!(of(Some(59), None, None), Some(UngradedReason::TooShort));
        assert_eq!(of(Some(60), None, None), None);
        assert_eq!(
            of(Some(300), Some((100, 59_999)), None),
            Some(UngradedReason::TooShort),
            "of two lengths the shorter"
        );
        assert_eq!(of(None, Some((49, 80_000)), None), Some(UngradedReason::TooFewIntervals));
        assert_eq!(of(None, Some((50, 60_000)), None), None);
        assert_eq!(
            (of(None, None, Some(2_000)), of(None, None, Some(2_001))),
            (None, Some(UngradedReason::TooManyArtifacts))
        );
        assert_eq!(of(None, None, None), None, "nothing is known of it");
    }

    #[test]
    fn a_short_recording_and_one_with_artifacts_are_marked() {
        let of = |seconds, artifacts: i64| {
            Recording { seconds: Some(seconds), intervals: None, artifacts: Some(Hundredths(artifacts)) }.doubts()
        };
        assert_eq!(of(269, 500), [QualityDoubt::Short]);
        assert_eq!(of(270, 501), [QualityDoubt::Artifacts]);
        assert_eq!(of(270, 500), []);
    }
}
