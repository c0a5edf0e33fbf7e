//! Training participations: who took part in which content of a program, when, with what completion and score. Names
//! are recorded as they were at the time: renaming a program does not change the history.

use super::{
    companies::CompanyId,
    company_credentials::CredentialScope,
    endpoint, id_type, input,
    measurements::MeasurementSort,
    members::MemberId,
    output,
    page::Page,
    path_type, record_calls,
    validation::{Value, Violation, check_period},
};
use crate::domain::{
    decimal::Hundredths,
    time::{Bound, Timestamp},
};

id_type! {
    /// A training participation.
    TrainingParticipationId
}

path_type! { TrainingParticipationPath { training_participation_id: TrainingParticipationId } }

/// Menu URL of the history.
pub const SCREEN: &str = "/history/training_participation";

/// Maximum number of participations per call.
pub const MAX_TAKEN: usize = 100;
/// The completion of a finished training, in percent.
pub const WHOLE: i64 = 100;
/// The last day of the longest program.
const LAST_DAY: i64 = 1_000;
/// Maximum length of a name.
const MAX_NAME: usize = 100;

input! {
    /// A participation as reported by an app.
    ///
    /// `memberId` identifies the member, or `memberNo` with `companyId` if that is not the sender's own company.
    /// Without either, it belongs to the member whose app reports it, if that user is a member of only one company.
    pub struct TrainingParticipationSave {
        /// Number assigned by the app. A report with the same number and member updates the same participation.
        source_id: String => text(1, 100),
        /// Member id.
        member_id: Option<MemberId> => id(),
        /// Company in which to look up the member number.
        company_id: Option<CompanyId> => id(),
        /// Member number in that company.
        member_no: Option<String> => text(0, 50),
        /// Name of the program.
        program_name: String => text(1, MAX_NAME),
        /// Name of the unit in the program.
        unit_name: String => text(1, MAX_NAME),
        /// Day of the program, from 1.
        day: i64 => integer(1, LAST_DAY),
        /// Name of the content.
        content_name: String => text(1, MAX_NAME),
        /// When it was started.
        started_at: Timestamp => instant(),
        /// When it ended; absent while it is in progress.
        ended_at: Option<Timestamp> => instant(),
        /// Completion in percent.
        completion: i64 => integer(0, WHOLE),
        /// Score from 0 to 100; absent if there is none.
        score: Option<Hundredths> => decimal(0, 10_000),
    } also check_end
}

fn check_end(value: &Value, violations: &mut Vec<Violation>) {
    let at = |field: &str| value.get(field).as_text().and_then(Timestamp::parse);
    if let (Some(start), Some(end)) = (at("startedAt"), at("endedAt"))
        && end < start
    {
        violations.push(Violation::new("endedAt", "order"));
    }
}

input! {
    /// Up to 100 participations.
    pub struct TrainingParticipationIntake {
        /// The participations, of any members.
        participations: Vec<TrainingParticipationSave> => forms(TrainingParticipationSave::FORM, MAX_TAKEN),
    }
}

output! {
    /// The result of an intake of participations.
    pub struct TrainingParticipationReport {
        /// Number of new participations.
        pub created: i64,
        /// Number of known participations that were updated.
        pub updated: i64,
        /// Number of participations that were not stored because the user does not allow app usage to be recorded.
        pub left_out: i64,
    }
}

output! {
    /// A training participation.
    pub struct TrainingParticipation {
        /// Participation id.
        pub training_participation_id: TrainingParticipationId,
        /// Member id.
        pub member_id: MemberId,
        /// Member number.
        pub member_no: String,
        /// Name of the member.
        pub member_name: String,
        /// Company id.
        pub company_id: CompanyId,
        /// Name of the company.
        pub company_name: String,
        /// Name of the program, at the time.
        pub program_name: String,
        /// Name of the unit, at the time.
        pub unit_name: String,
        /// Day of the program, from 1.
        pub day: i64,
        /// Name of the content, at the time.
        pub content_name: String,
        /// When it was started.
        pub started_at: Timestamp,
        /// When it ended; `null` while it is in progress.
        pub ended_at: Option<Timestamp>,
        /// Completion in percent.
        pub completion: i64,
        /// Score from 0 to 100; `null` if there is none.
        pub score: Option<Hundredths>,
        /// Number assigned by the app.
        pub source_id: String,
        /// When the server first received it.
        pub received_at: Timestamp,
        /// When the server last received an update.
        pub updated_at: Timestamp,
    }
}

input! {
    /// Filter of the participation list.
    pub struct TrainingParticipationFilter {
        /// Started at or after this date or time.
        start_started_at: Option<Bound> => bound(),
        /// Started at or before this date or time; a date includes the whole day.
        end_started_at: Option<Bound> => bound(),
        /// Participations of members of this company and of the companies below it.
        company_id: Option<CompanyId> => id(),
        /// Participations of this member.
        member_id: Option<MemberId> => id(),
        /// Member name begins with this text.
        member_name: Option<String> => text(0, 100),
        /// `true` for completed participations, `false` for others.
        completed: Option<bool> => flag(),
    } list MeasurementSort by key also filter_period
}

fn filter_period(value: &Value, violations: &mut Vec<Violation>) {
    check_period(value, "startStartedAt", "endStartedAt", violations);
}

endpoint! {
    /// Stores up to 100 training participations, either all of them or none.
    ///
    /// A company's system sends those of members of its company and of the companies below, a member's app those of its
    /// member, staff those that their permission group allows. The same number for the same member refers to the same
    /// participation: its end, completion and score are updated unless the completion would decrease, so a late report
    /// changes nothing. If one participation is invalid, nothing is stored, and the error names the field with its
    /// position: `participations[3].memberNo`. Nothing is stored for users who do not allow app usage to be recorded.
    pub TakeTrainingParticipations = Post "/api/v1/training-participations",
    auth: SignedInOrCredential(CredentialScope::MeasurementsWrite),
    body: TrainingParticipationIntake,
    keyless: "A participation that is stored already is recognised by its number.",
    refuses: [TooManyRequests],
    ok: TrainingParticipationReport
}

record_calls! {
    TrainingParticipation at "/api/v1/training-participations" "/{trainingParticipationId}" by TrainingParticipationPath
    on SCREEN,
    reads "training.title",
    /// Lists the training participations in the caller's scope.
    list ListTrainingParticipations(TrainingParticipationFilter),
    /// Queues a job that exports the filtered participations to a file.
    export ExportTrainingParticipations(TrainingParticipationFilter),
    /// Returns a training participation.
    show GetTrainingParticipation,
}

input! {
    /// Filter of the caller's own participations.
    pub struct OwnTrainingParticipationFilter {
        /// `true` for completed participations, `false` for others.
        completed: Option<bool> => flag(),
    } list MeasurementSort by key
}

endpoint! {
    /// Lists the caller's own training participations.
    pub ListOwnTrainingParticipations = Get "/api/v1/users/me/training-participations",
    auth: Member,
    query: OwnTrainingParticipationFilter,
    ok: Page<TrainingParticipation>
}
