//! Search of the resources of measurements: one by its id, or pages ordered by time.
//!
//! A page walks the headers of all requested kinds, merged by time, each kind through its index. Each step loads its
//! measurements with one query per kind. Parameters that headers do not cover, such as a code, are evaluated on the
//! result. A page ends after a limited number of steps with a link to the next one, however few resources it has.

use crate::{
    asking::Requester,
    codes,
    contents::{self, Contents},
    grammar::{Sought, Token, plain},
    measured::{Header, Measured, load, word},
    observation,
    parameters::{CURSOR, Parameters, Period, wrong},
    questionnaire_response, vision_prescription,
};
use kernel::{
    access::scope::Scope,
    db::{DatabaseConnection, cursor::Cursors},
    problem::Problem,
};
use measurements::{
    kind::{HeaderFilter, MeasurementKind, Place},
    store,
};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use uno_core::{
    contract::{measurements::MeasurementSort, members::MemberId},
    domain::time::Timestamp,
};

/// Minimum and maximum number of measurements per step. The page size is used in between; most measurements have
/// several resources.
const STEP: std::ops::RangeInclusive<usize> = 20..=100;
/// Maximum number of measurements per page, however few match.
const MAX_MEASUREMENTS: usize = 1_000;
/// Maximum number of pages that are counted for a total: with more measurements, the request is refused.
const MAX_COUNTED_PAGES: usize = 10;

/// A resource type that measurements are represented as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Measured values.
    Observation,
    /// Answers to a questionnaire.
    QuestionnaireResponse,
    /// Refraction.
    VisionPrescription,
}

impl Kind {
    /// All types.
    pub const ALL: [Self; 3] = [Self::Observation, Self::QuestionnaireResponse, Self::VisionPrescription];

    /// Returns the type's name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Observation => "Observation",
            Self::QuestionnaireResponse => "QuestionnaireResponse",
            Self::VisionPrescription => "VisionPrescription",
        }
    }

    /// Returns the kinds of measurements represented as this type.
    #[must_use]
    pub const fn measured(self) -> &'static [MeasurementKind] {
        match self {
            Self::Observation => &MeasurementKind::ALL,
            Self::QuestionnaireResponse => {
                &[MeasurementKind::Stress, MeasurementKind::Dementia, MeasurementKind::Psychological]
            }
            Self::VisionPrescription => &[MeasurementKind::Vision],
        }
    }

    /// Returns the type's search parameters besides the general ones.
    #[must_use]
    pub fn parameters(self) -> Vec<&'static str> {
        let own: &[&str] = match self {
            Self::Observation => &[
                "_id",
                "patient",
                "patient:Patient",
                "subject",
                "subject:Patient",
                "code",
                "combo-code",
                "category",
                "date",
                "status",
            ],
            Self::QuestionnaireResponse => &[
                "_id",
                "patient",
                "patient:Patient",
                "subject",
                "subject:Patient",
                "questionnaire",
                "authored",
                "status",
            ],
            Self::VisionPrescription => &["_id", "patient", "patient:Patient", "datewritten", "status"],
        };
        let of_contents: &[&str] = match self {
            Self::Observation => &contents::OF_OBSERVATIONS,
            Self::QuestionnaireResponse => &[],
            Self::VisionPrescription => &contents::OF_PRESCRIPTIONS,
        };
        [own, &contents::OF_ALL, of_contents].concat()
    }

    /// Returns the name of the time parameter.
    #[must_use]
    pub const fn time(self) -> &'static str {
        match self {
            Self::Observation => "date",
            Self::QuestionnaireResponse => "authored",
            Self::VisionPrescription => "datewritten",
        }
    }

    /// Returns the possible values of the status.
    const fn statuses(self) -> &'static [&'static str] {
        match self {
            Self::Observation => &["final", "amended"],
            Self::QuestionnaireResponse => &["completed", "amended"],
            Self::VisionPrescription => &["active"],
        }
    }

    /// Returns the code system of the status.
    const fn status_system(self) -> &'static str {
        match self {
            Self::Observation => "http://hl7.org/fhir/observation-status",
            Self::QuestionnaireResponse => "http://hl7.org/fhir/questionnaire-answers-status",
            Self::VisionPrescription => "http://hl7.org/fhir/fm-status",
        }
    }

    /// Returns whether measurements of a kind can have the `sought` codes, and the `combined` codes, which components
    /// can have too.
    fn may_have(self, measured: MeasurementKind, sought: &Sought<Token>, combined: &Sought<Token>) -> bool {
        let of_both = || codes::of_kind(measured).iter().chain(codes::of_components(measured));
        let may_be_sought = match self {
            Self::Observation => sought
                .is_met(|token| codes::of_kind(measured).iter().any(|coding| token.fits(coding.system, coding.code))),
            Self::QuestionnaireResponse => sought.is_met(|token| {
                questionnaire_response::questionnaires(measured).iter().any(|address| token.fits("", address))
            }),
            Self::VisionPrescription => true,
        };
        may_be_sought && combined.is_met(|token| of_both().any(|coding| token.fits(coding.system, coding.code)))
    }

    /// Returns the resources of this type for a measurement.
    fn of(self, measured: &Measured) -> Vec<SearchableResource> {
        match self {
            Self::Observation => observation::of(measured)
                .into_iter()
                .map(|found| SearchableResource {
                    id: found.id,
                    codings: named_codes(&found.codings),
                    components: named_codes(&found.components),
                    category: found.category,
                    json: found.json,
                })
                .collect(),
            Self::QuestionnaireResponse => questionnaire_response::of(measured)
                .into_iter()
                .map(|found| {
                    let codings = vec![(String::new(), questionnaire_response::questionnaire(found.instrument))];
                    SearchableResource { id: found.id, codings, components: Vec::new(), category: "", json: found.json }
                })
                .collect(),
            Self::VisionPrescription => vision_prescription::of(measured)
                .into_iter()
                .map(|found| SearchableResource {
                    id: found.id,
                    codings: Vec::new(),
                    components: Vec::new(),
                    category: "",
                    json: found.json,
                })
                .collect(),
        }
    }
}

/// A resource with its searchable attributes.
struct SearchableResource {
    id: String,
    codings: Vec<(String, String)>,
    components: Vec<(String, String)>,
    category: &'static str,
    json: Json,
}

/// A parsed search.
#[derive(Clone, Debug)]
pub struct SearchRequest {
    kind: Kind,
    kinds: Vec<MeasurementKind>,
    ids: Option<Vec<String>>,
    /// The persons whose measurements are searched; without any, everybody's.
    patients: Option<Vec<i64>>,
    period: Period,
    codes: Sought<Token>,
    /// Codes of the observation or one of its components.
    combined: Sought<Token>,
    categories: Sought<Token>,
    statuses: Sought<Token>,
    contents: Contents,
    sort: MeasurementSort,
    count: usize,
    cursor: Option<String>,
    /// Identifies the list in cursors: all parameters except the cursor.
    list: String,
}

/// A page of results.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// The resources.
    pub resources: Vec<Json>,
    /// The headers of their measurements.
    pub headers: Vec<Header>,
    /// Cursor of the next page.
    pub next: Option<String>,
}

/// The position where a page has ended.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct PageEnd {
    /// The last measurement read.
    place: Place,
    /// Number of its resources returned so far, if some are left.
    told: Option<usize>,
}

impl SearchRequest {
    /// Parses the parameters for a requester.
    ///
    /// # Errors
    /// Returns an error that names the invalid parameter, or "forbidden" if no kind may be read.
    pub fn of(kind: Kind, requester: &Requester, parameters: &Parameters) -> Result<Self, Problem> {
        let time = kind.time();
        let sort = match parameters.one("_sort")? {
            None => MeasurementSort::Newest,
            Some(sort) if sort.strip_prefix('-') == Some(time) => MeasurementSort::Newest,
            Some(sort) if sort == time => MeasurementSort::Oldest,
            Some(_) => return Err(wrong("_sort", "choice")),
        };
        let sought_by = if kind == Kind::QuestionnaireResponse { "questionnaire" } else { "code" };
        let codes = match kind {
            // An address is matched as a whole. The part after a `|` is a version, of which there is only one.
            Kind::QuestionnaireResponse => {
                parameters.sought(sought_by, |code| Some(Token { system: None, code: plain(code)? }))?
            }
            _ => parameters.tokens(sought_by)?,
        };
        let combined = parameters.tokens("combo-code")?;
        let (categories, statuses) = (parameters.tokens("category")?, parameters.tokens("status")?);
        let has = |own: MeasurementKind, sought: &Token| {
            observation::categories(own).iter().any(|category| sought.fits(codes::CATEGORIES, category))
        };
        let mut kinds = requester.kinds(kind.measured())?;
        let contents = Contents::of(parameters)?;
        // Drops kinds that cannot match. Otherwise all of their measurements would be walked, page after empty page.
        kinds.retain(|own| {
            kind.may_have(*own, &codes, &combined)
                && contents.may_fit(*own)
                && categories.is_met(|sought| has(*own, sought))
                && kind.statuses().iter().any(|status| is_asked(kind, &statuses, status))
        });
        Ok(Self {
            kind,
            kinds,
            ids: parameters.texts("_id")?.common(),
            patients: parameters.patients(&["patient", "subject"])?,
            period: parameters.period(time)?,
            codes,
            combined,
            categories,
            statuses,
            contents,
            sort,
            count: parameters.count()?,
            cursor: parameters.one(CURSOR)?.map(str::to_owned),
            list: format!("fhir {} {:?} {}", kind.name(), requester.scope(), parameters.text()),
        })
    }

    /// Returns whether a resource matches.
    fn is_match(&self, told: &SearchableResource) -> bool {
        let has = |sought: &Token| told.codings.iter().any(|(system, code)| sought.fits(system, code));
        let has_part = |sought: &Token| told.components.iter().any(|(system, code)| sought.fits(system, code));
        let is_of = |sought: &Token| sought.fits(codes::CATEGORIES, told.category);
        let status = told.json["status"].as_str().unwrap_or_default();
        self.ids.as_ref().is_none_or(|ids| ids.contains(&told.id))
            && self.codes.is_met(has)
            && self.combined.is_met(|sought| has(sought) || has_part(sought))
            && self.categories.is_met(is_of)
            && is_asked(self.kind, &self.statuses, status)
            && self.contents.fit(&told.json)
    }

    /// Returns the conditions on headers: one filter for each person, or one for everybody.
    fn header_filters(&self) -> Vec<HeaderFilter> {
        let of = |member_id: Option<MemberId>| HeaderFilter {
            start: self.period.start.map(Timestamp),
            end: self.period.end.map(Timestamp),
            without: self.period.without.iter().map(|(first, last)| (Timestamp(*first), Timestamp(*last))).collect(),
            member_id,
            ..HeaderFilter::default()
        };
        match &self.patients {
            Some(patients) => patients.iter().map(|patient| of(Some(MemberId(*patient)))).collect(),
            None => vec![of(None)],
        }
    }

    /// Returns whether only the total is asked for.
    #[must_use]
    pub fn is_total(&self) -> bool {
        self.count == 0
    }

    /// Counts the resources, without telling any. The headers are those of persons who were asked for by name.
    ///
    /// # Errors
    /// Returns an error if there are too many measurements to look through.
    pub fn total(&self, connection: &mut DatabaseConnection, scope: Scope) -> Result<(usize, Vec<Header>), Problem> {
        let pages = Self { count: usize::MAX, ..self.clone() };
        let (mut total, mut headers, mut ended) = (0, Vec::new(), None);
        for _ in 0..MAX_COUNTED_PAGES {
            let (found, more) = match pages.named_ids() {
                Some(ids) => pages.by_ids(connection, scope, ids, ended)?,
                None => pages.walk(connection, scope, ended)?,
            };
            total += found.resources.len();
            if self.is_of_somebody() {
                headers.extend(found.headers);
            }
            ended = more;
            if ended.is_none() {
                return Ok((total, headers));
            }
        }
        Err(wrong("_count", "tooMany"))
    }

    /// Returns whether particular persons are asked about, so that what is not found tells something about them.
    fn is_of_somebody(&self) -> bool {
        self.patients.is_some() || self.named_ids().is_some()
    }

    /// Loads the requested page.
    ///
    /// # Errors
    /// Returns an error if the cursor does not belong to this list or the database fails.
    pub fn page(&self, connection: &mut DatabaseConnection, cursors: &Cursors, scope: Scope) -> Result<Found, Problem> {
        let ended = match &self.cursor {
            Some(cursor) => {
                let opened = cursors.open::<PageEnd>(&self.list, cursor);
                Some(opened.map_err(|_| wrong(CURSOR, "format"))?)
            }
            None => None,
        };
        let (found, ended) = match self.named_ids() {
            Some(ids) => self.by_ids(connection, scope, ids, ended)?,
            None => self.walk(connection, scope, ended)?,
        };
        let next = ended.map(|ended| cursors.seal(&self.list, &ended)).transpose()?;
        Ok(Found { next, ..found })
    }

    /// Loads the resources after a position, until the page is full or the step limit is reached. Returns the end
    /// position if more may follow.
    fn walk(
        &self,
        connection: &mut DatabaseConnection,
        scope: Scope,
        mut ended: Option<PageEnd>,
    ) -> Result<(Found, Option<PageEnd>), Problem> {
        let header_filters = self.header_filters();
        let step = self.count.clamp(*STEP.start(), *STEP.end());
        let mut found = Found::default();
        for _ in 0..MAX_MEASUREMENTS / step {
            let after = ended.map(|ended| self.before(ended));
            let places = places(connection, scope, &self.kinds, &header_filters, (self.sort, after, step))?;
            let is_last = places.len() < step;
            let last = places.last().map(|(_, place)| *place);
            let all = load(connection, scope, &places)?;
            for measured in &all {
                let at = self.add(&mut found, measured, ended);
                ended = Some(at);
                if found.resources.len() == self.count {
                    let more = at.told.is_some() || last != Some(at.place) || !is_last;
                    return Ok((found, ended.filter(|_| more)));
                }
            }
            if is_last {
                return Ok((found, None));
            }
            // Measurements removed in the meantime are skipped.
            if let Some(place) = last {
                ended = Some(PageEnd { place, told: None });
            }
        }
        Ok((found, ended))
    }

    /// Adds the matching resources of a measurement, up to the page size, after those already on the previous page.
    fn add(&self, found: &mut Found, measured: &Measured, ended: Option<PageEnd>) -> PageEnd {
        let header = measured.header();
        let place = place_of(&header);
        let told_before = match ended {
            Some(PageEnd { place: at, told: Some(told) }) if at == place => told,
            _ => 0,
        };
        let mut told = self.kind.of(measured);
        told.retain(|told| self.is_match(told));
        let left = told.len().saturating_sub(told_before);
        let taken = left.min(self.count - found.resources.len());
        // If a specific person is queried by value, a non-match reveals their data too and is logged.
        if taken > 0 || (self.is_of_somebody() && self.contents.is_used()) {
            found.headers.push(header);
        }
        found.resources.extend(told.into_iter().skip(told_before).take(taken).map(|told| told.json));
        PageEnd { place, told: (taken < left).then_some(told_before + taken) }
    }

    /// Returns the position to resume after: directly before a measurement with resources left.
    fn before(&self, PageEnd { place: (at, id), told }: PageEnd) -> Place {
        match (told, self.sort) {
            (None, _) => (at, id),
            (Some(_), MeasurementSort::Newest) => (at, id + 1),
            (Some(_), MeasurementSort::Oldest) => (at, id - 1),
        }
    }

    /// Returns the ids that select few measurements, whose ids they start with.
    fn named_ids(&self) -> Option<&[String]> {
        self.ids.as_deref().or_else(|| self.contents.responses())
    }

    /// Loads the resources of a few measurements selected by id: all at once, in the same order.
    fn by_ids(
        &self,
        connection: &mut DatabaseConnection,
        scope: Scope,
        ids: &[String],
        mut ended: Option<PageEnd>,
    ) -> Result<(Found, Option<PageEnd>), Problem> {
        let mut places: Vec<(MeasurementKind, Place)> =
            ids.iter().filter_map(|id| parse_id(id)).map(|(kind, id)| (kind, (0, id))).collect();
        places.retain(|(kind, _)| self.kinds.contains(kind));
        let mut all = load(connection, scope, &places)?;
        let after = ended.map(|ended| self.before(ended));
        all.retain(|measured| {
            let header = measured.header();
            let is_behind = after.is_none_or(|after| match self.sort {
                MeasurementSort::Newest => place_of(&header) < after,
                MeasurementSort::Oldest => place_of(&header) > after,
            });
            is_behind
                && self.period.has(header.measured_at.0)
                && self
                    .patients
                    .as_ref()
                    .is_none_or(|patients| header.member_id.is_some_and(|member_id| patients.contains(&member_id)))
        });
        all.sort_by_key(|measured| place_of(&measured.header()));
        if self.sort == MeasurementSort::Newest {
            all.reverse();
        }
        let mut found = Found::default();
        let mut all = all.iter().peekable();
        while let Some(measured) = all.next() {
            let at = self.add(&mut found, measured, ended);
            ended = Some(at);
            if found.resources.len() == self.count {
                let more = at.told.is_some() || all.peek().is_some();
                return Ok((found, ended.filter(|_| more)));
            }
        }
        Ok((found, None))
    }
}

/// Returns the position of a measurement in the time order.
const fn place_of(header: &Header) -> Place {
    (header.measured_at.0, header.id)
}

/// Returns codes with their systems.
fn named_codes(codings: &[codes::Coding]) -> Vec<(String, String)> {
    codings.iter().map(|coding| (coding.system.to_owned(), coding.code.to_owned())).collect()
}

/// Returns whether a status is requested, with or without its system.
fn is_asked(kind: Kind, statuses: &Sought<Token>, status: &str) -> bool {
    statuses.is_met(|token| token.fits(kind.status_system(), status))
}

/// Returns a resource by its id.
///
/// # Errors
/// Returns "not found" if it is not in the scope.
pub fn one(
    connection: &mut DatabaseConnection,
    requester: &Requester,
    kind: Kind,
    id: &str,
) -> Result<(Json, Header), Problem> {
    let kinds = requester.kinds(kind.measured())?;
    let (own, number) = parse_id(id).filter(|(own, _)| kinds.contains(own)).ok_or_else(Problem::not_found)?;
    let measured = load(connection, requester.scope(), &[(own, (0, number))])?.pop().ok_or_else(Problem::not_found)?;
    let told = kind.of(&measured).into_iter().find(|told| told.id == id).ok_or_else(Problem::not_found)?;
    Ok((told.json, measured.header()))
}

/// Returns a part of an export: the measurements after a position and the position of the last; `None` at the end.
///
/// # Errors
/// Returns an error if the database fails.
pub fn export(
    connection: &mut DatabaseConnection,
    scope: Scope,
    kind: MeasurementKind,
    since: Option<Timestamp>,
    after: Option<Place>,
    most: i64,
) -> Result<Option<(Vec<Measured>, Place)>, Problem> {
    let found = store::places(connection, scope, kind, &HeaderFilter::default(), MeasurementSort::Oldest, after, most)?;
    let Some(last) = found.last().copied() else { return Ok(None) };
    let places: Vec<_> = found.into_iter().map(|place| (kind, place)).collect();
    let mut all = load(connection, scope, &places)?;
    all.retain(|measured| since.is_none_or(|since| measured.header().updated_at >= since));
    Ok(Some((all, last)))
}

/// Returns the resources of a type for a measurement.
#[must_use]
pub fn resources_of(kind: Kind, measured: &Measured) -> Vec<Json> {
    kind.of(measured).into_iter().map(|told| told.json).collect()
}

/// Returns a step: the next positions of measurements of several kinds and persons, merged by time.
fn places(
    connection: &mut DatabaseConnection,
    scope: Scope,
    kinds: &[MeasurementKind],
    header_filters: &[HeaderFilter],
    (sort, after, step): (MeasurementSort, Option<Place>, usize),
) -> Result<Vec<(MeasurementKind, Place)>, Problem> {
    let most = i64::try_from(step).map_err(Problem::internal)?;
    let mut all = Vec::new();
    for kind in kinds {
        for header_filter in header_filters {
            let own = store::places(connection, scope, *kind, header_filter, sort, after, most)?;
            all.extend(own.into_iter().map(|place| (*kind, place)));
        }
    }
    all.sort_unstable_by(|(_, one), (_, other)| match sort {
        MeasurementSort::Newest => other.cmp(one),
        MeasurementSort::Oldest => one.cmp(other),
    });
    all.truncate(step);
    Ok(all)
}

/// Parses the measurement from a resource id such as `physical-123-bmi`.
fn parse_id(id: &str) -> Option<(MeasurementKind, i64)> {
    let mut parts = id.splitn(3, '-');
    let (kind, number) = (parts.next()?, parts.next()?);
    parts.next().filter(|rest| !rest.is_empty())?;
    let kind = MeasurementKind::ALL.into_iter().find(|own| word(*own) == kind)?;
    let id = number.parse::<i64>().ok().filter(|id| *id > 0 && id.to_string() == number)?;
    Some((kind, id))
}

#[cfg(test)]
mod tests {
    use super::parse_id;
    use measurements::kind::MeasurementKind;

    #[test]
    fn an_id_names_its_measurement_in_one_way() {
        assert_eq!(parse_id("physical-123-bmi"), Some((MeasurementKind::Physical, 123)));
        assert_eq!(parse_id("stress-7-gad-7"), Some((MeasurementKind::Stress, 7)));
        for id in ["", "physical", "physical-123", "physical-123-", "physical-0123-bmi", "physical--1-bmi", "x-1-y"] {
            assert_eq!(parse_id(id), None, "{id}");
        }
    }
}
