//! What lists are narrowed by: a condition for each part of a filter that is there.

use super::page::{Paging, like_pattern, prefix_end};
use diesel::{
    EscapeExpressionMethods, Expression, ExpressionMethods, QueryDsl, TextExpressionMethods,
    dsl::{Eq, EqAny, Escape, GtEq, Like, Lt, LtEq},
    expression::AsExpression,
    query_dsl::methods::{FilterDsl, LimitDsl, OffsetDsl},
    sql_types::{Nullable, SqlType, Text},
};
use uno_core::domain::text::{PHONE_TAIL, phone_digits, search_key};

/// A boxed query that conditions are added to.
pub trait Narrow: Sized {
    /// Rows whose column is one of the values; all rows where there are none.
    #[must_use]
    fn among<Column, Value>(self, column: Column, values: &[Value]) -> Self
    where
        Column: Expression<SqlType: SqlType> + ExpressionMethods,
        Value: AsExpression<Column::SqlType> + Clone,
        Self: FilterDsl<EqAny<Column, Vec<Value>>, Output = Self>,
    {
        if values.is_empty() { self } else { FilterDsl::filter(self, column.eq_any(values.to_vec())) }
    }

    /// Rows whose column is the value.
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

    /// Rows whose column is the value or lies behind it.
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

    /// Rows whose column is the value or lies before it.
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

    /// Rows whose search key contains the text.
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

    /// Rows whose search key begins with the text: an index has them next to each other.
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

    /// Rows with a telephone number: by its digits, or by the last of them, which lists show.
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

    /// The rows of one page.
    #[must_use]
    fn page(self, paging: Paging) -> Self
    where
        Self: QueryDsl + OffsetDsl<Output = Self> + LimitDsl<Output = Self>,
    {
        LimitDsl::limit(OffsetDsl::offset(self, paging.offset()), paging.size)
    }
}

impl<Query> Narrow for Query {}
