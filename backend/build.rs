//! Rebuilds the server when the console's files change: they are embedded.

fn main() {
    println!("cargo:rerun-if-changed=../frontend/dist");
}
