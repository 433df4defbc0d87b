//! What the evaluation looks at: the features, in groups, and where their weights stand in the table.
//!
//! Every feature is counted for each side, from that side's view: rank 1 is its own back rank, and its home traps are
//! c3 and f3. Files are mirrored to a to d. A piece's *class* says how many enemy pieces are stronger: 0 rabbit, 1 six
//! and more, 2 four or five, 3 two or three, 4 one, 5 none; in full armies these are the kinds.

/// Number of classes of pieces.
pub const CLASSES: usize = 6;
/// Number of squares of a half board.
pub(crate) const HALF_BOARD: usize = 32;

/// A run of features that belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Group {
    /// The part of a report that it counts to.
    pub part: &'static str,
    /// Its own name, unique.
    pub name: &'static str,
    /// Its first feature.
    pub start: usize,
    /// Number of features.
    pub len: usize,
}

impl Group {
    pub(crate) const fn first(part: &'static str, name: &'static str, len: usize) -> Self {
        Self { part, name, start: 0, len }
    }

    /// The group that follows this one.
    pub(crate) const fn then(self, part: &'static str, name: &'static str, len: usize) -> Self {
        Self { part, name, start: self.end(), len }
    }

    /// The feature after the last.
    pub const fn end(self) -> usize {
        self.start + self.len
    }

    /// Its feature number `index`.
    #[inline]
    pub(crate) const fn at(self, index: usize) -> usize {
        debug_assert!(index < self.len);
        self.start + index
    }
}

/// A piece on its square: classes, then ranks 1 to 8, then files a to d.
pub(crate) const SQUARES: Group = Group::first("squares", "squares", CLASSES * HALF_BOARD);
/// A piece, by class: a correction of Harlog.
pub(crate) const MATERIAL: Group = SQUARES.then("pieces", "pieces", CLASSES);
/// A frozen piece, by class.
pub(crate) const FROZEN: Group = MATERIAL.then("frozen", "frozen", CLASSES);
/// A piece with a stronger active enemy beside it, not frozen, by class.
pub(crate) const DOMINATED: Group = FROZEN.then("dominated", "dominated", CLASSES);
/// A piece without a friend beside it and a stronger active enemy two squares away, by half (own, enemy's) and class.
pub(crate) const LONELY: Group = DOMINATED.then("dominated", "lonely", 2 * CLASSES);
/// A camel or horse (class 4, 3) held by a stronger enemy: near an enemy's home trap, or elsewhere in the enemy's half.
pub(crate) const HOSTAGE: Group = LONELY.then("hostages", "hostages", 4);
/// A piece that can step.
pub(crate) const MOBILE: Group = HOSTAGE.then("mobility", "mobile", 1);
/// Squares that the elephant reaches in three steps, by threes.
pub(crate) const ELEPHANT_REACH: Group = MOBILE.then("mobility", "elephant reach", 8);
/// Squares beside the elephant that it can go to, 0 to 4.
pub(crate) const ELEPHANT_EXITS: Group = ELEPHANT_REACH.then("mobility", "elephant exits", 5);
/// Own pieces beside a home trap, 0 to 4.
pub(crate) const HOME_GUARDS: Group = ELEPHANT_EXITS.then("traps", "home guards", 5);
/// Own pieces beside a trap of the enemy's, 0 to 4.
pub(crate) const AWAY_GUARDS: Group = HOME_GUARDS.then("traps", "away guards", 5);
/// Alone having the strongest piece beside a trap: home, away.
pub(crate) const STRONGEST_GUARD: Group = AWAY_GUARDS.then("traps", "strongest guard", 2);
/// Weight of own pieces near a trap of the enemy's, less the enemy's, in seventeen buckets.
pub(crate) const CONTROL: Group = STRONGEST_GUARD.then("traps", "control", 17);
/// A piece on a trap with one guard, or with more, by class.
pub(crate) const ON_TRAP: Group = CONTROL.then("traps", "on trap", 2 * CLASSES);
/// A piece that the enemy may capture, by side to move (own, enemy), steps (2, 3, 4) and class.
pub(crate) const THREATENED: Group = ON_TRAP.then("threats", "threatened", 2 * 3 * CLASSES);
/// A rabbit by the steps of its own way to goal, 1 to 8, and side to move (own, enemy).
pub(crate) const GOAL_WAY: Group = THREATENED.then("rabbits", "goal way", 2 * 8);
/// A frozen rabbit by the steps of its way to goal, 1 to 4.
pub(crate) const GOAL_FROZEN: Group = GOAL_WAY.then("rabbits", "goal way, frozen", 4);
/// A rabbit on rank 4 to 7 without a way of its own, by rank and enemy pieces ahead of it (0 to 3).
pub(crate) const GOAL_CLOSED: Group = GOAL_FROZEN.then("rabbits", "goal way, closed", 4 * 4);
/// A rabbit with an enemy piece right ahead.
pub(crate) const BLOCKED_RABBIT: Group = GOAL_CLOSED.then("rabbits", "blocked rabbit", 1);
/// A weaker enemy piece of class 3 or 4 near a piece of class 4 or 5: by class of the strong piece, of the weaker one, and
/// distance (1, 2, 3 or 4).
pub(crate) const ALIGNMENT: Group = BLOCKED_RABBIT.then("alignment", "alignment", 2 * 2 * 3);
/// Each step that the mover has left.
pub(crate) const TEMPO: Group = ALIGNMENT.then("tempo", "step left", 1);

/// Number of features.
pub const FEATURES: usize = TEMPO.end();

/// All groups, in order.
pub const GROUPS: [Group; 21] = [
    SQUARES,
    MATERIAL,
    FROZEN,
    DOMINATED,
    LONELY,
    HOSTAGE,
    MOBILE,
    ELEPHANT_REACH,
    ELEPHANT_EXITS,
    HOME_GUARDS,
    AWAY_GUARDS,
    STRONGEST_GUARD,
    CONTROL,
    ON_TRAP,
    THREATENED,
    GOAL_WAY,
    GOAL_FROZEN,
    GOAL_CLOSED,
    BLOCKED_RABBIT,
    ALIGNMENT,
    TEMPO,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_follow_each_other() {
        let mut end = 0;
        for group in GROUPS {
            assert_eq!(group.start, end, "{}", group.name);
            end = group.end();
        }
        assert_eq!(end, FEATURES);
    }
}
