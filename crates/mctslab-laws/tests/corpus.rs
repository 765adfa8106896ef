//! Every law holds for every stored input.

use std::fs;
use std::path::Path;

use mctslab_laws::{LAWS, check};

fn holds_for_what_is_kept(name: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(name);
    let mut seen = 0;
    for entry in fs::read_dir(&folder).expect("a folder") {
        let path = entry.expect("a file").path();
        check(name, &fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display())));
        seen += 1;
    }
    assert!(seen > 2, "{seen} inputs in {}", folder.display());
}

macro_rules! laws {
    ($($name:ident),*) => {
        $(
            #[test]
            fn $name() {
                holds_for_what_is_kept(stringify!($name));
            }
        )*

        #[test]
        fn every_law_is_tested() {
            assert_eq!(LAWS.iter().map(|(name, _)| *name).collect::<Vec<&str>>(), [$(stringify!($name)),*]);
        }
    };
}

laws!(answers, engine, experiment, position, spec, store, worker);
