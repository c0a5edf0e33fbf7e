//! Narrows a list by a filter: adds a condition for each part of the filter that is present.

use super::page::{Paging, like_pattern, prefix_end};
use diesel::{
    EscapeExpressionMethods, Expression, ExpressionMethods, QueryDsl, TextExpressionMethods,
    dsl::{Eq, EqAny, Escape, GtEq, Like, Lt, LtEq},
    expression::AsExpression,
    query_dsl::methods::{FilterDsl, LimitDsl, OffsetDsl},
    sql_types::{Nullable, SqlType, Text},
};
use uno_core::domain::text::{PHONE_TAIL, phone_digits, search_key};

/// A boxed query to which conditions are added.
pub trait Narrow: Sized {
    /// Keeps rows whose column is one of the values; keeps all rows if there are no values.
    #[must_use]
    fn among<Column, Value>(self, column: Column, values: &[Value]) -> Self
    where
        Column: Expression<SqlType: SqlType> + ExpressionMethods,
        Value: AsExpression<Column::SqlType> + Clone,
        Self: FilterDsl<EqAny<Column, Vec<Value>>, Output = Self>,
    {
        if values.is_empty() { self } else { FilterDsl::filter(self, column.eq_any(values.to_vec())) }
    }

    /// Keeps rows whose column equals the value.
    #[must_use]
    fn equal<Column, Value>(self, column: Column, value: Option<Value>) -> Self
    where
        Column: Expression<SqlType: SqlType> + ExpressionMethods,
        Value: AsExpression<Column::SqlType>,
        Self: FilterDsl<Eq<Column, Value>, Output = Self>,
    {
        match value {
            Some(value) => FilterDsl::filter(self, column.eq(value)),
            None => self,
        }
    }

    /// Keeps rows whose column is greater than or equal to the value.
    #[must_use]
    fn since<Column, Value>(self, column: Column, first: Option<Value>) -> Self
    where
        Column: Expression<SqlType: SqlType> + ExpressionMethods,
        Value: AsExpression<Column::SqlType>,
        Self: FilterDsl<GtEq<Column, Value>, Output = Self>,
    {
        match first {
            Some(first) => FilterDsl::filter(self, column.ge(first)),
            None => self,
        }
    }

    /// Keeps rows whose column is less than or equal to the value.
    #[must_use]
    fn until<Column, Value>(self, column: Column, last: Option<Value>) -> Self
    where
        Column: Expression<SqlType: SqlType> + ExpressionMethods,
        Value: AsExpression<Column::SqlType>,
        Self: FilterDsl<LtEq<Column, Value>, Output = Self>,
    {
        match last {
            Some(last) => FilterDsl::filter(self, column.le(last)),
            None => self,
        }
    }

    /// Keeps rows whose search key contains the text.
    #[must_use]
    fn containing<Column>(self, key: Column, text: Option<&String>) -> Self
    where
        Column: Expression<SqlType = Text> + TextExpressionMethods,
        Self: FilterDsl<Escape<Like<Column, String>>, Output = Self>,
    {
        match text {
            Some(text) => FilterDsl::filter(self, key.like(like_pattern(&search_key(text))).escape('\\')),
            None => self,
        }
    }

    /// Keeps rows whose search key begins with the text: a range scan of an index.
    #[must_use]
    fn beginning<Column>(self, key: Column, text: Option<&String>) -> Self
    where
        Column: Expression<SqlType = Text> + ExpressionMethods + Copy,
        Self: FilterDsl<GtEq<Column, String>, Output = Self> + FilterDsl<Lt<Column, String>, Output = Self>,
    {
        let Some(text) = text else { return self };
        let first = search_key(text);
        let end = prefix_end(&first);
        let from: Self = FilterDsl::filter(self, key.ge(first));
        FilterDsl::filter(from, key.lt(end))
    }

    /// Keeps rows with a telephone number, given in full or by its last digits, which lists show.
    #[must_use]
    fn of_phone<Digits, Tail>(self, digits: Digits, tail: Tail, number: Option<&String>) -> Self
    where
        Digits: Expression<SqlType = Nullable<Text>> + ExpressionMethods,
        Tail: Expression<SqlType = Nullable<Text>> + ExpressionMethods,
        Self: FilterDsl<Eq<Digits, String>, Output = Self> + FilterDsl<Eq<Tail, String>, Output = Self>,
    {
        let Some(number) = number else { return self };
        let known = phone_digits(number);
        if known.len() == PHONE_TAIL {
            FilterDsl::filter(self, tail.eq(known))
        } else {
            FilterDsl::filter(self, digits.eq(known))
        }
    }

    /// Limits the query to one page.
    #[must_use]
    fn page(self, paging: Paging) -> Self
    where
        Self: QueryDsl + OffsetDsl<Output = Self> + LimitDsl<Output = Self>,
    {
        LimitDsl::limit(OffsetDsl::offset(self, paging.offset()), paging.size)
    }
}

impl<Query> Narrow for Query {}
