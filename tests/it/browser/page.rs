//! The page in one user's browser.

use std::{fs, path::PathBuf, str::FromStr, time::Duration};

use fantoccini::{
    Client, Locator,
    actions::{InputSource, MouseActions, PointerAction},
    key::Key,
    wd::WebDriverCompatibleCommand,
};
use reqwest::{Method, Url};
use serde_json::{Value, json};

use super::PHONE;
use crate::support::TIMEOUT;

/// The emoji of a board's cells.
const CELLS: [&str; 12] = ["🔵", "🔴", "🟡", "🟥", "🟨", "🟦", "🌑", "🔲", "❌", "❎", "🔘", "💠"];

/// A user's browser.
#[derive(Debug)]
pub(super) struct Browser {
    pub(super) user: &'static str,
    pub(super) client: Client,
}

impl Browser {
    pub(super) async fn close(self) {
        self.client.close().await.unwrap();
    }

    pub(super) async fn run(&self, script: &str) -> Value {
        self.client.execute(script, Vec::new()).await.unwrap()
    }

    /// Waits until a JavaScript expression is true. Panics with `what` after [`TIMEOUT`].
    pub(super) async fn wait_until(&self, what: &str, expression: &str) {
        let script = format!("return Boolean({expression})");
        let wait = async {
            while self.run(&script).await != json!(true) {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        if tokio::time::timeout(TIMEOUT, wait).await.is_err() {
            self.save(&format!("stuck-{}", self.user)).await;
            panic!("{} never: {what}; the page says:\n{}", self.user, self.text_of("body").await);
        }
    }

    /// Waits until the messages contain this text; images of emoji count as emoji.
    pub(super) async fn sees(&self, expected: &str) {
        let expression = format!("{}.includes({})", text("main"), json!(expected));
        self.wait_until(&format!("sees {expected:?}"), &expression).await;
    }

    /// The text of the last element that matches a CSS selector.
    pub(super) async fn text_of(&self, selector: &str) -> String {
        let text = self.run(&format!("return {}", text(selector))).await;
        text.as_str().unwrap().to_owned()
    }

    pub(super) async fn count(&self, selector: &str) -> u64 {
        let count = format!("return document.querySelectorAll({}).length", json!(selector));
        self.run(&count).await.as_u64().unwrap()
    }

    /// The labels of the newest buttons of a message, by row.
    pub(super) async fn button_rows(&self) -> Value {
        self.run(
            "const rows = [...document.querySelectorAll('.rows')].pop();\
             return [...rows.children].map((row) => [...row.children].map((it) => it.innerText));",
        )
        .await
    }

    /// Waits until the newest board is complete: the image of each cell has loaded, and
    /// rows and columns are aligned. An edit may still come, whose images are new.
    pub(super) async fn assert_board_complete(&self, (columns, rows): (usize, usize)) {
        // The column numbers are a line, too.
        let expected = json!([rows + 1, columns]);
        let complete = format!(
            "(() => {{\
             if (![...document.images].every((it) => it.naturalWidth > 0)) return false;\
             const squares = {};\
             const content = [...document.querySelectorAll('.message:has(.rows) .content')].pop();\
             const images = [...content.querySelectorAll('img')];\
             const isPlace = (it) => it.src.includes('/emojis/') || squares.includes(it.alt) || /^(.\\uFE0F?\\u20E3|🔽)$/u.test(it.alt);\
             const places = images.filter(isPlace).map((it) => it.getBoundingClientRect());\
             const different = (values) => new Set(values.map(Math.round)).size;\
             const perLine = Map.groupBy(places, (it) => Math.round(it.top));\
             const lines = [...perLine.values()].filter((line) => line.length === {columns});\
             const inLines = lines.flat();\
             return `[${{lines.length}},${{different(inLines.map((it) => it.left))}}]` === '{expected}';\
             }})()",
            json!(CELLS)
        );
        self.wait_until(&format!("lines and columns are {expected}"), &complete).await;
    }

    /// Asserts that each row of the newest buttons is a single line within a phone's
    /// width, and that each button is at least 32 pixels wide and high.
    pub(super) async fn assert_buttons_fit_phone(&self) {
        let rows = self
            .run(
                "const rows = [...[...document.querySelectorAll('.rows')].pop().children];\
                 return rows.map((row) => {\
                   const boxes = [...row.children].map((it) => it.getBoundingClientRect());\
                   return {\
                     lines: new Set(boxes.map((it) => Math.round(it.top))).size,\
                     left: Math.min(...boxes.map((it) => it.left)),\
                     right: Math.max(...boxes.map((it) => it.right)),\
                     width: Math.min(...boxes.map((it) => it.width)),\
                     height: Math.min(...boxes.map((it) => it.height)),\
                   };\
                 });",
            )
            .await;
        for row in rows.as_array().unwrap() {
            assert_eq!(row["lines"], 1, "{row}");
            assert!(row["left"].as_f64().unwrap() >= 0.0, "{row}");
            assert!(row["right"].as_f64().unwrap() <= f64::from(PHONE.0), "{row}");
            assert!(row["width"].as_f64().unwrap() >= 32.0, "{row}");
            assert!(row["height"].as_f64().unwrap() >= 32.0, "{row}");
        }
    }

    /// Types into the command box; `\n` is Enter, `\t` is Tab.
    pub(super) async fn type_command(&self, text: &str) {
        let keys = text.replace('\n', &Key::Enter.to_string()).replace('\t', &Key::Tab.to_string());
        let input = self.client.find(Locator::Css("#command-box")).await.unwrap();
        input.send_keys(&keys).await.unwrap();
    }

    /// Presses a button of the newest message with buttons, once no response is pending.
    pub(super) async fn press(&self, label: &str) {
        let ready = "!document.querySelector('.rows [aria-busy]')";
        self.wait_until("no response is pending", ready).await;
        let path = format!("(//*[@class='rows'])[last()]//button[normalize-space()='{label}']");
        self.click_at(&path).await;
    }

    /// Presses Escape, which closes an open menu.
    pub(super) async fn press_escape(&self) {
        let focused = self.client.active_element().await.unwrap();
        focused.send_keys(&Key::Escape.to_string()).await.unwrap();
    }

    /// Dismisses all ephemeral messages.
    pub(super) async fn dismiss(&self) {
        for left in (0..self.count(".message.private").await).rev() {
            self.click_at("(//button[normalize-space()='Dismiss message'])[last()]").await;
            let is_gone =
                format!("document.querySelectorAll('.message.private').length === {left}");
            self.wait_until("the message is gone", &is_gone).await;
        }
    }

    /// Clicks the button with this text or label.
    pub(super) async fn click(&self, name: &str) {
        self.click_at(&format!("//button[normalize-space()='{name}' or @aria-label='{name}']"))
            .await;
    }

    /// Clicks the element at an `XPath`.
    pub(super) async fn click_at(&self, path: &str) {
        let found = self.client.wait().at_most(TIMEOUT).for_element(Locator::XPath(path)).await;
        found.unwrap().click().await.unwrap();
    }

    /// Resizes the viewport; below a width of 500 it is a mobile one.
    pub(super) async fn resize(&self, (width, height): (u32, u32)) {
        let mobile = width < 500;
        let screen = json!({
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": mobile,
        });
        let command =
            DevTools { command: "Emulation.setDeviceMetricsOverride", parameters: screen };
        self.client.issue_cmd(command).await.unwrap();
        let applied = format!("matchMedia('(width: {width}px)').matches");
        self.wait_until("the page has the new width", &applied).await;
    }

    /// Saves a screenshot, with the mouse out of the way.
    pub(super) async fn screenshot(&self, name: &str) {
        let away = PointerAction::MoveTo { duration: None, x: 0.0, y: 0.0 };
        self.client
            .perform_actions(MouseActions::new("mouse".to_owned()).then(away))
            .await
            .unwrap();
        self.wait_until(
            "all images have loaded",
            "[...document.images].every((it) => it.naturalWidth > 0)",
        )
        .await;
        self.save(name).await;
    }

    /// A PNG of the last element that matches a selector.
    pub(super) async fn picture_of(&self, selector: &str) -> Vec<u8> {
        let elements = self.client.find_all(Locator::Css(selector)).await.unwrap();
        elements.last().unwrap().screenshot().await.unwrap()
    }

    pub(super) async fn save(&self, name: &str) {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("screenshots");
        fs::create_dir_all(&folder).unwrap();
        let image = self.client.screenshot().await.unwrap();
        fs::write(folder.join(format!("{name}.png")), image).unwrap();
    }
}

/// A JavaScript expression for the text of the last element that matches a selector,
/// with emoji in place of their images.
fn text(selector: &str) -> String {
    format!(
        "((selector) => {{\
           const node = [...document.querySelectorAll(selector)].pop();\
           if (!node) return '';\
           const pictures = [...node.querySelectorAll('img[alt]')];\
           const copies = pictures.map((it) => {{ const copy = document.createTextNode(it.alt); it.replaceWith(copy); return copy; }});\
           const text = node.innerText;\
           copies.forEach((copy, at) => copy.replaceWith(pictures[at]));\
           return text;\
         }})({})",
        json!(selector)
    )
}

/// A Chrome `DevTools` command, for what the `WebDriver` protocol does not cover.
#[derive(Debug)]
struct DevTools {
    command: &'static str,
    parameters: Value,
}

impl WebDriverCompatibleCommand for DevTools {
    fn endpoint(&self, base: &Url, session: Option<&str>) -> Result<Url, <Url as FromStr>::Err> {
        base.join(&format!("session/{}/goog/cdp/execute", session.unwrap_or_default()))
    }

    fn method_and_body(&self, _: &Url) -> (Method, Option<String>) {
        let body = json!({ "cmd": self.command, "params": self.parameters });
        (Method::POST, Some(body.to_string()))
    }
}
