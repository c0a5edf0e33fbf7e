//! Sets of values as ranges: what several conditions on one value leave together. A range begins with its first value
//! and ends before the next one; without a bound it has no end.

/// A set as sorted ranges that neither overlap nor touch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ranges<K>(Vec<(Option<K>, Option<K>)>);

/// What an index can be asked: a range without some parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hull<K> {
    /// First value.
    pub start: Option<K>,
    /// The value behind the last.
    pub end: Option<K>,
    /// The parts in between that are left out: first value and the one behind the last.
    pub gaps: Vec<(K, K)>,
}

impl<K: Ord + Clone> Ranges<K> {
    /// Returns the set of all values.
    #[must_use]
    pub fn everything() -> Self {
        Self(vec![(None, None)])
    }

    /// Returns the set without a value.
    #[must_use]
    pub const fn nothing() -> Self {
        Self(Vec::new())
    }

    /// Returns the values from `start` on and before `end`.
    #[must_use]
    pub fn between(start: Option<K>, end: Option<K>) -> Self {
        let is_empty = start.as_ref().zip(end.as_ref()).is_some_and(|(start, end)| start >= end);
        if is_empty { Self::nothing() } else { Self(vec![(start, end)]) }
    }

    /// Returns the ranges in order.
    #[must_use]
    pub fn all(&self) -> &[(Option<K>, Option<K>)] {
        &self.0
    }

    /// Returns whether it has a value.
    #[must_use]
    pub fn has(&self, value: &K) -> bool {
        self.0.iter().any(|(start, end)| {
            start.as_ref().is_none_or(|start| start <= value) && end.as_ref().is_none_or(|end| value < end)
        })
    }

    /// Returns the values that both have.
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        let mut common = Self::nothing();
        for (start, end) in &self.0 {
            for (other_start, other_end) in &other.0 {
                let end = match (end, other_end) {
                    (Some(one), Some(other)) => Some(one.min(other).clone()),
                    (one, other) => one.as_ref().or(other.as_ref()).cloned(),
                };
                common = common.or(&Self::between(start.clone().max(other_start.clone()), end));
            }
        }
        common
    }

    /// Returns the values that either has.
    #[must_use]
    pub fn or(&self, other: &Self) -> Self {
        let mut all: Vec<_> = self.0.iter().chain(&other.0).cloned().collect();
        all.sort_by(|(one, _), (other, _)| one.cmp(other));
        let mut joined: Vec<(Option<K>, Option<K>)> = Vec::with_capacity(all.len());
        for (start, end) in all {
            match joined.last_mut() {
                // It begins within the one before, or directly behind it.
                Some((_, last))
                    if last.as_ref().is_none_or(|last| start.as_ref().is_none_or(|start| start <= last)) =>
                {
                    let is_longer = match (&*last, &end) {
                        (None, _) => false,
                        (Some(_), None) => true,
                        (Some(last), Some(end)) => end > last,
                    };
                    if is_longer {
                        *last = end;
                    }
                }
                _ => joined.push((start, end)),
            }
        }
        Self(joined)
    }

    /// Returns all other values.
    #[must_use]
    pub fn not(&self) -> Self {
        let (mut others, mut from, mut is_open) = (Vec::new(), None, true);
        for (start, end) in &self.0 {
            if let Some(start) = start {
                others.push((from.take(), Some(start.clone())));
            }
            (from, is_open) = (end.clone(), end.is_some());
        }
        if is_open {
            others.push((from, None));
        }
        Self(others)
    }

    /// Returns it as one range with gaps; `None` if it has no value.
    #[must_use]
    pub fn hull(&self) -> Option<Hull<K>> {
        let (start, end) = (self.0.first()?.0.clone(), self.0.last()?.1.clone());
        let gaps = self.0.windows(2).filter_map(|pair| match pair {
            [(_, Some(end)), (Some(start), _)] => Some((end.clone(), start.clone())),
            _ => None,
        });
        Some(Hull { start, end, gaps: gaps.collect() })
    }
}

#[cfg(test)]
mod tests {
    use super::{Hull, Ranges};

    fn between(start: i32, end: i32) -> Ranges<i32> {
        Ranges::between(Some(start), Some(end))
    }

    #[test]
    fn sets_are_combined_as_their_values_are() {
        let sets = [
            Ranges::everything(),
            Ranges::nothing(),
            between(2, 5),
            between(5, 7),
            between(3, 3),
            Ranges::between(Some(6), None),
            Ranges::between(None, Some(4)),
            between(1, 3).or(&between(6, 8)),
            between(2, 5).not(),
            between(1, 2).or(&between(4, 5)).not(),
        ];
        for one in &sets {
            assert_eq!(&one.not().not(), one);
            for other in &sets {
                for value in -1..10 {
                    let (has_one, has_other) = (one.has(&value), other.has(&value));
                    assert_eq!(one.and(other).has(&value), has_one && has_other, "{one:?} and {other:?}: {value}");
                    assert_eq!(one.or(other).has(&value), has_one || has_other, "{one:?} or {other:?}: {value}");
                    assert_eq!(one.not().has(&value), !has_one, "not {one:?}: {value}");
                }
            }
        }
        assert_eq!(between(2, 5).or(&between(5, 7)), between(2, 7), "ranges that touch are one");
    }

    #[test]
    fn a_set_is_a_range_with_gaps() {
        let set = between(1, 3).or(&between(6, 8)).or(&Ranges::between(Some(9), None));
        assert_eq!(set.hull(), Some(Hull { start: Some(1), end: None, gaps: vec![(3, 6), (8, 9)] }));
        assert_eq!(Ranges::<i32>::nothing().hull(), None);
    }
}
