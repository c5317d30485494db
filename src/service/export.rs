//! Export of all that is stored about a user, in archives that Discord accepts.

use std::{sync::Arc, time::Duration};

use futures_util::{
    FutureExt as _, StreamExt as _,
    future::{self, BoxFuture},
    stream,
};
use tokio::sync::mpsc;
use tokio_util::task::AbortOnDropHandle;

use super::{
    ExportPermit, ExportUpdate, MessageUpdate, PendingUpdates, PostedReply, PrivacyReply, Reply,
    ReplyContent, context::RequestContext, reply::RequestError, zip::ZipWriter,
};
use crate::{
    errors,
    game::PlayerId,
    panics::{self, Task},
    store::{
        Store, StoreError,
        export_schema::{ExportRow, ExportTable},
    },
};

/// How long the reply to an export waits for the archives.
const REPLY_TIMEOUT: Duration = Duration::from_secs(1);

/// The largest archive that the reply holds. Discord waits three seconds for a response, and
/// it takes time to send.
const MAX_ATTACHED: usize = 1024 * 1024;

/// The largest archive. More would take long to send.
const MAX_ARCHIVE: usize = 10 * 1024 * 1024;

/// The name of the file in each archive.
const FILE: &str = "fourfall.json";

/// Rows buffered between reading and packing.
const ROW_BUFFER: usize = 1_000;

/// One of the archives of an export.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExportArchive {
    /// From 1.
    pub number: usize,
    /// How many there are.
    pub count: usize,
    pub bytes: Vec<u8>,
}

/// Replies with all data of the user if it is packed in time and small; else it follows.
pub(super) async fn export(
    ctx: RequestContext<'_>,
    attachment_limit: u32,
) -> Result<Reply, RequestError> {
    let RequestContext { service, request, now } = ctx;
    let player = request.user.id;
    let permit = service.exports.begin(player, now)?;
    let limit = usize::try_from(attachment_limit).unwrap_or(usize::MAX).min(MAX_ARCHIVE);
    let mut packing = start_packing(Arc::clone(&service.store), player, limit);
    let packed = tokio::select! {
        biased;
        packed = &mut packing => Some(packed.inspect_err(|_| permit.discount())?),
        () = service.clock.sleep_until(now.after(REPLY_TIMEOUT)) => None,
    };
    let archives = match packed {
        Some(archives) if archives.is_empty() => {
            permit.discount();
            return Ok(privacy_reply(PrivacyReply::NoData));
        }
        Some(archives) if is_small(&archives) => {
            return Ok(privacy_reply(PrivacyReply::Export(archives.into_iter().next())));
        }
        Some(archives) => future::ready(Ok(archives)).boxed(),
        None => packing,
    };
    let (pending, permit) = (ctx.posted_reply(), Arc::new(permit));
    let service = service.clone();
    let archives = async move { service.unless_stopped(archives).await };
    let updates = stream::once(archives)
        .flat_map(move |packed| stream::iter(updates(packed, &pending, &permit)));
    Ok(privacy_reply(PrivacyReply::Export(None))
        .with_pending_updates(Some(PendingUpdates::new(updates))))
}

const fn privacy_reply(reply: PrivacyReply) -> Reply {
    Reply::new(ReplyContent::Privacy(reply))
}

type Packed = Result<Vec<ExportArchive>, StoreError>;

/// Packs in a task of its own: reading holds a snapshot, and must not wait for anybody. It ends
/// when nobody waits for it any more.
fn start_packing(
    store: Arc<dyn Store>,
    player: PlayerId,
    limit: usize,
) -> BoxFuture<'static, Packed> {
    let task = AbortOnDropHandle::new(tokio::spawn(async move {
        let packing = panics::catch(Task::Export, pack(store, player, limit));
        packing.await.unwrap_or(Err(StoreError::Panicked))
    }));
    async { task.await.unwrap_or(Err(StoreError::Panicked)) }.boxed()
}

/// Whether a reply can hold all of it.
fn is_small(archives: &[ExportArchive]) -> bool {
    matches!(archives, [only] if only.bytes.len() <= MAX_ATTACHED)
}

/// The updates that follow the reply: the archives, or why there are none. `packed` is `None` if
/// the process stops.
fn updates(
    packed: Option<Packed>,
    reply: &PostedReply,
    permit: &Arc<ExportPermit>,
) -> Vec<MessageUpdate> {
    let updates = match packed {
        None => vec![ExportUpdate::Interrupted],
        Some(Ok(archives)) if archives.is_empty() => {
            permit.discount();
            vec![ExportUpdate::NothingStored]
        }
        Some(Ok(archives)) => archives.into_iter().map(ExportUpdate::Archive).collect(),
        Some(Err(error)) => {
            let reference = errors::new_reference();
            let error = errors::with_causes(error);
            tracing::error!(reference, error, "an export failed");
            permit.discount();
            vec![ExportUpdate::Failed(reference)]
        }
    };
    let update =
        |update| MessageUpdate::Export { reply: reply.clone(), update, permit: Arc::clone(permit) };
    updates.into_iter().map(update).collect()
}

/// Packs all that is stored about a user. An archive has at most `limit` bytes, unless a
/// single row has more. There is none if nothing is stored.
async fn pack(store: Arc<dyn Store>, player: PlayerId, limit: usize) -> Packed {
    let (send, mut rows) = mpsc::channel::<(&ExportTable, ExportRow)>(ROW_BUFFER);
    let packing = async {
        let mut packer = Packer { limit, full: Vec::new(), open: None };
        while let Some((table, row)) = rows.recv().await {
            packer.add(table.name, row);
        }
        packer.finish()
    };
    let (read, packed) = tokio::join!(store.personal_data(player, send), packing);
    read?;
    let count = packed.len();
    let number = |(index, bytes)| ExportArchive { number: index + 1, count, bytes };
    Ok(packed.into_iter().enumerate().map(number).collect())
}

/// Packs rows into archives, table by table.
struct Packer {
    limit: usize,
    full: Vec<Vec<u8>>,
    open: Option<OpenArchive>,
}

struct OpenArchive {
    zip: ZipWriter,
    table: &'static str,
}

impl Packer {
    /// Adds a row, in a new archive if the open one has no room.
    fn add(&mut self, table: &'static str, row: ExportRow) {
        let row = serde_json::Value::from(row).to_string();
        if self.open.as_mut().is_some_and(|open| !open.has_room(&row, self.limit)) {
            self.close();
        }
        match &mut self.open {
            None => {
                let mut zip = ZipWriter::new(FILE);
                zip.write(&format!("{{\n\"{table}\": [\n{row}"));
                self.open = Some(OpenArchive { zip, table });
            }
            Some(open) if open.table == table => open.zip.write(&format!(",\n{row}")),
            Some(open) => {
                open.zip.write(&format!("\n],\n\"{table}\": [\n{row}"));
                open.table = table;
            }
        }
    }

    fn close(&mut self) {
        if let Some(OpenArchive { mut zip, .. }) = self.open.take() {
            zip.write(END);
            self.full.push(zip.finish());
        }
    }

    fn finish(mut self) -> Vec<Vec<u8>> {
        self.close();
        self.full
    }
}

/// The end of the file in each archive.
const END: &str = "\n]\n}\n";

impl OpenArchive {
    /// Whether a row surely fits. Compresses what is pending if it might not; but once only
    /// little room is left, so that small rows do not each do so, there is none.
    fn has_room(&mut self, row: &str, limit: usize) -> bool {
        // More than what stands between two rows.
        let more = row.len() + END.len() + 100;
        if self.zip.max_size(more) <= limit {
            return true;
        }
        self.zip.flush();
        self.zip.max_size(more.max(limit / 8)) <= limit
    }
}
