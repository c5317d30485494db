//! What disturbs the bot.

use std::time::Duration;

use fake_discord::{Fault, FaultKind, Permissions};

use super::{
    Disturbance, Pause, Place,
    life::{HOUR, LOOKS_AT_CLOCK, Life},
};

impl Life {
    pub(super) async fn disturb(&mut self, disturbance: &Disturbance) {
        self.is_calm = false;
        match *disturbance {
            Disturbance::Fault { route, ref kind, times } => {
                self.bot.discord.inject_fault(Fault { route, times, kind: kind.clone() });
            }
            Disturbance::Kill { after, milliseconds, is_all } => {
                self.bot.advance(self.duration(after)).await;
                tokio::time::sleep(Duration::from_millis(milliseconds)).await;
                if is_all {
                    self.kill_and_start(Pause::Minutes(0)).await;
                } else {
                    self.bot.replace_replica(0).await;
                    self.look(true);
                }
            }
            Disturbance::KillHanging { route, after, down } => {
                self.bot.discord.clear_faults();
                let hang = Fault { route, times: 1, kind: FaultKind::Hang };
                self.bot.discord.inject_fault(hang);
                self.bot.advance(self.duration(after)).await;
                // A request hangs, or nothing is due.
                self.settle().await;
                self.bot.discord.clear_faults();
                self.kill_and_start(down).await;
            }
            Disturbance::Forbid { place, actions } => {
                let writing =
                    Permissions::SEND_MESSAGES.with(Permissions::SEND_MESSAGES_IN_THREADS);
                let reading = Permissions::MEMBER.without(writing);
                self.bot.discord.set_bot_permissions(self.channel(place), reading);
                // This action is one.
                self.forbidden[place as usize] = actions + 1;
            }
            Disturbance::ArchiveThread => {
                if let Some(thread) = self.circumstances.thread {
                    self.bot.discord.archive_thread(self.channel(thread));
                    self.is_archived = true;
                }
            }
            Disturbance::SetBack => {
                let now = self.bot.clock.now();
                // Days of games and puzzles are not to begin twice.
                if now.since(now.midnight()) > HOUR {
                    self.bot.wait_idle().await;
                    self.bot.clock.rewind(HOUR);
                    self.bot.advance(LOOKS_AT_CLOCK).await;
                }
            }
        }
    }

    async fn kill_and_start(&mut self, down: Pause) {
        self.bot.kill().await;
        self.look(true);
        self.bot.discord.advance(self.duration(down));
        self.start().await;
    }

    pub(super) async fn restart(&mut self, down: Pause) {
        self.bot.wait_idle().await;
        self.bot.stop().await;
        self.bot.discord.advance(self.duration(down));
        self.start().await;
    }

    async fn start(&mut self) {
        self.bot.start();
        self.bot.wait_connected().await;
    }

    /// Gives permissions back in time.
    pub(super) fn end_prohibitions(&mut self) {
        for place in Place::ALL {
            let left = &mut self.forbidden[place as usize];
            *left = left.saturating_sub(1);
            if *left == 0 {
                self.bot.discord.set_bot_permissions(self.channel(place), Permissions::MEMBER);
            }
        }
    }

    /// Ends all disturbances, but for a thread that is archived.
    pub(super) fn calm_down(&mut self) {
        self.bot.discord.clear_faults();
        self.forbidden = Default::default();
        self.end_prohibitions();
    }
}
