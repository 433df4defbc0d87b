//! Which points of the protocol an engine meets: `tusker match --check`.

mod session;

use crate::engine::EngineSpec;
use session::Session;
use std::fmt;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use tusker_aei::{Client, Farewell, Link};

/// How it went with one point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// As it should be.
    Met,
    /// Not as it should be: games would be lost by it, or controllers break.
    Missed(String),
    /// Something that not every engine does.
    Absent(String),
}

/// One point of the protocol.
#[derive(Clone, Debug)]
pub struct Point {
    /// What an engine should do.
    pub what: &'static str,
    /// Whether it does.
    pub finding: Finding,
}

/// All points, in the order in which they were tried.
#[derive(Clone, Debug, Default)]
pub struct Checks {
    points: Vec<Point>,
}

impl Checks {
    /// The points.
    pub fn points(&self) -> &[Point] {
        &self.points
    }

    /// Whether no point is missed; what is only absent does not count.
    pub fn all_met(&self) -> bool {
        !self.points.iter().any(|point| matches!(point.finding, Finding::Missed(_)))
    }

    fn add(&mut self, what: &'static str, result: Result<(), String>) {
        let finding = result.map_or_else(Finding::Missed, |()| Finding::Met);
        self.points.push(Point { what, finding });
    }

    fn add_optional(&mut self, what: &'static str, result: Result<(), String>) {
        let finding = result.map_or_else(Finding::Absent, |()| Finding::Met);
        self.points.push(Point { what, finding });
    }
}

impl fmt::Display for Checks {
    /// A line for each point, and a last one with the counts.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mut met, mut missed, mut absent) = (0, 0, 0);
        for Point { what, finding } in &self.points {
            match finding {
                Finding::Met => {
                    met += 1;
                    writeln!(f, "ok      {what}")?;
                }
                Finding::Missed(why) => {
                    missed += 1;
                    writeln!(f, "MISSED  {what}: {why}")?;
                }
                Finding::Absent(why) => {
                    absent += 1;
                    writeln!(f, "absent  {what}: {why}")?;
                }
            }
        }
        writeln!(f, "{met} met, {missed} missed, {absent} absent (not every engine does these)")
    }
}

/// Controllers wait so long for the end of an engine that was told to quit.
const END_PATIENCE: Duration = Duration::from_secs(5);

/// Tries all points on fresh processes of an engine; takes some ten seconds.
pub fn check_engine(spec: &EngineSpec) -> Checks {
    let mut checks = Checks::default();
    match Session::open(spec, &mut checks) {
        None => return checks,
        Some(mut session) => {
            session.setups_and_turns(&mut checks);
            session.search_control(&mut checks);
            session.odd_input(&mut checks);
            let quit = session.quit_while_searching(END_PATIENCE);
            checks.add("ends within 5 s on quit, also during a search", quit);
        }
    }
    checks.add("ends within 5 s when its input ends", ends_with_its_input(spec));
    checks.add_optional("connects to a socket with --server and --port", connects(spec));
    checks
}

fn ends_with_its_input(spec: &EngineSpec) -> Result<(), String> {
    let (program, arguments) = spec.argv.split_first().ok_or("no command line")?;
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    if let Some(directory) = &spec.directory {
        command.current_dir(directory);
    }
    let mut child = command.spawn().map_err(|e| e.to_string())?;
    drop(child.stdin.take());
    let deadline = Instant::now() + END_PATIENCE;
    while Instant::now() < deadline {
        if child.try_wait().map_err(|e| e.to_string())?.is_some() {
            return Ok(());
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    child.kill().and_then(|()| child.wait()).map_err(|e| e.to_string())?;
    Err("it was still there".to_owned())
}

fn connects(spec: &EngineSpec) -> Result<(), String> {
    let mut command = spec.command(None);
    command.link = Link::Socket;
    let mut client = Client::spawn(&command).map_err(|e| e.to_string())?;
    client.handshake(spec.startup).map_err(|e| e.to_string())?;
    match client.quit(END_PATIENCE) {
        Farewell::Killed => Err("it did not end on quit".to_owned()),
        Farewell::Exited(_) | Farewell::Disconnected => Ok(()),
    }
}
