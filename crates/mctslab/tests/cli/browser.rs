//! Pages as a browser shows them: something is seen, and nothing has to be scrolled sideways, on a
//! desk or in a hand.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::stdout;
use crate::store::place;

const BROWSER: &str = "chromium";

/// Lets the browser look at a file through a window of that size.
fn browse(options: &[&str], file: &Path, (width, height): (u32, u32)) -> Vec<u8> {
    let run = Command::new(BROWSER)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"])
        .arg(format!("--window-size={width},{height}"))
        .args(options)
        .arg(format!("file://{}", file.display()))
        .output()
        .expect("the browser starts");
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    run.stdout
}

/// The size of a picture of the page.
fn picture(folder: &Path, file: &Path) -> u64 {
    let shot = folder.join("shot.png");
    browse(&[&format!("--screenshot={}", shot.display())], file, (1000, 1500));
    let bytes = fs::read(&shot).expect("a picture");
    assert!(bytes.starts_with(b"\x89PNG"), "a picture");
    bytes.len() as u64
}

#[test]
#[ignore = "slow: starts a browser for every kind of page"]
fn a_browser_shows_every_kind_of_page() {
    if Command::new(BROWSER).arg("--version").output().is_err() {
        eprintln!("SKIPPED: no `{BROWSER}` on this machine");
        return;
    }
    let (folder, db) = place();
    let folder = folder.path();
    let blank = folder.join("blank.html");
    fs::write(&blank, "<!DOCTYPE html><title>blank</title>").unwrap();
    let nothing = picture(folder, &blank);
    let long = "uct(iters=30,playout=nst(eps=0.1,k=7),finish=mean,select=ucb1-tuned,solve=false)";
    for (number, words) in [
        ["match", "connect-four", long, "uct(iters=20)"].as_slice(),
        &["match", "hex", "uct(iters=10)", "random"],
        &["match", "awari", "uct(iters=10)", "random"],
        &["tournament", "yavalade", "uct(iters=10)", "random", "random", long],
        &["match", "robbers", "random", "random"],
        &[
            "tournament",
            "connect-four",
            "uct(iters=10)",
            "random",
            "greedy",
            long,
            "uct(iters=5)",
            "--format",
            "knockout",
        ],
        &["tournament", "tic-tac-toe", "uct(iters=10)", "random", "greedy", long, "uct(iters=5)", "--format", "swiss"],
        &["complexity", "connect-four", "score4(depth=1)", "--precision", "0.4", "--max", "200"],
        &["complexity", "yavalade", "uct(iters=5)", "--max", "10"],
        &["complexity", "tic-tac-toe", "mcts(iters=20)", "--method", "bisection(repeats=2,trials=3)"],
        &["complexity", "tic-tac-toe", "--ladder", "--max", "30", "--precision", "0.5"],
    ]
    .iter()
    .enumerate()
    {
        let (run, file) = ((number + 1).to_string(), folder.join("page.html"));
        // A study needs more games than a match to have something to tell.
        let games = if words[0] == "complexity" { "60" } else { "12" };
        stdout(&[words, &["-n", games, "--db", &db][..]].concat());
        stdout(&["report", &run, "--db", &db, "-o", file.to_str().unwrap()]);
        let size = picture(folder, &file);
        assert!(size > 5 * nothing, "{words:?}: {size} bytes, an empty page has {nothing}");
        // Only this copy has a script: it says how wide the page is.
        let told =
            "<script>document.title = document.documentElement.scrollWidth + ' of ' + innerWidth</script></body>";
        let html = fs::read_to_string(&file).unwrap().replace("<details", "<details open").replace("</body>", told);
        fs::write(&file, html).unwrap();
        for width in [1200, 600, 500] {
            let dom = String::from_utf8(browse(&["--dump-dom"], &file, (width, 1000))).expect("text");
            let title = dom.split("<title>").nth(1).and_then(|rest| rest.split("</title>").next()).expect("a title");
            let (page, window) = title.split_once(" of ").unwrap_or_else(|| panic!("{title}"));
            assert_eq!(page, window, "{words:?} in {width}: the page is as wide as its window");
        }
    }
}
