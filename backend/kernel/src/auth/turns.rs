//! A fair queue for password hashing. Hashing is slow on purpose, so requests wait; the caller with the fewest
//! recent requests comes first. However large a flood is, it delays others by at most one turn per network it comes
//! from.
//!
//! Known devices and sessions wait in a queue of their own, which gets every other turn: a flood from thousands of
//! networks, each of which has asked for nothing yet, delays them by one turn each.

use crate::problem::Problem;
use parking_lot::Mutex;
use std::{
    collections::{BTreeMap, HashMap},
    sync::Arc,
    time::{Duration, Instant},
};
use tokio::sync::oneshot;

/// Number of concurrent turns: while one hashes, another reads and writes its counters.
const AT_ONCE: usize = 2;
/// Maximum number of waiting requests per caller: a whole office may sign in from one address.
const MAX_OF_ONE: u32 = 32;
/// Maximum number of waiting requests in each queue.
const MAX_WAITING: usize = 1024;
/// The half-life of a caller's past requests.
const HALF_LIFE: Duration = Duration::from_secs(10);

/// Who waits, and in which queue.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Lane {
    /// A device on which the account has signed in before, or a session.
    Known(String),
    /// A network.
    Newcomers(String),
}

/// The queues of a server.
#[derive(Default)]
pub struct Turns {
    queue: Mutex<Queue>,
}

#[derive(Default)]
struct Queue {
    taken: usize,
    known: Line,
    newcomers: Line,
    /// Whether the last turn went to a known device.
    was_known: bool,
    shares: HashMap<Lane, Share>,
    halved: Option<Instant>,
    arrivals: u64,
}

/// Waiting requests, ordered by the caller's previous requests, then by arrival.
type Line = BTreeMap<(u32, u64), Waiting>;

struct Waiting {
    who: Lane,
    call: oneshot::Sender<Turn>,
}

/// A caller's recent and waiting requests.
#[derive(Default)]
struct Share {
    asked: u32,
    waiting: u32,
}

/// The right to hash a password; returned when dropped.
pub struct Turn(Option<Arc<Turns>>);

impl Turns {
    /// Waits for a turn.
    ///
    /// # Errors
    /// Returns "busy" if too many requests of this caller, or in its queue, are waiting.
    pub async fn take(self: &Arc<Self>, who: &Lane) -> Result<Turn, Problem> {
        let called = match self.queue.lock().enter(who) {
            Admission::Free => return Ok(Turn(Some(Arc::clone(self)))),
            Admission::Waiting(called) => called,
            Admission::Refused => return Err(Problem::overloaded()),
        };
        // A request with a higher priority has taken the place.
        called.await.map_err(|_| Problem::overloaded())
    }

    /// Passes a turn to the next request; skips callers that are gone.
    fn pass_on(self: &Arc<Self>) {
        loop {
            let next = self.queue.lock().next();
            let Some(next) = next else { return };
            match next.call.send(Turn(Some(Arc::clone(self)))) {
                Ok(()) => return,
                Err(mut refused) => refused.0 = None,
            }
        }
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        if let Some(turns) = self.0.take() {
            turns.pass_on();
        }
    }
}

enum Admission {
    Free,
    Waiting(oneshot::Receiver<Turn>),
    Refused,
}

impl Queue {
    fn line(&mut self, who: &Lane) -> &mut Line {
        match who {
            Lane::Known(_) => &mut self.known,
            Lane::Newcomers(_) => &mut self.newcomers,
        }
    }

    fn enter(&mut self, who: &Lane) -> Admission {
        self.halve();
        let share = self.shares.entry(who.clone()).or_default();
        if share.waiting >= MAX_OF_ONE {
            return Admission::Refused;
        }
        let place = (share.asked, self.arrivals);
        if self.taken >= AT_ONCE && self.line(who).len() >= MAX_WAITING {
            match self.line(who).last_key_value() {
                Some((last, _)) if *last > place => self.turn_away(who),
                _ => return Admission::Refused,
            }
        }
        self.arrivals += 1;
        let share = self.shares.entry(who.clone()).or_default();
        share.asked = share.asked.saturating_add(1);
        if self.taken < AT_ONCE {
            self.taken += 1;
            return Admission::Free;
        }
        share.waiting += 1;
        let (call, called) = oneshot::channel();
        self.line(who).insert(place, Waiting { who: who.clone(), call });
        Admission::Waiting(called)
    }

    /// Returns the next waiting request, of each queue in turn; if there is none, the turn becomes free.
    fn next(&mut self) -> Option<Waiting> {
        let next = if self.was_known {
            self.newcomers.pop_first().or_else(|| self.known.pop_first())
        } else {
            self.known.pop_first().or_else(|| self.newcomers.pop_first())
        };
        let next = next.map(|(_, next)| next);
        match &next {
            Some(next) => {
                self.was_known = matches!(next.who, Lane::Known(_));
                self.left(&next.who);
            }
            None => self.taken -= 1,
        }
        next
    }

    fn turn_away(&mut self, who: &Lane) {
        if let Some((_, last)) = self.line(who).pop_last() {
            self.left(&last.who);
        }
    }

    fn left(&mut self, who: &Lane) {
        if let Some(share) = self.shares.get_mut(who) {
            share.waiting = share.waiting.saturating_sub(1);
        }
    }

    fn halve(&mut self) {
        if self.halved.get_or_insert_with(Instant::now).elapsed() < HALF_LIFE {
            return;
        }
        self.halved = Some(Instant::now());
        self.shares.retain(|_, share| {
            share.asked /= 2;
            share.asked > 0 || share.waiting > 0
        });
    }
}

#[cfg(test)]
mod tests {
    use super::{AT_ONCE, Lane, MAX_OF_ONE, MAX_WAITING, Turn, Turns};
    use std::{
        pin::Pin,
        sync::Arc,
        task::{Context, Poll, Waker},
    };

    type Taking = Pin<Box<dyn Future<Output = Result<Turn, crate::problem::Problem>>>>;

    fn take(turns: &Arc<Turns>, who: &str) -> Taking {
        take_in(turns, Lane::Newcomers(who.to_owned()))
    }

    fn take_in(turns: &Arc<Turns>, who: Lane) -> Taking {
        let turns = Arc::clone(turns);
        let mut taking: Taking = Box::pin(async move { turns.take(&who).await });
        // It enters the queue when it is first polled.
        if let Poll::Ready(done) = poll(&mut taking) {
            return Box::pin(std::future::ready(done));
        }
        taking
    }

    fn poll(taking: &mut Taking) -> Poll<Result<Turn, crate::problem::Problem>> {
        taking.as_mut().poll(&mut Context::from_waker(Waker::noop()))
    }

    fn refused(taking: &mut Taking) -> bool {
        matches!(poll(taking), Poll::Ready(Err(_)))
    }

    /// Takes all turns, and returns them when dropped.
    fn busy(turns: &Arc<Turns>) -> Vec<Taking> {
        (0..AT_ONCE).map(|number| take(turns, &format!("first {number}"))).collect()
    }

    #[test]
    fn who_has_asked_least_comes_first_however_long_others_wait() {
        let turns = Arc::default();
        let before = busy(&turns);
        let mut flood: Vec<_> = (0..20).map(|_| take(&turns, "flood")).collect();
        let mut person = take(&turns, "person");
        drop(before);
        assert!(matches!(poll(&mut person), Poll::Ready(Ok(_))));
        let served = flood.iter_mut().map(poll).filter(|turn| matches!(turn, Poll::Ready(Ok(_)))).count();
        assert!(served > 0, "and nobody waits for ever");
    }

    #[test]
    fn newcomers_from_however_many_networks_leave_known_devices_every_other_turn() {
        let turns = Arc::default();
        let mut before = busy(&turns);
        let known = |who: &str| Lane::Known(who.to_owned());
        let mut tried = take_in(&turns, known("device 1"));
        let mut flood: Vec<_> = (0..MAX_WAITING).map(|number| take(&turns, &format!("network {number}"))).collect();
        // It has asked before, which no network of the flood has, and comes after them.
        let mut again = take_in(&turns, known("device 1"));
        assert!(poll(&mut again).is_pending(), "a full queue of newcomers refuses no known device");
        drop(before.pop());
        assert!(matches!(poll(&mut tried), Poll::Ready(Ok(_))), "the turn is given back at once");
        let served = |flood: &mut Vec<Taking>| {
            let mut count = 0;
            flood.retain_mut(|taking| {
                let is_served = matches!(poll(taking), Poll::Ready(Ok(_)));
                count += usize::from(is_served);
                !is_served
            });
            count
        };
        let mut newcomers = 0;
        while poll(&mut again).is_pending() {
            newcomers += served(&mut flood);
            assert!(newcomers <= AT_ONCE, "{newcomers} newcomers came first");
        }
        drop(before);
    }

    #[test]
    fn a_turn_given_to_who_has_gone_away_is_the_next_ones() {
        let turns = Arc::default();
        let before = busy(&turns);
        let gone = take(&turns, "a");
        let mut waiting = take(&turns, "b");
        drop(gone);
        drop(before);
        assert!(matches!(poll(&mut waiting), Poll::Ready(Ok(_))));
        let all = busy(&turns);
        let mut one_more = take(&turns, "c");
        assert!(poll(&mut one_more).is_pending(), "no turn was lost, and none was made");
        drop(all);
    }

    #[test]
    fn one_caller_takes_no_more_than_its_places() {
        let turns = Arc::default();
        let before = busy(&turns);
        let mut all: Vec<_> = (0..=MAX_OF_ONE).map(|_| take(&turns, "flood")).collect();
        assert!(all.pop().is_some_and(|mut last| refused(&mut last)));
        drop(before);
    }

    #[test]
    fn a_full_queue_makes_room_for_who_has_asked_less() {
        let turns = Arc::default();
        let before = busy(&turns);
        let places = MAX_WAITING / MAX_OF_ONE as usize;
        let mut flood: Vec<_> = (0..places)
            .flat_map(|who| (0..MAX_OF_ONE).map(move |_| format!("flood {who}")))
            .map(|who| take(&turns, &who))
            .collect();
        let mut person = take(&turns, "person");
        assert!(poll(&mut person).is_pending());
        assert_eq!(flood.iter_mut().filter_map(|taking| refused(taking).then_some(())).count(), 1);
        drop(before);
    }
}
