//! What operators see: the program, its settings, commands, database and metrics.

mod admin_cli;
mod config_errors;
mod doctor;
mod doctor_trial;
mod documents;

mod migrations;
mod monitoring;
mod process;
mod prometheus;
mod released_image;
mod released_program;
mod replaced_files;
mod setup;
mod unsuitable_databases;
mod upgrades;
