//! Rebuilds the server when the console's files or the migrations change: both are embedded.

fn main() {
    for path in ["../frontend/dist", "../migrations"] {
        println!("cargo:rerun-if-changed={path}");
    }
}
