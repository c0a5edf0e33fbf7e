//! Keeps the memory use of the server low by returning unused memory to the system.

use std::{ffi::c_long, io, thread, time::Duration};

/// Returns memory after a password hash (19 MiB each), which the system's allocator would keep; also faster for many
/// small responses.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The allocator returns freed memory only when the freeing thread allocates again. Threads that hash passwords or read
/// files may then be idle for hours, so one thread collects for all of them at this interval. It also trims the system
/// allocator, which SQLite uses because it is written in C.
const COLLECT_INTERVAL: Duration = Duration::from_secs(5);

/// Milliseconds for which the allocator keeps free pages for reuse. The default of one second costs a busy server some
/// 15 MB more and is no faster.
const PURGE_DELAY_MILLISECONDS: c_long = 10;
/// The number of this option in versions 2 and 3 of the allocator; its crate does not name it.
const PURGE_DELAY: libmimalloc_sys::mi_option_t = 15;
/// Maximum number of arenas of the system allocator, which SQLite uses. Each keeps its own free memory; the default is
/// eight per processor.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const MAX_ARENAS: std::ffi::c_int = 2;

/// Starts returning memory, for the lifetime of the process.
///
/// # Errors
/// Returns an error if the thread cannot be started.
pub fn start_returning_memory() -> io::Result<()> {
    // SAFETY: neither call takes a pointer; other allocating threads see the settings eventually.
    #[allow(unsafe_code)]
    unsafe {
        libmimalloc_sys::mi_option_set_default(PURGE_DELAY, PURGE_DELAY_MILLISECONDS);
        #[cfg(all(target_os = "linux", target_env = "gnu"))]
        libc::mallopt(libc::M_ARENA_MAX, MAX_ARENAS);
    }
    // SAFETY: none of these calls takes a pointer, and all may be called by any thread at any time. The first registers
    // this thread with the allocator, the others return unused memory to the system.
    #[allow(unsafe_code)]
    let start_returning_memory = || unsafe {
        libmimalloc_sys::mi_thread_init();
        thread::sleep(COLLECT_INTERVAL);
        release_binary_pages();
        loop {
            libmimalloc_sys::mi_collect(true);
            #[cfg(all(target_os = "linux", target_env = "gnu"))]
            libc::malloc_trim(0);
            thread::sleep(COLLECT_INTERVAL);
        }
    };
    thread::Builder::new().name("memory".into()).spawn(start_returning_memory).map(drop)
}

/// Releases the pages of the binary. Startup touches nearly all of the code once: relocations are applied and every
/// endpoint is mounted. What requests need is mapped again a few pages at a time, without disk access. The rest, half
/// of the memory of the server, stays released.
fn release_binary_pages() {
    #[cfg(target_os = "linux")]
    for (begins, ends) in unmodified_ranges().unwrap_or_default() {
        // SAFETY: these pages of the running binary's file have not been written and cannot be, so a page that is
        // accessed again is mapped from the file unchanged.
        #[allow(unsafe_code)]
        unsafe {
            libc::madvise(begins as *mut libc::c_void, ends - begins, libc::MADV_DONTNEED);
        }
    }
}

/// Returns the address ranges of the running binary's code and of the section before it. Other read-only data may
/// contain addresses that were relocated at startup, even if it is no longer writable.
#[cfg(target_os = "linux")]
fn unmodified_ranges() -> io::Result<Vec<(usize, usize)>> {
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
