//! Export of all that is stored about a person, in an archive that Discord accepts.

use std::{
    io::{self, Cursor, Seek, SeekFrom, Write},
    sync::Arc,
    time::Duration,
};

use futures_util::{
    FutureExt as _,
    future::{self, BoxFuture},
};
use thiserror::Error;
use tokio_util::task::AbortOnDropHandle;
use zip::{ZipWriter, result::ZipError, write::SimpleFileOptions};

use crate::{
    errors,
    features::request::{
        Answer, FollowUp, MessageUpdate, PendingUpdates, RequestContext, RequestResult, Response,
    },
    game::PlayerId,
    l10n,
    locale::Locale,
    message::{MessageBody, MessageFile},
    panics,
    store::{ExportSource, Store, StoreError, StoreResult, export_schema::ExportRow},
};

/// How long the reply to an export waits for the archive.
const REPLY_TIMEOUT: Duration = Duration::from_millis(1_500);

/// The largest archive that the reply holds. Discord waits three seconds for a response, and
/// it takes time to send.
const MAX_ATTACHED: usize = 64 * 1024;

/// The largest archive. More would take long to send.
const MAX_ARCHIVE: usize = 10 * 1024 * 1024;

/// Why an archive was not written.
#[derive(Debug, Error)]
pub enum ArchiveError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("the archive cannot be written")]
    Write(#[from] ZipError),
}

/// Replies with all data of the user if it is packed in time and small; else it follows.
pub(crate) async fn export(ctx: RequestContext<'_>) -> RequestResult {
    let RequestContext { service, request, .. } = ctx;
    let workload = Arc::new(service.workloads.begin(ctx.user_id())?);
    let limit = usize::try_from(request.attachment_limit).unwrap_or(usize::MAX).min(MAX_ARCHIVE);
    let locale = request.locales.user;
    let mut packing = start_packing(Arc::clone(&service.store), ctx.user_id(), limit, locale);
    let packing = tokio::select! {
        biased;
        packed = &mut packing => {
            let body = packed?;
            if body.file.as_ref().is_none_or(|it| it.bytes.len() <= MAX_ATTACHED) {
                return Ok(Response::new(Answer::Post(body)));
            }
            future::ready(Ok(body)).boxed()
        }
        // Discord waits in real time, and so does the database.
        () = tokio::time::sleep(REPLY_TIMEOUT) => packing,
    };
    let (reply, service) = (ctx.posted_reply(), service.clone());
    let if_refused = MessageBody::ephemeral(l10n::privacy_export_failed(locale));
    let update = async move {
        let body = match service.stopping.run_until_cancelled(packing).await {
            None => if_refused.clone(),
            Some(Ok(body)) => body,
            Some(Err(error)) => {
                let reference = errors::new_reference();
                let error = errors::with_causes(error);
                tracing::error!(reference, error, "an export failed");
                MessageBody::ephemeral(l10n::fault(locale, reference))
            }
        };
        let workload = Some(workload);
        Some(MessageUpdate::FollowUp(FollowUp { reply, body, if_refused, workload }))
    };
    let follows = MessageBody::ephemeral(l10n::privacy_export_follows(locale));
    let updates = PendingUpdates::once(update);
    Ok(Response::new(Answer::Post(follows)).with_pending_updates(Some(updates)))
}

/// Packs in a task of its own: reading holds a snapshot, and must not wait for anybody. It ends
/// when nobody waits for it any more. Returns the message with the archive, or which says why there
/// is none.
fn start_packing(
    store: Arc<Store>,
    player: PlayerId,
    limit: usize,
    locale: Locale,
) -> BoxFuture<'static, StoreResult<MessageBody>> {
    let task = AbortOnDropHandle::new(tokio::spawn(async move {
        let archive = Limited { buffer: Cursor::default(), limit, is_too_large: false };
        match panics::catch("export", Box::pin(write_archive(&*store, player, archive))).await {
            Ok(Ok(None)) => Ok(MessageBody::ephemeral(l10n::privacy_nothing(locale))),
            Ok(Ok(Some(Limited { is_too_large: true, .. })) | Err(ArchiveError::Write(_))) => {
                Ok(MessageBody::ephemeral(l10n::privacy_export_too_large(locale)))
            }
            Ok(Ok(Some(Limited { buffer, .. }))) => {
                let (description, bytes) = (l10n::button_my_data(locale), buffer.into_inner());
                let file = MessageFile { name: "fourfall.zip".into(), description, bytes };
                let body = MessageBody::ephemeral(l10n::privacy_export(locale));
                Ok(MessageBody { file: Some(file), ..body })
            }
            Ok(Err(ArchiveError::Store(error))) => Err(error),
            Err(_) => Err(StoreError::Panicked),
        }
    }));
    async { task.await.unwrap_or(Err(StoreError::Panicked)) }.boxed()
}

/// An archive in memory of so many bytes at most. What is more is lost.
struct Limited {
    buffer: Cursor<Vec<u8>>,
    limit: usize,
    is_too_large: bool,
}

impl Write for Limited {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.is_too_large |= self.buffer.get_ref().len() + bytes.len() > self.limit;
        if self.is_too_large { Ok(bytes.len()) } else { self.buffer.write(bytes) }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.buffer.flush()
    }
}

impl Seek for Limited {
    fn seek(&mut self, position: SeekFrom) -> io::Result<u64> {
        self.buffer.seek(position)
    }
}

/// Writes all that is stored about a person as a ZIP archive with a file of JSON. Returns `None` if
/// nothing is stored.
pub async fn write_archive<W: Write + Seek + Send>(
    source: &(impl ExportSource + ?Sized),
    player: PlayerId,
    archive: W,
) -> Result<Option<W>, ArchiveError> {
    let mut zip = ZipWriter::new(archive);
    zip.start_file("fourfall.json", SimpleFileOptions::default())?;
    let (mut table_before, mut written) = (None, Ok(()));
    let write = &mut |table: &'static str, row: ExportRow| {
        let start = match table_before.replace(table) {
            None => format!("{{\n\"{table}\": [\n"),
            Some(before) if before == table => ",\n".to_owned(),
            Some(_) => format!("\n],\n\"{table}\": [\n"),
        };
        let row = serde_json::Value::from(row);
        written = zip.write_all(format!("{start}{row}").as_bytes());
        written.is_ok()
    };
    source.export(Some(player), write).await?;
    written.map_err(ZipError::Io)?;
    if table_before.is_none() {
        return Ok(None);
    }
    zip.write_all(b"\n]\n}\n").map_err(ZipError::Io)?;
    Ok(Some(zip.finish()?))
}
