//! ZIP archives of one file.
//!
//! [Format](https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT)

use std::io::Write as _;

use flate2::{Compression, Crc, write::DeflateEncoder};

/// The signatures of the three headers.
const LOCAL_HEADER: u32 = 0x0403_4b50;
const CENTRAL_HEADER: u32 = 0x0201_4b50;
const END: u32 = 0x0605_4b50;

/// The version of the format that knows deflate.
const VERSION: u16 = 20;
const DEFLATE: u16 = 8;
/// 1 January 1980, the earliest there is: archives of equal files are equal.
const NO_DATE: u16 = 0x21;

/// The sizes of the headers, without the file's name.
const LOCAL_HEADER_SIZE: usize = 30;
const END_SIZE: usize = 46 + 22;

/// An archive that is being written, in memory.
#[derive(Debug)]
pub(super) struct ZipWriter {
    name: &'static str,
    body: DeflateEncoder<Vec<u8>>,
    crc: Crc,
    /// The number of bytes that may not have been compressed yet.
    pending: usize,
}

impl ZipWriter {
    /// Begins an archive of a file with this name.
    pub(super) fn new(name: &'static str) -> Self {
        // The header is written at the end, when the sizes are known.
        let start = vec![0; LOCAL_HEADER_SIZE + name.len()];
        let body = DeflateEncoder::new(start, Compression::default());
        Self { name, body, crc: Crc::new(), pending: 0 }
    }

    /// Appends to the file.
    pub(super) fn write(&mut self, text: &str) {
        self.body.write_all(text.as_bytes()).expect(IN_MEMORY);
        self.crc.update(text.as_bytes());
        self.pending += text.len();
    }

    /// Compresses all that was written. Costs some compression.
    pub(super) fn flush(&mut self) {
        self.body.flush().expect(IN_MEMORY);
        self.pending = 0;
    }

    /// The most bytes that the archive may have if it ends after `more` bytes. What is not
    /// compressed yet may not become smaller.
    pub(super) fn max_size(&self, more: usize) -> usize {
        let pending = self.pending + more;
        // Blocks that are stored as they are have five bytes each.
        let deflated = self.body.get_ref().len() + pending + pending / 1_000 + 64;
        deflated + END_SIZE + self.name.len()
    }

    /// Ends the archive and returns its bytes.
    pub(super) fn finish(self) -> Vec<u8> {
        let Self { name, body, crc, .. } = self;
        let mut bytes = body.finish().expect(IN_MEMORY);
        let compressed = bytes.len() - LOCAL_HEADER_SIZE - name.len();
        let offset = bytes.len();
        let mut local = Header::new(LOCAL_HEADER);
        local.short(VERSION);
        let mut central = Header::new(CENTRAL_HEADER);
        central.short(VERSION).short(VERSION);
        for header in [&mut local, &mut central] {
            header.short(0).short(DEFLATE).short(0).short(NO_DATE).long(crc.sum());
            header.size(compressed).long(crc.amount()).short_size(name.len()).short(0);
        }
        // No comment, the first disk, no attributes, and the file at the start.
        central.short(0).short(0).short(0).long(0).long(0);
        local.0.extend(name.bytes());
        central.0.extend(name.bytes());
        bytes[..local.0.len()].copy_from_slice(&local.0);
        let mut end = Header::new(END);
        end.short(0).short(0).short(1).short(1).size(central.0.len()).size(offset).short(0);
        bytes.extend(central.0);
        bytes.extend(end.0);
        bytes
    }
}

const IN_MEMORY: &str = "writing to memory does not fail";

/// A header, of little-endian integers.
struct Header(Vec<u8>);

impl Header {
    fn new(signature: u32) -> Self {
        Self(signature.to_le_bytes().to_vec())
    }

    fn short(&mut self, value: u16) -> &mut Self {
        self.0.extend(value.to_le_bytes());
        self
    }

    fn long(&mut self, value: u32) -> &mut Self {
        self.0.extend(value.to_le_bytes());
        self
    }

    fn short_size(&mut self, size: usize) -> &mut Self {
        self.short(u16::try_from(size).expect("the name is short"))
    }

    fn size(&mut self, size: usize) -> &mut Self {
        self.long(u32::try_from(size).expect("archives are far smaller than 4 GiB"))
    }
}
