//! static_files
