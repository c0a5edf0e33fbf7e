//! What a file of stress measurements tells; of the personal data, name and member number. The intervals stay
//! with their measurement, and so does which medicine somebody takes.

use super::store::{Stress, bepsi_k};
use kernel::exports::{Column, Exported, Value};
use uno_core::{
    contract::stress_measurements::{
        ExportStressMeasurements, LastDay, Medication, Mood, SleepQuality, Smoking, StressMeasurement,
    },
    domain::grade::{
        Indicator, Sex,
        indicator::{HealthGrade, LethargyGrade},
    },
};

fn health(grade: Option<HealthGrade>) -> Value<'static> {
    Value::word("grade.health", grade.map(HealthGrade::as_str))
}

fn last_day(answer: Option<LastDay>) -> Value<'static> {
    Value::word("stress.lastDay", answer.map(LastDay::as_str))
}

fn instrument(indicator: Option<Indicator>) -> Value<'static> {
    Value::word("indicator", indicator.map(Indicator::as_str))
}

impl Exported for Stress {
    type Call = ExportStressMeasurements;
    type Row = StressMeasurement;
    const COLUMNS: &'static [Column<StressMeasurement>] = &[
        Column::new("measurement.measuredAt", 17.0, |row| row.measured_at.into()),
        Column::new("member.number", 16.0, |row| (&row.member_no).into()),
        Column::new("member.name", 14.0, |row| (&row.member_name).into()),
        Column::new("member.company", 22.0, |row| (&row.company_name).into()),
        Column::new("member.sex", 6.0, |row| Value::word("sex", row.sex.map(Sex::as_str))),
        Column::new("measurement.age", 8.0, |row| row.age.into()),
        Column::new("stress.stressGrade", 12.0, |row| health(row.stress_grade)),
        Column::new("stress.stressScore", 12.0, |row| row.stress_score.into()),
        Column::new("stress.stressInstrument", 18.0, |row| instrument(row.stress_instrument)),
        Column::new("stress.anxietyGrade", 12.0, |row| health(row.anxiety_grade)),
        Column::new("stress.anxietyScore", 12.0, |row| row.anxiety_score.into()),
        Column::new("stress.burnoutGrade", 12.0, |row| health(row.burnout_grade)),
        Column::new("stress.burnoutScore", 12.0, |row| row.burnout_score.into()),
        Column::new("stress.burnoutInstrument", 18.0, |row| instrument(row.burnout_instrument)),
        Column::new("stress.lethargyGrade", 12.0, |row| {
            Value::word("grade.lethargy", row.lethargy_grade.map(LethargyGrade::as_str))
        }),
        Column::new("stress.activationScore", 12.0, |row| row.activation_score.into()),
        Column::in_unit("stress.heartRate", "unit.beatsPerMinute", 12.0, |row| row.heart_rate.into()),
        Column::in_unit("stress.sdnn", "unit.millisecond", 12.0, |row| row.sdnn.into()),
        Column::in_unit("stress.rmssd", "unit.millisecond", 12.0, |row| row.rmssd.into()),
        Column::in_unit("stress.pnn50", "unit.percent", 12.0, |row| row.pnn50.into()),
        Column::new("stress.stressIndex", 12.0, |row| row.stress_index.into()),
        Column::in_unit("stress.tp", "unit.squareMillisecond", 12.0, |row| row.tp.into()),
        Column::in_unit("stress.lf", "unit.squareMillisecond", 12.0, |row| row.lf.into()),
        Column::in_unit("stress.hf", "unit.squareMillisecond", 12.0, |row| row.hf.into()),
        Column::new("stress.computedIntervals", 12.0, |row| row.computed.map(|computed| computed.intervals).into()),
        Column::in_unit("stress.computedMeanNn", "unit.millisecond", 14.0, |row| {
            row.computed.map(|computed| computed.mean_nn).into()
        }),
        Column::in_unit("stress.computedHeartRate", "unit.beatsPerMinute", 14.0, |row| {
            row.computed.map(|computed| computed.heart_rate).into()
        }),
        Column::in_unit("stress.computedSdnn", "unit.millisecond", 14.0, |row| {
            row.computed.map(|computed| computed.sdnn).into()
        }),
        Column::in_unit("stress.computedRmssd", "unit.millisecond", 14.0, |row| {
            row.computed.map(|computed| computed.rmssd).into()
        }),
        Column::in_unit("stress.computedPnn50", "unit.percent", 14.0, |row| {
            row.computed.map(|computed| computed.pnn50).into()
        }),
        Column::new("stress.computedStressIndex", 14.0, |row| {
            row.computed.and_then(|computed| computed.stress_index).into()
        }),
        Column::in_unit("stress.durationSeconds", "unit.second", 12.0, |row| row.duration_seconds.into()),
        Column::in_unit("stress.artifactPercent", "unit.percent", 12.0, |row| row.artifact_percent.into()),
        Column::new("stress.pss10Total", 12.0, |row| row.pss_10_total.into()),
        Column::new("stress.bepsiKMean", 12.0, |row| bepsi_k(row).into()),
        Column::new("stress.gad7Total", 12.0, |row| row.gad_7_total.into()),
        Column::new("stress.cbiPersonal", 12.0, |row| row.cbi_personal.into()),
        Column::new("stress.cbiWork", 12.0, |row| row.cbi_work.into()),
        Column::new("stress.cbiClient", 12.0, |row| row.cbi_client.into()),
        Column::new("stress.cbiMean", 12.0, |row| row.cbi_mean.into()),
        Column::new("stress.bat12Mean", 12.0, |row| row.bat_12_mean.into()),
        Column::in_unit("stress.sleepHours", "unit.hour", 12.0, |row| row.sleep_hours.into()),
        Column::new("stress.sleepQuality", 12.0, |row| {
            Value::word("stress.sleepQuality", row.sleep_quality.map(SleepQuality::as_str))
        }),
        Column::new("stress.caffeineCups", 12.0, |row| row.caffeine_cups.into()),
        Column::in_unit("stress.caffeineHoursAgo", "unit.hour", 14.0, |row| row.caffeine_hours_ago.into()),
        Column::new("stress.smoking", 12.0, |row| Value::word("stress.smoking", row.smoking.map(Smoking::as_str))),
        Column::in_unit("stress.smokingHoursAgo", "unit.hour", 14.0, |row| row.smoking_hours_ago.into()),
        Column::new("stress.medication", 12.0, |row| {
            Value::word("stress.medication", row.medication.map(Medication::as_str))
        }),
        Column::new("stress.alcohol", 12.0, |row| last_day(row.alcohol)),
        Column::new("stress.exercise", 12.0, |row| last_day(row.exercise)),
        Column::in_unit("stress.mealHoursAgo", "unit.hour", 14.0, |row| row.meal_hours_ago.into()),
        Column::new("stress.mood", 12.0, |row| Value::word("stress.mood", row.mood.map(Mood::as_str))),
        Column::new("measurement.onTrial", 10.0, |row| row.trial.into()),
    ];

    crate::rows_of_history! {}
}
