//! The demonstration, as its user and the readers of its boards see it.

use crate::support::{Server, TestDatabase, count, session};
use kernel::{
    clock,
    db::{
        DatabaseConnection,
        chain::{self, Log},
    },
    rich_text::sanitised,
};
use uno_core::{
    contract::{
        admin_boards::{AdminBoardCategory, AdminBoardFilter, ListAnnouncements},
        companies::{CompanyFilter, CompanyPath, ListCompanies},
        company_credentials::{CredentialStatus, ListCompanyCredentials, ListSystemCompanies, SystemCompanyFilter},
        dementia_screenings::{DementiaScreeningFilter, ListDementiaScreenings},
        divisions::ListDivisions,
        heart_rate_measurements::{HeartRateMeasurementFilter, ListHeartRateMeasurements},
        member_links::{LinkState, ListOwnLinks, OwnLinkFilter},
        members::MemberId,
        messages::{ListMessages, MessageFilter, SendingState},
        physical_measurements::{ListPhysicalMeasurements, PhysicalMeasurementFilter},
        psychological_tests::{ListPsychologicalTests, PsychologicalTestFilter},
        report_links::{OpenReport, ReportOpening},
        reports::{GetReport, ListReports, ReportFilter, ReportPath},
        stress_measurements::{ListStressMeasurements, StressMeasurementFilter},
        terms::{CurrentTermsFilter, Language, ListCurrentTerms, TermsKind},
        training_participations::{ListTrainingParticipations, TrainingParticipation, TrainingParticipationFilter},
        users::{GetOwnProfile, ListOwnPhysicalMeasurements, OwnMeasurementFilter, UserLevel},
        vision_measurements::{ListVisionMeasurements, VisionMeasurementFilter},
    },
    domain::{access::Authority, time::Date},
};
use uno_server::demo::{self, random::Random};

#[test]
fn the_user_of_the_demonstration_has_a_year_of_measurements_that_get_better() {
    TestDatabase::each(|test| {
        let filled = demo::fill(&test.database, 60, 1).unwrap();
        assert_eq!(filled.members, 60);
        let server = Server::start(test);
        let member = session(&server.state, "member", Authority::Member).access_token.token;
        let profile = server.call::<GetOwnProfile>(Some(&member), &(), &(), &()).unwrap();
        assert_eq!(profile.level, UserLevel::RegularVerified1Member);
        assert!(profile.birth_date.is_some() && profile.sex.is_some() && profile.phone_number.is_some());
        let retailer = session(&server.state, "retailer", Authority::Retailer).access_token.token;
        let all = PhysicalMeasurementFilter { page_size: Some(200), ..PhysicalMeasurementFilter::default() };
        let all = server.call::<ListPhysicalMeasurements>(Some(&retailer), &(), &all, &()).unwrap();
        assert_eq!(all.total, i64::try_from(all.data.len()).unwrap());
        let links = server.call::<ListOwnLinks>(Some(&member), &(), &OwnLinkFilter::default(), &()).unwrap().data;
        let states: Vec<_> = links.iter().map(|link| link.state).collect();
        assert_eq!(states, [LinkState::Requested, LinkState::Active], "another company asks");
        assert!(all.data.iter().any(|row| row.member_no.as_ref() == Some(&links[1].member_no)), "of that retailer");
        let own = OwnMeasurementFilter::default();
        let own = server.call::<ListOwnPhysicalMeasurements>(Some(&member), &(), &own, &()).unwrap();
        let (last, first) = (own.data.first().unwrap(), own.data.last().unwrap());
        let days = (last.measured_at.0 - first.measured_at.0) / 86_400_000;
        assert_eq!((own.total, own.data.len()), (14, 14));
        assert!((360..400).contains(&days) && last.measured_at < clock::now(), "{days}");
        assert!(last.weight_kg < first.weight_kg && last.systolic < first.systolic);
        assert!(last.bmi_grade != first.bmi_grade && last.blood_pressure_grade != first.blood_pressure_grade);
        let without_fat = own.data.iter().filter(|row| row.body_fat_percent.is_none()).count();
        assert!((1..7).contains(&without_fat), "{without_fat}");
    });
}

#[test]
fn what_the_demonstration_tells_to_have_happened_is_chained_and_verified() {
    TestDatabase::each(|test| {
        demo::fill(&test.database, 60, 1).unwrap();
        let mut connection = test.database.connect().unwrap();
        let found = chain::verify(Log::Changes, i64::MAX, &mut |question| question(&mut connection)).unwrap();
        assert_eq!(found.flaw, None);
        // On PostgreSQL, a running server chains the rows.
        assert!(matches!(connection, DatabaseConnection::Postgres(_)) || found.rows > 0);
    });
}

#[test]
fn the_counts_of_the_demonstration_are_those_of_its_rows() {
    let test = TestDatabase::sqlite();
    let filled = demo::fill(&test.database, 60, 1).unwrap();
    let server = Server::start(&test);
    let admin = session(&server.state, "admin", Authority::Admin).access_token.token;
    let vendors: CompanyFilter = serde_json::from_str(r#"{"types":["VENDOR"]}"#).unwrap();
    let vendors = server.call::<ListCompanies>(Some(&admin), &(), &vendors, &()).unwrap();
    assert_eq!(vendors.data.iter().map(|vendor| vendor.member_count).sum::<i64>(), 60);
    let one = PhysicalMeasurementFilter { page_size: Some(1), ..PhysicalMeasurementFilter::default() };
    let physical = server.call::<ListPhysicalMeasurements>(Some(&admin), &(), &one, &()).unwrap().total;
    let one = StressMeasurementFilter { page_size: Some(1), ..StressMeasurementFilter::default() };
    let stress = server.call::<ListStressMeasurements>(Some(&admin), &(), &one, &()).unwrap().total;
    let one = VisionMeasurementFilter { page_size: Some(1), ..VisionMeasurementFilter::default() };
    let vision = server.call::<ListVisionMeasurements>(Some(&admin), &(), &one, &()).unwrap().total;
    let one = DementiaScreeningFilter { page_size: Some(1), ..DementiaScreeningFilter::default() };
    let dementia = server.call::<ListDementiaScreenings>(Some(&admin), &(), &one, &()).unwrap().total;
    let one = HeartRateMeasurementFilter { page_size: Some(1), ..HeartRateMeasurementFilter::default() };
    let hearts = server.call::<ListHeartRateMeasurements>(Some(&admin), &(), &one, &()).unwrap().total;
    let one = PsychologicalTestFilter { page_size: Some(1), ..PsychologicalTestFilter::default() };
    let psychological = server.call::<ListPsychologicalTests>(Some(&admin), &(), &one, &()).unwrap().total;
    let each = [stress, vision, hearts, dementia, psychological];
    assert!(each.iter().all(|total| *total > 5), "{each:?}");
    assert_eq!(physical + each.iter().sum::<i64>(), i64::try_from(filled.measurements).unwrap());
}

#[test]
fn the_demonstration_has_reports_that_were_made_after_what_is_in_them() {
    TestDatabase::each(|test| {
        demo::fill(&test.database, 200, 1).unwrap();
        let server = Server::start(test);
        let [admin, retailer] = [("admin", Authority::Admin), ("retailer", Authority::Retailer)]
            .map(|(login_id, authority)| session(&server.state, login_id, authority).access_token.token);
        let all = ReportFilter { page_size: Some(100), ..ReportFilter::default() };
        let list = |token: &str| server.call::<ListReports>(Some(token), &(), &all, &()).unwrap().data;
        let (of_all, own) = (list(&admin), list(&retailer));
        assert!(of_all.len() > own.len() && own.len() > 3, "{} {}", of_all.len(), own.len());
        assert!(of_all.iter().any(|report| report.comment.is_none()));
        assert!(of_all.iter().any(|report| report.comment.is_some()));
        for report in own {
            assert!(report.created_at <= clock::now() && !report.kinds.is_empty());
            let path = ReportPath { report_id: report.report_id };
            let content = server.call::<GetReport>(Some(&retailer), &path, &(), &()).unwrap().content.unwrap();
            let physical = content.printed.physical.iter().map(|row| row.measured_at);
            let stress = content.printed.stress.iter().map(|row| row.measured_at);
            assert!(physical.chain(stress).all(|at| at <= report.created_at), "{report:?}");
        }
    });
}

#[test]
fn the_boards_of_the_demonstration_are_of_every_category_and_one_pops_up_today() {
    TestDatabase::each(|test| {
        demo::fill(&test.database, 0, 1).unwrap();
        let server = Server::start(test);
        let member = session(&server.state, "member", Authority::Member).access_token.token;
        let list =
            |filter: &AdminBoardFilter| server.call::<ListAnnouncements>(Some(&member), &(), filter, &()).unwrap();
        let all = list(&AdminBoardFilter::default());
        for category in AdminBoardCategory::ALL {
            assert!(all.data.iter().any(|board| board.category == *category), "{category:?}");
        }
        let today = clock::today();
        let popups = format!(
            r#"{{"isPopup":true,"popupTargets":["CMS"],"popupFrom":"{today}","popupTo":"{today}","pageSize":10}}"#
        );
        assert_eq!(list(&serde_json::from_str(&popups).unwrap()).data.len(), 1);
    });
}

#[test]
fn whoever_visits_the_demonstration_reads_its_privacy_terms_and_those_before_them() {
    TestDatabase::each(|test| {
        demo::fill(&test.database, 0, 1).unwrap();
        let server = Server::start(test);
        let privacy = |language: Language| {
            let filter = CurrentTermsFilter { kinds: vec![TermsKind::Privacy], language: Some(language) };
            server.call::<ListCurrentTerms>(None, &(), &filter, &()).unwrap().remove(0)
        };
        let korean = privacy(Language::Ko);
        assert_eq!((korean.edition.as_str(), korean.earlier[0].edition.as_str()), ("2.0", "1.0"));
        assert_eq!(privacy(Language::En).language, Language::En);
        assert_eq!(privacy(Language::Fr).language, Language::Ko);
    });
}

#[test]
fn the_demonstration_has_groups_and_codes_beside_those_that_come_with_the_product() {
    use uno_core::contract::{
        codes::{CodeFilter, ListCodes},
        permission_groups::{ListPermissionGroups, PermissionGroupFilter},
    };
    TestDatabase::each(|test| {
        demo::fill(&test.database, 60, 1).unwrap();
        let server = Server::start(test);
        let admin = session(&server.state, "admin", Authority::Admin).access_token.token;
        let any: PermissionGroupFilter = serde_json::from_str("{}").unwrap();
        let groups = server.call::<ListPermissionGroups>(Some(&admin), &(), &any, &()).unwrap().data;
        assert_eq!(groups.iter().filter(|group| !group.is_built_in).count(), 4);
        assert!(groups.iter().all(|group| group.can.update.allowed), "the administrator holds all that they allow");
        let any: CodeFilter = serde_json::from_str(r#"{"isActive":false}"#).unwrap();
        let codes = server.call::<ListCodes>(Some(&admin), &(), &any, &()).unwrap().data;
        assert_eq!(codes.len(), 1);
    });
}

#[test]
fn the_first_company_of_the_demonstration_has_departments_with_members_and_credentials() {
    TestDatabase::each(|test| {
        demo::fill(&test.database, 200, 1).unwrap();
        let server = Server::start(test);
        let dealer = session(&server.state, "dealer", Authority::Dealer).access_token.token;
        let retailers: CompanyFilter = serde_json::from_str(r#"{"types":["RETAILER"],"sort":"OLDEST"}"#).unwrap();
        let retailers = server.call::<ListCompanies>(Some(&dealer), &(), &retailers, &()).unwrap();
        let path = CompanyPath { company_id: retailers.data[0].company_id };
        let divisions = server.call::<ListDivisions>(Some(&dealer), &path, &(), &()).unwrap();
        let members: i64 = divisions.iter().map(|division| division.member_count).sum();
        assert!(divisions.len() == 7 && divisions.iter().any(|division| division.parent_division_id.is_some()));
        assert!((1..retailers.data[0].member_count).contains(&members), "{members}");
        // Their measurements were made in the division, so statistics of a department have data.
        let elsewhere = "SELECT count(*) AS count FROM measurement JOIN member ON member.member_id = measurement.member_id \
             WHERE coalesce(measurement.division_id, 0) <> coalesce(member.division_id, 0)";
        assert_eq!(count(&mut test.database.connect().unwrap(), elsewhere), 0);
        let credentials = server.call::<ListCompanyCredentials>(Some(&dealer), &path, &(), &()).unwrap();
        assert!(credentials.len() == 2 && credentials.iter().any(|one| one.status == CredentialStatus::Active));
        for one in &credentials {
            let guess = format!("{}{}", one.secret_start, "A".repeat(43));
            let any = SystemCompanyFilter { page: None, page_size: None };
            assert!(server.call::<ListSystemCompanies>(Some(&guess), &(), &any, &()).is_err());
        }
    });
}

#[test]
fn the_demonstration_has_trainings_of_today_and_before_and_none_of_whom_nothing_is_recorded() {
    TestDatabase::each(|test| {
        demo::fill(&test.database, 2_000, 1).unwrap();
        let server = Server::start(test);
        let admin = session(&server.state, "admin", Authority::Admin).access_token.token;
        let any = TrainingParticipationFilter { page_size: Some(200), ..Default::default() };
        let found = server.call::<ListTrainingParticipations>(Some(&admin), &(), &any, &()).unwrap();
        assert!((400..2_000).contains(&found.total), "{}", found.total);
        let is_whole = |row: &TrainingParticipation| row.completion == 100;
        assert!(found.data.iter().all(|row| is_whole(row) == row.ended_at.is_some() && row.started_at < clock::now()));
        assert!(found.data.iter().any(is_whole) && !found.data.iter().all(is_whole));
        assert!(found.data.iter().any(|row| row.score.is_some()) && found.data.iter().any(|row| row.score.is_none()));
        let own = TrainingParticipationFilter { member_id: Some(MemberId(1)), ..any };
        let own = server.call::<ListTrainingParticipations>(Some(&admin), &(), &own, &()).unwrap();
        assert!(own.total > 5 && own.data[0].member_name == "윤지우");
        let unrecorded = "SELECT count(*) AS count FROM training_participation \
            JOIN member_link ON member_link.member_id = training_participation.member_id AND member_link.state = 'ACTIVE' \
            JOIN user_profile ON user_profile.user_id = member_link.user_id AND NOT user_profile.tracking_enabled";
        assert_eq!(count(&mut test.database.connect().unwrap(), unrecorded), 0);
    });
}

#[test]
fn the_outbox_of_the_demonstration_has_messages_in_every_state_and_none_that_opens() {
    TestDatabase::each(|test| {
        demo::fill(&test.database, 2_000, 1).unwrap();
        let server = Server::start(test);
        let retailer = session(&server.state, "retailer", Authority::Retailer).access_token.token;
        let any = MessageFilter { page_size: Some(50), ..Default::default() };
        let found = server.call::<ListMessages>(Some(&retailer), &(), &any, &()).unwrap().data;
        assert_eq!(found.len(), 13);
        for state in [SendingState::Sent, SendingState::Held, SendingState::Failed, SendingState::Uncertain] {
            assert!(found.iter().any(|link| link.state == state), "{state:?}");
        }
        let now = clock::now();
        assert!(found.iter().all(|link| link.created_at < now && link.sent_at.is_none_or(|at| at <= now)));
        assert!(
            found.iter().any(|link| link.revoked_at.is_some())
                && found.iter().any(|link| link.expires_at.is_some_and(|end| end < now))
        );
        assert!(found.iter().any(|link| link.opened_at.is_some()) && found.iter().any(|link| link.can_retry));
        assert!(found.iter().filter_map(|link| link.address.as_ref()).all(|address| address.contains('*')));
        let opening =
            ReportOpening { token: "of the demonstration: 0".into(), birth_date: Date::new(1980, 1, 1).unwrap() };
        assert!(server.call::<OpenReport>(None, &(), &(), &opening).is_err());
    });
}

#[test]
fn a_seed_gives_one_sequence_within_its_limits() {
    let draw = |seed| {
        let mut random = Random::of(seed);
        (0..1000).map(|_| random.between(-3, 3)).collect::<Vec<_>>()
    };
    assert_eq!(draw(7), draw(7));
    assert_ne!(draw(7), draw(8));
    assert!((-3..=3).all(|value| draw(7).contains(&value)));
    assert!(draw(7).iter().all(|value| (-3..=3).contains(value)));
}
#[test]
fn posts_and_terms_hold_nothing_that_would_be_removed() {
    for content in demo::boards::contents().chain(demo::terms::contents()) {
        // Attributes that are added to links only.
        let kept = sanitised(content).replace(" target=\"_blank\" rel=\"noopener noreferrer nofollow\"", "");
        assert_eq!(kept, content);
    }
}
