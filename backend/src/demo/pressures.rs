//! Measurement conditions of the demonstration's blood pressures.

use super::random::Random;
use measurements::physical_measurements::store::NewMeasurement;
use uno_core::domain::grade::physical::{Arm, Posture, Setting};

/// A separate seed, so that the other demonstration data does not depend on it.
const SEED: u64 = 76;

/// Adds the conditions to a blood pressure. Offices record them mostly, and sometimes the second reading; measurements
/// at home have none.
pub fn with_conditions(new: NewMeasurement, number: u32, visit: i64) -> NewMeasurement {
    let random = &mut Random::of(SEED.wrapping_add(u64::from(number) << 8).wrapping_add(visit.unsigned_abs()));
    if new.setting == Setting::Home || new.systolic.is_none() || random.below(10) == 0 {
        return new;
    }
    let arm = if random.below(3) == 0 { Arm::Right } else { Arm::Left };
    let posture = match random.below(30) {
        0 => Posture::Standing,
        1 | 2 => Posture::Lying,
        _ => Posture::Sitting,
    };
    let reading_number = if random.below(4) == 0 { 2 } else { 1 };
    NewMeasurement { arm: Some(arm), posture: Some(posture), reading_number: Some(reading_number), ..new }
}
