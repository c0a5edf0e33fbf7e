//! Participations in trainings: who took part in which content of a program, when, how far and with what score. The
//! names are those of the time: what a program is called later changes no history.

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
    /// A participation in a training.
    TrainingParticipationId
}

path_type! { TrainingParticipationPath { training_participation_id: TrainingParticipationId } }

/// Menu url of the history.
pub const SCREEN: &str = "/history/training_participation";

/// Most participations of one call.
pub const MAX_TAKEN: usize = 100;
/// The completion of what was done altogether, in percent.
pub const WHOLE: i64 = 100;
/// The last day of the longest program.
const LAST_DAY: i64 = 1_000;
/// Most characters of a name.
const MAX_NAME: usize = 100;

input! {
    /// A participation as an app tells of it.
    ///
    /// Whose it is says `memberId`, or `memberNo` with `companyId` where that is not the sender's own company. Without
    /// both it is the member's whose app tells it, where that is a member of one company.
    pub struct TrainingParticipationSave {
        /// Number that the app gives it: under the same number the same member's participation goes on.
        source_id: String => text(1, 100),
        /// Whose it is.
        member_id: Option<MemberId> => id(),
        /// Company in which the member number is looked for.
        company_id: Option<CompanyId> => id(),
        /// Number of the member there.
        member_no: Option<String> => text(0, 50),
        /// Name of the program.
        program_name: String => text(1, MAX_NAME),
        /// Name of the unit in it.
        unit_name: String => text(1, MAX_NAME),
        /// Day of the program, from 1.
        day: i64 => integer(1, LAST_DAY),
        /// Name of the content.
        content_name: String => text(1, MAX_NAME),
        /// When it was begun.
        started_at: Timestamp => instant(),
        /// When it ended; absent while it goes on.
        ended_at: Option<Timestamp> => instant(),
        /// How much of it was done, in percent.
        completion: i64 => integer(0, WHOLE),
        /// Score from 0 to 100; absent where none was given.
        score: Option<Hundredths> => decimal(0, 10_000),
    } also ends_behind_its_start
}

fn ends_behind_its_start(value: &Value, violations: &mut Vec<Violation>) {
    let at = |field: &str| value.get(field).as_text().and_then(Timestamp::parse);
    if let (Some(start), Some(end)) = (at("startedAt"), at("endedAt"))
        && end < start
    {
        violations.push(Violation::new("endedAt", "order"));
    }
}

input! {
    /// Participations, up to 100.
    pub struct TrainingParticipationIntake {
        /// The participations, of any members.
        participations: Vec<TrainingParticipationSave> => forms(TrainingParticipationSave::FORM, MAX_TAKEN),
    }
}

output! {
    /// What has become of participations that were told of.
    pub struct TrainingParticipationReport {
        /// How many were new.
        pub created: i64,
        /// How many were known, and go on.
        pub updated: i64,
        /// How many were not written, because the user whose they are does not allow the use of the apps to be recorded.
        pub left_out: i64,
    }
}

output! {
    /// A participation in a training.
    pub struct TrainingParticipation {
        /// Participation.
        pub training_participation_id: TrainingParticipationId,
        /// Member.
        pub member_id: MemberId,
        /// Member number.
        pub member_no: String,
        /// Name of the member.
        pub member_name: String,
        /// Company of the member.
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
        /// When it was begun.
        pub started_at: Timestamp,
        /// When it ended; `null` while it goes on.
        pub ended_at: Option<Timestamp>,
        /// How much of it was done, in percent.
        pub completion: i64,
        /// Score from 0 to 100; `null` where none was given.
        pub score: Option<Hundredths>,
        /// Number that the app gave it.
        pub source_id: String,
        /// When the server was told of it first.
        pub received_at: Timestamp,
        /// When the server was told of it last.
        pub updated_at: Timestamp,
    }
}

input! {
    /// Which participations.
    pub struct TrainingParticipationFilter {
        /// Begun from.
        start_started_at: Option<Bound> => bound(),
        /// Begun to, a day included.
        end_started_at: Option<Bound> => bound(),
        /// Those of members of this company and of the companies below it.
        company_id: Option<CompanyId> => id(),
        /// Those of this member.
        member_id: Option<MemberId> => id(),
        /// Those of members whose name begins with this.
        member_name: Option<String> => text(0, 100),
        /// Those that were completed, or those that were not.
        completed: Option<bool> => flag(),
    } list MeasurementSort by key also filter_period
}

fn filter_period(value: &Value, violations: &mut Vec<Violation>) {
    check_period(value, "startStartedAt", "endStartedAt", violations);
}

endpoint! {
    /// Takes up to 100 participations in trainings, all of them or none.
    ///
    /// A company's system tells of the members of its company and of the companies below, a member's app of its member,
    /// staff where their permission group lets them. The same number of the same member told again is the same
    /// participation: its end, its completion and its score become those that are told, where its completion has not
    /// fallen; what comes late changes nothing. Where something is wrong with one, nothing is written, and the field is
    /// named with its place: `participations[3].memberNo`. Of whoever does not allow the use of the apps to be recorded
    /// nothing is written.
    pub TakeTrainingParticipations = Post "/api/v1/training-participations",
    auth: SignedInOrCredential(CredentialScope::MeasurementsWrite),
    body: TrainingParticipationIntake,
    refuses: [TooManyRequests],
    ok: TrainingParticipationReport
}

record_calls! {
    TrainingParticipation at "/api/v1/training-participations" "/{trainingParticipationId}" by TrainingParticipationPath
    on SCREEN,
    /// Lists the participations in trainings in the caller's scope.
    list ListTrainingParticipations(TrainingParticipationFilter),
    /// Queues a job that writes the filtered participations to a file.
    export ExportTrainingParticipations(TrainingParticipationFilter),
    /// Answers one participation.
    show GetTrainingParticipation,
}

input! {
    /// Which of the caller's own participations.
    pub struct OwnTrainingParticipationFilter {
        /// Those that were completed, or those that were not.
        completed: Option<bool> => flag(),
    } list MeasurementSort by key
}

endpoint! {
    /// Lists the trainings that the caller has taken part in.
    pub ListOwnTrainingParticipations = Get "/api/v1/users/me/training-participations",
    auth: Member,
    query: OwnTrainingParticipationFilter,
    ok: Page<TrainingParticipation>
}
