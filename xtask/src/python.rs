//! The Python package: built into a virtual environment under `target/python`, and tested there.
//! Its dependencies are installed once.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context, bail};

use crate::target;

/// The packages for the tests, and the optional ones of the package.
const PACKAGES: &str = "maturin pytest pytest-xdist numpy pandas pyarrow matplotlib tqdm mypy nbclient nbformat ipykernel ray \
                        distributed submitit open_spiel pettingzoo";

/// Builds, installs and tests the package. Without Python, or where nothing can be installed, a
/// message says so and the step is skipped.
pub(crate) fn test() -> anyhow::Result<()> {
    let start = Instant::now();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().context("cannot find the workspace")?;
    let folder = target(&root).join("python");
    let Some(python) = environment(&folder)? else { return Ok(()) };
    let wheels = folder.join("wheels");
    if wheels.exists() {
        std::fs::remove_dir_all(&wheels).context("cannot remove the wheels of an earlier build")?;
    }
    // The profile and the features of the other tests (a test compares them), so that their build
    // is reused.
    let build = ["-m", "maturin", "build", "--quiet", "--profile", "dev", "--out"];
    run(Command::new(&python).args(build).arg(&wheels).current_dir(root.join("python")))?;
    let wheel = std::fs::read_dir(&wheels)?.next().context("maturin made no wheel")??.path();
    let install = ["-m", "pip", "install", "--quiet", "--force-reinstall", "--no-deps"];
    run(Command::new(&python).args(install).arg(wheel))?;
    println!("xtask: the package is built and installed after {} s", start.elapsed().as_secs());
    // Tests are run from another folder, so that the installed package is what they import; two at
    // a time, since many of them wait.
    let tests = root.join("python").join("tests");
    let settings = root.join("python").join("pyproject.toml");
    let pytest = ["-m", "pytest", "-q", "-n", "2", "--dist", "worksteal", "-c"];
    run(Command::new(&python).args(pytest).arg(settings).arg(tests).current_dir(&folder))?;
    println!("xtask: the Python package is tested after {} s", start.elapsed().as_secs());
    Ok(())
}

/// The interpreter of the virtual environment, which is made if it does not exist; `None` if that
/// fails.
fn environment(folder: &Path) -> anyhow::Result<Option<PathBuf>> {
    let python = folder.join("venv").join("bin").join("python");
    let ready = folder.join("venv").join("mctslab-ready");
    if std::fs::read_to_string(&ready).is_ok_and(|packages| packages == PACKAGES) {
        return Ok(Some(python));
    }
    let Some(outside) = ["python3", "python"].into_iter().find(|name| is_usable(name)) else {
        println!("xtask: Python 3.10 or newer with `venv` is not installed here: tests of the package SKIPPED");
        return Ok(None);
    };
    std::fs::create_dir_all(folder)?;
    run(Command::new(outside).args(["-m", "venv"]).arg(folder.join("venv")))?;
    let installed =
        run(Command::new(&python).args(["-m", "pip", "install", "--quiet"]).args(PACKAGES.split_whitespace()));
    if let Err(error) = installed {
        println!("xtask: {error:#}; the tests of the Python package need `pip install {PACKAGES}`: SKIPPED");
        return Ok(None);
    }
    std::fs::write(ready, PACKAGES)?;
    Ok(Some(python))
}

/// Whether an interpreter exists, is new enough, and can make virtual environments.
fn is_usable(name: &str) -> bool {
    let code = "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))";
    let mut command = Command::new(name);
    command.args(["-c", code]).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

fn run(command: &mut Command) -> anyhow::Result<()> {
    let words: Vec<String> = command.get_args().map(|word| word.to_string_lossy().into_owned()).collect();
    let shown = format!("{} {}", command.get_program().to_string_lossy(), words.join(" "));
    println!("xtask: {shown}");
    let status = command.status().with_context(|| format!("cannot start `{shown}`"))?;
    if !status.success() {
        bail!("`{shown}` failed");
    }
    Ok(())
}
