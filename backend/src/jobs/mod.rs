//! Running jobs: claimed from the database with a lease, so that any instance may run them and one
//! that dies loses nothing.
