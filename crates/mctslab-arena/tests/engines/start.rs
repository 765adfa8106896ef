//! Programs that do not start as they should.

use std::os::unix::fs::PermissionsExt;
use std::time::{Duration, Instant};

use mctslab_core::Fault;

use crate::{Folder, engine, play, play_spec, python};

/// The failure of the first game of a program that does not start.
fn no_start(command: &str, more: &str, expected: &[&str]) {
    let failure = play(command, more, 1).remove(0).expect_err("it cannot play");
    assert_eq!(failure.kind, Fault::NoStart, "{failure}");
    for part in expected {
        assert!(failure.message.contains(part), "`{part}` is not in: {failure}");
    }
}

#[test]
fn a_missing_program_is_named_with_where_it_was_looked_for() {
    let missing = "cannot start `/no/such/engine --strong`: there is no such program: no file `/no/such/engine`";
    no_start("/no/such/engine --strong", "", &[missing]);
    no_start("no-such-engine", "", &["there is no such program: no `no-such-engine` in PATH", "`./NAME`"]);
    let folder = Folder::new();
    let script = folder.path().join("engine");
    std::fs::write(&script, "#!/no/such/interpreter\n").expect("a script");
    std::fs::set_permissions(&script, std::fs::Permissions::from_mode(0o755)).expect("made executable");
    no_start(&script.display().to_string(), "", &["engine` is there, but not the interpreter"]);
}

#[test]
fn a_file_that_may_not_be_executed_is_named() {
    let folder = Folder::new();
    let path = folder.path().join("notes.txt");
    std::fs::write(&path, "hello").expect("a file");
    no_start(&path.display().to_string(), "", &["notes.txt", "may not be executed (Permission denied"]);
}

#[test]
fn a_program_that_ends_at_once_is_quoted() {
    let folder = Folder::new();
    if python() {
        let command = folder.script("import sys\nsys.stderr.write('no weights found\\n')\nsys.exit(3)\n");
        no_start(&command, "", &["did not send `ugiok`", "exit code 3", "no weights found"]);
    }
}

#[test]
fn a_program_that_never_answers_is_given_up_in_time() {
    let folder = Folder::new();
    if python() {
        let command = folder.script("import time\ntime.sleep(1000)\n");
        let start = Instant::now();
        no_start(&command, ",start-timeout=300", &["did not send `ugiok`", "`protocol=lines`", " within "]);
        assert!(start.elapsed() < Duration::from_secs(5), "it took {:?}", start.elapsed());
    }
}

#[test]
fn a_banner_crlf_long_lines_and_floods_do_no_harm() {
    let folder = Folder::new();
    if !python() {
        return;
    }
    let good = engine("say('bestmove ' + legal[0])");
    let long = "print('x' * (1 << 20)); print('y' * (3 << 20))\n";
    let flood = "import sys\nfor i in range(20000): print('hello', i); sys.stderr.write('lost %d\\n' % i)\n";
    let started = |before: &str| good.replacen("cells =", &format!("{before}cells ="), 1);
    let crlf = good.replace("end=\"\\n\"", "end=\"\\r\\n\"");
    let wanted = play(&folder.script(&good), "", 1).remove(0).expect("a good engine plays");
    for (name, script) in [
        ("banner", started("print('Scripted 1.0 by nobody')\n")),
        ("long lines", started(long)),
        ("flood", started(flood)),
        ("crlf", crlf),
    ] {
        let moves = play(&folder.script(&script), "", 2);
        for game in moves {
            assert_eq!(game.as_ref().unwrap_or_else(|failure| panic!("{name}: {failure}")), &wanted, "{name}");
        }
    }
}

#[test]
fn a_flood_without_an_end_is_given_up_in_time() {
    let folder = Folder::new();
    if python() {
        let command = folder.script("while True: print('hello ' * 100)\n");
        let start = Instant::now();
        no_start(&command, ",start-timeout=300", &["did not send `ugiok`", "`protocol=lines`", " within "]);
        assert!(start.elapsed() < Duration::from_secs(5), "it took {:?}", start.elapsed());
    }
}

#[test]
fn an_unknown_option_is_refused_with_what_there_is() {
    let folder = Folder::new();
    if python() {
        let script = engine("say('bestmove ' + legal[0])");
        let script = script.replace("say(\"ugiok\")", "say(\"option name Hash type spin\"); say(\"ugiok\")");
        let command = folder.script(&script);
        no_start(&command, ",options=\"Hsah=5\"", &["has no option `Hsah`", "Hash"]);
        assert!(play(&command, ",options=\"hash=5\"", 1)[0].is_ok());
    }
}

#[test]
fn an_unknown_variant_of_uci_is_refused() {
    let folder = Folder::new();
    if python() {
        let script = "import sys\nfor line in sys.stdin:\n    if line.strip() == 'uci': print('option name UCI_Variant type combo \
                      default chess var chess var ataxx\\nuciok', flush=True)\n    if line.strip() == 'isready': print('readyok', flush=True)\n";
        no_start(&folder.script(script), ",protocol=uci", &["does not offer `tic-tac-toe", "chess, ataxx"]);
    }
}

#[test]
fn an_option_may_make_a_variant_known() {
    let folder = Folder::new();
    if python() {
        let script = r#"import sys
more = ""
for line in sys.stdin:
    words = line.split()
    if words == ["uci"]:
        print("option name VariantPath type string default\noption name UCI_Variant type combo default chess var chess" + more)
        print("uciok", flush=True)
    elif words == ["isready"]: print("readyok", flush=True)
    elif words[:3] == ["setoption", "name", "VariantPath"]: more = " var cfour"
    elif words[:1] == ["go"]: print("bestmove P@d1" if more else "bestmove e2e4", flush=True)
"#;
        let agent = |more: &str| format!("process(cmd=\"{}\",protocol=uci{more})", folder.script(script));
        let failure = play_spec("connect-four", &agent(""), 1).remove(0).expect_err("it knows chess alone");
        assert!(failure.message.contains("does not offer `cfour`"), "{failure}");
        // The first move is legal, the next is not.
        let failure = play_spec("connect-four", &agent(",options=\"VariantPath=v.ini\""), 1).remove(0);
        let failure = failure.expect_err("it plays one move only");
        assert_eq!(failure.kind, Fault::IllegalMove, "{failure}");
    }
}

#[test]
fn what_a_program_writes_cannot_command_a_terminal() {
    let folder = Folder::new();
    if python() {
        let command = folder.script("import sys\nsys.stderr.write('\\x1b[2J\\x1b]0;owned\\x07')\nsys.exit(3)\n");
        no_start(&command, "", &["\\u{1b}[2J\\u{1b}]0;owned\\u{7}"]);
        let command = folder.script(&engine("say('bestmove \\x1b[2J')"));
        let failure = play(&command, "", 1).remove(0).expect_err("it is no move");
        assert!(failure.message.contains("`\\u{1b}[2J`") && !failure.message.contains('\u{1b}'), "{failure:?}");
        let script = engine("say('bestmove ' + legal[0])");
        let script = script.replace("say(\"ugiok\")", "say(\"option name \\x1b[2J type spin\"); say(\"ugiok\")");
        let failure = play(&folder.script(&script), ",options=\"Hash=5\"", 1).remove(0).expect_err("no such option");
        assert!(
            failure.message.contains("it offers: \\u{1b}[2J") && !failure.message.contains('\u{1b}'),
            "{failure:?}"
        );
    }
}
