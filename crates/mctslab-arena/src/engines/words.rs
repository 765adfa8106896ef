//! Command lines cut into words, without a shell.
//!
//! Words are separated by spaces. Inside `'single quotes'` every character stands for itself;
//! inside `"double quotes"` only `\"` and `\\` have another meaning, `"` and `\`. Outside of quotes
//! `\` makes the next character an ordinary one. There are no variables, patterns, pipes or
//! redirections; a command that needs them can name a script.

/// Why a command line cannot be cut into words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WordsError {
    /// It has no words.
    #[error("the command is empty")]
    Empty,
    /// A quote is opened and not closed.
    #[error("the command opens a {0} and does not close it")]
    OpenQuote(char),
    /// It ends in `\`.
    #[error("the command ends in `\\`, with nothing after it")]
    LastBackslash,
    /// It has a NUL character, which no argument of a program can contain.
    #[error("the command has a NUL character in it")]
    Nul,
}

/// The words of a command line.
///
/// ```
/// # use mctslab_arena::engines::words;
/// assert_eq!(words(r#"./my engine 'a b' "c \" d" e\ f"#).expect("words"), ["./my", "engine", "a b", "c \" d", "e f"]);
/// assert!(words("say 'hello").is_err());
/// ```
pub fn words(line: &str) -> Result<Vec<String>, WordsError> {
    let mut found = Vec::new();
    let mut word: Option<String> = None;
    let mut rest = line.chars();
    while let Some(c) = rest.next() {
        match c {
            '\0' => return Err(WordsError::Nul),
            c if c.is_whitespace() => found.extend(word.take()),
            '\'' | '"' => quoted(c, &mut rest, word.get_or_insert_default())?,
            '\\' => word.get_or_insert_default().push(rest.next().ok_or(WordsError::LastBackslash)?),
            other => word.get_or_insert_default().push(other),
        }
    }
    found.extend(word);
    if found.is_empty() { Err(WordsError::Empty) } else { Ok(found) }
}

fn quoted(quote: char, rest: &mut std::str::Chars<'_>, word: &mut String) -> Result<(), WordsError> {
    while let Some(c) = rest.next() {
        match c {
            '\0' => return Err(WordsError::Nul),
            c if c == quote => return Ok(()),
            '\\' if quote == '"' => match rest.next() {
                Some(escaped @ ('"' | '\\')) => word.push(escaped),
                Some(other) => word.extend(['\\', other]),
                None => break,
            },
            other => word.push(other),
        }
    }
    Err(WordsError::OpenQuote(quote))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_keep_words_together_and_nothing_is_expanded() {
        let cut = |line: &str| words(line).unwrap_or_else(|error| panic!("{line}: {error}"));
        assert_eq!(cut("  a  b\tc\n"), ["a", "b", "c"]);
        assert_eq!(cut("a'b c'd"), ["ab cd"]);
        assert_eq!(cut("'' \"\""), ["", ""]);
        assert_eq!(cut(r#"'\n' "\n" \n"#), [r"\n", r"\n", "n"]);
        assert_eq!(cut("$HOME * ~ ; rm > x | y"), ["$HOME", "*", "~", ";", "rm", ">", "x", "|", "y"]);
        assert_eq!(words(" "), Err(WordsError::Empty));
        assert_eq!(words("a \"b"), Err(WordsError::OpenQuote('"')));
        assert_eq!(words("a \"b\\"), Err(WordsError::OpenQuote('"')));
        assert_eq!(words("a \\"), Err(WordsError::LastBackslash));
        assert_eq!(words("a\0b"), Err(WordsError::Nul));
    }
}
