//! Vision measurements of the demonstration: of some members, more often of children. Returning members have the same
//! eyes, slightly changed.

use super::{hours, random::Random, user};
use measurements::{
    kind::{Kind as _, Person},
    store::{Assessed, Owner},
    vision_measurements::store::{Detail, Vision},
};
use uno_core::{
    contract::vision_measurements::{
        AcuityChart, AcuityRange, AcuityReading, ColourVision, Correction, VisionMeasurementSave,
    },
    domain::{
        decimal::Hundredths,
        grade::vision::QualitativeAcuity,
        time::{DAY_MILLISECONDS, Timestamp},
    },
};

/// A separate seed, so that the other demonstration data does not depend on it.
const SEED: u64 = 42;
const YEAR_MILLISECONDS: i64 = 365 * DAY_MILLISECONDS;
/// Maximum age at which myopia still progresses.
const GROWN: u16 = 18;

/// A vision measurement of a member.
pub struct NewVision {
    /// Owner.
    pub owner: Owner,
    /// Header.
    pub header: Assessed,
    /// Detail row.
    pub detail: Detail,
}

/// One eye, in hundredths of a diopter.
#[derive(Clone, Copy)]
struct EyeOf {
    sphere: i64,
    cylinder: i64,
    axis: u16,
}

/// The lines of a chart, from the best to the worst, in hundredths.
const LINES: [i64; 15] = [150, 120, 100, 90, 80, 70, 60, 50, 40, 30, 20, 15, 10, 8, 5];

/// Returns the chart line that is readable with a blur in hundredths of a diopter.
fn line(blur: i64) -> AcuityReading {
    let steps = [25, 50, 75, 90, 110, 130, 150, 175, 200, 250, 300, 400, 500, 700];
    let place = steps.iter().take_while(|step| blur > **step).count();
    AcuityReading::Decimal(Hundredths(LINES.get(place).copied().unwrap_or(5)).into())
}

impl EyeOf {
    fn of(random: &mut Random, age: u16) -> Self {
        // Half of the young are myopic; hyperopia comes with age.
        let middle = match age {
            0..=9 => -25,
            10..=18 => -175,
            19..=49 => -200,
            50..=64 => -50,
            _ => 50,
        };
        let sphere = random.around(middle, 600) / 25 * 25;
        let cylinder = -(random.around(50, 150).max(0) / 25 * 25);
        Self { sphere, cylinder, axis: u16::try_from(random.below(36) * 5).unwrap_or(0) }
    }

    /// Returns the uncorrected blur that remains after accommodation.
    fn blur(self, age: u16) -> i64 {
        let reserve = i64::from(50_u16.saturating_sub(age)) * 10;
        let sphere = if self.sphere > 0 { (self.sphere - reserve).max(0) } else { -self.sphere };
        sphere + (-self.cylinder) / 2
    }

    /// Returns the same eye some years later.
    fn later(self, random: &mut Random, age: u16) -> Self {
        let change = if age <= GROWN { -random.between(0, 3) * 25 } else { -random.between(0, 1) * 25 };
        Self { sphere: self.sphere + change, ..self }
    }
}

/// Returns the vision measurements of a member registered at `since`.
pub fn measured(number: u32, owner: Owner, person: Person, since: Timestamp, now: Timestamp) -> Vec<NewVision> {
    let random = &mut Random::of(SEED.wrapping_add(u64::from(number) << 8));
    let is_user = number == user::NUMBER;
    let age = person.age_at(since).unwrap_or(0);
    if !is_user && random.below(100) >= if age <= GROWN { 60 } else { 30 } {
        return Vec::new();
    }
    let right = EyeOf::of(random, age);
    // Both eyes of a person are similar.
    let left = EyeOf { sphere: right.sphere + random.between(-2, 2) * 25, ..EyeOf::of(random, age) };
    let (mut right, mut left) = match is_user {
        true => (EyeOf { sphere: -225, cylinder: -50, axis: 175 }, EyeOf { sphere: -250, cylinder: -75, axis: 5 }),
        false => (right, left),
    };
    let needs_correction = right.blur(age).max(left.blur(age)) > 100;
    let correction = match random.below(10) {
        _ if !needs_correction => Correction::None,
        0 => Correction::None,
        1 | 2 if age > 12 => Correction::ContactLenses,
        1 if age > 6 => Correction::Orthokeratology,
        _ => Correction::Glasses,
    };
    let pressure = random.around(1_500, 500) / 50 * 50;
    let pupils = random.around(if age < 12 { 5_500 } else { 6_300 }, 500) / 50 * 50;
    let colour = match random.below(40) {
        0 => ColourVision::RedGreen,
        _ => ColourVision::Normal,
    };
    // A few cannot read the chart with one eye.
    let is_blind = !is_user && random.below(400) == 0;
    let visits = if is_user { 4 } else { i64::from(random.below(3)).max(1) };
    let mut found = Vec::new();
    for visit in 0..visits {
        let at = if is_user {
            now.plus_milliseconds((visit - visits + 1) * YEAR_MILLISECONDS / 3 - 6 * DAY_MILLISECONDS)
        } else {
            let later = since.0 + visit * YEAR_MILLISECONDS / 2 + random.between(0, 3_600_000);
            Timestamp(hours::within_opening_hours(later))
        };
        if at > now {
            break;
        }
        if visit > 0 {
            (right, left) = (right.later(random, age), left.later(random, age));
        }
        let bare = [right, left].map(|eye| line(eye.blur(age)));
        // Older glasses do not correct completely.
        let rest = random.between(0, 4) * 25;
        let presenting = if correction == Correction::None { bare } else { [line(rest), line(rest + 10)] };
        // Best-corrected acuity is limited by age only, and never worse than with the worn correction.
        let best = line(rest.min(if age >= 70 { 80 } else { 60 }));
        let blind = AcuityReading::Qualitative(QualitativeAcuity::HandMotion);
        let [left_bare, left_presenting, left_best] =
            if is_blind { [blind; 3] } else { [bare[1], presenting[1], best] };
        let save = VisionMeasurementSave {
            source_id: None,
            member_id: None,
            company_id: None,
            member_no: None,
            measured_at: at,
            measured_at_offset: None,
            service_id: None,
            external_device_id: None,
            range: AcuityRange::Distance,
            chart: Some(AcuityChart::Hahn),
            test_distance: Some(Hundredths(500)),
            correction: Some(correction),
            right_uncorrected: Some(bare[0]),
            right_presenting: Some(presenting[0]),
            right_best_corrected: (correction != Correction::None).then_some(best),
            left_uncorrected: Some(left_bare),
            left_presenting: Some(left_presenting),
            left_best_corrected: (correction != Correction::None).then_some(left_best),
            both_uncorrected: None,
            both_presenting: Some(presenting[0]),
            both_best_corrected: None,
            right_sphere: Some(Hundredths(right.sphere)),
            right_cylinder: Some(Hundredths(right.cylinder)),
            right_axis: (right.cylinder != 0).then_some(right.axis),
            right_addition: (age >= 45).then_some(Hundredths(150)),
            left_sphere: (!is_blind).then_some(Hundredths(left.sphere)),
            left_cylinder: (!is_blind).then_some(Hundredths(left.cylinder)),
            left_axis: (!is_blind && left.cylinder != 0).then_some(left.axis),
            left_addition: (!is_blind && age >= 45).then_some(Hundredths(150)),
            pupillary_distance: Some(Hundredths(pupils)),
            right_pressure: (age > GROWN).then_some(Hundredths(pressure)),
            left_pressure: (age > GROWN).then_some(Hundredths(pressure + random.between(-2, 2) * 50)),
            colour_vision: Some(colour),
            stereo_acuity: (!is_blind).then_some(if random.below(5) == 0 { 100 } else { 40 }),
            contrast_sensitivity: (age > GROWN).then_some(Hundredths(if age >= 65 { 165 } else { 180 })),
            version: None,
        };
        let findings = Vision::findings(&save, person);
        let header = Assessed::of::<Vision>(at.0, at, person, &findings);
        found.push(NewVision { owner, header, detail: findings.detail });
    }
    found
}
