//! The current menu: every item with its full URL, by which permissions are checked.

use crate::{
    db::{DatabaseConnection, schema::menu_item},
    problem::Problem,
};
use diesel::{QueryDsl, Queryable, RunQueryDsl, Selectable, SelectableHelper};
use std::collections::HashMap;
use uno_core::contract::languages::{Language, NameInLanguage, name_in};

/// A menu item.
#[derive(Clone, Debug, Queryable, Selectable)]
#[diesel(table_name = menu_item)]
pub struct Entry {
    /// Id of the menu item.
    pub menu_item_id: i64,
    /// The parent item.
    pub parent_id: Option<i64>,
    /// Korean name.
    pub name: String,
    /// Its own part of the URL; an item without one has no page and only groups others.
    pub url: String,
    /// Whether every signed-in account may read it.
    pub unrestricted: bool,
    /// Position among its siblings.
    pub position: i64,
    /// The product's Korean name; an item without one was created by the installation.
    pub given_name: Option<String>,
    /// Names in other languages, as they are stored.
    pub names: String,
    /// Whether it is hidden in the menu.
    pub is_hidden: bool,
}

impl Entry {
    /// Parses the names in other languages.
    ///
    /// # Errors
    /// Returns an error if the stored names are corrupt.
    pub fn names(&self) -> Result<Vec<NameInLanguage>, Problem> {
        serde_json::from_str(&self.names).map_err(Problem::internal)
    }

    /// Returns the name in a language, or else in Korean, and whether it is the product's own name.
    ///
    /// # Errors
    /// Returns an error if the stored names are corrupt.
    pub fn name_in(&self, language: Option<Language>) -> Result<(String, bool), Problem> {
        if let Some(own) = name_in(&self.names()?, language) {
            return Ok((own.to_owned(), false));
        }
        Ok((self.name.clone(), self.given_name.as_deref() == Some(self.name.as_str())))
    }

    /// Returns whether it came with the product: permissions are checked by its URL, which must not change.
    #[must_use]
    pub const fn is_of_product(&self) -> bool {
        self.given_name.is_some()
    }

    /// Returns whether it has a page.
    #[must_use]
    pub const fn has_page(&self) -> bool {
        !self.url.is_empty()
    }
}

/// All menu items, with their full URLs by id.
pub struct Menu {
    /// Every item; siblings are in order.
    pub entries: Vec<Entry>,
    urls: HashMap<i64, String>,
}

impl Menu {
    /// Loads the menu.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn load(connection: &mut DatabaseConnection) -> Result<Self, Problem> {
        let order = (menu_item::position, menu_item::menu_item_id);
        Ok(Self::of(menu_item::table.order(order).select(Entry::as_select()).load(connection)?))
    }

    /// Creates a menu from items.
    #[must_use]
    pub fn of(entries: Vec<Entry>) -> Self {
        let parts = entries.iter().map(|entry| (entry.menu_item_id, entry.parent_id, entry.url.as_str()));
        Self { urls: whole_urls(parts), entries }
    }

    /// Returns the item of an id.
    #[must_use]
    pub fn entry(&self, id: i64) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.menu_item_id == id)
    }

    /// Returns the full URL of an item.
    #[must_use]
    pub fn url(&self, id: i64) -> &str {
        self.urls.get(&id).map_or("", String::as_str)
    }

    /// Returns the item of a full URL.
    #[must_use]
    pub fn at(&self, url: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| self.url(entry.menu_item_id) == url)
    }

    /// Iterates over the children of an item.
    pub fn below(&self, id: Option<i64>) -> impl Iterator<Item = &Entry> {
        self.entries.iter().filter(move |entry| entry.parent_id == id)
    }

    /// Returns the ids of an item and its ancestors, itself first. Stops if the data contains a cycle.
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

    /// Returns the items in menu order, each before its children. Items below a cycle in the data are left out.
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
            // Children are removed from the map once they are visited, so a cycle in the data cannot loop.
            waiting.extend(below.remove(&Some(entry.menu_item_id)).unwrap_or_default().into_iter().rev());
        }
        found
    }
}

/// Returns the full URLs of items, given as id, parent and own part: the parent's URL and the own part.
pub fn whole_urls<'a>(parts: impl Iterator<Item = (i64, Option<i64>, &'a str)>) -> HashMap<i64, String> {
    let by_id: HashMap<i64, (Option<i64>, &str)> = parts.map(|(id, parent, url)| (id, (parent, url))).collect();
    let whole = |(id, (parent, url)): (&i64, &(Option<i64>, &str))| {
        let mut whole = (*url).to_owned();
        let mut above = *parent;
        // The depth is bounded by the number of items, should the data contain a cycle.
        for _ in 0..by_id.len() {
            let Some((next, part)) = above.and_then(|id| by_id.get(&id)) else { break };
            whole.insert_str(0, part);
            above = *next;
        }
        (*id, whole)
    };
    by_id.iter().map(whole).collect()
}
