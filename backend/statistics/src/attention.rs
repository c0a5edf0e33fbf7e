//! Number of people in each grade of each indicator, and how people have moved between grades.

use crate::{
    answers::{StatisticCache, Sum},
    disclosure::Disclosure,
    file::{FileOf, StatisticFile},
    frame::StatisticRequest,
    hidden::{self, Size},
    people::People,
    read::{self, Groups, Scale, Source, empty_scale},
    rows::concern_of,
    units::{self, UnitFilter, Units},
    words,
};
use kernel::{
    access::caller::Caller,
    db::DatabaseConnection,
    exports::{self, Column, Texts, Value},
    http::mount::Api,
    problem::Problem,
};
use measurements::kind::MeasurementKind;
use std::{collections::BTreeMap, sync::Arc};
use uno_core::{
    contract::statistics::{
        AttentionRow, AttentionStatistic, ExportAttentionStatistics, GetAttentionStatistics, GradeCount, GradeMove,
        StatisticFilter, StatisticPeriod,
    },
    domain::grade::concern::{Concern, GradedIndicator},
};

/// Mounts the endpoints.
pub fn mount(api: &mut Api, answers: &Arc<StatisticCache>) {
    let own = Arc::clone(answers);
    api.read::<GetAttentionStatistics>(move |connection, caller, sent| {
        attention(connection, caller, &own, &sent.query)
    });
    exports::mount::<FileOf<AttentionExport>>(api);
}

/// Returns the number of people in each grade of each indicator.
///
/// # Errors
/// Returns an error for the field `bucket` if there are too many buckets, and "not found" if the company or the
/// division is outside the scope.
pub fn attention(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    answers: &Arc<StatisticCache>,
    filter: &StatisticFilter,
) -> Result<AttentionStatistic, Problem> {
    let request = StatisticRequest::of(filter.start, filter.end, filter.bucket, filter.compare == Some(true))?;
    let units = units::of(connection, caller.scope, UnitFilter::from(filter))?;
    let disclosure = Disclosure::of(caller);
    let name = format!("attention {units:?} {request:?} {:?} {:?} {disclosure:?}", filter.sex, filter.age_decades);
    let days = request.span();
    let (filter, of, told) = (filter.clone(), request.clone(), disclosure.clone());
    let make = move |connection: &mut DatabaseConnection| rows(connection, &told, &units, &filter, &of);
    let numbers = |visible: &VisibleRows| {
        let of_row = |row: &AttentionRow| 4 + 8 * row.grades.len() + 8 * row.moves.len() + 2 * row.by_bucket.len();
        visible.rows.iter().map(of_row).sum()
    };
    let (visible, counting) =
        answers.of(connection, Sum { name, kinds: &MeasurementKind::ALL, days, make: Box::new(make), numbers })?;
    let frame = request.frame(counting, visible.has_hidden, &disclosure, disclosure.without_grades());
    Ok(AttentionStatistic { frame, rows: visible.rows.clone() })
}

/// The rows with hidden numbers removed.
struct VisibleRows {
    rows: Vec<AttentionRow>,
    has_hidden: bool,
}

fn rows(
    connection: &mut DatabaseConnection,
    disclosure: &Disclosure,
    units: &Units,
    filter: &StatisticFilter,
    request: &StatisticRequest,
) -> Result<VisibleRows, Problem> {
    let groups = Groups { sex: filter.sex, age_decades: &filter.age_decades };
    let mut buckets: BTreeMap<GradedIndicator, Vec<u64>> = BTreeMap::new();
    let none = || vec![0; request.buckets.len()];
    let source = Source { disclosure, units, kinds: &MeasurementKind::ALL };
    let period = (request.days, request.is_by_months());
    let mut now = read::newest_grades(
        connection,
        source,
        period,
        &groups,
        |day| request.bucket_of(day),
        |bucket, scales| {
            for (indicator, scale) in scales {
                let of_buckets = buckets.entry(*indicator).or_insert_with(none);
                if let Some(own) = bucket.and_then(|bucket| of_buckets.get_mut(bucket)) {
                    *own = concerned(*indicator, scale);
                }
            }
        },
    )?;
    let mut before =
        request.previous.map(|days| read::newest_grades_of(connection, source, days, &groups)).transpose()?;
    let mut suppression = Suppression { disclosure, request, has_hidden: false };
    let mut rows = Vec::new();
    for indicator in GradedIndicator::ALL.iter().copied() {
        let before_of =
            before.as_mut().map(|before| before.remove(&indicator).unwrap_or_else(|| empty_scale(indicator)));
        let has_before = before_of.as_ref().is_some_and(|scale| scale.iter().any(|people| !people.is_empty()));
        if !now.contains_key(&indicator) && !has_before {
            continue;
        }
        let own = now.remove(&indicator).unwrap_or_else(|| empty_scale(indicator));
        let of_buckets = buckets.get(&indicator).cloned().unwrap_or_else(|| vec![0; request.buckets.len()]);
        rows.push(suppression.row(indicator, &own, before_of.as_ref(), of_buckets)?);
    }
    Ok(VisibleRows { rows, has_hidden: suppression.has_hidden })
}

/// Returns how many people of a scale need attention.
fn concerned(indicator: GradedIndicator, scale: &[People]) -> u64 {
    let concerned = scale.iter().enumerate().filter(|(place, _)| concern_of(indicator, *place) != Concern::None);
    concerned.map(|(_, people)| people.len()).sum()
}

fn size(people: u64) -> Size {
    Size { people, tests: people }
}

/// Returns which moves are hidden. `moved` has the grades then as rows and the grades now as columns; `then` and `now`
/// have the people of each grade and whether that number is hidden. The people of a grade then are those who moved from
/// it plus those without a grade now; the latter number is never reported.
fn hidden_moves(moved: &[Vec<u64>], then: &[(u64, bool)], now: &[(u64, bool)]) -> Vec<Vec<bool>> {
    let untold = |people: u64| (people, people > 0);
    let gone = then.iter().zip(moved).map(|((people, _), row)| people.saturating_sub(row.iter().sum()));
    let come = now
        .iter()
        .enumerate()
        .map(|(to, (people, _))| people.saturating_sub(moved.iter().filter_map(|row| row.get(to)).sum()));
    // The first row and column are the people of each grade. The last ones are the people graded in only one of the
    // periods.
    let mut table = vec![[untold(0)].into_iter().chain(now.iter().copied()).chain([untold(0)]).collect::<Vec<_>>()];
    for ((of_grade, row), gone) in then.iter().zip(moved).zip(gone) {
        let row = row.iter().map(|people| (*people, size(*people).is_small()));
        table.push([*of_grade].into_iter().chain(row).chain([untold(gone)]).collect());
    }
    table.push([untold(0)].into_iter().chain(come.map(untold)).chain([untold(0)]).collect());
    let sizes: Vec<Vec<Size>> = table.iter().map(|row| row.iter().map(|(people, _)| size(*people)).collect()).collect();
    let known: Vec<Vec<bool>> = table.iter().map(|row| row.iter().map(|(_, is_hidden)| *is_hidden).collect()).collect();
    let hidden = hidden::completed(&sizes, known.clone(), 1);
    // If completing the suppression would have to hide a grade total, which is reported already, no move is reported.
    let of_grades = |table: &[Vec<bool>]| -> Vec<bool> {
        let then = table.iter().filter_map(|row| row.first());
        table.iter().take(1).flatten().chain(then).copied().collect()
    };
    let is_told = of_grades(&hidden) != of_grades(&known);
    hidden.iter().skip(1).map(|row| row.iter().skip(1).map(|is_hidden| *is_hidden || is_told).collect()).collect()
}

/// Withholds the hidden numbers, and rounds the others.
struct Suppression<'a> {
    disclosure: &'a Disclosure,
    request: &'a StatisticRequest,
    has_hidden: bool,
}

/// The numbers of people of an indicator, each with whether it is hidden: all, those concerned, and each grade.
struct Numbers {
    people: (u64, bool),
    concerned: (u64, bool),
    grades: Vec<(u64, bool)>,
}

impl Suppression<'_> {
    fn row(
        &mut self,
        indicator: GradedIndicator,
        now: &[People],
        before: Option<&Scale>,
        by_bucket: Vec<u64>,
    ) -> Result<AttentionRow, Problem> {
        let numbers = self.numbers(indicator, now);
        let before_numbers = before.map(|before| self.numbers(indicator, before));
        let mut grades = Vec::new();
        for (place, grade) in indicator.grades().iter().enumerate() {
            let previous = before_numbers.as_ref().and_then(|numbers| numbers.grades.get(place).copied());
            grades.push(GradeCount {
                grade: (*grade).to_owned(),
                concern: indicator.concern(grade),
                people: self.visible_number(numbers.grades.get(place).copied())?,
                previous: self.visible_number(previous)?,
            });
        }
        let moves = match before.zip(before_numbers.as_ref()) {
            Some((then, then_numbers)) => self.moves(indicator, (then.as_slice(), then_numbers), (now, &numbers))?,
            None => Vec::new(),
        };
        let by_bucket = self.buckets(numbers.concerned, &by_bucket)?;
        Ok(AttentionRow {
            indicator,
            people: self.visible_number(Some(numbers.people))?,
            concerned: self.visible_number(Some(numbers.concerned))?,
            previous_concerned: self.visible_number(before_numbers.as_ref().map(|numbers| numbers.concerned))?,
            grades,
            moves,
            by_bucket,
        })
    }

    /// Returns the concerned people per bucket. The buckets add up to all concerned: if that sum is hidden, any single
    /// bucket would reveal it.
    fn buckets(&mut self, (concerned, is_hidden): (u64, bool), by_bucket: &[u64]) -> Result<Vec<Option<i64>>, Problem> {
        let sizes: Vec<Size> = [&concerned].into_iter().chain(by_bucket).copied().map(size).collect();
        let hidden = if self.disclosure.is_exact() { Vec::new() } else { hidden::in_sum(&sizes) };
        let of_buckets = by_bucket.iter().enumerate().map(|(index, people)| {
            if !self.request.has_bucket(self.disclosure, index) {
                return Ok(None);
            }
            let is_hidden = *people > 0 && (is_hidden || hidden.get(index + 1) == Some(&true));
            self.visible_number(Some((*people, is_hidden)))
        });
        of_buckets.collect()
    }

    /// Returns how people have moved between grades.
    fn moves(
        &mut self,
        indicator: GradedIndicator,
        (then, then_numbers): (&[People], &Numbers),
        (now, now_numbers): (&[People], &Numbers),
    ) -> Result<Vec<GradeMove>, Problem> {
        let moved: Vec<Vec<u64>> = then.iter().map(|then| now.iter().map(|now| then.common(now)).collect()).collect();
        let hidden = if self.disclosure.is_exact() {
            Vec::new()
        } else {
            hidden_moves(&moved, &then_numbers.grades, &now_numbers.grades)
        };
        let grades = indicator.grades();
        let mut moves = Vec::new();
        for (from, row) in moved.iter().enumerate() {
            for (to, people) in row.iter().enumerate().filter(|(_, people)| **people > 0) {
                let (Some(grade_then), Some(grade_now)) = (grades.get(from), grades.get(to)) else { continue };
                let is_hidden = hidden.get(from).and_then(|row| row.get(to)) == Some(&true);
                let people = self.visible_number(Some((*people, is_hidden)))?;
                moves.push(GradeMove { from: (*grade_then).to_owned(), to: (*grade_now).to_owned(), people });
            }
        }
        Ok(moves)
    }

    /// All people are the sum of those who need attention and those who do not; each of these is the sum of its grades.
    fn numbers(&self, indicator: GradedIndicator, scale: &[People]) -> Numbers {
        let counts: Vec<u64> = scale.iter().map(People::len).collect();
        let is_concerned: Vec<bool> =
            (0..counts.len()).map(|place| concern_of(indicator, place) != Concern::None).collect();
        let sum = |of: Option<bool>| -> u64 {
            let parts = counts.iter().zip(&is_concerned).filter(|(_, own)| of.is_none_or(|of| of == **own));
            parts.map(|(count, _)| count).sum()
        };
        let (people, concerned, others) = (sum(None), sum(Some(true)), sum(Some(false)));
        // A separate table: the rows are all people, those concerned and the others; the columns are their sum and the
        // grades.
        let row = |of: Option<bool>, sum: u64| -> Vec<Size> {
            let cells = counts.iter().zip(&is_concerned);
            let cells = cells.map(|(count, own)| size(if of.is_none_or(|of| of == *own) { *count } else { 0 }));
            [size(sum)].into_iter().chain(cells).collect()
        };
        let table = [row(None, people), row(Some(true), concerned), row(Some(false), others)];
        let hidden = if self.disclosure.is_exact() { Vec::new() } else { hidden::in_table(&table) };
        let is_hidden = |row: usize, column: usize| hidden.get(row).and_then(|row| row.get(column)) == Some(&true);
        Numbers {
            people: (people, is_hidden(0, 0)),
            concerned: (concerned, is_hidden(1, 0)),
            grades: counts
                .iter()
                .enumerate()
                .map(|(place, count)| {
                    // A grade appears in the row of all people and in one of the other two.
                    (*count, (0..3).any(|row| is_hidden(row, place + 1)))
                })
                .collect(),
        }
    }

    fn visible_number(&mut self, number: Option<(u64, bool)>) -> Result<Option<i64>, Problem> {
        let Some((number, is_hidden)) = number else { return Ok(None) };
        self.has_hidden |= is_hidden;
        let number = i64::try_from(number).map_err(Problem::internal)?;
        Ok((!is_hidden).then(|| self.disclosure.count(number)))
    }
}

/// The people a row of a file counts.
enum RowGroup {
    Everybody,
    Concerned,
    Grade(String, Concern),
    Moved { from: String, to: String },
}

/// A row of a file. An indicator has rows for all graded people, for those who need attention in total and per bucket,
/// for each grade and for each move.
pub struct FileRow {
    period: StatisticPeriod,
    indicator: GradedIndicator,
    row_group: RowGroup,
    people: Option<i64>,
    previous: Option<i64>,
}

fn rows_of_file(statistic: AttentionStatistic) -> Vec<FileRow> {
    let AttentionStatistic { frame, rows } = statistic;
    let mut file = Vec::new();
    for AttentionRow { indicator, people, concerned, previous_concerned, grades, moves, by_bucket } in rows {
        let mut push = |period: &StatisticPeriod, row_group: RowGroup, people: Option<i64>, previous: Option<i64>| {
            file.push(FileRow { period: period.clone(), indicator, row_group, people, previous });
        };
        push(&frame.period, RowGroup::Everybody, people, None);
        push(&frame.period, RowGroup::Concerned, concerned, previous_concerned);
        if frame.buckets.len() > 1 {
            for (period, people) in frame.buckets.iter().zip(by_bucket) {
                push(period, RowGroup::Concerned, people, None);
            }
        }
        for GradeCount { grade, concern, people, previous } in grades {
            push(&frame.period, RowGroup::Grade(grade, concern), people, previous);
        }
        for GradeMove { from, to, people } in moves {
            push(&frame.period, RowGroup::Moved { from, to }, people, None);
        }
    }
    file
}

fn row_group(row: &FileRow, texts: &Texts) -> String {
    let grade = |grade: &str| texts.word(words::grades(row.indicator), grade).to_owned();
    match &row.row_group {
        RowGroup::Everybody => texts.of("statistics.graded").to_owned(),
        RowGroup::Concerned => texts.of("statistics.concerned").to_owned(),
        RowGroup::Grade(own, _) => grade(own),
        RowGroup::Moved { from, to } => format!("{} → {}", grade(from), grade(to)),
    }
}

fn concern(row: &FileRow) -> Option<&str> {
    match &row.row_group {
        RowGroup::Grade(_, concern) => Some(concern.as_str()),
        RowGroup::Everybody | RowGroup::Concerned | RowGroup::Moved { .. } => None,
    }
}

/// People by grade, as a file.
pub struct AttentionExport;

impl StatisticFile for AttentionExport {
    type Call = ExportAttentionStatistics;
    type Row = FileRow;
    const TITLE: &'static str = "statistics.attention";
    const COLUMNS: &'static [Column<FileRow>] = &[
        Column::new("statistics.indicator", 22.0, |row| Value::Text(words::graded(row.indicator))),
        Column::written("statistics.grade", 24.0, row_group),
        Column::new("statistics.concern", 14.0, |row| Value::word("statistics.concern", concern(row))),
        Column::new("statistics.from", 12.0, |row| row.period.start.into()),
        Column::new("statistics.to", 12.0, |row| row.period.end.into()),
        Column::new("statistics.people", 12.0, |row| row.people.into()),
        Column::new("statistics.previousPeople", 14.0, |row| row.previous.into()),
    ];

    fn rows(
        connection: &mut DatabaseConnection,
        caller: &Caller,
        filter: &StatisticFilter,
    ) -> Result<Vec<FileRow>, Problem> {
        Ok(rows_of_file(attention(connection, caller, &Arc::default(), filter)?))
    }
}
