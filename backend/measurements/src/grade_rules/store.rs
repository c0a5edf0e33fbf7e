//! Versions of grading rules: storage. A caller with access to rules sees all of them. Rules apply to the people of
//! every company, so only the scope of everything may change them and is told their effect. A form changes conventions
//! and chooses among published tables; all other published rules are taken from the version in force.

use crate::{
    entry::MAX_AHEAD,
    readable::{are_all_read_by, kinds_of_value},
    rules,
};
use diesel::{ExpressionMethods, OptionalExtension, QueryDsl, RunQueryDsl, SelectableHelper, dsl::max};
use kernel::{
    access::{caller::Caller, scope::Scope},
    clock,
    db::{
        DatabaseConnection, Db,
        narrow::Narrow,
        page::{self, Paging},
        schema::grade_rule_version,
    },
    problem::Problem,
    records::{Record, Rows},
};
use std::{cmp::Ordering, collections::HashMap};
use uno_core::{
    contract::{
        error::ErrorCode,
        grade_rules::{
            GradeBand, GradeRuleChange, GradeRuleEffect, GradeRuleSet, GradeRuleStatus, GradeRuleVersion,
            GradeRuleVersionFilter, GradeRuleVersionId, GradeRuleVersionPath, GradeRuleVersionSave,
            GradeRuleVersionSort, SCREEN, UrgentThreshold,
        },
        page::{Can, Page, Permit},
        validation::Violation,
    },
    domain::{
        access::Action,
        decimal::Hundredths,
        grade::{
            GradeRule, GradeTable, Indicator, IntervalEnd, RuleSet, RuleSource, RuleStanding, ScoreConversion,
            built_in::{ALL, BODY_FAT},
            check::{RuleFault, RuleFaultKind},
            moved::MovedCut,
            safety::{UrgentRule, UrgentSide},
        },
        time::{Date, Timestamp},
    },
};

kernel::row! {
    /// A version without its rules.
    struct Row of grade_rule_version as GradeRuleVersion {
        grade_rule_version_id: GradeRuleVersionId,
        rule_set: GradeRuleSet,
        effective_from: Date,
        status: GradeRuleStatus,
        note: String,
        body_fat_source: Option<RuleSource>,
        deviation_reason: Option<String>,
        rule_version: i32,
        created_at: Timestamp,
        updated_at: Timestamp,
        version: i64,
    }
    with {
        bands: Option<Vec<GradeBand>>,
        urgent: Option<Vec<UrgentThreshold>>,
        is_in_force: bool,
        tables: Option<Vec<GradeTable>>,
        conversions: Option<Vec<ScoreConversion>>,
        moved_cuts: Option<Vec<MovedCut>>,
        laxer: Option<Vec<UrgentRule>>,
        effect: Option<GradeRuleEffect>,
        can: Can,
    }
    without { authors }
}

/// The additional columns of a single version.
#[derive(diesel::Queryable, diesel::Selectable)]
#[diesel(table_name = grade_rule_version)]
struct SingleColumns {
    rules: String,
    effect: String,
    counted: i64,
    counted_at: Option<Timestamp>,
    counted_since: Option<Timestamp>,
    counted_until: Option<Timestamp>,
}

/// Returns the built-in rules of a rule set.
pub(super) fn built_in(rule_set: GradeRuleSet) -> Result<&'static RuleSet, Problem> {
    let found = ALL.into_iter().find(|rules| rules.id == rule_set.as_str());
    found.ok_or_else(|| Problem::internal("a rule set without rules"))
}

/// Returns the rules that grade a measurement made now.
pub(super) fn in_force(connection: &mut DatabaseConnection, rule_set: GradeRuleSet) -> Result<RuleSet, Problem> {
    let built_in = built_in(rule_set)?;
    let activated = rules::activated(connection, &[built_in])?;
    Ok(rules::at(built_in, &activated, clock::now()).clone())
}

/// Returns whether nothing can have been measured on this day yet, even by devices whose clocks are ahead.
fn is_before(effective_from: Date) -> bool {
    effective_from > clock::now().plus_milliseconds(MAX_AHEAD).date_in_seoul()
}

/// An active version does not change. Before its first day it can be withdrawn, because it has graded nothing yet.
fn can(caller: &Caller, row: &Row) -> Can {
    let permit = |action, is_open| match (is_open, caller.scope) {
        (false, _) => Permit::no("activeRules"),
        (true, Scope::All) => caller.permit(SCREEN, action),
        (true, _) => Permit::no("forbidden"),
    };
    let is_draft = row.status == GradeRuleStatus::Draft;
    Can {
        update: permit(Action::Update, is_draft),
        delete: permit(Action::Delete, is_draft || is_before(row.effective_from)),
    }
}

fn filtered(filter: &GradeRuleVersionFilter) -> grade_rule_version::BoxedQuery<'static, Db> {
    grade_rule_version::table
        .into_boxed()
        .among(grade_rule_version::rule_set, &filter.rule_sets)
        .among(grade_rule_version::status, &filter.statuses)
}

/// Returns the version number in force of each rule set.
fn numbers_in_force(connection: &mut DatabaseConnection) -> Result<HashMap<GradeRuleSet, i32>, Problem> {
    let began = grade_rule_version::table
        .filter(grade_rule_version::status.eq(GradeRuleStatus::Active))
        .filter(grade_rule_version::effective_from.le(clock::today().0))
        .group_by(grade_rule_version::rule_set)
        .select((grade_rule_version::rule_set, max(grade_rule_version::rule_version)))
        .load::<(GradeRuleSet, Option<i32>)>(connection)?;
    Ok(began.into_iter().filter_map(|(rule_set, number)| Some((rule_set, number?))).collect())
}

/// Returns a page of versions.
///
/// # Errors
/// Returns an error if the database fails.
pub fn list(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    filter: &GradeRuleVersionFilter,
) -> Result<Page<GradeRuleVersion>, Problem> {
    let rows = |connection: &mut DatabaseConnection, paging: Paging| {
        let query = filtered(filter).select(Row::as_select()).page(paging);
        let (day, id) = (grade_rule_version::effective_from, grade_rule_version::grade_rule_version_id);
        match filter.sort.unwrap_or(GradeRuleVersionSort::EffectiveLatest) {
            GradeRuleVersionSort::EffectiveLatest => query.order((day.desc(), id.asc())),
            GradeRuleVersionSort::EffectiveEarliest => query.order((day.asc(), id.asc())),
        }
        .load(connection)
    };
    let paging = Paging::of(filter.page, filter.page_size);
    let found = page::load(connection, paging, rows, |connection| filtered(filter).count().get_result(connection))?;
    let in_force = numbers_in_force(connection)?;
    Ok(found.map(|row: Row| {
        let is_in_force = in_force.get(&row.rule_set) == Some(&row.rule_version);
        let can = can(caller, &row);
        row.record(None, None, is_in_force, None, None, None, None, None, can)
    }))
}

/// Returns the conventions among rules, as bands of a form.
fn bands_of(rules: &RuleSet) -> Vec<GradeBand> {
    let conventions = rules.tables.iter().filter(|table| table.standing == RuleStanding::Convention);
    let bands = conventions.flat_map(|table| {
        table.rules.iter().map(|rule| GradeBand {
            indicator: table.indicator,
            grade: rule.grade.into(),
            lower: rule.lower.map(|end| end.cut),
            upper: rule.upper.map(|end| end.cut),
        })
    });
    bands.collect()
}

/// Returns rules with these bands in place of their own conventions.
fn with_bands(rules: RuleSet, bands: &[GradeBand]) -> RuleSet {
    let end = |cut: Option<Hundredths>, inclusive| cut.map(|cut| IntervalEnd { cut, inclusive });
    let rule = |band: &GradeBand| GradeRule {
        sex: None,
        age_from: 0,
        age_to: None,
        lower: end(band.lower, true),
        upper: end(band.upper, false),
        grade: u8::try_from(band.grade).unwrap_or(u8::MAX),
    };
    let tables = rules.tables.iter().map(|table| match table.standing {
        RuleStanding::Published | RuleStanding::Manufacturer | RuleStanding::Installation => table.clone(),
        RuleStanding::Convention => {
            let own = bands.iter().filter(|band| band.indicator == table.indicator);
            GradeTable { rules: own.map(rule).collect(), ..table.clone() }
        }
    });
    RuleSet { tables: tables.collect(), ..rules }
}

/// Returns the thresholds of urgent values, as those of a form.
fn thresholds_of(rules: &RuleSet) -> Vec<UrgentThreshold> {
    let threshold =
        |rule: &UrgentRule| UrgentThreshold { indicator: rule.indicator, side: rule.side, cut: rule.bound.cut };
    rules.urgent.iter().map(threshold).collect()
}

/// Returns rules with these thresholds. One that is the product's keeps its source.
fn with_thresholds(rules: RuleSet, product: &RuleSet, thresholds: &[UrgentThreshold]) -> RuleSet {
    let rule = |threshold: &UrgentThreshold| {
        let UrgentThreshold { indicator, side, cut } = *threshold;
        let is_same = |rule: &&UrgentRule| (rule.indicator, rule.side, rule.bound.cut) == (indicator, side, cut);
        product.urgent.iter().find(is_same).copied().unwrap_or(UrgentRule {
            indicator,
            side,
            bound: IntervalEnd { cut, inclusive: true },
            standing: RuleStanding::Convention,
            source: RuleSource::Product,
        })
    };
    RuleSet { urgent: thresholds.iter().map(rule).collect(), ..rules }
}

/// Returns violations of thresholds: whole numbers, each value and side once, and the low below the high.
fn threshold_violations(thresholds: &[UrgentThreshold]) -> Vec<Violation> {
    let found = thresholds.iter().enumerate().filter_map(|(place, threshold)| {
        let same = |other: &&UrgentThreshold| other.indicator == threshold.indicator;
        let crosses = |other: &UrgentThreshold| match (threshold.side, other.side) {
            (UrgentSide::Low, UrgentSide::High) => threshold.cut >= other.cut,
            _ => false,
        };
        let earlier = thresholds.get(..place).unwrap_or_default();
        let (field, code) = if threshold.cut.0 % 100 != 0 {
            ("cut", "integer")
        } else if earlier.iter().filter(same).any(|other| other.side == threshold.side) {
            ("side", "twice")
        } else if thresholds.iter().filter(same).any(crosses) {
            ("cut", "order")
        } else {
            return None;
        };
        Some(Violation::new(&format!("urgent[{place}].{field}"), code))
    });
    found.collect()
}

/// Returns the violation of a version that departs from published cut-offs or thresholds without saying why.
fn unexplained(rules: &RuleSet, product: &RuleSet, save: &GradeRuleVersionSave) -> Option<Violation> {
    if save.deviation_reason.as_deref().is_some_and(|reason| !reason.trim().is_empty()) {
        return None;
    }
    let moved = rules.moved_cuts(product);
    let moved = moved.iter().map(|cut| format!("{} {}", cut.instrument.as_str(), cut.cut));
    let laxer = rules.laxer_than(product);
    let laxer = laxer.iter().map(|rule| format!("{} {}", rule.indicator.as_str(), rule.side.as_str()));
    let named: Vec<String> = moved.chain(laxer).collect();
    if named.is_empty() {
        return None;
    }
    Some(Violation::new("deviationReason", "movedCut").with("cuts", named.join(", ")))
}

/// Converts a fault into a violation of the bound at which it starts or ends.
fn violation_of(fault: &RuleFault, bands: &[GradeBand]) -> Violation {
    let [from, to] = [fault.from, fault.to].map(|end| end.map(|end| end.cut));
    let (code, begins_at) = match fault.kind {
        RuleFaultKind::Gap => ("bandGap", to),
        RuleFaultKind::Overlap => ("bandOverlap", from),
        RuleFaultKind::Order => ("bandOrder", from),
        RuleFaultKind::UnknownGrade => ("choice", from),
        _ => ("bandEmpty", from),
    };
    let place = |is_there: &dyn Fn(&GradeBand) -> bool| {
        bands.iter().position(|band| band.indicator == fault.indicator && is_there(band))
    };
    let path = match fault.kind {
        RuleFaultKind::UnknownGrade => place(&|band| band.lower == from).map(|at| format!("bands[{at}].grade")),
        _ => place(&|band| band.lower.is_some() && band.lower == begins_at)
            .map(|at| format!("bands[{at}].lower"))
            .or_else(|| {
                place(&|band| band.upper.is_some() && band.upper == from).map(|at| format!("bands[{at}].upper"))
            })
            .or_else(|| place(&|_| true).map(|at| format!("bands[{at}].lower"))),
    };
    let text = |cut: Option<Hundredths>| cut.map(|cut| cut.text()).unwrap_or_default();
    Violation::new(path.as_deref().unwrap_or("bands"), code)
        .with("indicator", fault.indicator.as_str())
        .with("from", text(from))
        .with("to", text(to))
}

/// Returns violations for grades in another order than the built-in ones: a reversed scale, or the same grade on both
/// sides of a bound.
fn order_violations(built_in: &RuleSet, bands: &[GradeBand]) -> Vec<Violation> {
    let steps = |indicator: Indicator, bands: &[GradeBand]| -> Vec<(usize, Ordering)> {
        let mut own: Vec<(usize, GradeBand)> =
            bands.iter().copied().enumerate().filter(|(_, band)| band.indicator == indicator).collect();
        own.sort_by_key(|(_, band)| band.lower);
        own.windows(2)
            .filter_map(|pair| match pair {
                [(_, one), (place, next)] => Some((*place, next.grade.cmp(&one.grade))),
                _ => None,
            })
            .collect()
    };
    let standing = bands_of(built_in);
    let tables = built_in.tables.iter().filter(|table| table.standing == RuleStanding::Convention);
    let wrong = tables.flat_map(|table| {
        let direction = steps(table.indicator, &standing).first().map(|(_, step)| *step);
        let found = steps(table.indicator, bands);
        found.into_iter().filter(move |(_, step)| direction.is_some_and(|direction| direction != *step)).map(
            move |(place, _)| {
                Violation::new(&format!("bands[{place}].grade"), "bandOrder")
                    .with("indicator", table.indicator.as_str())
            },
        )
    });
    wrong.collect()
}

/// Locks a rule set until the transaction ends, by the row of its built-in version: of two concurrent saves, the second
/// is refused because an open version exists. SQLite has a single writer.
fn hold(connection: &mut DatabaseConnection, rule_set: GradeRuleSet) -> Result<(), Problem> {
    if let DatabaseConnection::Postgres(connection) = connection {
        grade_rule_version::table
            .filter(grade_rule_version::rule_set.eq(rule_set.as_str()))
            .filter(grade_rule_version::rule_version.eq(built_in(rule_set)?.version))
            .select(grade_rule_version::grade_rule_version_id)
            .for_update()
            .load::<i64>(connection)?;
    }
    Ok(())
}

/// Versions as records, which are created, changed and deleted through their form while they are drafts.
pub struct GradeRuleVersionRecord;

impl Record for GradeRuleVersionRecord {
    const RESOURCE: &'static str = "gradeRuleVersion";
    type Form = GradeRuleVersionSave;
}

impl GradeRuleVersionRecord {
    /// Returns the rules that a form describes.
    fn rules(connection: &mut DatabaseConnection, form: &GradeRuleVersionSave) -> Result<RuleSet, Problem> {
        let rules = with_bands(in_force(connection, form.rule_set)?, &form.bands);
        let rules = match form.rule_set {
            GradeRuleSet::Urgent => with_thresholds(rules, built_in(form.rule_set)?, &form.urgent),
            _ => rules,
        };
        let chosen = BODY_FAT.iter().find(|table| Some(table.source) == form.body_fat_source);
        Ok(chosen.map_or_else(|| rules.clone(), |table| rules.with_table(table)))
    }
}

impl Rows for GradeRuleVersionRecord {
    type Path = GradeRuleVersionPath;
    type Shown = GradeRuleVersion;
    const UNIQUE: Option<&'static str> = Some("ruleSet");

    fn show(connection: &mut DatabaseConnection, caller: &Caller, id: i64) -> Result<GradeRuleVersion, Problem> {
        let found = grade_rule_version::table.find(id).select((Row::as_select(), SingleColumns::as_select()));
        let (row, single) =
            found.first::<(Row, SingleColumns)>(connection).optional()?.ok_or_else(Problem::not_found)?;
        let rules = rules::read(&single.rules, row.rule_version, row.effective_from)?;
        let is_in_force = numbers_in_force(connection)?.get(&row.rule_set) == Some(&row.rule_version);
        let mut changes: Vec<GradeRuleChange> = serde_json::from_str(&single.effect).map_err(Problem::internal)?;
        changes.retain(|change| are_all_read_by(caller, kinds_of_value(change.indicator)));
        let product = built_in(row.rule_set)?;
        let is_own = row.rule_version > product.version;
        // Of the product's own versions, what an upgrade has graded again.
        let is_told = is_own || single.counted > 0 || single.counted_at.is_none();
        let effect = (is_told && caller.scope == Scope::All).then_some(GradeRuleEffect {
            counted_at: single.counted_at,
            measurements: single.counted,
            since: single.counted_since,
            until: single.counted_until,
            changes,
        });
        let (can, bands, urgent) = (can(caller, &row), bands_of(&rules), thresholds_of(&rules));
        let (moved, laxer) = (rules.moved_cuts(product), rules.laxer_than(product).into_iter().copied().collect());
        let (tables, conversions) = (rules.tables.into_owned(), rules.conversions.into_owned());
        Ok(row.record(
            Some(bands),
            Some(urgent),
            is_in_force,
            Some(tables),
            Some(conversions),
            Some(moved),
            Some(laxer),
            effect,
            can,
        ))
    }

    fn standing(
        connection: &mut DatabaseConnection,
        caller: &Caller,
        id: i64,
    ) -> Result<GradeRuleVersionSave, Problem> {
        Ok(Self::show(connection, caller, id)?.form())
    }

    fn check(caller: &Caller, action: Action, _: &GradeRuleVersionSave) -> Result<(), Problem> {
        match (action, caller.scope) {
            (Action::Read, _) | (_, Scope::All) => Ok(()),
            _ => Err(Problem::new(ErrorCode::Forbidden)),
        }
    }

    fn validated(
        connection: &mut DatabaseConnection,
        _: &Caller,
        standing: Option<(i64, &GradeRuleVersionSave)>,
        save: GradeRuleVersionSave,
    ) -> Result<GradeRuleVersionSave, Problem> {
        // The number of a version counts within its rule set.
        if standing.is_some_and(|(_, before)| before.rule_set != save.rule_set) {
            return Err(Problem::invalid_field("ruleSet", "fixed"));
        }
        hold(connection, save.rule_set)?;
        let is_open = grade_rule_version::table
            .filter(grade_rule_version::rule_set.eq(save.rule_set))
            .filter(grade_rule_version::grade_rule_version_id.ne(standing.map_or(0, |(id, _)| id)))
            .select((grade_rule_version::status, grade_rule_version::effective_from))
            .load::<(GradeRuleStatus, Date)>(connection)?
            .into_iter()
            .any(|(status, effective_from)| status == GradeRuleStatus::Draft || is_before(effective_from));
        if is_open {
            return Err(Problem::invalid_field("ruleSet", "openVersion"));
        }
        if save.status == GradeRuleStatus::Active {
            let mut violations = Vec::new();
            // A measured person has already seen the grade, so one version must grade a day from its first moment.
            if !is_before(save.effective_from) {
                violations.push(Violation::new("effectiveFrom", "laterDay"));
            }
            let rules = Self::rules(connection, &save)?;
            let faults = rules.faults();
            violations.extend(faults.iter().map(|fault| violation_of(fault, &save.bands)));
            violations.extend(order_violations(built_in(save.rule_set)?, &save.bands));
            violations.extend(threshold_violations(&save.urgent));
            if violations.is_empty() {
                violations.extend(unexplained(&rules, built_in(save.rule_set)?, &save));
            }
            if !violations.is_empty() {
                return Err(Problem::invalid(violations));
            }
        }
        Ok(save)
    }

    fn check_changeable(before: &GradeRuleVersionSave) -> Result<(), Problem> {
        match before.status {
            GradeRuleStatus::Draft => Ok(()),
            GradeRuleStatus::Active => Err(Problem::invalid_field("status", "activeRules")),
        }
    }

    fn check_removable(_: &mut DatabaseConnection, _: i64, before: &GradeRuleVersionSave) -> Result<(), Problem> {
        if is_before(before.effective_from) { Ok(()) } else { Self::check_changeable(before) }
    }

    fn insert(
        connection: &mut DatabaseConnection,
        id: Option<i64>,
        form: &GradeRuleVersionSave,
        at: Timestamp,
    ) -> Result<i64, Problem> {
        let rules = Self::rules(connection, form)?;
        let last = grade_rule_version::table
            .filter(grade_rule_version::rule_set.eq(form.rule_set))
            .select(max(grade_rule_version::rule_version))
            .first::<Option<i32>>(connection)?;
        let row = (
            grade_rule_version::rule_set.eq(form.rule_set),
            grade_rule_version::rule_version.eq(last.unwrap_or_default() + 1),
            grade_rule_version::status.eq(form.status),
            grade_rule_version::effective_from.eq(form.effective_from.0),
            grade_rule_version::note.eq(&form.note),
            grade_rule_version::body_fat_source.eq(form.body_fat_source),
            grade_rule_version::deviation_reason.eq(&form.deviation_reason),
            grade_rule_version::rules.eq(serde_json::to_string(&rules).map_err(Problem::internal)?),
            grade_rule_version::created_at.eq(at.0),
            grade_rule_version::updated_at.eq(clock::now().0),
        );
        let new = diesel::insert_into(grade_rule_version::table);
        let made = grade_rule_version::grade_rule_version_id;
        Ok(match id {
            None => new.values(row).returning(made).get_result(connection)?,
            Some(id) => {
                let version = grade_rule_version::version.eq(form.version.unwrap_or_default() + 1);
                new.values((made.eq(id), version, row)).returning(made).get_result(connection)?
            }
        })
    }

    fn replace(
        connection: &mut DatabaseConnection,
        id: i64,
        before: &GradeRuleVersionSave,
        form: &GradeRuleVersionSave,
    ) -> Result<usize, Problem> {
        let rules = Self::rules(connection, form)?;
        let version = before.version.unwrap_or_default();
        let row = || grade_rule_version::table.find(id).filter(grade_rule_version::version.eq(version));
        if (&before.bands, &before.urgent, before.body_fat_source) != (&form.bands, &form.urgent, form.body_fat_source)
        {
            // Its effect is different and must be counted again.
            diesel::update(row())
                .set((
                    grade_rule_version::effect.eq("[]"),
                    grade_rule_version::counted.eq(0),
                    grade_rule_version::counted_to.eq(0),
                    grade_rule_version::counted_at.eq(None::<i64>),
                    grade_rule_version::counted_since.eq(None::<i64>),
                    grade_rule_version::counted_until.eq(None::<i64>),
                ))
                .execute(connection)?;
        }
        Ok(diesel::update(row())
            .set((
                grade_rule_version::status.eq(form.status),
                grade_rule_version::effective_from.eq(form.effective_from.0),
                grade_rule_version::note.eq(&form.note),
                grade_rule_version::body_fat_source.eq(form.body_fat_source),
                grade_rule_version::deviation_reason.eq(&form.deviation_reason),
                grade_rule_version::rules.eq(serde_json::to_string(&rules).map_err(Problem::internal)?),
                grade_rule_version::updated_at.eq(clock::now().0),
                grade_rule_version::version.eq(version + 1),
            ))
            .execute(connection)?)
    }

    fn remove(
        connection: &mut DatabaseConnection,
        id: i64,
        before: &GradeRuleVersionSave,
    ) -> Result<Option<Timestamp>, Problem> {
        let version = before.version.unwrap_or_default();
        let row = diesel::delete(grade_rule_version::table.find(id).filter(grade_rule_version::version.eq(version)));
        Ok(row.returning(grade_rule_version::created_at).get_result(connection).optional()?)
    }
}
