//! Background threads that poll for work until the server stops.

use parking_lot::{Condvar, Mutex};
use std::{
    sync::Arc,
    thread::JoinHandle,
    time::{Duration, Instant},
};

/// A stop request for threads.
#[derive(Clone, Default)]
pub struct Stop(Arc<(Mutex<bool>, Condvar)>);

impl Stop {
    /// Returns whether the threads should stop.
    #[must_use]
    pub fn is_requested(&self) -> bool {
        *self.0.0.lock()
    }

    /// Waits for a time, or until the threads should stop.
    pub fn wait(&self, most: Duration) {
        let mut asked = self.0.0.lock();
        if !*asked {
            self.0.1.wait_while_for(&mut asked, |asked| !*asked, most);
        }
    }

    fn request(&self) {
        *self.0.0.lock() = true;
        self.0.1.notify_all();
    }
}

/// A group of running background threads, which are asked to stop when it is dropped.
#[derive(Default)]
pub struct Background {
    stop: Stop,
    threads: Vec<JoinHandle<()>>,
}

impl Background {
    /// Starts a thread. If the thread cannot be started, this instance does not do the work.
    pub fn start(&mut self, name: &str, work: impl FnOnce(&Stop) + Send + 'static) {
        let stop = self.stop.clone();
        match std::thread::Builder::new().name(name.into()).spawn(move || work(&stop)) {
            Ok(thread) => self.threads.push(thread),
            Err(error) => tracing::error!(cause = %error, name, "this work will not be done here"),
        }
    }

    /// Asks the threads to stop after their current work, and waits at most the given time; threads that still run
    /// then end with the process. It does not wait by joining a thread in the background, which would keep the
    /// process alive.
    pub async fn stop(self, most: Duration) {
        self.stop.request();
        let end = Instant::now() + most;
        while self.threads.iter().any(|thread| !thread.is_finished()) && Instant::now() < end {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}

impl Drop for Background {
    fn drop(&mut self) {
        self.stop.request();
    }
}
