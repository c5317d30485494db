mod engine;
mod rules;
