//! Connections that are closed when the client does not read its response for too long, even if it keeps sending. (The
//! system's `TCP_USER_TIMEOUT` alone is not enough: it is reset whenever the client sends.) What is read passes the check
//! of the ends of lines.

use super::heads::Heads;
use actix_web::rt::net::TcpStream;
use std::{
    future::Future as _,
    io,
    pin::Pin,
    task::{Context, Poll},
    time::Duration,
};
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    time::{Sleep, sleep},
};

/// A connection that fails when pending output is not accepted for `stall`.
pub struct Connection {
    stream: TcpStream,
    stall: Duration,
    /// Timer that runs while output is pending.
    waiting: Option<Pin<Box<Sleep>>>,
    heads: Heads,
}

impl Connection {
    /// Wraps an accepted connection.
    #[must_use]
    pub fn new(stream: TcpStream, stall: Duration) -> Self {
        // Without this, a response of several writes would wait for the acknowledgement of the first, some 40 ms.
        if let Err(error) = stream.set_nodelay(true) {
            tracing::debug!(cause = %error, "a connection whose answers may wait for its reader");
        }
        // Output that is sent but not acknowledged is in the system's buffer, so the system needs the limit too.
        let milliseconds = u32::try_from(stall.as_millis()).unwrap_or(u32::MAX);
        if let Err(error) = rustix::net::sockopt::set_tcp_user_timeout(&stream, milliseconds) {
            tracing::debug!(cause = %error, "a connection without the system's limit for slow readers");
        }
        Self { stream, stall, waiting: None, heads: Heads::default() }
    }

    fn limited<T>(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        write: impl FnOnce(Pin<&mut TcpStream>, &mut Context<'_>) -> Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if let Poll::Ready(written) = write(Pin::new(&mut self.stream), context) {
            self.waiting = None;
            return Poll::Ready(written);
        }
        let stall = self.stall;
        let waiting = self.waiting.get_or_insert_with(|| Box::pin(sleep(stall)));
        waiting.as_mut().poll(context).map(|()| Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Connection {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(context, buffer);
        if let Some(new) = buffer.filled_mut().get_mut(before..) {
            self.heads.check(new);
        }
        read
    }
}

impl AsyncWrite for Connection {
    fn poll_write(self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        self.limited(context, |stream, context| stream.poll_write(context, bytes))
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.limited(context, |stream, context| stream.poll_write_vectored(context, slices))
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
