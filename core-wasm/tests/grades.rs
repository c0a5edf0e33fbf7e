//! Tests that the native crate computes the same grades as its wasm; `node.rs` tests the wasm.
#![cfg(not(target_arch = "wasm32"))]

#[path = "support/grades.rs"]
mod grades;

#[test]
fn a_million_values_have_the_grades_that_the_wasm_gives_them() {
    assert_eq!(grades::checksum(grades::COUNT), grades::EXPECTED);
}

#[test]
fn what_is_computed_is_what_the_wasm_computes() {
    assert_eq!(grades::computed(grades::COMPUTATIONS), grades::COMPUTED);
}
