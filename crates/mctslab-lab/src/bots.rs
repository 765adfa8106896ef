//! Programs of one's own as agents, by the commands that start them.

use mctslab_arena::engines::PROCESS;
use mctslab_core::spec::{Arg, Spec, Value};

/// The spec of a program that speaks plain lines, whatever characters its command has.
///
/// ```
/// # use mctslab_lab::bot_spec;
/// assert_eq!(bot_spec("python3 bot.py"), r#"process(cmd="python3 bot.py",protocol=lines)"#);
/// ```
pub fn bot_spec(command: &str) -> String {
    let arg = |key: &str, value: Value| Arg { key: key.to_string(), value };
    let lines = Value::Spec(Spec { name: "lines".to_string(), args: Vec::new() });
    let args = vec![arg("cmd", Value::Quoted(command.to_string())), arg("protocol", lines)];
    Spec { name: PROCESS.name.to_string(), args }.to_string()
}

/// These agents, and after them a program for each command.
pub fn with_bots(agents: &[String], commands: &[String]) -> Vec<String> {
    agents.iter().cloned().chain(commands.iter().map(|command| bot_spec(command))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_of_any_characters_is_read_back_as_it_was() {
        for command in ["./bot", r#"sh -c "echo \"hi\"""#, r"C:\bots\my.exe -x", "a'b,c=(d) é\t|", "\\", "\"", ""] {
            let spec = Spec::parse(&bot_spec(command)).expect("a spec");
            assert_eq!(spec.args[0].value, Value::Quoted(command.to_string()), "{command}");
        }
    }
}
