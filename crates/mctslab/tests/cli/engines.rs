//! Our agents as engines, and our arena with engines: both ends against each other, and the
//! protocols as clients speak them.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

use mctslab_lab::registry::{Catalog, SearchBudget};

use crate::store::place;
use crate::{json_lines, mctslab};

const BINARY: &str = env!("CARGO_BIN_EXE_mctslab");

/// A spec of our own engine as a program.
fn process(game: &str, agent: &str, protocol: &str, more: &str) -> String {
    format!("process(cmd=\"'{BINARY}' engine '{game}' '{agent}' --protocol {protocol}\",protocol={protocol}{more})")
}

/// Plays a game in which both are asked everywhere: they must agree on every move.
fn agree(spec: &str, agent: &str, program: &str, most: usize) {
    const SEED: u64 = 11;
    let game = Catalog::standard().game(spec).expect("a game");
    for number in 0..2 {
        let mut line = vec![game.state(None).expect("the start")];
        let mut inside = game.make_agent(agent).expect("an agent");
        let mut outside = game.make_agent(program).expect("a program");
        inside.new_game(SEED + number);
        outside.new_game(SEED + number);
        for ply in 0..most {
            let Some(state) = line.last().filter(|state| state.turn().is_some()).cloned() else { break };
            let wanted = inside.choose(&state, SearchBudget::default()).expect("the agent moves").best;
            outside.see_line(&line);
            let found = outside.choose(&state, SearchBudget::default());
            let found = found.unwrap_or_else(|error| panic!("{spec}, {program}: {error}")).best;
            assert_eq!(found, wanted, "{spec}, {program}, seed {SEED}+{number}, ply {ply} in {}", state.text());
            line.push(state.play(&wanted).expect("legal"));
        }
    }
}

#[test]
fn an_engine_plays_as_its_agent_does() {
    let agent = "uct(iters=60)";
    for (spec, protocol) in [
        ("connect-four", "ugi"),
        ("awari", "ugi"),
        ("triad", "ugi"),
        ("ataxx(size=5,clones=per-source,max-plies=60)", "ugi"),
        ("ataxx(size=5)", "uai"),
        ("hex(size=5,swap=on)", "gtp"),
        ("othello(size=6)", "gtp"),
        ("connect-four", "gtp"),
        ("othello", "uci"),
        ("ataxx", "uci"),
        ("breakthrough", "uci"),
        ("connect-four", "uci"),
        ("hex(size=5)", "uci"),
    ] {
        agree(spec, agent, &process(spec, agent, protocol, ""), 70);
    }
}

#[test]
fn the_smaller_of_the_clients_nodes_and_the_agents_iterations_wins() {
    let program = |iters: u32| process("connect-four", &format!("uct(iters={iters})"), "ugi", ",nodes=90");
    agree("connect-four", "uct(iters=90)", &program(1_000_000_000), 12);
    agree("connect-four", "uct(iters=7)", &program(7), 12);
}

#[test]
fn a_match_with_an_engine_is_the_match_with_its_agent() {
    let play = |second: &str| {
        let run = mctslab(&["match", "connect-four", "uct(iters=50)", second, "-n", "8", "--json", "--threads", "2"]);
        assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
        let report: serde_json::Value = serde_json::from_slice(&run.stdout).expect("JSON");
        (report["agents"][0]["wins"].clone(), report["plies_mean"].clone(), report["seats"].clone())
    };
    let (inside, outside) = (play("uct(iters=20)"), play(&process("connect-four", "uct(iters=20)", "ugi", "")));
    assert_eq!((inside.0, inside.1), (outside.0, outside.1));
}

#[test]
fn openings_by_moves_are_told_to_programs_that_know_moves_alone() {
    // Far deeper than any search for the moves could see.
    for (spec, protocol, openings) in [
        ("othello", "gtp", "random(plies=30)"),
        ("othello", "uci", "random(plies=30)"),
        ("connect-four", "uci", "random(plies=16)"),
        ("hex(size=11,swap=on)", "gtp", "random(plies=40)"),
    ] {
        let play = |second: &str| {
            let (_folder, db) = place();
            let words = ["match", spec, "random", second, "-n", "4", "--openings", openings, "--db", &db];
            let run = mctslab(&words);
            assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
            let mut games = json_lines(&["export", "1", "--db", &db]);
            for game in &mut games {
                for key in ["agents", "duration_ms"] {
                    game[key].take();
                }
            }
            games
        };
        // The program receives the seed of each game, as the agent does.
        assert_eq!(play(&process(spec, "uct(iters=20)", protocol, "")), play("uct(iters=20)"), "{spec} by {protocol}");
    }
}

#[test]
fn programs_of_plain_lines_play_where_a_seat_may_wait_long() {
    let (folder, _) = place();
    // Plain lines in, UGI out: the engine behind it says which moves are legal.
    let relay = folder.path().join("relay.py");
    let body = format!(
        r#"import subprocess, sys
engine = subprocess.Popen(["{BINARY}", "engine", "triad", "random"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
for line in sys.stdin:
    engine.stdin.write("position startpos moves " + line.strip() + "\ngo\n")
    engine.stdin.flush()
    answer = ""
    while not answer.startswith("bestmove"): answer = engine.stdout.readline()
    print(answer.split()[1], flush=True)
"#
    );
    std::fs::write(&relay, body).expect("a script");
    let program = format!("process(cmd=\"python3 {}\",protocol=lines)", relay.display());
    let run = mctslab(&["match", "triad", &program, "random", "random", "-n", "12", "--json"]);
    let report = String::from_utf8_lossy(&run.stdout).into_owned();
    assert!(report.contains("\"forfeits\":[]"), "{report}");
}

/// Whether the process with the number in that file is running. A zombie is not.
#[cfg(target_os = "linux")]
fn runs(file: &std::path::Path) -> bool {
    let number = std::fs::read_to_string(file).ok().and_then(|text| text.parse::<u32>().ok());
    let status = number.and_then(|number| std::fs::read_to_string(format!("/proc/{number}/stat")).ok());
    status.is_some_and(|status| !status.contains(") Z "))
}

#[cfg(target_os = "linux")]
#[test]
fn engines_end_with_a_runner_that_is_killed() {
    let wait = |what: &str, done: &dyn Fn() -> bool| {
        let deadline = Instant::now() + Duration::from_secs(20);
        while !done() {
            assert!(Instant::now() < deadline, "{what}");
            std::thread::sleep(Duration::from_millis(10));
        }
    };
    let (folder, _) = place();
    let script = folder.path().join("engine.py");
    let files = ["engine", "child"].map(|name| folder.path().join(name));
    // A busy engine, which does not see the end of its input, with a child that has left its group.
    let body = format!(
        "import os, subprocess\nchild = subprocess.Popen(['sleep', '1000'], start_new_session=True)\n\
         open('{}', 'w').write(str(child.pid))\nopen('{}', 'w').write(str(os.getpid()))\nwhile True: pass\n",
        files[1].display(),
        files[0].display()
    );
    std::fs::write(&script, body).expect("a script");
    let program = format!("process(cmd=\"python3 {}\",protocol=lines)", script.display());
    for signal in ["KILL", "HUP", "QUIT"] {
        let mut runner = Command::new(BINARY)
            .args(["match", "tic-tac-toe", &program, "random", "-n", "2", "--threads", "1", "--no-store"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the binary starts");
        wait("the engine starts", &|| files.iter().all(|file| runs(file)));
        Command::new("kill").args(["-s", signal, &runner.id().to_string()]).status().expect("a signal");
        runner.wait().expect("it ends");
        wait(&format!("nothing is left after {signal}"), &|| !files.iter().any(|file| runs(file)));
    }
}

#[test]
fn a_program_is_called_by_its_name() {
    let (folder, db) = place();
    let program = process("tic-tac-toe", "random", "ugi", ",name=\"Bot 2.1\"");
    let run = mctslab(&["match", "tic-tac-toe", &program, "random", "-n", "2", "--db", &db]);
    let table = String::from_utf8_lossy(&run.stdout).into_owned();
    assert!(table.contains("Bot 2.1") && !table.contains("process("), "{table}");
    let page = folder.path().join("page.html").display().to_string();
    assert!(mctslab(&["report", "1", "--db", &db, "-o", &page]).status.success());
    let html = std::fs::read_to_string(page).expect("a page");
    assert!(html.contains("<h1>Run 1: tic-tac-toe, Bot 2.1 against random</h1>"));
}

#[test]
fn a_page_says_what_happened_to_a_program() {
    let (folder, db) = place();
    // It ends at the first question.
    let program = "process(cmd=\"sh -c 'read line'\",protocol=lines)";
    let run = mctslab(&["match", "tic-tac-toe", program, "random", "-n", "2", "--db", &db]);
    assert_eq!(run.status.code(), Some(1), "{}", String::from_utf8_lossy(&run.stderr));
    let page = folder.path().join("page.html").display().to_string();
    assert!(mctslab(&["report", "1", "--db", &db, "-o", &page]).status.success());
    let html = std::fs::read_to_string(page).expect("a page");
    for part in ["forfeit:crash", "a program ended or broke its protocol during the game, and lost", "what happened"] {
        assert!(html.contains(part), "`{part}` is not in the page");
    }
    assert!(!html.contains("no legal move to offer") && !html.contains("its words"));
}

#[test]
fn too_few_descriptors_are_named() {
    let (_folder, db) = place();
    let program = process("tic-tac-toe", "random", "ugi", "");
    let limited = |limit: u32, store: &[&str]| {
        let line = format!("ulimit -n {limit}; exec \"$@\"");
        let run = Command::new("sh")
            .args(["-c", &line, "sh", BINARY, "match", "tic-tac-toe", "random", &program, "-n", "2", "--threads", "1"])
            .args(store)
            .output()
            .expect("a shell");
        String::from_utf8_lossy(&[run.stdout, run.stderr].concat()).into_owned()
    };
    for (limit, store) in [(7, ["--db", &db].as_slice()), (8, &["--db", &db]), (9, &["--no-store"])] {
        let text = limited(limit, store);
        assert!(text.contains("too many files are open") && text.contains("`ulimit -n 4096`"), "{limit}: {text}");
    }
}

#[test]
fn positions_without_moves_are_refused_for_programs_that_know_moves_alone() {
    let (folder, _) = place();
    let file = folder.path().join("openings");
    let openings = format!("file(path=\"{}\")", file.display());
    let run = |game: &str, protocol: &str, text: &str| {
        std::fs::write(&file, text).expect("a file");
        let program = process(game, "random", protocol, "");
        let run = mctslab(&["match", game, "random", &program, "-n", "2", "--openings", &openings, "--json"]);
        (run.status.code(), String::from_utf8_lossy(&[run.stdout, run.stderr].concat()).into_owned())
    };
    let othello = "8/8/3x4/3xx3/3xo3/8/8/8 o\n";
    let (code, message) = run("othello", "gtp", othello);
    assert_eq!(code, Some(2), "{message}");
    for part in
        ["cannot start from the opening `8/8/3x4/", "`gtp` sends a program moves", "write the opening as `moves`"]
    {
        assert!(message.contains(part), "`{part}` is not in: {message}");
    }
    // What can be sent is played: by moves, by a protocol with positions, stone by stone.
    for (game, protocol, text) in
        [("othello", "gtp", "moves d3 c3\n"), ("othello", "ugi", othello), ("hex(size=5)", "gtp", "5/5/2x2/3o1/5 x\n")]
    {
        let (code, message) = run(game, protocol, text);
        assert!(code == Some(0) && message.contains("\"forfeits\":[]"), "{game} by {protocol}: {message}");
    }
    let (code, message) = run("othello", "gtp", "moves d3 d3\n");
    assert!(code == Some(2) && message.contains("opening 1, `moves d3 d3`"), "{message}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_program_has_no_files_open_but_its_pipes() {
    let (folder, _) = place();
    let (marker, found) = (folder.path().join("marker"), folder.path().join("found"));
    let script = folder.path().join("engine.py");
    std::fs::write(&marker, "secret").expect("a file");
    let body = format!(
        "import os\nlinks = [os.path.realpath('/proc/self/fd/' + fd) for fd in os.listdir('/proc/self/fd')]\n\
         open('{}', 'w').write('\\n'.join(links))\n",
        found.display()
    );
    std::fs::write(&script, body).expect("a script");
    let program = format!("process(cmd=\"python3 {}\",protocol=lines)", script.display());
    let inherited = |words: &str| {
        let line = format!("exec 9<'{}'; exec {words}", marker.display());
        Command::new("sh").args(["-c", &line, "sh", BINARY, &program]).output().expect("a shell");
        std::fs::read_to_string(&found).unwrap_or_default()
    };
    if Command::new("python3").arg("--version").output().is_err() {
        eprintln!("SKIPPED: no python3 on this machine");
        return;
    }
    assert!(
        inherited(&format!("python3 '{}'", script.display())).contains("marker"),
        "the test sees what is inherited"
    );
    let links = inherited("\"$1\" search tic-tac-toe \"$2\"");
    assert!(links.contains("pipe:") && !links.contains("marker"), "{links}");
}

/// A client of our engine.
struct Client {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl Client {
    fn new(words: &[&str]) -> Client {
        let mut child = Command::new(BINARY)
            .arg("engine")
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the binary starts");
        let (input, output) = (child.stdin.take().expect("piped"), child.stdout.take().expect("piped"));
        let (sender, lines) = mpsc::channel();
        std::thread::spawn(move || {
            BufReader::new(output).lines().map_while(Result::ok).try_for_each(|line| sender.send(line))
        });
        Client { child, input, lines }
    }

    fn say(&mut self, text: &str) {
        writeln!(self.input, "{text}").expect("it listens");
    }

    fn hear(&self) -> String {
        self.lines.recv_timeout(Duration::from_secs(5)).expect("an answer within 5 s")
    }

    /// Says a line and hears the next.
    fn ask(&mut self, text: &str) -> String {
        self.say(text);
        self.hear()
    }

    fn until(&self, start: &str) -> String {
        loop {
            let line = self.hear();
            if line.starts_with(start) {
                return line;
            }
        }
    }

    fn ends(mut self) {
        let deadline = Instant::now() + Duration::from_secs(2);
        while self.child.try_wait().expect("a child of ours").is_none() {
            if Instant::now() > deadline {
                self.child.kill().expect("killed");
                panic!("it does not end");
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        self.child.wait().expect("it has ended");
    }
}

#[test]
fn ugi_is_answered_while_thinking() {
    let mut client = Client::new(&["connect-four", "uct(iters=1000000000)"]);
    client.say("ugi");
    assert!(client.hear().starts_with("id name mctslab"));
    client.until("ugiok");
    client.say("position startpos moves 4 4");
    client.say("go");
    assert_eq!(client.ask("isready"), "readyok");
    assert_eq!(client.ask("query p1turn"), "response true");
    assert!(client.ask("go").contains("already thinking"));
    let since = Instant::now();
    client.say("stop");
    let best = client.until("bestmove");
    assert!(since.elapsed() < Duration::from_secs(1), "stop took {:?}", since.elapsed());
    assert!(best["bestmove ".len()..].parse::<u8>().is_ok_and(|column| (1..=7).contains(&column)), "{best}");
    assert_eq!(client.ask("isready"), "readyok", "one answer to one question");
    client.say("go movetime 100");
    client.until("bestmove");
    client.say("go p1time 1000 p2time 1000 p1inc 0 p2inc 0");
    client.until("bestmove");
    client.say("go");
    client.say("quit");
    client.ends();
}

/// The number after a word of a line.
fn number(line: &str, key: &str) -> u64 {
    let word = line.split_whitespace().skip_while(|&word| word != key).nth(1);
    word.and_then(|word| word.parse().ok()).unwrap_or_else(|| panic!("no number after `{key}` in: {line}"))
}

#[test]
fn a_search_is_shown_and_its_result_so_far_is_the_answer_to_stop() {
    for protocol in ["ugi", "uci"] {
        let mut client = Client::new(&["connect-four", "uct(iters=1000000000)", "--protocol", protocol]);
        client.say("go infinite");
        let (first, second) = (client.until("info"), client.until("info"));
        assert!(number(&first, "nodes") < number(&second, "nodes"), "{first}\n{second}");
        assert!(number(&second, "visits") > 0 && number(&second, "time") > 0, "{second}");
        assert!(["value 0.", "score cp ", " pv "].iter().all(|part| second.contains(part)), "{second}");
        client.say("stop");
        let mut last = client.until("info");
        let best = loop {
            let line = client.hear();
            if line.starts_with("bestmove") {
                break line;
            }
            last = line;
        };
        assert!(number(&last, "nodes") >= number(&second, "nodes"), "what was found is kept: {last}");
        let expected = last.split(" pv ").nth(1).and_then(|line| line.split_whitespace().next());
        assert_eq!(best.split_whitespace().nth(1), expected, "{last}");
        client.say("quit");
        client.ends();
    }
}

/// How many threads a process has.
#[cfg(target_os = "linux")]
fn threads(process: u32) -> u64 {
    number(&std::fs::read_to_string(format!("/proc/{process}/status")).expect("it runs"), "Threads:")
}

#[cfg(target_os = "linux")]
#[test]
fn stopped_searches_leave_nothing_behind() {
    let mut client = Client::new(&["connect-four", "uct(iters=1000000000)"]);
    let mut most = 0;
    for _ in 0..20 {
        client.say("go infinite");
        client.say("stop");
        client.until("bestmove");
        most = most.max(threads(client.child.id()));
    }
    assert!(most <= 4, "{most} threads after 20 searches: one each for signals, input and the agent would do");
    client.say("go infinite");
    client.say("quit");
    client.ends();
}

#[test]
fn searches_that_show_little_are_shown_and_stopped_too() {
    for (game, agent) in [
        ("connect-four", "alphabeta(depth=100,deepening=false)"),
        ("connect-four", "solve(nodes=1000000000000)"),
        ("connect-four", "minimax(depth=20)"),
        ("connect-four", "score4(depth=20)"),
        ("hex", "ams(iters=1000000000,depth=20,inner=none)"),
        ("hex", "uct(iters=1000000000,playout=minimax(depth=20))"),
        ("connect-four", "uct(iters=1000000000,threads=2)"),
    ] {
        let mut client = Client::new(&[game, agent]);
        client.say("go");
        client.until("info");
        client.say("stop");
        let best = client.until("bestmove");
        assert_ne!(best, "bestmove 0000", "{agent}");
        client.say("quit");
        client.ends();
    }
}

#[test]
fn a_search_without_limits_ends_with_the_input() {
    let said = answers(&["connect-four", "uct(iters=1000000000)"], "go infinite\n");
    assert!(said.lines().last().is_some_and(|line| line.starts_with("bestmove")), "{said}");
}

#[test]
fn an_answer_that_stop_asked_for_is_given_before_quit() {
    for protocol in ["ugi", "uci"] {
        let said = answers(
            &["connect-four", "uct(iters=1000000000)", "--protocol", protocol],
            "position startpos\ngo infinite\nstop\nquit\n",
        );
        assert!(said.lines().last().is_some_and(|line| line.starts_with("bestmove ")), "{protocol}: {said}");
    }
}

#[test]
fn ugi_says_what_is_wrong_and_goes_on() {
    let mut client = Client::new(&["tic-tac-toe", "random"]);
    assert!(client.ask("fly").contains("unknown command `fly`"));
    assert!(client.ask("position fen nonsense").contains("bad position: found"));
    assert!(client.ask("go").contains("info string no move"));
    assert_eq!(client.hear(), "bestmove 0000");
    assert!(client.ask("position startpos moves a1 a1").contains("bad position: found `a1`"));
    assert!(client.ask("setoption name Hash value 1").contains("no option `Hash`"));
    assert!(client.ask("setoption name Seed value x").contains("expected a number"));
    client.say("position startpos moves a1 a2 b1 b2 c1");
    assert_eq!(client.ask("query gameover"), "response true");
    assert_eq!(client.ask("query result"), "response p1win");
    assert!(client.ask("go").contains("the game is over"));
    assert_eq!(client.hear(), "bestmove 0000");
    client.say("position fen 3/1x1/3 o");
    assert_eq!(client.ask("query result"), "response none");
    assert_eq!(client.ask("query p2turn"), "response true");
    assert_eq!(client.ask("query gameover"), "response false");
    client.say("quit");
    client.ends();
}

#[test]
fn gtp_is_framed_as_the_protocol_wants() {
    let mut client = Client::new(&["hex(size=5)", "uct(iters=50)", "--protocol", "gtp"]);
    let mut ask = |text: &str| {
        let mut answer = client.ask(text);
        loop {
            let line = client.hear();
            if line.is_empty() {
                return answer;
            }
            answer = format!("{answer}\n{line}");
        }
    };
    assert_eq!(ask("1 protocol_version"), "=1 2");
    assert_eq!(ask("name"), "= mctslab");
    assert!(ask("7 list_commands").contains("\ngenmove\n"));
    assert_eq!(ask("2 boardsize 5"), "=2");
    assert_eq!(ask("3 boardsize 19"), "?3 unacceptable size");
    assert_eq!(ask("4 xyzzy"), "?4 unknown command");
    assert!(ask("5 play white a1").starts_with("?5 illegal move: black is to move"));
    assert_eq!(ask("6 play B A1"), "=6");
    assert!(ask("7 play w a1").starts_with("?7 illegal move"));
    assert!(ask("8 genmove white").starts_with("=8 "));
    assert!(ask("9 showboard").contains('x'));
    assert_eq!(ask("10 undo"), "=10");
    assert_eq!(ask("11 known_command play"), "=11 true");
    assert_eq!(ask("12 quit"), "=12");
    client.ends();
}

/// All that an engine says to a script, to its end.
fn answers(words: &[&str], script: &str) -> String {
    let mut client = Client::new(words);
    client.input.write_all(script.as_bytes()).expect("it listens");
    let Client { mut child, input, lines } = client;
    drop(input);
    let said: Vec<String> = lines.iter().collect();
    assert!(child.wait().expect("it ends").success());
    said.join("\n")
}

#[test]
fn gtp_answers_a_script_in_order() {
    let words = ["hex(size=4)", "uct(iters=20000)", "--protocol", "gtp"];
    let script = "1 boardsize 4\n2 clear_board\n3 genmove b\n4 showboard\n5 quit\n6 name\n";
    for script in [script, &script.replace("5 quit\n6 name\n", "5 name\n")] {
        let said = answers(&words, script);
        let heads: Vec<&str> = said.lines().filter(|line| line.starts_with(['=', '?'])).collect();
        let starts = ["=1", "=2", "=3 ", "=4", "=5"];
        assert_eq!(heads.len(), starts.len(), "{said}");
        assert!(heads.iter().zip(starts).all(|(head, start)| head.starts_with(start)), "{said}");
    }
}

#[test]
fn gtp_shows_a_board_for_people() {
    let words = ["othello(size=6)", "random", "--protocol", "gtp"];
    let said = answers(&words, "play b c2\nshowboard\nquit\n");
    let board = [
        "= ",
        "1  .  .  .  .  .  .",
        "2  .  . [x] .  .  .",
        "3  .  .  x  x  .  .",
        "4  .  .  x  o  .  .",
        "5  .  .  .  .  .  .",
        "6  .  .  .  .  .  .",
        "   a  b  c  d  e  f",
        "  4 x, 1 o",
        "white to move",
    ];
    let shown: Vec<&str> = said.split("\n\n").nth(1).expect("a second answer").lines().collect();
    assert_eq!(shown, board, "{said}");
}

#[test]
fn the_end_of_the_input_waits_for_the_answer() {
    let mut client = Client::new(&["connect-four", "uct(iters=20000)"]);
    client.say("go");
    let Client { child, input, lines } = client;
    drop(input);
    assert!(lines.recv_timeout(Duration::from_secs(5)).is_ok_and(|line| line.starts_with("info")));
    assert!(lines.recv_timeout(Duration::from_secs(5)).is_ok_and(|line| line.starts_with("bestmove")));
    let run = child.wait_with_output().expect("it ends");
    assert!(run.status.success());
}

#[test]
fn what_cannot_be_served_is_refused() {
    for (words, expected) in [
        (&["engine", "triad", "random", "--protocol", "gtp"][..], "two players"),
        (&["engine", "hex", "random", "--protocol", "uai"], "`ataxx` only"),
        (&["engine", "hex", "utc"], "unknown agent `utc`"),
        (&["search", "hex", "process"], "`process` needs `cmd`"),
        (&["search", "hex", "process(cmd=\"\")"], "the command is empty"),
        (&["search", "hex", "process(cmd=\"x\",protocol=xboard)"], "`protocol` is `xboard`"),
        (&["search", "hex", "process(cmd=\"x\",protocol=lines,nodes=5)"], "cannot be sent in `lines`"),
        (&["search", "hex", "process(cmd=\"x\",options=\"fast\")"], "expected `name=value`"),
    ] {
        let run = mctslab(words);
        let message = String::from_utf8_lossy(&run.stderr).into_owned();
        assert_eq!(run.status.code(), Some(2), "{words:?}: {message}");
        assert!(message.contains(expected), "{words:?}: {message}");
    }
    let run = mctslab(&["search", "hex", "process(cmd=\"/no/such/engine\")"]);
    assert_eq!(run.status.code(), Some(1), "a program that does not start is a failure");
}
