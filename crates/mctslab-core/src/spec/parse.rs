//! Text to [`Spec`].

use std::fmt;

use super::SpecError;

/// A name with arguments, as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spec {
    /// The name before the parentheses.
    pub name: String,
    /// The arguments in the order they were written.
    pub args: Vec<Arg>,
}

/// One `key=value`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arg {
    /// The key.
    pub key: String,
    /// The value.
    pub value: Value,
}

/// A value, the part behind `=`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A number, still as text: the declared kind decides whether it must be whole.
    Number(String),
    /// A word, `true`, `false`, or a spec with arguments.
    Spec(Spec),
    /// A quoted string, without its quotes.
    Quoted(String),
}

/// The greatest depth of nested specs; real ones have at most three levels.
const MAX_NESTING: usize = 16;

impl Spec {
    /// Reads a whole text as one spec.
    ///
    /// ```
    /// # use mctslab_core::spec::Spec;
    /// let spec = Spec::parse("uct(iters=500, playout=nst(eps=0.1))").expect("a spec");
    /// assert_eq!(spec.name, "uct");
    /// assert_eq!(spec.args[1].key, "playout");
    /// assert_eq!(spec.to_string(), "uct(iters=500,playout=nst(eps=0.1))");
    /// assert!(Spec::parse("uct(iters=").is_err());
    /// ```
    pub fn parse(text: &str) -> Result<Spec, SpecError> {
        let mut reader = Reader { text, at: 0 };
        let spec = reader.spec(0)?;
        reader.skip_spaces();
        if reader.at < text.len() {
            return Err(reader.error(if spec.args.is_empty() { "`(` or the end" } else { "the end" }));
        }
        Ok(spec)
    }

    /// Whether it has the name of another spec and all of its arguments, and possibly more: a game
    /// is recognized by the options that matter, and still is when a new option is added.
    ///
    /// ```
    /// # use mctslab_core::spec::Spec;
    /// let spec = |text| Spec::parse(text).expect("a spec");
    /// assert!(spec("hex(size=5,swap=off,new=1)").includes(&spec("hex(swap=off,size=5)")));
    /// assert!(!spec("hex(size=5)").includes(&spec("hex(size=5,swap=off)")));
    /// ```
    pub fn includes(&self, other: &Spec) -> bool {
        self.name == other.name && other.args.iter().all(|arg| self.args.contains(arg))
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        for (i, Arg { key, value }) in self.args.iter().enumerate() {
            write!(f, "{}{key}={value}", if i == 0 { "(" } else { "," })?;
        }
        if self.args.is_empty() { Ok(()) } else { f.write_str(")") }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Number(text) => f.write_str(text),
            Value::Spec(spec) => spec.fmt(f),
            Value::Quoted(text) => f.write_str(&quoted(text)),
        }
    }
}

/// A text in quotes, as the parser reads it.
pub(super) fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn spec(&mut self, depth: usize) -> Result<Spec, SpecError> {
        if depth > MAX_NESTING {
            return Err(self.error("at most 16 specs inside each other"));
        }
        self.skip_spaces();
        let name = self.word("a name (lower-case letters, digits and hyphens)")?;
        let mut args = Vec::new();
        self.skip_spaces();
        if self.eat('(') {
            self.skip_spaces();
            if !self.eat(')') {
                self.args(&mut args, depth)?;
            }
        }
        Ok(Spec { name, args })
    }

    fn args(&mut self, args: &mut Vec<Arg>, depth: usize) -> Result<(), SpecError> {
        loop {
            self.skip_spaces();
            let key = self.word("a key, as in `key=value`")?;
            self.skip_spaces();
            if !self.eat('=') {
                return Err(self.error(&format!("`=` and a value for `{key}`")));
            }
            let value = self.value(depth)?;
            args.push(Arg { key, value });
            self.skip_spaces();
            if self.eat(')') {
                return Ok(());
            }
            if !self.eat(',') {
                return Err(self.error("`,` or `)`"));
            }
        }
    }

    fn value(&mut self, depth: usize) -> Result<Value, SpecError> {
        self.skip_spaces();
        match self.peek() {
            Some('"') => self.quoted(),
            Some(c) if c.is_ascii_digit() || matches!(c, '-' | '+' | '.') => Ok(Value::Number(self.number()?)),
            Some(c) if c.is_ascii_lowercase() => Ok(Value::Spec(self.spec(depth + 1)?)),
            _ => Err(self.error("a number, a word, `true`, `false`, a \"quoted string\" or a spec")),
        }
    }

    fn number(&mut self) -> Result<String, SpecError> {
        let start = self.at;
        while self.peek().is_some_and(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '+' | '.' | '_')) {
            self.at += 1;
        }
        let text = self.text[start..self.at].replace('_', "");
        if text.parse::<f64>().is_ok_and(f64::is_finite) {
            return Ok(text);
        }
        self.at = start;
        Err(self.error("a number"))
    }

    fn quoted(&mut self) -> Result<Value, SpecError> {
        let start = self.at;
        self.at += 1;
        let mut content = String::new();
        while let Some(c) = self.peek() {
            self.at += c.len_utf8();
            match c {
                '"' => return Ok(Value::Quoted(content)),
                '\\' => match self.peek() {
                    Some(escaped @ ('"' | '\\')) => {
                        self.at += 1;
                        content.push(escaped);
                    }
                    _ => content.push('\\'),
                },
                other => content.push(other),
            }
        }
        self.at = start;
        Err(self.error("a closing `\"` for this quote"))
    }

    fn word(&mut self, expected: &str) -> Result<String, SpecError> {
        let rest = &self.text[self.at..];
        let end =
            rest.find(|c: char| !(c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')).unwrap_or(rest.len());
        if end == 0 || !rest.starts_with(|c: char| c.is_ascii_lowercase()) {
            return Err(self.error(expected));
        }
        self.at += end;
        Ok(rest[..end].to_string())
    }

    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn eat(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.at += wanted.len_utf8();
        }
        found
    }

    fn skip_spaces(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    fn error(&self, expected: &str) -> SpecError {
        SpecError::syntax(self.text, self.at, expected)
    }
}
