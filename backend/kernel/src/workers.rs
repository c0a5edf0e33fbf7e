//! Dedicated threads for memory-intensive work. The allocator keeps freed memory for the thread that freed it; on
//! short-lived threads this would add up.

use crate::problem::Problem;
use parking_lot::Mutex;
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, mpsc},
};
use tokio::sync::oneshot;

type Work = Box<dyn FnOnce() + Send>;

/// A few threads that take work from a queue.
pub struct Workers {
    queue: mpsc::Sender<Work>,
}

impl Workers {
    /// Starts the threads; they end with the process.
    ///
    /// # Errors
    /// Returns an error if a thread cannot be started.
    pub fn start(name: &str, threads: usize) -> std::io::Result<Self> {
        let (queue, waiting) = mpsc::channel::<Work>();
        let waiting = Arc::new(Mutex::new(waiting));
        for _ in 0..threads {
            let waiting = Arc::clone(&waiting);
            std::thread::Builder::new().name(name.into()).spawn(move || {
                loop {
                    let next = waiting.lock().recv();
                    let Ok(work) = next else { return };
                    // The waiting caller gets an error; the thread continues.
                    let _ = catch_unwind(AssertUnwindSafe(work));
                }
            })?;
        }
        Ok(Self { queue })
    }

    /// Queues work and waits for its result. Work is skipped if its caller is gone.
    ///
    /// # Errors
    /// Returns an internal error if the work panics.
    pub async fn run<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Problem> {
        let (answer, done) = oneshot::channel();
        let work = move || {
            if !answer.is_closed() {
                let _ = answer.send(work());
            }
        };
        self.queue.send(Box::new(work)).map_err(|_| Problem::internal("the workers have ended"))?;
        done.await.map_err(|_| Problem::internal("the work has panicked"))
    }
}

/// Runs work that would block a server worker for too long.
///
/// # Errors
/// Returns the error of the work, or an internal error if it panics.
pub async fn run_blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    actix_web::web::block(work).await.map_err(Problem::internal)?
}

#[cfg(test)]
mod tests {
    use super::Workers;
    use std::{sync::mpsc, time::Duration};

    #[actix_web::test]
    async fn work_is_done_by_as_many_threads_as_there_are_and_a_panic_ends_none() -> std::io::Result<()> {
        let workers = Workers::start("test", 1)?;
        assert!(workers.run(|| std::panic::resume_unwind(Box::new(()))).await.is_err());
        let thread = || std::thread::current().id();
        assert_eq!(workers.run(thread).await.ok(), workers.run(thread).await.ok());
        Ok(())
    }

    #[actix_web::test]
    async fn work_that_nobody_waits_for_is_left_out() -> std::io::Result<()> {
        let workers = Workers::start("test", 1)?;
        let (release, held) = mpsc::channel::<()>();
        let (done, ran) = mpsc::channel();
        let holding = workers.run(move || held.recv());
        let forgotten = workers.run(move || done.send(()));
        let both = futures_util::future::join(holding, tokio::time::timeout(Duration::from_millis(50), forgotten));
        let release_later = async {
            tokio::time::sleep(Duration::from_millis(200)).await;
            release.send(())
        };
        let _ = futures_util::future::join(both, release_later).await;
        assert!(workers.run(|| ()).await.is_ok(), "it comes behind what was left out");
        assert!(ran.try_recv().is_err());
        Ok(())
    }
}
