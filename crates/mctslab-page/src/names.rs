//! Agents by name, and words that a shell reads.

/// Names of which equal ones got their place in the list.
pub fn distinct_names(names: &[String]) -> Vec<String> {
    let repeated = |name: &String| names.iter().filter(|other| *other == name).count() > 1;
    let one = |(place, name): (usize, &String)| {
        if repeated(name) { format!("{name} #{}", place + 1) } else { name.clone() }
    };
    names.iter().enumerate().map(one).collect()
}

/// A word for a shell.
pub fn quoted(word: &str) -> String {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "-_./=+,".contains(letter);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_string();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_survive_a_shell() {
        assert_eq!(quoted("uct(iters=5)"), "'uct(iters=5)'");
        assert_eq!(quoted("connect-four"), "connect-four");
        assert_eq!(quoted("it's"), r"'it'\''s'");
        assert_eq!(quoted(""), "''");
    }

    #[test]
    fn equal_names_are_told_apart() {
        let names = ["random", "uct", "random"].map(str::to_string);
        assert_eq!(distinct_names(&names), ["random #1", "uct", "random #3"]);
    }
}
