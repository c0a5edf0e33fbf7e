//! Counters and response times for Prometheus.

use crate::problem::Problem;
use prometheus::{Encoder, Histogram, HistogramOpts, HistogramVec, IntCounterVec, Opts, Registry, TextEncoder};

/// The server's metrics.
pub struct Metrics {
    registry: Registry,
    times: HistogramVec,
    answers: IntCounterVec,
}

/// The metrics of one endpoint, looked up once.
#[derive(Clone)]
pub struct EndpointMetrics {
    time: Histogram,
    answers: IntCounterVec,
    name: &'static str,
}

impl Metrics {
    /// Creates the metrics with a registry of their own.
    ///
    /// # Errors
    /// Returns an error if a metric is registered twice.
    pub fn new() -> Result<Self, Problem> {
        let registry = Registry::new();
        let times = HistogramVec::new(
            HistogramOpts::new("uno_request_seconds", "Time to answer, by endpoint.")
                .buckets(vec![0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0]),
            &["endpoint"],
        )
        .map_err(Problem::internal)?;
        let answers = IntCounterVec::new(
            Opts::new("uno_answers_total", "Answers, by endpoint and status."),
            &["endpoint", "status"],
        )
        .map_err(Problem::internal)?;
        registry.register(Box::new(times.clone())).map_err(Problem::internal)?;
        registry.register(Box::new(answers.clone())).map_err(Problem::internal)?;
        Ok(Self { registry, times, answers })
    }

    /// Returns the metrics of an endpoint.
    #[must_use]
    pub fn of(&self, name: &'static str) -> EndpointMetrics {
        EndpointMetrics { time: self.times.with_label_values(&[name]), answers: self.answers.clone(), name }
    }

    /// Returns all metrics in Prometheus's text format.
    ///
    /// # Errors
    /// Returns an error if encoding fails.
    pub fn text(&self) -> Result<Vec<u8>, Problem> {
        let mut text = Vec::new();
        TextEncoder::new().encode(&self.registry.gather(), &mut text).map_err(Problem::internal)?;
        Ok(text)
    }
}

impl EndpointMetrics {
    /// Counts a response.
    pub fn answered(&self, seconds: f64, status: u16) {
        self.time.observe(seconds);
        self.answers.with_label_values(&[self.name, status.to_string().as_str()]).inc();
    }
}
