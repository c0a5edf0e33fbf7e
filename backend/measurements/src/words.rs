//! Words of export files that consist of several texts: urgent values and published classes.

use kernel::exports::Texts;
use uno_core::domain::grade::{Indicator, safety::UrgentMark};

/// Returns urgent values with their names and sides, such as `Systolic 62: critically low`; empty if there are none.
pub(crate) fn urgent(marks: &[UrgentMark], texts: &Texts) -> String {
    let told = |mark: &UrgentMark| {
        let name = match mark.indicator {
            Indicator::SystolicPressure => "field.name.systolic",
            Indicator::DiastolicPressure => "field.name.diastolic",
            _ => "measurement.pulse",
        };
        let side = texts.word("measurement.urgentSide", mark.side.as_str());
        format!("{} {}: {side}", texts.of(name), mark.value.text())
    };
    marks.iter().map(told).collect::<Vec<_>>().join(", ")
}

/// Returns the name of a published class. The scales of CBI share their classes, as do PSS-10 and BEPSI-K.
pub(crate) fn class(instrument: Indicator, class: &str, texts: &Texts) -> String {
    let instrument = match instrument {
        Indicator::CbiPersonal | Indicator::CbiWork | Indicator::CbiClient => Indicator::Cbi,
        Indicator::BepsiK => Indicator::Pss10,
        other => other,
    };
    texts.word(&format!("stress.class.{}", instrument.as_str()), class).to_owned()
}
