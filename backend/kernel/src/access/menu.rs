//! The menu as it stands: every entry with its whole url, by which rights are asked for.

use crate::{
    db::{DatabaseConnection, schema::menu_item},
    problem::Problem,
};
use diesel::{QueryDsl, Queryable, RunQueryDsl, Selectable, SelectableHelper};
use std::collections::HashMap;
use uno_core::contract::languages::{Language, NameInLanguage, name_in};

/// An entry of the menu.
#[derive(Clone, Debug, Queryable, Selectable)]
#[diesel(table_name = menu_item)]
pub struct Entry {
    /// Menu item.
    pub menu_item_id: i64,
    /// The entry above.
    pub parent_id: Option<i64>,
    /// Korean name.
    pub name: String,
    /// Its own part of the url; what has none leads nowhere and only holds others.
    pub url: String,
    /// Whether every signed-in account may read it.
    pub unrestricted: bool,
    /// Place among its neighbours.
    pub position: i64,
    /// The Korean name that the product has given; an entry without one is the installation's own.
    pub given_name: Option<String>,
    /// Names in other languages, as they are stored.
    pub names: String,
    /// Whether the menu does not show it.
    pub is_hidden: bool,
}

impl Entry {
    /// The names in other languages.
    ///
    /// # Errors
    /// When they are not as they were written.
    pub fn names(&self) -> Result<Vec<NameInLanguage>, Problem> {
        serde_json::from_str(&self.names).map_err(Problem::internal)
    }

    /// What it is called in a language, in Korean where it has no name in it; and whether the product has given that
    /// name.
    ///
    /// # Errors
    /// When the names are not as they were written.
    pub fn name_in(&self, language: Option<Language>) -> Result<(String, bool), Problem> {
        if let Some(own) = name_in(&self.names()?, language) {
            return Ok((own.to_owned(), false));
        }
        Ok((self.name.clone(), self.given_name.as_deref() == Some(self.name.as_str())))
    }

    /// Whether it came with the product: its address is asked for, and stays.
    #[must_use]
    pub const fn is_given(&self) -> bool {
        self.given_name.is_some()
    }

    /// Whether it leads to a page of its own.
    #[must_use]
    pub const fn leads(&self) -> bool {
        !self.url.is_empty()
    }
}

/// All entries by their numbers, with those above them.
pub struct Menu {
    /// Every entry, each among its neighbours in their order.
    pub entries: Vec<Entry>,
    urls: HashMap<i64, String>,
}

impl Menu {
    /// The menu.
    ///
    /// # Errors
    /// When the database fails.
    pub fn load(connection: &mut DatabaseConnection) -> Result<Self, Problem> {
        let order = (menu_item::position, menu_item::menu_item_id);
        Ok(Self::of(menu_item::table.order(order).select(Entry::as_select()).load(connection)?))
    }

    /// A menu of these entries.
    #[must_use]
    pub fn of(entries: Vec<Entry>) -> Self {
        let parts = entries.iter().map(|entry| (entry.menu_item_id, entry.parent_id, entry.url.as_str()));
        Self { urls: whole_urls(parts), entries }
    }

    /// The entry of a number.
    #[must_use]
    pub fn entry(&self, id: i64) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.menu_item_id == id)
    }

    /// The whole url of an entry.
    #[must_use]
    pub fn url(&self, id: i64) -> &str {
        self.urls.get(&id).map_or("", String::as_str)
    }

    /// The entry of a whole url.
    #[must_use]
    pub fn at(&self, url: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| self.url(entry.menu_item_id) == url)
    }

    /// The entries below one.
    pub fn below(&self, id: Option<i64>) -> impl Iterator<Item = &Entry> {
        self.entries.iter().filter(move |entry| entry.parent_id == id)
    }

    /// The numbers of an entry and of those above it, itself first; ends where the data runs in a circle.
    #[must_use]
    pub fn line(&self, id: i64) -> Vec<i64> {
        let mut line = vec![id];
        while let Some(above) = line.last().and_then(|id| self.entry(*id)).and_then(|entry| entry.parent_id) {
            if line.contains(&above) {
                break;
            }
            line.push(above);
        }
        line
    }

    /// Each entry before those below it, in the order of the menu.
    #[must_use]
    pub fn in_order(&self) -> Vec<&Entry> {
        let mut below: HashMap<Option<i64>, Vec<&Entry>> = HashMap::new();
        for entry in &self.entries {
            below.entry(entry.parent_id).or_default().push(entry);
        }
        let mut waiting: Vec<&Entry> = below.remove(&None).unwrap_or_default();
        waiting.reverse();
        let mut found = Vec::with_capacity(self.entries.len());
        while let Some(entry) = waiting.pop() {
            found.push(entry);
            // What was taken out is not found again, should the data ever run in a circle.
            waiting.extend(below.remove(&Some(entry.menu_item_id)).unwrap_or_default().into_iter().rev());
        }
        found
    }
}

/// The whole urls of entries, given with the entry above and their own parts: the parent's url and their own.
pub fn whole_urls<'a>(parts: impl Iterator<Item = (i64, Option<i64>, &'a str)>) -> HashMap<i64, String> {
    let by_id: HashMap<i64, (Option<i64>, &str)> = parts.map(|(id, parent, url)| (id, (parent, url))).collect();
    let whole = |(id, (parent, url)): (&i64, &(Option<i64>, &str))| {
        let mut whole = (*url).to_owned();
        let mut above = *parent;
        // The depth is bounded by the number of entries, should the data ever run in a circle.
        for _ in 0..by_id.len() {
            let Some((next, part)) = above.and_then(|id| by_id.get(&id)) else { break };
            whole.insert_str(0, part);
            above = *next;
        }
        (*id, whole)
    };
    by_id.iter().map(whole).collect()
}
