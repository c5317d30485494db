//! The whole of Fourfall, from outside.

mod store;
mod tidy;
