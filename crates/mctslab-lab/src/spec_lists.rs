//! Lists in braces: `uct(iters=500,c={0.2,0.4})` is two agents.

use crate::error::LabError;

/// No more lists than this in one spec: a table has rows and columns.
const MOST_LISTS: usize = 2;

/// Every spec that a text with lists in braces stands for, the last list varying fastest; the text
/// itself if there is none.
///
/// ```
/// # use mctslab_lab::expand;
/// assert_eq!(expand("uct(iters=5,c={0.2,0.4})")?, ["uct(iters=5,c=0.2)", "uct(iters=5,c=0.4)"]);
/// assert_eq!(expand("random")?, ["random"]);
/// # Ok::<(), mctslab_lab::LabError>(())
/// ```
pub fn expand(text: &str) -> Result<Vec<String>, LabError> {
    let refuse = |reason: &str| Err(LabError::Request(format!("`{text}`: {reason}")));
    let (mut all, mut rest, mut lists) = (vec![String::new()], text, 0);
    while let Some(open) = rest.find(['{', '}']) {
        let (before, list) = rest.split_at(open);
        let Some(list) = list.strip_prefix('{') else { return refuse("a `}` without a matching `{`") };
        let Some(close) = list.find('}') else { return refuse("a `{` without a matching `}`") };
        let values = crate::split_specs(&list[..close]);
        lists += 1;
        if lists > MOST_LISTS {
            return refuse("more than two lists in braces: vary one or two options");
        }
        if values.iter().any(String::is_empty) {
            return refuse("a list in braces with nothing between two commas, or nothing at all: write `{0.2,0.4}`");
        }
        if let Some(twice) = values.iter().enumerate().find(|(place, value)| values[..*place].contains(value)) {
            return refuse(&format!("`{}` appears twice in a list in braces", twice.1));
        }
        let with =
            |start: &String| values.iter().map(move |value| format!("{start}{before}{value}")).collect::<Vec<_>>();
        all = all.iter().flat_map(with).collect();
        rest = &list[close + 1..];
    }
    for one in &mut all {
        one.push_str(rest);
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_lists_make_a_table() {
        let all = expand("uct(c={1,2},iters={3,4})").expect("specs");
        assert_eq!(all, ["uct(c=1,iters=3)", "uct(c=1,iters=4)", "uct(c=2,iters=3)", "uct(c=2,iters=4)"]);
        assert_eq!(expand("uct(playout={mast(eps=0.1),uniform})").expect("specs").len(), 2);
    }

    #[test]
    fn lists_that_make_no_sense_are_refused() {
        for (text, part) in [
            ("uct(c={})", "nothing at all"),
            ("uct(c={1,})", "between two commas"),
            ("uct(c={1,1})", "twice"),
            ("uct(c={1,2)", "without a matching `}`"),
            ("uct(c=1})", "without a matching `{`"),
            ("uct(a={1,2},b={1,2},c={1,2})", "more than two"),
        ] {
            let error = expand(text).expect_err(text).to_string();
            assert!(error.contains(part) && error.contains(text), "{error}");
        }
    }
}
