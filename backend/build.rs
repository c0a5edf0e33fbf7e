//! Rebuilds the server when the console's files change, because they are embedded.

fn main() {
    println!("cargo:rerun-if-changed=../frontend/dist");
}
