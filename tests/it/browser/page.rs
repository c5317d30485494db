//! The page in one person's browser.

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
use crate::support::PATIENCE;

/// What the pictures of a board's squares stand for.
const SQUARES: [&str; 13] =
    ["🔵", "🔴", "🟡", "🟥", "🟨", "🟦", "🌑", "🎱", "🔲", "❌", "⭕", "❎", "🅾️"];

/// A person's browser.
#[derive(Debug)]
pub(super) struct Browser {
    pub(super) person: &'static str,
    pub(super) client: Client,
}

impl Browser {
    pub(super) async fn close(self) {
        self.client.close().await.unwrap();
    }

    pub(super) async fn run(&self, script: &str) -> Value {
        self.client.execute(script, Vec::new()).await.unwrap()
    }

    /// Waits until an expression of the page is true.
    pub(super) async fn until(&self, what: &str, expression: &str) {
        let script = format!("return Boolean({expression})");
        let wait = async {
            while self.run(&script).await != json!(true) {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        if tokio::time::timeout(PATIENCE, wait).await.is_err() {
            self.save(&format!("stuck-{}", self.person)).await;
            panic!("{} never: {what}; the page says:\n{}", self.person, self.text_of("body").await);
        }
    }

    /// Waits until the messages say something; emoji count as what they stand
    /// for.
    pub(super) async fn sees(&self, words: &str) {
        let expression = format!("{}.includes({})", text("main"), json!(words));
        self.until(&format!("sees {words:?}"), &expression).await;
    }

    /// What is written in the last element that a selector finds.
    pub(super) async fn text_of(&self, selector: &str) -> String {
        let text = self.run(&format!("return {}", text(selector))).await;
        text.as_str().unwrap().to_owned()
    }

    pub(super) async fn count(&self, selector: &str) -> u64 {
        let count = format!("return document.querySelectorAll({}).length", json!(selector));
        self.run(&count).await.as_u64().unwrap()
    }

    /// The labels of the newest buttons below a message.
    pub(super) async fn rows_of_buttons(&self) -> Value {
        self.run(
            "const rows = [...document.querySelectorAll('.rows')].pop();\
             return [...rows.children].map((row) => [...row.children].map((it) => it.innerText));",
        )
        .await
    }

    /// Asserts that the newest board is all there: each square a picture that
    /// has loaded, in straight columns and lines.
    pub(super) async fn shows_a_whole_board(&self, (columns, rows): (usize, usize)) {
        self.until(
            "all pictures have loaded",
            "[...document.images].every((it) => it.naturalWidth > 0)",
        )
        .await;
        let script = format!(
            "const squares = {};\
             const content = [...document.querySelectorAll('.message:has(.rows) .content')].pop();\
             const images = [...content.querySelectorAll('img')];\
             const isPlace = (it) => squares.includes(it.alt) || /^(.\\uFE0F?\\u20E3|🔽)$/u.test(it.alt);\
             const places = images.filter(isPlace).map((it) => it.getBoundingClientRect());\
             const different = (values) => new Set(values.map(Math.round)).size;\
             const perLine = Map.groupBy(places, (it) => Math.round(it.top));\
             const lines = [...perLine.values()].filter((line) => line.length === {columns});\
             const inLines = lines.flat();\
             return [lines.length, different(inLines.map((it) => it.left))];",
            json!(SQUARES)
        );
        // The numbers of the columns are a line too.
        assert_eq!(self.run(&script).await, json!([rows + 1, columns]), "lines and columns");
    }

    /// Asserts that each row of the newest buttons is one line within the page,
    /// of buttons that a finger can hit.
    pub(super) async fn has_room_for_its_buttons(&self) {
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

    /// Writes into the command box; the ends of lines and the tabs are keys.
    pub(super) async fn write(&self, text: &str) {
        let keys = text.replace('\n', &Key::Enter.to_string()).replace('\t', &Key::Tab.to_string());
        let input = self.client.find(Locator::Css("#command-box")).await.unwrap();
        input.send_keys(&keys).await.unwrap();
    }

    /// Presses a button of the newest message that has any, once it can be
    /// pressed.
    pub(super) async fn press(&self, label: &str) {
        let ready = "!document.querySelector('.rows [aria-busy]')";
        self.until("nothing waits for an answer", ready).await;
        let path = format!("(//*[@class='rows'])[last()]//button[normalize-space()='{label}']");
        self.click_at(&path).await;
    }

    /// Closes what is open over the page.
    pub(super) async fn press_escape(&self) {
        let focused = self.client.active_element().await.unwrap();
        focused.send_keys(&Key::Escape.to_string()).await.unwrap();
    }

    /// Puts away the message that only this person sees.
    pub(super) async fn dismiss(&self) {
        self.click("Dismiss message").await;
        self.until("it is gone", "!document.querySelector('.message.private')").await;
    }

    /// Clicks on what has this name.
    pub(super) async fn click(&self, name: &str) {
        self.click_at(&format!("//button[normalize-space()='{name}' or @aria-label='{name}']"))
            .await;
    }

    pub(super) async fn click_at(&self, path: &str) {
        let found = self.client.wait().at_most(PATIENCE).for_element(Locator::XPath(path)).await;
        found.unwrap().click().await.unwrap();
    }

    /// Gives the page this much room.
    pub(super) async fn resize(&self, (width, height): (u32, u32)) {
        let mobile = width < 500;
        let screen = json!({
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": mobile,
        });
        let command =
            DevTools { command: "Emulation.setDeviceMetricsOverride", parameters: screen };
        self.client.issue_cmd(command).await.unwrap();
    }

    /// Leaves a picture of the page, with the mouse out of the way.
    pub(super) async fn picture(&self, name: &str) {
        let away = PointerAction::MoveTo { duration: None, x: 0.0, y: 0.0 };
        self.client
            .perform_actions(MouseActions::new("mouse".to_owned()).then(away))
            .await
            .unwrap();
        self.until(
            "all pictures have loaded",
            "[...document.images].every((it) => it.naturalWidth > 0)",
        )
        .await;
        self.save(name).await;
    }

    pub(super) async fn save(&self, name: &str) {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("screenshots");
        fs::create_dir_all(&folder).unwrap();
        let picture = self.client.screenshot().await.unwrap();
        fs::write(folder.join(format!("{name}.png")), picture).unwrap();
    }
}

/// A script for what is written in the last element that a selector finds,
/// where emoji stand for their pictures.
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

/// A command of Chromium's own, for what `WebDriver` has no word for.
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
