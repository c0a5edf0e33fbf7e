//! What the server holds of the machine's memory, and that it gives back what it does not need.

use std::{ffi::c_long, io, thread, time::Duration};

/// Gives memory back after a password was hashed (19 MiB at a time), which the system's allocator
/// keeps; and is faster for many small answers.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Freed memory goes back to the system only while the thread that freed it asks for more. The threads that
/// hash passwords and read files may then rest for hours, so one thread asks for all of them; and for SQLite, which is
/// written in C and has the system's allocator.
const GIVEN_BACK_EVERY: Duration = Duration::from_secs(5);

/// For so many milliseconds the allocator keeps pages that nobody holds, in case they are wanted at once. A whole second,
/// as it would by itself, means some 15 MB more of a server that answers all the time, and is no faster.
const FREE_PAGES_ARE_KEPT_FOR: c_long = 10;
/// The number of this option in the allocator's versions 2 and 3; its crate has no name for it.
const PURGE_DELAY: libmimalloc_sys::mi_option_t = 15;
/// SQLite's memory is taken from so many places that each keep what is free there; by itself the system would make eight
/// for a processor.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const MOST_ARENAS: std::ffi::c_int = 2;

/// Begins to give memory back, for as long as the server runs.
///
/// # Errors
/// When no thread can be started for it.
pub fn give_back() -> io::Result<()> {
    // SAFETY: neither takes a pointer; other threads that allocate see the settings sooner or later.
    #[allow(unsafe_code)]
    unsafe {
        libmimalloc_sys::mi_option_set_default(PURGE_DELAY, FREE_PAGES_ARE_KEPT_FOR);
        #[cfg(all(target_os = "linux", target_env = "gnu"))]
        libc::mallopt(libc::M_ARENA_MAX, MOST_ARENAS);
    }
    // SAFETY: none takes a pointer, and all may be called by any thread at any time. The first makes this thread
    // known to the allocator, the others return to the system what nobody holds.
    #[allow(unsafe_code)]
    let give_back = || unsafe {
        libmimalloc_sys::mi_thread_init();
        thread::sleep(GIVEN_BACK_EVERY);
        let_go_of_binary();
        loop {
            libmimalloc_sys::mi_collect(true);
            #[cfg(all(target_os = "linux", target_env = "gnu"))]
            libc::malloc_trim(0);
            thread::sleep(GIVEN_BACK_EVERY);
        }
    };
    thread::Builder::new().name("memory".into()).spawn(give_back).map(drop)
}

/// Lets go of the pages of the binary. Starting runs through nearly all of its code, once: addresses are put in, every
/// endpoint is mounted. What requests need comes back, without a disk, a few pages at a time; the rest, half of what a
/// server holds, does not.
fn let_go_of_binary() {
    #[cfg(target_os = "linux")]
    for (begins, ends) in unwritten_of_binary().unwrap_or_default() {
        // SAFETY: nobody has written to these pages of the running binary's file, and nobody may, so that whoever needs
        // one again finds it there as it was.
        #[allow(unsafe_code)]
        unsafe {
            libc::madvise(begins as *mut libc::c_void, ends - begins, libc::MADV_DONTNEED);
        }
    }
}

/// Where the running binary's code is in memory, and what stands before it. Other data may hold addresses that were put in
/// at the start, also where they cannot be written any more.
#[cfg(target_os = "linux")]
fn unwritten_of_binary() -> io::Result<Vec<(usize, usize)>> {
    let binary = std::env::current_exe()?;
    let maps = std::fs::read_to_string("/proc/self/maps")?;
    let found = maps.lines().filter_map(|line| {
        // 55d0c0de0000-55d0c2110000 r-xp 02094000 fe:01 1573 /usr/bin/uno
        let mut words = line.split_ascii_whitespace();
        let (begins, ends) = words.next()?.split_once('-')?;
        let at = |text| usize::from_str_radix(text, 16).ok();
        let is_unwritten = matches!((words.next()?, at(words.next()?)?), ("r-xp", _) | ("r--p", 0));
        let is_own = words.nth(2).map(std::path::Path::new) == Some(&binary);
        (is_unwritten && is_own).then_some((at(begins)?, at(ends)?))
    });
    Ok(found.collect())
}
