//! A line that is typed on a terminal, with editing and a history: keys go in, what is to be drawn
//! and the line come out. Who reads keys and prints is elsewhere.

/// A key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineKey {
    /// A letter, or a control character.
    Char(char),
    /// One place to the left.
    Left,
    /// One place to the right.
    Right,
    /// The line before, in the history.
    Up,
    /// The line after.
    Down,
    /// The start of the line.
    Home,
    /// The end of the line.
    End,
    /// Removes the letter before the cursor.
    Backspace,
    /// Removes the letter under the cursor.
    Delete,
    /// The line is complete.
    Enter,
}

/// What a key led to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TypedLine {
    /// The line goes on.
    Open,
    /// The line is complete.
    Entered(String),
    /// There will be no more lines.
    Over,
}

/// A line that is being typed, and those before it.
#[derive(Clone, Debug, Default)]
pub struct LineEditor {
    history: Vec<String>,
    /// How many lines back in the history the line was taken from.
    back: usize,
    line: Vec<char>,
    cursor: usize,
}

impl LineEditor {
    /// Does what a key means.
    pub fn press(&mut self, key: LineKey) -> TypedLine {
        match key {
            LineKey::Enter | LineKey::Char('\r' | '\n') => return self.enter(),
            // Ctrl-D.
            LineKey::Char('\u{4}') if self.line.is_empty() => return TypedLine::Over,
            LineKey::Left => self.cursor = self.cursor.saturating_sub(1),
            LineKey::Right => self.cursor = (self.cursor + 1).min(self.line.len()),
            // Ctrl-A, Ctrl-E, Ctrl-U and Ctrl-K.
            LineKey::Home | LineKey::Char('\u{1}') => self.cursor = 0,
            LineKey::End | LineKey::Char('\u{5}') => self.cursor = self.line.len(),
            LineKey::Char('\u{15}') => drop(self.line.drain(..std::mem::take(&mut self.cursor))),
            LineKey::Char('\u{b}') => self.line.truncate(self.cursor),
            LineKey::Up => self.take(self.back + 1),
            LineKey::Down => self.take(self.back.saturating_sub(1)),
            LineKey::Backspace if self.cursor > 0 => {
                self.cursor -= 1;
                self.line.remove(self.cursor);
            }
            LineKey::Delete if self.cursor < self.line.len() => drop(self.line.remove(self.cursor)),
            LineKey::Char(letter) if !letter.is_control() => {
                self.line.insert(self.cursor, letter);
                self.cursor += 1;
            }
            LineKey::Char(_) | LineKey::Backspace | LineKey::Delete => {}
        }
        TypedLine::Open
    }

    /// What draws the line anew behind a prompt, and puts the cursor where it is.
    pub fn drawn(&self, prompt: &str) -> String {
        let line: String = self.line.iter().collect();
        let left = match self.line.len() - self.cursor {
            0 => String::new(),
            places => format!("\u{1b}[{places}D"),
        };
        format!("\r\u{1b}[K{prompt}{line}{left}")
    }

    fn enter(&mut self) -> TypedLine {
        let line: String = self.line.drain(..).collect();
        (self.cursor, self.back) = (0, 0);
        if !line.trim().is_empty() && self.history.last() != Some(&line) {
            self.history.push(line.clone());
        }
        TypedLine::Entered(line)
    }

    /// Takes a line of the history; none back is an empty one.
    fn take(&mut self, back: usize) {
        if back <= self.history.len() {
            self.back = back;
            let line = if back == 0 { "" } else { &self.history[self.history.len() - back] };
            self.line = line.chars().collect();
            self.cursor = self.line.len();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(editor: &mut LineEditor, text: &str) {
        for letter in text.chars() {
            assert_eq!(editor.press(LineKey::Char(letter)), TypedLine::Open);
        }
    }

    #[test]
    fn a_line_is_edited_in_the_middle_and_found_again() {
        let mut editor = LineEditor::default();
        typed(&mut editor, "d3x");
        editor.press(LineKey::Backspace);
        editor.press(LineKey::Home);
        editor.press(LineKey::Delete);
        typed(&mut editor, "é");
        assert_eq!(editor.drawn("> "), "\r\u{1b}[K> é3\u{1b}[1D");
        assert_eq!(editor.press(LineKey::Enter), TypedLine::Entered("é3".to_string()));
        typed(&mut editor, "hint");
        assert_eq!(editor.press(LineKey::Enter), TypedLine::Entered("hint".to_string()));
        for key in [LineKey::Up, LineKey::Up, LineKey::Up, LineKey::Down] {
            editor.press(key);
        }
        assert_eq!(editor.press(LineKey::Enter), TypedLine::Entered("hint".to_string()));
    }

    #[test]
    fn a_line_is_cut_on_both_sides_and_ctrl_d_ends_only_an_empty_one() {
        let mut editor = LineEditor::default();
        typed(&mut editor, "abc");
        editor.press(LineKey::Left);
        typed(&mut editor, "\u{15}\u{4}\u{1b}");
        assert_eq!(editor.drawn(""), "\r\u{1b}[Kc\u{1b}[1D");
        typed(&mut editor, "\u{b}");
        assert_eq!(editor.press(LineKey::Char('\u{4}')), TypedLine::Over);
    }
}
