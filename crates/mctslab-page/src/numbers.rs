//! Numbers and remarks in words.

/// A number in groups of three digits.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Numbers in a list, of which runs of neighbours are put together: `1 to 3, 5`.
///
/// ```
/// # use mctslab_page::number_list;
/// assert_eq!(number_list(&[5, 1, 2, 3, 8, 9]), "1 to 3, 5, 8, 9");
/// ```
pub fn number_list(numbers: &[i64]) -> String {
    let mut sorted = numbers.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    let part = |run: &[i64]| match run {
        [first, _, .., last] => format!("{first} to {last}"),
        _ => run.iter().map(i64::to_string).collect::<Vec<String>>().join(", "),
    };
    sorted.chunk_by(|one, next| one + 1 == *next).map(part).collect::<Vec<String>>().join(", ")
}

/// A remark as a sentence: with a capital at its start and a full stop.
pub fn as_sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string()).unwrap_or_default();
    let stop = if text.ends_with('.') { "" } else { "." };
    format!("{first}{}{stop}", letters.as_str())
}

/// A score with three digits; `-` where there is none.
pub fn score_text(score: Option<f64>) -> String {
    score.map_or("-".to_string(), |score| format!("{score:.3}"))
}

/// `1 search`, `1,200 searches`.
pub fn counted(count: u64, one: &str, many: &str) -> String {
    format!("{} {}", grouped(count), if count == 1 { one } else { many })
}
