// The declarations of the shared core name Rust's list type; this is what it is in TypeScript.
type Vec<T> = T[];
