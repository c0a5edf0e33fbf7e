//! Finding the resources of measurements: one by its id, pages in the order of time.
//!
//! A page walks along the headers of all kinds that are asked for, merged in the order of time, each kind by its index,
//! and reads the measurements of a step by one query for each kind. What cannot be asked of headers, as a code, is
//! looked at behind that; a page ends after so many steps, with a link to what follows, however little it has found.

use crate::{
    asking::Asker,
    codes,
    contents::{self, Contents},
    measured::{Header, Measured, load, word},
    observation,
    parameters::{CURSOR, Parameters, Period, Token, wrong},
    questionnaire_response, vision_prescription,
};
use kernel::{
    access::scope::Scope,
    db::{DatabaseConnection, cursor::Cursors},
    problem::Problem,
};
use measurements::{
    kind::{MeasurementKind, Place, Which},
    store,
};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use uno_core::{
    contract::{measurements::MeasurementSort, members::MemberId},
    domain::time::Timestamp,
};

/// Fewest and most measurements of a step: as many as a page has resources, of which most measurements have several.
const STEP: std::ops::RangeInclusive<usize> = 20..=100;
/// Measurements of a page, however few of them are sought.
const MOST_MEASUREMENTS: usize = 1_000;

/// A resource that measurements are told as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// What was measured.
    Observation,
    /// What was answered.
    QuestionnaireResponse,
    /// Refraction.
    VisionPrescription,
}

impl Kind {
    /// Every one.
    pub const ALL: [Self; 3] = [Self::Observation, Self::QuestionnaireResponse, Self::VisionPrescription];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Observation => "Observation",
            Self::QuestionnaireResponse => "QuestionnaireResponse",
            Self::VisionPrescription => "VisionPrescription",
        }
    }

    /// The kinds of measurements that are told as it.
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

    /// Its parameters beside the general ones.
    #[must_use]
    pub fn parameters(self) -> Vec<&'static str> {
        let own: &[&str] = match self {
            Self::Observation => &["_id", "patient", "subject", "code", "combo-code", "category", "date", "status"],
            Self::QuestionnaireResponse => &["_id", "patient", "subject", "questionnaire", "authored", "status"],
            Self::VisionPrescription => &["_id", "patient", "datewritten", "status"],
        };
        let of_contents: &[&str] = match self {
            Self::Observation => &contents::OF_OBSERVATIONS,
            Self::QuestionnaireResponse => &[],
            Self::VisionPrescription => &contents::OF_PRESCRIPTIONS,
        };
        [own, &contents::OF_ALL, of_contents].concat()
    }

    /// The parameter of its time.
    #[must_use]
    pub const fn time(self) -> &'static str {
        match self {
            Self::Observation => "date",
            Self::QuestionnaireResponse => "authored",
            Self::VisionPrescription => "datewritten",
        }
    }

    /// The words of its status.
    const fn statuses(self) -> &'static [&'static str] {
        match self {
            Self::Observation => &["final", "amended"],
            Self::QuestionnaireResponse => &["completed", "amended"],
            Self::VisionPrescription => &["active"],
        }
    }

    /// Whether measurements of a kind may have resources with one of these codes, or with one of those combined, which
    /// components may have as well.
    fn may_have(self, measured: MeasurementKind, sought: &[Token], combined: &[Token]) -> bool {
        let is_sought = |system: &str, code: &str| sought.iter().any(|sought| sought.fits(system, code));
        let of_both = || codes::of_kind(measured).iter().chain(codes::of_components(measured));
        let may_combine = combined.is_empty()
            || combined.iter().any(|sought| of_both().any(|coding| sought.fits(coding.system, coding.code)));
        let may_be_sought = sought.is_empty()
            || match self {
                Self::Observation => {
                    codes::of_kind(measured).iter().any(|coding| is_sought(coding.system, coding.code))
                }
                Self::QuestionnaireResponse => {
                    questionnaire_response::questionnaires(measured).iter().any(|address| is_sought("", address))
                }
                Self::VisionPrescription => true,
            };
        may_combine && may_be_sought
    }

    /// The resources of this kind that a measurement is told as.
    fn of(self, measured: &Measured) -> Vec<Told> {
        match self {
            Self::Observation => observation::of(measured)
                .into_iter()
                .map(|found| Told {
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
                    Told { id: found.id, codings, components: Vec::new(), category: "", json: found.json }
                })
                .collect(),
            Self::VisionPrescription => vision_prescription::of(measured)
                .into_iter()
                .map(|found| Told {
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

/// A resource with what it is sought by.
struct Told {
    id: String,
    codings: Vec<(String, String)>,
    components: Vec<(String, String)>,
    category: &'static str,
    json: Json,
}

/// What is sought.
#[derive(Clone, Debug)]
pub struct Sought {
    kind: Kind,
    kinds: Vec<MeasurementKind>,
    ids: Vec<String>,
    patient: Option<i64>,
    period: Period,
    codes: Vec<Token>,
    /// Codes that it or one of its components has.
    combined: Vec<Token>,
    categories: Vec<Token>,
    statuses: Vec<String>,
    contents: Contents,
    sort: MeasurementSort,
    count: usize,
    cursor: Option<String>,
    /// Which list this is: all that was asked for but the cursor.
    list: String,
}

/// A page that was found.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// The resources.
    pub resources: Vec<Json>,
    /// The headers of the measurements that they are of.
    pub headers: Vec<Header>,
    /// Where the next page begins.
    pub next: Option<String>,
}

/// Where a page has ended.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct Ended {
    /// At which measurement.
    place: Place,
    /// How many of its resources were told, where some are left.
    told: Option<usize>,
}

impl Sought {
    /// What the parameters ask of whoever asks.
    ///
    /// # Errors
    /// The parameter that is wrong, or that nothing of it may be read.
    pub fn of(kind: Kind, asker: &Asker, parameters: &Parameters) -> Result<Self, Problem> {
        let time = kind.time();
        let sort = match parameters.one("_sort")? {
            None => MeasurementSort::Newest,
            Some(sort) if sort.strip_prefix('-') == Some(time) => MeasurementSort::Newest,
            Some(sort) if sort == time => MeasurementSort::Oldest,
            Some(_) => return Err(wrong("_sort", "choice")),
        };
        let sought_by = if kind == Kind::QuestionnaireResponse { "questionnaire" } else { "code" };
        let codes: Vec<Token> = match kind {
            // An address is sought whole: a bar in it says a version, of which there is one.
            Kind::QuestionnaireResponse => {
                parameters.any(sought_by)?.into_iter().map(|code| Token { system: None, code }).collect()
            }
            _ => parameters.tokens(sought_by)?,
        };
        let combined = parameters.tokens("combo-code")?;
        let (categories, statuses) = (parameters.tokens("category")?, parameters.any("status")?);
        let has = |own: MeasurementKind, sought: &Token| {
            observation::categories(own).iter().any(|category| sought.fits(codes::CATEGORIES, category))
        };
        let mut kinds = asker.kinds(kind.measured())?;
        let contents = Contents::of(parameters)?;
        // Where nothing can be found nothing is walked: page after page would be empty, to the end of everything.
        kinds.retain(|own| {
            kind.may_have(*own, &codes, &combined)
                && contents.may_fit(*own)
                && (categories.is_empty() || categories.iter().any(|sought| has(*own, sought)))
                && kind.statuses().iter().any(|status| is_asked(&statuses, status))
        });
        Ok(Self {
            kind,
            kinds,
            ids: parameters.any("_id")?,
            patient: parameters.patient(&["patient", "subject"])?,
            period: parameters.period(time)?,
            codes,
            combined,
            categories,
            statuses,
            contents,
            sort,
            count: parameters.count()?,
            cursor: parameters.one(CURSOR)?.map(str::to_owned),
            list: format!("fhir {} {:?} {}", kind.name(), asker.scope(), parameters.text()),
        })
    }

    /// Whether a resource of a measurement is sought.
    fn is_sought(&self, told: &Told) -> bool {
        let has = |sought: &Token| told.codings.iter().any(|(system, code)| sought.fits(system, code));
        let has_part = |sought: &Token| told.components.iter().any(|(system, code)| sought.fits(system, code));
        let is_of = |sought: &Token| sought.fits(codes::CATEGORIES, told.category);
        let status = told.json["status"].as_str().unwrap_or_default();
        (self.ids.is_empty() || self.ids.contains(&told.id))
            && (self.codes.is_empty() || self.codes.iter().any(has))
            && (self.combined.is_empty() || self.combined.iter().any(|sought| has(sought) || has_part(sought)))
            && (self.categories.is_empty() || self.categories.iter().any(is_of))
            && is_asked(&self.statuses, status)
            && self.contents.fit(&told.json)
    }

    /// What is asked of headers.
    fn which(&self) -> Which {
        Which {
            start: self.period.start.map(Timestamp),
            end: self.period.end.map(Timestamp),
            without: self.period.without.iter().map(|(first, last)| (Timestamp(*first), Timestamp(*last))).collect(),
            member_id: self.patient.map(MemberId),
            ..Which::default()
        }
    }

    /// The page that is asked for.
    ///
    /// # Errors
    /// When the cursor is none of this list, or the database fails.
    pub fn page(&self, connection: &mut DatabaseConnection, cursors: &Cursors, scope: Scope) -> Result<Found, Problem> {
        let ended = match &self.cursor {
            Some(cursor) => {
                let opened = cursors.open::<Ended>(&self.list, cursor);
                Some(opened.map_err(|_| wrong(CURSOR, "format"))?)
            }
            None => None,
        };
        let (found, ended) = if self.named_ids().is_empty() {
            self.walk(connection, scope, ended)?
        } else {
            self.by_ids(connection, scope, ended)?
        };
        let next = ended.map(|ended| cursors.seal(&self.list, &ended)).transpose()?;
        Ok(Found { next, ..found })
    }

    /// The resources that follow a place: until there are so many, or so many steps were made. Where it has ended, if
    /// more may follow.
    fn walk(
        &self,
        connection: &mut DatabaseConnection,
        scope: Scope,
        mut ended: Option<Ended>,
    ) -> Result<(Found, Option<Ended>), Problem> {
        let which = self.which();
        let step = self.count.clamp(*STEP.start(), *STEP.end());
        let mut found = Found::default();
        for _ in 0..MOST_MEASUREMENTS / step {
            let after = ended.map(|ended| self.before(ended));
            let places = places(connection, scope, &self.kinds, &which, (self.sort, after, step))?;
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
            // What was removed meanwhile is passed over.
            if let Some(place) = last {
                ended = Some(Ended { place, told: None });
            }
        }
        Ok((found, ended))
    }

    /// Adds what is sought of a measurement, as much as the page still takes, behind what the page before has told of it.
    fn add(&self, found: &mut Found, measured: &Measured, ended: Option<Ended>) -> Ended {
        let header = measured.header();
        let place = place_of(&header);
        let told_before = match ended {
            Some(Ended { place: at, told: Some(told) }) if at == place => told,
            _ => 0,
        };
        let mut told = self.kind.of(measured);
        told.retain(|told| self.is_sought(told));
        let left = told.len().saturating_sub(told_before);
        let taken = left.min(self.count - found.resources.len());
        // That somebody's values are not as they were asked for is read of them as well.
        let is_of_somebody = self.patient.is_some() || !self.named_ids().is_empty();
        if taken > 0 || (is_of_somebody && self.contents.ask()) {
            found.headers.push(header);
        }
        found.resources.extend(told.into_iter().skip(told_before).take(taken).map(|told| told.json));
        Ended { place, told: (taken < left).then_some(told_before + taken) }
    }

    /// The place behind which reading goes on: before a measurement of which something is left.
    fn before(&self, Ended { place: (at, id), told }: Ended) -> Place {
        match (told, self.sort) {
            (None, _) => (at, id),
            (Some(_), MeasurementSort::Newest) => (at, id + 1),
            (Some(_), MeasurementSort::Oldest) => (at, id - 1),
        }
    }

    /// The ids, which begin with those of measurements, by which few are named.
    fn named_ids(&self) -> &[String] {
        if self.ids.is_empty() { self.contents.responses() } else { &self.ids }
    }

    /// The resources of measurements that are named, which are few: they are read at once and walked in the same order.
    fn by_ids(
        &self,
        connection: &mut DatabaseConnection,
        scope: Scope,
        mut ended: Option<Ended>,
    ) -> Result<(Found, Option<Ended>), Problem> {
        let mut places: Vec<(MeasurementKind, Place)> =
            self.named_ids().iter().filter_map(|id| named(id)).map(|(kind, id)| (kind, (0, id))).collect();
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
                && self.patient.is_none_or(|patient| header.member_id == Some(patient))
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

/// Where a measurement stands in the order of time.
const fn place_of(header: &Header) -> Place {
    (header.measured_at.0, header.id)
}

/// Codes with their systems.
fn named_codes(codings: &[codes::Coding]) -> Vec<(String, String)> {
    codings.iter().map(|coding| (coding.system.to_owned(), coding.code.to_owned())).collect()
}

/// Whether a status is asked for, with its system or without.
fn is_asked(statuses: &[String], status: &str) -> bool {
    statuses.is_empty() || statuses.iter().any(|sought| sought.rsplit('|').next() == Some(status))
}

/// One resource by its id.
///
/// # Errors
/// "Not found" where it is none of the scope.
pub fn one(
    connection: &mut DatabaseConnection,
    asker: &Asker,
    kind: Kind,
    id: &str,
) -> Result<(Json, Header), Problem> {
    let kinds = asker.kinds(kind.measured())?;
    let (own, number) = named(id).filter(|(own, _)| kinds.contains(own)).ok_or_else(Problem::not_found)?;
    let measured = load(connection, asker.scope(), &[(own, (0, number))])?.pop().ok_or_else(Problem::not_found)?;
    let told = kind.of(&measured).into_iter().find(|told| told.id == id).ok_or_else(Problem::not_found)?;
    Ok((told.json, measured.header()))
}

/// A part of an export: the measurements that follow a place, and where the last of them stands; `None` behind it.
///
/// # Errors
/// When the database fails.
pub fn export(
    connection: &mut DatabaseConnection,
    scope: Scope,
    kind: MeasurementKind,
    since: Option<Timestamp>,
    after: Option<Place>,
    most: i64,
) -> Result<Option<(Vec<Measured>, Place)>, Problem> {
    let found = store::places(connection, scope, kind, &Which::default(), MeasurementSort::Oldest, after, most)?;
    let Some(last) = found.last().copied() else { return Ok(None) };
    let places: Vec<_> = found.into_iter().map(|place| (kind, place)).collect();
    let mut all = load(connection, scope, &places)?;
    all.retain(|measured| since.is_none_or(|since| measured.header().updated_at >= since));
    Ok(Some((all, last)))
}

/// The resources of a kind that a measurement is told as.
#[must_use]
pub fn told(kind: Kind, measured: &Measured) -> Vec<Json> {
    kind.of(measured).into_iter().map(|told| told.json).collect()
}

/// Where measurements of these kinds stand together in the order of time: a step of them.
fn places(
    connection: &mut DatabaseConnection,
    scope: Scope,
    kinds: &[MeasurementKind],
    which: &Which,
    (sort, after, step): (MeasurementSort, Option<Place>, usize),
) -> Result<Vec<(MeasurementKind, Place)>, Problem> {
    let most = i64::try_from(step).map_err(Problem::internal)?;
    let mut all = Vec::new();
    for kind in kinds {
        let own = store::places(connection, scope, *kind, which, sort, after, most)?;
        all.extend(own.into_iter().map(|place| (*kind, place)));
    }
    all.sort_unstable_by(|(_, one), (_, other)| match sort {
        MeasurementSort::Newest => other.cmp(one),
        MeasurementSort::Oldest => one.cmp(other),
    });
    all.truncate(step);
    Ok(all)
}

/// The measurement that an id of a resource begins with: `physical-123-bmi`.
fn named(id: &str) -> Option<(MeasurementKind, i64)> {
    let mut parts = id.splitn(3, '-');
    let (kind, number) = (parts.next()?, parts.next()?);
    parts.next().filter(|rest| !rest.is_empty())?;
    let kind = MeasurementKind::ALL.into_iter().find(|own| word(*own) == kind)?;
    let id = number.parse::<i64>().ok().filter(|id| *id > 0 && id.to_string() == number)?;
    Some((kind, id))
}

#[cfg(test)]
mod tests {
    use super::named;
    use measurements::kind::MeasurementKind;

    #[test]
    fn an_id_names_its_measurement_in_one_way() {
        assert_eq!(named("physical-123-bmi"), Some((MeasurementKind::Physical, 123)));
        assert_eq!(named("stress-7-gad-7"), Some((MeasurementKind::Stress, 7)));
        for id in ["", "physical", "physical-123", "physical-123-", "physical-0123-bmi", "physical--1-bmi", "x-1-y"] {
            assert_eq!(named(id), None, "{id}");
        }
    }
}
