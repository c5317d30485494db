//! Tests of the fake's REST API, gateway, interactions and page.

mod channels;
mod endpoints;
mod gateway;
mod interactions;
mod page;
mod payloads;
mod real_bot;
mod support;
