//! Threads that look for work of their own, again and again, until the server stops.

use parking_lot::{Condvar, Mutex};
use std::{
    sync::Arc,
    thread::JoinHandle,
    time::{Duration, Instant},
};

/// Whether a thread is to end.
#[derive(Clone, Default)]
pub struct Stop(Arc<(Mutex<bool>, Condvar)>);

impl Stop {
    /// Whether it was asked to.
    #[must_use]
    pub fn is_asked(&self) -> bool {
        *self.0.0.lock()
    }

    /// Waits so long, or until it is asked to.
    pub fn wait(&self, most: Duration) {
        let mut asked = self.0.0.lock();
        if !*asked {
            self.0.1.wait_while_for(&mut asked, |asked| !*asked, most);
        }
    }

    fn ask(&self) {
        *self.0.0.lock() = true;
        self.0.1.notify_all();
    }
}

/// The running threads of one work; they are asked to end when this is dropped.
#[derive(Default)]
pub struct Background {
    stop: Stop,
    threads: Vec<JoinHandle<()>>,
}

impl Background {
    /// Starts one more. Where the system gives no thread the work is not done by this instance.
    pub fn start(&mut self, name: &str, work: impl FnOnce(&Stop) + Send + 'static) {
        let stop = self.stop.clone();
        match std::thread::Builder::new().name(name.into()).spawn(move || work(&stop)) {
            Ok(thread) => self.threads.push(thread),
            Err(error) => tracing::error!(cause = %error, name, "this work will not be done here"),
        }
    }

    /// Asks the threads to end behind what they are doing, and does not wait longer for them than the given time: what
    /// then goes on ends with the process. Nothing waits for it in the background, which would keep the process.
    pub async fn stop(self, most: Duration) {
        self.stop.ask();
        let end = Instant::now() + most;
        while self.threads.iter().any(|thread| !thread.is_finished()) && Instant::now() < end {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}

impl Drop for Background {
    fn drop(&mut self) {
        self.stop.ask();
    }
}
