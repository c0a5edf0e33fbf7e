//! Repeated requests: a client names a request by an `Idempotency-Key`, so that sending it again is no second change.
//!
//! The result of the change is stored in the transaction that makes it, under the key's hash. Two requests with one key
//! therefore cannot both commit, on whichever instances they arrive, and a crash cannot separate the change from its
//! result. A repeat gets the stored result; a refusal changes nothing, so it is not stored and the request is examined
//! anew.
//!
//! Results contain personal data and secrets that are shown once, and their keys belong to whoever sent the request.
//! So neither a key nor a request is stored, only their hashes under the server's secret, and results are sealed.

use crate::{
    access::{caller::Caller, credentials::CompanySystem},
    auth::tokens::{Keys, keyed_hash},
    clock,
    db::{Database, DatabaseConnection, schema::idempotent_request},
    on_backend,
    problem::Problem,
    sealed::Seal,
};
use actix_web::{HttpRequest, web};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use diesel::{ExpressionMethods, OptionalExtension as _, QueryDsl, RunQueryDsl};
use serde::Serialize;
use sha2::{Digest as _, Sha256};
use std::{
    fs::File,
    io::{Seek as _, copy},
    marker::PhantomData,
};
use uno_core::{
    contract::{error::ErrorCode, validation::Violation},
    domain::time::{DAY_MILLISECONDS, Timestamp},
};

/// The header with the key.
pub const HEADER: &str = "idempotency-key";
/// Maximum length of a key.
const MAX_KEY: usize = 255;
/// How long a result is kept, at least.
const KEPT_MILLISECONDS: i64 = DAY_MILLISECONDS;
/// Number of results deleted in one transaction.
const DELETED_AT_ONCE: i64 = 500;

/// Returns the key of a request, if it has one: a structured-field string (RFC 8941), or its characters without the
/// quotation marks, as many clients send them.
///
/// # Errors
/// Returns [`ErrorCode::Malformed`] if the header is repeated or is neither, or if the key is empty or too long.
pub fn key(request: &HttpRequest) -> Result<Option<String>, Problem> {
    let mut lines = request.headers().get_all(HEADER);
    let Some(line) = lines.next() else { return Ok(None) };
    let key = line.to_str().ok().filter(|_| lines.next().is_none()).and_then(|text| parsed(text.trim()));
    let refusal =
        || Problem { fields: vec![Violation::new("Idempotency-Key", "type")], ..Problem::new(ErrorCode::Malformed) };
    key.filter(|key| (1..=MAX_KEY).contains(&key.len())).map(Some).ok_or_else(refusal)
}

fn parsed(text: &str) -> Option<String> {
    let Some(quoted) = text.strip_prefix('"') else {
        let is_bare = |byte: u8| byte.is_ascii_graphic() && !matches!(byte, b'"' | b'\\' | b',' | b';');
        return text.bytes().all(is_bare).then(|| text.to_owned());
    };
    let (mut key, mut rest) = (String::new(), quoted.chars());
    loop {
        match rest.next()? {
            '"' => return rest.as_str().is_empty().then_some(key),
            '\\' => key.push(rest.next().filter(|escaped| matches!(escaped, '"' | '\\'))?),
            character @ ' '..='~' => key.push(character),
            _ => return None,
        }
    }
}

/// Returns the hash of a file, and the file at its beginning.
///
/// # Errors
/// Returns an error if the file cannot be read.
pub async fn hash_of(mut file: File) -> Result<(File, Vec<u8>), Problem> {
    let work = move || {
        let mut hash = Sha256::new();
        copy(&mut file, &mut hash)?;
        file.rewind()?;
        Ok::<_, std::io::Error>((file, hash.finalize().to_vec()))
    };
    Ok(web::block(work).await.map_err(Problem::internal)??)
}

/// A request that its sender has named by a key.
#[derive(Clone)]
pub struct IdempotentRequest {
    key_hash: Vec<u8>,
    request_hash: Vec<u8>,
    seal: Seal,
}

impl IdempotentRequest {
    /// Describes a request. A key belongs to its sender and to one endpoint; `content` is all that the request says.
    ///
    /// # Errors
    /// Returns an error if the derived key is invalid.
    pub fn of(
        keys: &Keys,
        endpoint: &str,
        (caller, system): (Option<&Caller>, Option<&CompanySystem>),
        key: &str,
        content: &[u8],
    ) -> Result<Self, Problem> {
        let sender = match (caller, system) {
            (Some(caller), _) => format!("account {}", caller.account_id),
            (None, Some(system)) => format!("credential {}", system.company_credential_id),
            (None, None) => "anybody".into(),
        };
        let secret = keys.derive("idempotent request");
        Ok(Self {
            key_hash: keyed_hash(&secret, format!("{sender}\n{endpoint}\n{key}").as_bytes()),
            request_hash: keyed_hash(&secret, content),
            seal: Seal::of(&keys.derive("result of an idempotent request"))?,
        })
    }

    /// Returns the stored result as JSON, if the request has been carried out already.
    ///
    /// # Errors
    /// Returns [`ErrorCode::KeyReused`] if the key was used with another request.
    pub fn result(&self, connection: &mut DatabaseConnection) -> Result<Option<Vec<u8>>, Problem> {
        let stored = idempotent_request::table
            .filter(idempotent_request::key_hash.eq(&self.key_hash))
            .select((idempotent_request::request_hash, idempotent_request::result))
            .first::<(Vec<u8>, String)>(connection)
            .optional()?;
        match stored {
            None => Ok(None),
            Some((request_hash, _)) if request_hash != self.request_hash => Err(Problem::new(ErrorCode::KeyReused)),
            Some((_, sealed)) => {
                let opened = self.seal.open(&self.place(), &sealed);
                opened.map(Some).ok_or_else(|| Problem::internal("a stored result could not be opened"))
            }
        }
    }

    /// Stores the result of the change, as the last step of its transaction. If another request with this key got in
    /// first, the transaction fails, and with it the second change. On PostgreSQL this waits for the other's commit.
    fn keep<T: Serialize>(&self, connection: &mut DatabaseConnection, result: &T) -> Result<(), Problem> {
        let result = serde_json::to_vec(result).map_err(Problem::internal)?;
        let new = (
            idempotent_request::key_hash.eq(&self.key_hash),
            idempotent_request::request_hash.eq(&self.request_hash),
            idempotent_request::result.eq(self.seal.close(&self.place(), &result)?),
            idempotent_request::created_at.eq(clock::now().0),
        );
        let added = on_backend!(connection, |inner| {
            diesel::insert_into(idempotent_request::table).values(new).on_conflict_do_nothing().execute(inner)
        })?;
        if added == 1 {
            return Ok(());
        }
        let cause = Some("a request with this key got in first".into());
        Err(Problem { cause, ..Problem::overloaded() })
    }

    /// The context of the seal: the result of one key is never that of another.
    fn place(&self) -> String {
        URL_SAFE_NO_PAD.encode(&self.key_hash)
    }
}

/// The change that a request makes: a transaction whose result is stored if the request has a key.
pub struct Change<T> {
    database: Database,
    request: Option<IdempotentRequest>,
    result: PhantomData<fn() -> T>,
}

impl<T> Change<T> {
    pub(super) fn new(database: &Database, request: Option<IdempotentRequest>) -> Self {
        Self { database: database.clone(), request, result: PhantomData }
    }

    /// Returns the change of a request without a key.
    #[must_use]
    pub fn unnamed(database: &Database) -> Self {
        Self::new(database, None)
    }
}

impl<T: Serialize + Send + 'static> Change<T> {
    /// Runs the change and returns what the endpoint answers.
    ///
    /// # Errors
    /// Returns the error of `work`, or an error if the database cannot be reached or too many requests are waiting.
    pub async fn write(
        &self,
        work: impl FnOnce(&mut DatabaseConnection) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let done = self.write_if(move |connection| work(connection).map(Some)).await?;
        done.ok_or_else(|| Problem::internal("a change without a result"))
    }

    /// Runs a change that is a single statement on PostgreSQL, which needs no transaction unless there is a key.
    ///
    /// # Errors
    /// Returns the error of `work`, or an error if the database cannot be reached or too many requests are waiting.
    pub async fn write_one(
        &self,
        work: impl FnOnce(&mut DatabaseConnection) -> Result<T, Problem> + Clone + Send + 'static,
    ) -> Result<T, Problem> {
        if self.request.is_some() { self.write(work).await } else { self.database.write_one(work).await }
    }

    /// Runs a transaction that may decide against the change: then it commits, and there is no result to store.
    ///
    /// # Errors
    /// Returns the error of `work`, or an error if the database cannot be reached or too many requests are waiting.
    pub async fn write_if(
        &self,
        work: impl FnOnce(&mut DatabaseConnection) -> Result<Option<T>, Problem> + Send + 'static,
    ) -> Result<Option<T>, Problem> {
        let request = self.request.clone();
        let kept = move |connection: &mut DatabaseConnection| {
            let done = work(connection)?;
            if let (Some(request), Some(result)) = (request, &done) {
                request.keep(connection, result)?;
            }
            Ok(done)
        };
        self.database.write(kept).await
    }
}

/// Deletes results that have been kept long enough, a few at a time.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn expire(database: &Database) -> Result<(), Problem> {
    while database.write(|connection| delete_old(connection, clock::now())).await? {}
    Ok(())
}

/// Deletes a batch; returns whether there may be more. Rows are added in the order of their times.
fn delete_old(connection: &mut DatabaseConnection, now: Timestamp) -> Result<bool, Problem> {
    let oldest = idempotent_request::table
        .order(idempotent_request::idempotent_request_id)
        .select((idempotent_request::idempotent_request_id, idempotent_request::created_at))
        .limit(DELETED_AT_ONCE)
        .load::<(i64, i64)>(connection)?;
    let is_old = |created_at: i64| created_at <= now.0 - KEPT_MILLISECONDS;
    let old: Vec<i64> = oldest.into_iter().filter(|(_, created_at)| is_old(*created_at)).map(|(id, _)| id).collect();
    let among = idempotent_request::table.filter(idempotent_request::idempotent_request_id.eq_any(&old));
    let deleted = diesel::delete(among).execute(connection)?;
    Ok(i64::try_from(deleted).is_ok_and(|deleted| deleted == DELETED_AT_ONCE))
}

#[cfg(test)]
mod tests {
    use super::{HEADER, key};
    use actix_web::test::TestRequest;

    #[test]
    fn a_key_is_a_string_with_or_without_its_quotation_marks() {
        let found = |text: &str| {
            let request = TestRequest::default().insert_header((HEADER, text)).to_http_request();
            key(&request).map_err(|problem| problem.code.status())
        };
        for (text, expected) in [
            (r#""8e03978e-40d5-43dd-bc93-6894a57f9324""#, "8e03978e-40d5-43dd-bc93-6894a57f9324"),
            ("8e03978e-40d5-43dd-bc93-6894a57f9324", "8e03978e-40d5-43dd-bc93-6894a57f9324"),
            (r#" "a \"b\" \\ c" "#, r#"a "b" \ c"#),
        ] {
            assert_eq!(found(text), Ok(Some(expected.into())), "{text}");
        }
        let (longest, too_long) = (format!("\"{}\"", "k".repeat(255)), format!("\"{}\"", "k".repeat(256)));
        assert_eq!(found(&longest), Ok(Some("k".repeat(255))));
        for text in
            [too_long.as_str(), "", "\"\"", "\"", "\"a", "\"a\"b", "\"a\";b=1", "a b", "a,b", r#""a\n""#, "\"é\""]
        {
            assert_eq!(found(text), Err(400), "{text}");
        }
        let twice = TestRequest::default().append_header((HEADER, "a")).append_header((HEADER, "b")).to_http_request();
        assert!(key(&twice).is_err());
        assert_eq!(key(&TestRequest::default().to_http_request()).ok(), Some(None));
    }
}
