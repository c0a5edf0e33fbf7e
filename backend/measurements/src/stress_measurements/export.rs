//! The export file of stress measurements. To identify a person it has only name and member number. It omits the
//! intervals and the names of medicines.

use super::store::{Stress, bepsi_k};
use crate::words;
use kernel::exports::{Column, Exported, Value};
use uno_core::{
    contract::stress_measurements::{
        ExportStressMeasurements, InstrumentClass, LastDay, Medication, Mood, SleepQuality, Smoking, StressMeasurement,
    },
    domain::grade::{
        Indicator,
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

/// A column of the file.
type ExportColumn = Column<StressMeasurement>;

impl Exported for Stress {
    type Call = ExportStressMeasurements;
    type Row = StressMeasurement;
    const COLUMNS: &'static [Column<StressMeasurement>] = crate::columns_of_history!(
        ExportColumn,
        ExportColumn::new("stress.stressGrade", 12.0, |row| health(row.stress_grade)),
        ExportColumn::new("stress.stressScore", 12.0, |row| row.stress_score.into()),
        ExportColumn::new("stress.stressInstrument", 18.0, |row| instrument(row.stress_instrument)),
        ExportColumn::new("stress.anxietyGrade", 12.0, |row| health(row.anxiety_grade)),
        ExportColumn::new("stress.anxietyScore", 12.0, |row| row.anxiety_score.into()),
        ExportColumn::new("stress.burnoutGrade", 12.0, |row| health(row.burnout_grade)),
        ExportColumn::new("stress.burnoutScore", 12.0, |row| row.burnout_score.into()),
        ExportColumn::new("stress.burnoutInstrument", 18.0, |row| instrument(row.burnout_instrument)),
        ExportColumn::new("stress.lethargyGrade", 12.0, |row| {
            Value::word("grade.lethargy", row.lethargy_grade.map(LethargyGrade::as_str))
        }),
        ExportColumn::new("stress.activationScore", 12.0, |row| row.activation_score.into()).read_as("activationScore"),
        ExportColumn::in_unit("stress.heartRate", "unit.beatsPerMinute", 12.0, |row| row.heart_rate.into())
            .read_as("heartRate"),
        ExportColumn::in_unit("stress.sdnn", "unit.millisecond", 12.0, |row| row.sdnn.into()).read_as("sdnn"),
        ExportColumn::in_unit("stress.rmssd", "unit.millisecond", 12.0, |row| row.rmssd.into()).read_as("rmssd"),
        ExportColumn::in_unit("stress.pnn50", "unit.percent", 12.0, |row| row.pnn50.into()).read_as("pnn50"),
        ExportColumn::new("stress.stressIndex", 12.0, |row| row.stress_index.into()).read_as("stressIndex"),
        ExportColumn::in_unit("stress.tp", "unit.squareMillisecond", 12.0, |row| row.tp.into()).read_as("tp"),
        ExportColumn::in_unit("stress.lf", "unit.squareMillisecond", 12.0, |row| row.lf.into()).read_as("lf"),
        ExportColumn::in_unit("stress.hf", "unit.squareMillisecond", 12.0, |row| row.hf.into()).read_as("hf"),
        ExportColumn::new("stress.computedIntervals", 12.0, |row| row
            .computed
            .map(|computed| computed.intervals)
            .into()),
        ExportColumn::in_unit("stress.computedMeanNn", "unit.millisecond", 14.0, |row| {
            row.computed.map(|computed| computed.mean_nn).into()
        }),
        ExportColumn::in_unit("stress.computedHeartRate", "unit.beatsPerMinute", 14.0, |row| {
            row.computed.map(|computed| computed.heart_rate).into()
        }),
        ExportColumn::in_unit("stress.computedSdnn", "unit.millisecond", 14.0, |row| {
            row.computed.map(|computed| computed.sdnn).into()
        }),
        ExportColumn::in_unit("stress.computedRmssd", "unit.millisecond", 14.0, |row| {
            row.computed.map(|computed| computed.rmssd).into()
        }),
        ExportColumn::in_unit("stress.computedPnn50", "unit.percent", 14.0, |row| {
            row.computed.map(|computed| computed.pnn50).into()
        }),
        ExportColumn::new("stress.computedStressIndex", 14.0, |row| {
            row.computed.and_then(|computed| computed.stress_index).into()
        }),
        ExportColumn::in_unit("stress.durationSeconds", "unit.second", 12.0, |row| row.duration_seconds.into())
            .read_as("durationSeconds"),
        ExportColumn::in_unit("stress.artifactPercent", "unit.percent", 12.0, |row| row.artifact_percent.into())
            .read_as("artifactPercent"),
        ExportColumn::new("stress.pss10Total", 12.0, |row| row.pss_10_total.into()).read_as("pss10Total"),
        ExportColumn::new("stress.bepsiKMean", 12.0, |row| bepsi_k(row).into()).read_as("bepsiKMean"),
        ExportColumn::written("stress.bepsiKItems", 16.0, |row, _| {
            row.bepsi_k_items.iter().map(u16::to_string).collect::<Vec<_>>().join(" ")
        })
        .read_as("bepsiKItems"),
        ExportColumn::new("stress.gad7Total", 12.0, |row| row.gad_7_total.into()).read_as("gad7Total"),
        ExportColumn::new("stress.cbiPersonal", 12.0, |row| row.cbi_personal.into()).read_as("cbiPersonal"),
        ExportColumn::new("stress.cbiWork", 12.0, |row| row.cbi_work.into()).read_as("cbiWork"),
        ExportColumn::new("stress.cbiClient", 12.0, |row| row.cbi_client.into()).read_as("cbiClient"),
        ExportColumn::new("stress.cbiMean", 12.0, |row| row.cbi_mean.into()).read_as("cbiMean"),
        ExportColumn::new("stress.bat12Mean", 12.0, |row| row.bat_12_mean.into()).read_as("bat12Mean"),
        ExportColumn::written("psychological.class", 30.0, |row, texts| {
            let class = |own: &InstrumentClass| {
                let name = texts.word("indicator", own.instrument.as_str());
                format!("{name}: {}", words::class(own.instrument, &own.class, texts))
            };
            row.classes.iter().map(class).collect::<Vec<_>>().join(", ")
        }),
        ExportColumn::new("stress.resultsDisagree", 12.0, |row| row.results_disagree.into()),
        ExportColumn::in_unit("stress.sleepHours", "unit.hour", 12.0, |row| row.sleep_hours.into())
            .read_as("sleepHours"),
        ExportColumn::new("stress.sleepQuality", 12.0, |row| {
            Value::word("stress.sleepQuality", row.sleep_quality.map(SleepQuality::as_str))
        })
        .read_as("sleepQuality")
        .in_words("stress.sleepQuality"),
        ExportColumn::new("stress.caffeineCups", 12.0, |row| row.caffeine_cups.into()).read_as("caffeineCups"),
        ExportColumn::in_unit("stress.caffeineHoursAgo", "unit.hour", 14.0, |row| row.caffeine_hours_ago.into())
            .read_as("caffeineHoursAgo"),
        ExportColumn::new("stress.smoking", 12.0, |row| Value::word(
            "stress.smoking",
            row.smoking.map(Smoking::as_str)
        ))
        .read_as("smoking")
        .in_words("stress.smoking"),
        ExportColumn::in_unit("stress.smokingHoursAgo", "unit.hour", 14.0, |row| row.smoking_hours_ago.into())
            .read_as("smokingHoursAgo"),
        ExportColumn::new("stress.medication", 12.0, |row| {
            Value::word("stress.medication", row.medication.map(Medication::as_str))
        })
        .read_as("medication")
        .in_words("stress.medication"),
        ExportColumn::new("stress.alcohol", 12.0, |row| last_day(row.alcohol))
            .read_as("alcohol")
            .in_words("stress.lastDay"),
        ExportColumn::new("stress.exercise", 12.0, |row| last_day(row.exercise))
            .read_as("exercise")
            .in_words("stress.lastDay"),
        ExportColumn::in_unit("stress.mealHoursAgo", "unit.hour", 14.0, |row| row.meal_hours_ago.into())
            .read_as("mealHoursAgo"),
        ExportColumn::new("stress.mood", 12.0, |row| Value::word("stress.mood", row.mood.map(Mood::as_str)))
            .read_as("mood")
            .in_words("stress.mood"),
    );

    crate::rows_of_history! {}
}
