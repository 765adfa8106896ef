//! No process is left running, whatever a program does to stay.

use std::path::Path;
use std::time::{Duration, Instant};

use mctslab_arena::engines::child::{Bounds, Child};
use mctslab_core::Fault;

use crate::{Folder, engine, play, python};

/// Whether the process whose number is in that file is running. A zombie is not.
fn runs(file: &Path) -> bool {
    let number = std::fs::read_to_string(file).expect("the program wrote its number");
    let status = std::fs::read_to_string(format!("/proc/{}/stat", number.trim())).unwrap_or_default();
    !status.is_empty() && !status.contains(") Z ")
}

/// Waits until the processes of these files are gone.
fn all_gone(folder: &Folder, files: &[&str]) {
    let deadline = Instant::now() + Duration::from_secs(3);
    while files.iter().any(|file| runs(&folder.path().join(file))) {
        assert!(Instant::now() < deadline, "{files:?}: left running");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// A script that writes its number and that of a child which ignores signals.
fn stubborn(folder: &Folder, on_go: &str) -> String {
    let path = folder.path().display();
    let child = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(1000)";
    let before = format!(
        "signal.signal(signal.SIGTERM, signal.SIG_IGN)\nchild = subprocess.Popen([sys.executable, '-c', '{child}'])\n\
         open('{path}/engine', 'w').write(str(os.getpid()))\nopen('{path}/child', 'w').write(str(child.pid))\ncells ="
    );
    let script = engine(on_go).replacen("cells =", &before, 1);
    script.replace("elif words == [\"quit\"]: break", "elif words == [\"quit\"]: time.sleep(1000)")
}

#[test]
fn a_program_that_ignores_stop_quit_and_signals_is_killed_with_its_children() {
    let folder = Folder::new();
    if python() {
        let script = stubborn(&folder, "say('bestmove ' + legal[0])");
        assert!(play(&folder.script(&script), "", 1)[0].is_ok());
        all_gone(&folder, &["engine", "child"]);
    }
}

#[test]
fn a_program_that_stalls_is_killed_with_its_children() {
    let folder = Folder::new();
    if python() {
        let script = stubborn(&folder, "time.sleep(1000)");
        let failure = play(&folder.script(&script), ",move-timeout=200", 1).remove(0).expect_err("it stalls");
        assert_eq!(failure.kind, Fault::TimeOut);
        all_gone(&folder, &["engine", "child"]);
    }
}

#[test]
fn children_of_a_program_that_crashed_are_killed() {
    let folder = Folder::new();
    if python() {
        // The child holds the standard output open, so that it does not end with the program.
        let script = stubborn(&folder, "os._exit(1)");
        let failure = play(&folder.script(&script), ",move-timeout=5000", 1).remove(0).expect_err("it crashes");
        assert_eq!(failure.kind, Fault::Crash, "{failure}");
        all_gone(&folder, &["engine", "child"]);
    }
}

#[test]
fn a_panic_leaves_nothing_behind() {
    let folder = Folder::new();
    if python() {
        let command = folder.script(&stubborn(&folder, "say('bestmove ' + legal[0])"));
        let outcome = std::thread::spawn(move || {
            let words = mctslab_arena::engines::words(&command).expect("words");
            let child = Child::start(&words, Bounds::default(), &[]).expect("it starts");
            child.send("ugi");
            while child.line(Instant::now() + Duration::from_secs(5)).expect("it answers") != "ugiok" {}
            panic!("on purpose");
        });
        assert!(outcome.join().is_err());
        all_gone(&folder, &["engine", "child"]);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn children_that_left_the_process_group_are_killed() {
    let folder = Folder::new();
    if python() {
        let script = stubborn(&folder, "say('bestmove ' + legal[0])");
        let apart = script.replacen("Popen([sys", "Popen(start_new_session=True, args=[sys", 1);
        assert_ne!(apart, script);
        assert!(play(&folder.script(&apart), "", 1)[0].is_ok());
        all_gone(&folder, &["engine", "child"]);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn memory_is_limited() {
    let folder = Folder::new();
    if python() {
        let command = folder.script(&engine("x = bytearray(1 << 30); say('bestmove ' + legal[0])"));
        let failure = play(&command, ",memory=400", 1).remove(0).expect_err("it has no room");
        assert_eq!(failure.kind, Fault::Crash);
        assert!(failure.message.contains("MemoryError"), "{failure}");
        assert!(play(&command, "", 1)[0].is_ok());
    }
}

#[cfg(target_os = "linux")]
#[test]
fn processor_time_is_limited() {
    let folder = Folder::new();
    if python() {
        let command = folder.script(&engine("while True: pass"));
        let start = Instant::now();
        let failure = play(&command, ",cpu=1,move-timeout=50000", 1).remove(0).expect_err("its time is up");
        assert_eq!(failure.kind, Fault::Crash);
        assert!(failure.message.contains("killed by signal"), "{failure}");
        assert!(start.elapsed() < Duration::from_secs(30), "it took {:?}", start.elapsed());
    }
}
