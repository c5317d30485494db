//! TCP connections that can be dropped in the middle of a request.

use std::{
    io,
    net::SocketAddr,
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    task::{Context, Poll},
};

use axum::{
    extract::connect_info::Connected,
    serve::{IncomingStream, Listener},
};
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::{TcpListener, TcpStream},
};

/// Drops one connection.
#[derive(Clone, Debug, Default)]
pub(crate) struct ConnectionKiller(Arc<AtomicBool>);

impl ConnectionKiller {
    /// Makes every further write fail, which closes the connection.
    pub(crate) fn kill(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    pub(crate) fn is_killed(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    fn check(&self) -> io::Result<()> {
        if self.0.load(Ordering::Relaxed) { Err(io::ErrorKind::BrokenPipe.into()) } else { Ok(()) }
    }
}

impl Connected<IncomingStream<'_, KillableListener>> for ConnectionKiller {
    fn connect_info(stream: IncomingStream<'_, KillableListener>) -> Self {
        stream.io().killer.clone()
    }
}

/// A listener whose connections can be dropped, with `TCP_NODELAY` set.
#[derive(Debug)]
pub(crate) struct KillableListener(pub(crate) TcpListener);

impl Listener for KillableListener {
    type Io = KillableStream;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (KillableStream, SocketAddr) {
        let (stream, address) = Listener::accept(&mut self.0).await;
        if let Err(error) = stream.set_nodelay(true) {
            tracing::debug!(%error, "cannot set TCP_NODELAY");
        }
        (KillableStream { stream, killer: ConnectionKiller::default() }, address)
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.0.local_addr()
    }
}

/// A connection that can be dropped.
#[derive(Debug)]
pub(crate) struct KillableStream {
    stream: TcpStream,
    killer: ConnectionKiller,
}

impl AsyncRead for KillableStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        ctx: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(ctx, into)
    }
}

impl AsyncWrite for KillableStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        ctx: &mut Context<'_>,
        from: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.killer.check()?;
        Pin::new(&mut self.stream).poll_write(ctx, from)
    }

    fn poll_flush(mut self: Pin<&mut Self>, ctx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.killer.check()?;
        Pin::new(&mut self.stream).poll_flush(ctx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, ctx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(ctx)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        ctx: &mut Context<'_>,
        from: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.killer.check()?;
        Pin::new(&mut self.stream).poll_write_vectored(ctx, from)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}
