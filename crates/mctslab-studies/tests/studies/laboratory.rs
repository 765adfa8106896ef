//! What the laboratory does for the studies that mctslab comes with: plans, options, explanations
//! and progress.

use std::time::Duration;

use mctslab_lab::{Request, Run, RunSnapshot, progress_line};
use mctslab_registry::Catalog;
use mctslab_studies::standard_lab;

fn made(command: &str, base: &str, given: &[(&str, &str)]) -> String {
    let given: Vec<_> = given.iter().map(|(key, value)| ((*key).to_string(), (*value).to_string())).collect();
    standard_lab(Catalog::standard()).study_spec(command, base, &given).expect("a spec")
}

#[test]
fn options_become_parameters_of_the_study_and_of_its_choices() {
    assert_eq!(made("complexity", "fit", &[("precision", "0.2"), ("games", "50")]), "fit(precision=0.2,games=50)");
    assert_eq!(made("complexity", "bisection(trials=3)", &[("trials", "4")]), "bisection(trials=4)");
    assert_eq!(made("complexity", "bisection", &[("theta", "0.02")]), "bisection(criterion=score(theta=0.02))");
    let both = [("criterion", "trueskill"), ("theta", "0.9")];
    assert_eq!(made("complexity", "bisection", &both), "bisection(criterion=trueskill(theta=0.9))");
    assert_eq!(made("match", "match", &[("stop", "sprt(elo1=5)")]), "match(stop=sprt(elo1=5))");
    let refused = |command: &str, base: &str, key: &str| {
        let given = [(key.to_string(), "1".to_string())];
        standard_lab(Catalog::standard()).study_spec(command, base, &given).expect_err("it is refused").to_string()
    };
    let cure = "`elo0` is an option of `sprt`: choose `stop=sprt` as well";
    assert_eq!(refused("match", "match", "elo0"), cure);
    assert_eq!(refused("match", "match(stop=none)", "elo0"), cure);
    let cure = "`trials` is an option of `bisection`: choose `method=bisection` as well";
    assert_eq!(refused("complexity", "fit", "trials"), cure);
    assert!(refused("complexity", "fit", "theta").contains("`method=bisection`"));
}

#[test]
fn help_names_the_studies_that_have_an_option_and_their_defaults() {
    let lab = standard_lab(Catalog::standard());
    let help = |command: &str, name: &str| {
        let options = lab.study_options(command);
        options.iter().find(|option| option.param.name == name).expect("an option").help()
    };
    assert!(help("complexity", "trials").contains("(bisection)"), "{}", help("complexity", "trials"));
    assert!(!help("match", "games").contains("(match)"), "{}", help("match", "games"));
    assert!(!help("analyze", "games").contains("(analyze)"), "{}", help("analyze", "games"));
    assert!(!help("analyze", "ladder").contains("false"), "{}", help("analyze", "ladder"));
    assert!(help("match", "games").contains("[default: "), "{}", help("match", "games"));
}

#[test]
fn many_runs_are_counted_and_one_speaks_for_itself() {
    let lab = standard_lab(Catalog::standard());
    let request = Request {
        game: "nim".to_string(),
        study: "match(games=4)".to_string(),
        agents: vec!["random".to_string(), "random".to_string()],
        ..Request::default()
    };
    let run = || Run::new(&lab, lab.plan(&request).expect("a plan"), None).expect("a run");
    let runs = [run(), run()].map(|run| RunSnapshot::of(&run));
    assert_eq!(progress_line(&runs, Duration::from_secs(5)), "0 of 2 runs");
    assert_eq!(progress_line(&runs[..1], Duration::from_secs(5)), runs[0].progress.line);
}

#[test]
fn games_methods_and_choices_are_explained_with_their_options() {
    let lab = standard_lab(Catalog::standard());
    let text = |name: &str| {
        let found = lab.explain(name).expect("something of this name");
        found.iter().map(|one| one.text(None).expect("a text")).collect::<String>()
    };
    assert!(text("tic-tac-toe").contains("Estimates"), "{}", text("tic-tac-toe"));
    let bisection = text("bisection");
    assert!(bisection.contains("method bisection: ") && bisection.contains("    theta=0.01: "), "{bisection}");
    assert!(lab.explain("fit").expect("a method").iter().any(|one| one.json()["kind"] == "method"));
    assert!(lab.explain("nothing-of-this-name").is_err());
}

#[test]
fn every_target_is_planned_in_every_game() {
    let lab = standard_lab(Catalog::standard());
    let request = Request { study: "fit".to_string(), ..Request::default() };
    let games = ["nim", "tic-tac-toe"].map(str::to_string);
    let targets = ["random", "mcts(iters=5)"].map(|target| Some(target.to_string()));
    let plans = lab.plan_each(&request, &games, &targets).expect("plans");
    let named: Vec<(&str, &str)> =
        plans.iter().map(|plan| (plan.game.split('(').next().unwrap_or_default(), plan.names[0].as_str())).collect();
    let wanted =
        [("nim", "random"), ("nim", "mcts(iters=5)"), ("tic-tac-toe", "random"), ("tic-tac-toe", "mcts(iters=5)")];
    assert_eq!(named, wanted);
}
