//! Rebuilds the crate when the migrations change, because they are embedded.

fn main() {
    println!("cargo:rerun-if-changed=../../migrations");
}
