//! What can go wrong in the laboratory.

use std::path::PathBuf;

use mctslab_arena::{CourseError, CrewError, OpeningError, PlanError, ResultError, StoreError};
use mctslab_core::spec::SpecError;
use mctslab_registry::RegistryError;
use thiserror::Error;

/// How something is chosen.
fn chosen_by(by: Option<&str>, of: &str) -> String {
    by.map_or_else(|| format!("`{of}`"), |by| format!("`{by}={of}`"))
}

/// An error with the cure in its message.
#[derive(Debug, Error)]
pub enum LabError {
    /// A game, agent or position that cannot be used.
    #[error(transparent)]
    Registry(#[from] RegistryError),
    /// A spec that cannot be used.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// A plan that cannot be used.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// Agents that cannot be seated.
    #[error(transparent)]
    Course(#[from] CourseError),
    /// A game that a stored run does not have.
    #[error("{0}")]
    NoGame(String),
    /// An option of something that was not chosen.
    #[error("`{option}` is an option of `{of}`: choose {} as well", chosen_by(*by, of))]
    NotChosen {
        /// The option.
        option: String,
        /// What has it.
        of: String,
        /// The option that chooses what has it; none if a switch of its own does.
        by: Option<&'static str>,
    },
    /// A request that makes no sense.
    #[error("{0}")]
    Request(String),
    /// A stored run whose records would not go together with new ones.
    #[error("run {run} was started with other settings, so that its results and new ones cannot be combined:\n  {}\n{cure}", changes.join("\n  "))]
    Changed {
        /// The run.
        run: i64,
        /// A line for each difference.
        changes: Vec<String>,
        /// What to do.
        cure: String,
    },
    /// A run of an experiment that cannot be planned.
    #[error("`{label}`: {error}")]
    Cell {
        /// The run's label.
        label: String,
        /// Why.
        error: Box<LabError>,
    },
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Those who play cannot go on.
    #[error(transparent)]
    Crew(#[from] CrewError),
    /// An agent does not start.
    #[error("`{agent}` could not be started{}: {message}", in_a_row(*times))]
    NoStart {
        /// The agent's spec.
        agent: String,
        /// How often.
        times: usize,
        /// What happened the last time.
        message: String,
    },
    /// An agent or a game panicked.
    #[error("{who} panicked{place}: {message}; this is a bug of {whose}")]
    Panic {
        /// The agent, or the game.
        who: String,
        /// In which game.
        place: String,
        /// What the panic said.
        message: String,
        /// Whose bug it is.
        whose: &'static str,
    },
    /// A file that cannot be written.
    #[error("cannot write `{}`: {error}", path.display())]
    Place {
        /// The file.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// A file that cannot be read.
    #[error("cannot read `{}`: {error}", path.display())]
    Unread {
        /// The file.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// A file that would replace the store.
    #[error("`{}` is the store itself, which would be overwritten", .0.display())]
    OntoStore(PathBuf),
    /// A place that cannot be written to.
    #[error(transparent)]
    Write(#[from] std::io::Error),
    /// A Parquet file that cannot be written.
    #[cfg(feature = "parquet")]
    #[error(transparent)]
    Parquet(#[from] ::parquet::errors::ParquetError),
    /// A run that failed, and how to go on with it.
    #[error("{error}\n{hint}")]
    Failed {
        /// What went wrong.
        error: Box<LabError>,
        /// How to go on.
        hint: String,
    },
    /// A task that cannot be done.
    #[error("task {task} cannot be done: {reason}")]
    Task {
        /// Its number.
        task: u64,
        /// Why.
        reason: String,
    },
    /// A result that does not belong to the run.
    #[error("the result of task {task} does not belong to the run: {reason}")]
    Rubbish {
        /// The task it claims to be of.
        task: u64,
        /// What is wrong with it.
        reason: ResultError,
    },
}

impl LabError {
    /// Whether something impossible was asked for, rather than something possible going wrong.
    pub fn is_usage(&self) -> bool {
        match self {
            LabError::Registry(error) => error.is_usage(),
            LabError::Cell { error, .. } => error.is_usage(),
            LabError::Spec(_)
            | LabError::Plan(_)
            | LabError::Course(_)
            | LabError::Request(_)
            | LabError::NotChosen { .. }
            | LabError::OntoStore(_) => true,
            _ => false,
        }
    }

    /// The same with a line on how to go on, if it is an error of a run rather than of what was
    /// asked or of what is stored, which would only be met again.
    #[must_use]
    pub fn with_hint(self, hint: impl FnOnce() -> String) -> LabError {
        let again = matches!(&self, LabError::Store(error) if error.is_damage);
        if self.is_usage() || again { self } else { LabError::Failed { error: Box::new(self), hint: hint() } }
    }

    /// A panic outside of any job: of the study, or of rules that results were looked at by.
    pub(crate) fn panic_of_study(message: String) -> LabError {
        let (who, place) = ("the study or its game".to_string(), String::new());
        LabError::Panic { who, place, message, whose: "one of the two" }
    }

    /// The error without a line on how to go on.
    pub fn cause(&self) -> &LabError {
        match self {
            LabError::Failed { error, .. } => error,
            _ => self,
        }
    }
}

/// How often something went wrong, in words.
fn in_a_row(times: usize) -> String {
    if times == 1 { String::new() } else { format!(" {times} times in a row") }
}

impl From<OpeningError> for LabError {
    fn from(error: OpeningError) -> LabError {
        LabError::Plan(error.into())
    }
}
