//! Export of all that is stored about a user, in archives that Discord accepts.

use std::{
    collections::HashSet,
    iter,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use clock::Timestamp;
use futures_util::{FutureExt as _, future::BoxFuture};
use tokio::sync::mpsc;

use super::{
    FollowUps, MessageUpdate, PrivacyReply, Reply, ReplyContent, ReplyMode, Service, UserRequest,
    zip::ZipWriter,
};
use crate::{
    errors,
    game::{PlayerId, Refusal},
    panics,
    store::{
        Store, StoreError,
        export_schema::{ExportRow, ExportTable},
    },
};

/// How many exports may be under way, each until its last archive is sent. A person can have
/// one.
const MAX_EXPORTS: usize = 2;

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

/// The people whose exports are under way. Clones share their state.
#[derive(Clone, Debug, Default)]
pub(super) struct Exports(Arc<Mutex<HashSet<PlayerId>>>);

/// An export under way, until this is dropped.
#[derive(Debug)]
pub struct ExportPermit {
    player: PlayerId,
    exports: Exports,
}

impl Exports {
    /// Begins an export, unless there are too many.
    fn begin(&self, player: PlayerId) -> Option<ExportPermit> {
        let mut players = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_new = players.len() < MAX_EXPORTS && players.insert(player);
        is_new.then(|| ExportPermit { player, exports: self.clone() })
    }
}

impl Drop for ExportPermit {
    fn drop(&mut self) {
        let mut players = self.exports.0.lock().unwrap_or_else(PoisonError::into_inner);
        players.remove(&self.player);
    }
}

impl Service {
    /// Replies with all data of the user if it is packed in time and small; else it follows.
    pub(super) async fn export(
        &self,
        request: &UserRequest,
        now: Timestamp,
        attachment_limit: u32,
    ) -> Result<Reply, StoreError> {
        let player = request.actor.id;
        let Some(permit) = self.exports.begin(player) else {
            return Ok(Reply::refused(Refusal::ExportsUnderWay));
        };
        let limit = usize::try_from(attachment_limit).unwrap_or(usize::MAX).min(MAX_ARCHIVE);
        let mut packing = start_packing(Arc::clone(&self.store), player, limit);
        let archives = tokio::select! {
            biased;
            packed = &mut packing => Some(packed?),
            () = self.clock.sleep_until(now.after(REPLY_TIMEOUT)) => None,
        };
        let reply = |reply| Reply::new(ReplyContent::Privacy(reply));
        let (request, permit) = (request.clone(), Arc::new(permit));
        Ok(match archives {
            Some(archives) if archives.is_empty() => reply(PrivacyReply::NoData),
            Some(archives) if is_small(&archives) => {
                reply(PrivacyReply::Export(archives.into_iter().next()))
            }
            Some(archives) => {
                let follow_ups = follow_ups(Ok(archives), &request, now, &permit);
                reply(PrivacyReply::Export(None)).with_follow_ups(follow_ups)
            }
            None => {
                let later =
                    async move { follow_ups(packing.await, &request, now, &permit)?.next().await };
                let follow_ups = Some(FollowUps::new(later.boxed()));
                reply(PrivacyReply::Export(None)).with_follow_ups(follow_ups)
            }
        })
    }
}

type Packed = Result<Vec<ExportArchive>, StoreError>;

/// Packs in a task of its own: reading holds a snapshot, and must not wait for anybody.
fn start_packing(
    store: Arc<dyn Store>,
    player: PlayerId,
    limit: usize,
) -> BoxFuture<'static, Packed> {
    let task = tokio::spawn(async move {
        let packing = panics::catch("export", pack(store, player, limit));
        packing.await.unwrap_or(Err(StoreError::Panicked))
    });
    async { task.await.unwrap_or(Err(StoreError::Panicked)) }.boxed()
}

/// Whether a reply can hold all of it.
fn is_small(archives: &[ExportArchive]) -> bool {
    matches!(archives, [only] if only.bytes.len() <= MAX_ATTACHED)
}

/// Archives as follow-ups to the reply, or the failure to pack them.
fn follow_ups(
    packed: Packed,
    request: &UserRequest,
    now: Timestamp,
    permit: &Arc<ExportPermit>,
) -> Option<FollowUps> {
    let update = |archive| MessageUpdate::Export {
        message: request.message_handle(now, ReplyMode::Post),
        location: request.location,
        locale: request.locale,
        archive,
        permit: Arc::clone(permit),
    };
    match packed {
        Ok(archives) if archives.is_empty() => FollowUps::all(iter::once(update(Ok(None)))),
        Ok(archives) => FollowUps::all(archives.into_iter().map(Some).map(Ok).map(update)),
        Err(error) => {
            let reference = format!("{:06X}", fastrand::u32(..1 << 24));
            let error = errors::with_causes(error);
            tracing::error!(reference, error, "an export failed");
            FollowUps::all(iter::once(update(Err(reference))))
        }
    }
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
