//! The game at the table: whose turn it is, what is typed, what the engine answers.

use super::level::{Level, generator, hint};
use super::screen::Screen;
use crate::commands::setup::rows;
use crate::engine::setups;
use crate::input::guess_turn_form;
use crate::story::Story;
use anyhow::Context;
use std::io::Write;
use std::path::Path;
use tusker_analysis::annotate::rule_words;
use tusker_core::{
    Board, BookSetup, Color, EndReason, Game, Outcome, Phase, Position, Randomness, SetupKind, Variant,
    setup_book,
};
use tusker_notation::{
    GameForm, GameRecord, Strictness, TurnLabel, fill_rabbits, read_legacy_setup, read_setup_of,
    read_turn_as, write_games, write_turn,
};

/// Whether the game goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    On,
    Quit,
}

/// A game between a person and the engine.
pub(super) struct Table {
    game: Game,
    person: Color,
    level: Level,
    seed: u64,
    /// Whether the end of the game has been told.
    ended: bool,
    /// The game before the person gave up.
    given_up: Option<Game>,
}

const HELP: &str = "\
  Ee2n Ee3n     a turn in steps; also Ee4 (Lightvector) or Ee2e3, Ee3e4 (Abstract Play)
  Ra1 Rb1 ..    a setup; with the eight other pieces placed, rabbits fill the rest
  quick [NAME]  a setup of the book that fits, or the named one      setups  which there are
  hint          what the engine would play                           undo    takes your last turn back
  board         the board again                                      level N strength, 1 to 10
  save FILE     load FILE                                            resign  help  quit
";

impl Table {
    pub(super) fn new(game: Game, person: Color, level: Level, seed: u64) -> Self {
        Self { game, person, level, seed, ended: false, given_up: None }
    }

    pub(super) fn welcome(&self, screen: Screen, out: &mut impl Write) -> anyhow::Result<()> {
        let Self { person, level, seed, .. } = self;
        writeln!(
            out,
            "You play {person} against Tusker, level {}, seed {seed}. Type help for help.",
            level.number
        )?;
        if self.game.position().is_some() {
            self.show(screen, None, out)?;
        }
        Ok(())
    }

    pub(super) fn prompt(&self) -> String {
        match self.game.phase() {
            Phase::Over(_) => "game over> ".to_owned(),
            Phase::Setup(color) => format!("{color}'s setup> "),
            Phase::Play(_) => format!("{}> ", TurnLabel::of(&self.game)),
        }
    }

    fn show(&self, screen: Screen, before: Option<&Board>, out: &mut impl Write) -> anyhow::Result<()> {
        write!(out, "{}", screen.board(self.game.board(), before, self.person))?;
        Ok(())
    }

    /// Lets the engine set up or play as long as it is its turn, and tells the end of the game once.
    pub(super) fn engine_plays(&mut self, screen: Screen, out: &mut impl Write) -> anyhow::Result<()> {
        loop {
            match self.game.phase() {
                Phase::Setup(color) if color != self.person => {
                    let mut rng = generator(self.seed, color.index() as u64 + 1);
                    let setup = setups::choose(&self.game, Randomness::USUAL, &mut rng);
                    if self.game.place(&setup).is_err() {
                        // Where no setup of the book fits, chance finds one.
                        let kind = self.game.variant().setup;
                        let drawn = kind.random(color, self.game.board(), &mut rng).unwrap_or_default();
                        self.game.place(&drawn)?;
                    }
                    writeln!(out, "Tusker sets up.")?;
                    self.show(screen, None, out)?;
                }
                Phase::Play(color) if color != self.person => {
                    let label = TurnLabel::of(&self.game);
                    let Some(turn) = self.level.choose(&self.game, self.seed) else { break };
                    let before = *self.game.board();
                    let text = self.game.position().and_then(|position| write_turn(position, &turn).ok());
                    self.game.play(&turn)?;
                    writeln!(out, "Tusker plays {label} {}", text.unwrap_or_default())?;
                    self.show(screen, Some(&before), out)?;
                }
                _ => break,
            }
        }
        if let (Phase::Over(outcome), false) = (self.game.phase(), self.ended) {
            self.ended = true;
            self.tell_end(outcome, out)?;
        }
        Ok(())
    }

    fn tell_end(&self, outcome: Outcome, out: &mut impl Write) -> anyhow::Result<()> {
        let mover = self.game.position().map_or(self.game.side(), |position| !position.side());
        let how = match outcome.reason {
            EndReason::Resignation => outcome.to_string(),
            _ => rule_words(outcome, mover),
        };
        let word = if outcome.winner == self.person { "You win" } else { "Tusker wins" };
        writeln!(out, "{word}. {how}.")?;
        Ok(())
    }

    /// Does what a line says; faults are told, and the game stays as it is.
    pub(super) fn answer(
        &mut self,
        line: &str,
        screen: Screen,
        out: &mut impl Write,
    ) -> anyhow::Result<Next> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let done = match word.to_ascii_lowercase().as_str() {
            "" => Ok(()),
            "quit" | "exit" => return Ok(Next::Quit),
            "help" | "?" => write!(out, "{HELP}").map_err(Into::into),
            "board" => self.show(screen, None, out),
            "undo" => self.undo(screen, out),
            "hint" => self.hint(out),
            "setups" => self.setups(out),
            "quick" => self.quick(rest, screen, out),
            "level" => self.set_level(rest, out),
            "save" => self.save(rest, out),
            "load" => self.load(rest, screen, out),
            "resign" => {
                self.given_up = Some(self.game.clone());
                self.game.end(Outcome { winner: !self.person, reason: EndReason::Resignation });
                Ok(())
            }
            _ => self.play(line, screen, out),
        };
        if let Err(error) = done {
            writeln!(out, "{error:#}")?;
        }
        Ok(Next::On)
    }

    /// A setup or a turn, as it is typed.
    fn play(&mut self, text: &str, screen: Screen, out: &mut impl Write) -> anyhow::Result<()> {
        let before = *self.game.board();
        match (self.game.phase(), self.game.position().copied()) {
            (Phase::Over(outcome), _) => {
                anyhow::bail!("The game is over: {outcome}. Type undo, load FILE or quit.")
            }
            (Phase::Setup(color), _) => self.place(text, color)?,
            (Phase::Play(_), Some(position)) => self.play_turn(text, &position, out)?,
            (Phase::Play(_), None) => {}
        }
        self.show(screen, Some(&before), out)
    }

    fn place(&mut self, text: &str, color: Color) -> anyhow::Result<()> {
        let (kind, board) = (self.game.variant().setup, *self.game.board());
        if let Some(choice) = named(text, color, &board) {
            return Ok(self.game.place(&choice.setup)?);
        }
        // A lone letter case is no oddity when it is typed.
        let setup = if text.contains(',') {
            read_legacy_setup(text, color, &board, kind, Strictness::Lenient)?.value.setup
        } else {
            read_setup_of(kind, text, color, &board, Strictness::Lenient)?.value
        };
        let setup = if kind == SetupKind::HomeRanks { fill_rabbits(&setup, color) } else { setup };
        self.game.place(&setup).with_context(|| "type quick for a whole setup, or add pieces")
    }

    fn play_turn(&mut self, text: &str, position: &Position, out: &mut impl Write) -> anyhow::Result<()> {
        let reading = read_turn_as(position, text, guess_turn_form(text), Strictness::Lenient)
            .map_err(|error| anyhow::anyhow!("column {}: {}", error.place.column, error.what))?;
        let turn = reading.value.turn;
        let label = TurnLabel::of(&self.game);
        self.game.play(&turn)?;
        let occurrence =
            self.game.position().map_or(0, |after| self.game.occurrences(after.repetition_key()));
        writeln!(out, "You play {label} {}", write_turn(position, &turn)?)?;
        if occurrence == 2 {
            writeln!(out, "(This position occurs for the second time; a third is not allowed.)")?;
        }
        Ok(())
    }

    /// Takes back to the person's last own setup or turn.
    fn undo(&mut self, screen: Screen, out: &mut impl Write) -> anyhow::Result<()> {
        if let Some(game) = self.given_up.take().filter(|_| self.game.outcome().is_some()) {
            self.game = game;
            self.ended = false;
            writeln!(out, "You play on.")?;
            return self.show(screen, None, out);
        }
        let mut trial = self.game.clone();
        let mut own = false;
        while !own && trial.takeback() {
            own = trial.side() == self.person;
        }
        if !own {
            anyhow::bail!("There is no turn of yours to take back.");
        }
        self.game = trial;
        self.ended = false;
        self.show(screen, None, out)
    }

    fn hint(&self, out: &mut impl Write) -> anyhow::Result<()> {
        if let Phase::Setup(_) = self.game.phase() {
            return self.setups(out);
        }
        if self.game.outcome().is_some() {
            anyhow::bail!("The game is over.");
        }
        let (Some(position), Some((turn, score))) = (self.game.position(), hint(&self.game, self.level))
        else {
            anyhow::bail!("There is no turn to play.");
        };
        writeln!(out, "Hint: {} ({score})", write_turn(position, &turn)?)?;
        Ok(())
    }

    /// The first choices of the book, with their reasons.
    fn setups(&self, out: &mut impl Write) -> anyhow::Result<()> {
        let Phase::Setup(color) = self.game.phase() else {
            anyhow::bail!("The setup is over.");
        };
        for choice in setup_book(color, self.game.board()).iter().take(6) {
            write!(out, "{}\n{}", choice.name, rows(choice, color))?;
            for reason in &choice.reasons {
                writeln!(out, "   - {reason}")?;
            }
        }
        writeln!(out, "Type quick NAME, or quick alone for one of them.")?;
        Ok(())
    }

    fn quick(&mut self, name: &str, screen: Screen, out: &mut impl Write) -> anyhow::Result<()> {
        let Phase::Setup(color) = self.game.phase() else {
            anyhow::bail!("The setup is over.");
        };
        let board = *self.game.board();
        let setup = if name.is_empty() {
            let mut rng = generator(self.seed, color.index() as u64 + 1);
            setups::choose(&self.game, Randomness::USUAL, &mut rng)
        } else {
            let choice = named(name, color, &board);
            choice.with_context(|| format!("The book has no setup '{name}': type setups to see them."))?.setup
        };
        self.game.place(&setup)?;
        writeln!(out, "{setup}")?;
        self.show(screen, Some(&board), out)
    }

    fn set_level(&mut self, text: &str, out: &mut impl Write) -> anyhow::Result<()> {
        let number: Option<u8> = text.parse().ok().filter(|number| (1..=10).contains(number));
        self.level = Level::new(number.with_context(|| "level N: expected a number from 1 to 10")?);
        writeln!(out, "Level {}.", self.level.number)?;
        Ok(())
    }

    fn save(&self, name: &str, out: &mut impl Write) -> anyhow::Result<()> {
        if name.is_empty() {
            anyhow::bail!("save FILE: name a file");
        }
        let mut record = GameRecord::new(self.game.clone());
        let names = if self.person == Color::Gold { ["you", "Tusker"] } else { ["Tusker", "you"] };
        let sides = ["gold", "silver"].into_iter().zip(names);
        record.fields = sides.map(|(side, name)| (side.to_owned(), name.to_owned())).collect();
        if *self.game.variant() != Variant::STANDARD {
            record.fields.push(("variant".to_owned(), self.game.variant().name.to_owned()));
        }
        // A list of turns begins with setups; a given start fits into a record of Abstract Play.
        let records = [record];
        let (text, _) =
            write_games(&records, GameForm::Match).or_else(|_| write_games(&records, GameForm::ApLegacy))?;
        std::fs::write(name, text).with_context(|| name.to_owned())?;
        writeln!(out, "Saved in {name}.")?;
        Ok(())
    }

    fn load(&mut self, name: &str, screen: Screen, out: &mut impl Write) -> anyhow::Result<()> {
        if !Path::new(name).exists() {
            anyhow::bail!("load FILE: there is no file '{name}'");
        }
        self.game = Story::read(name, Variant::STANDARD, None)?.into_game();
        self.ended = false;
        self.show(screen, None, out)
    }
}

/// The setup of the book with this name.
fn named(name: &str, color: Color, enemy: &Board) -> Option<BookSetup> {
    let all = setup_book(color, &Board::EMPTY);
    let fitting = setup_book(color, enemy);
    fitting.into_iter().chain(all).find(|choice| choice.name.eq_ignore_ascii_case(name.trim()))
}
