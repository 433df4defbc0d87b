//! What a search counts of itself.

/// Counts of one search, by its main thread; all of them only grow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Nodes whose edges were searched, by steps left (1 to 4).
    pub expanded: [u64; 4],
    /// Edges searched in those nodes, by steps left (1 to 4).
    pub edges: [u64; 4],
    /// Visits to the quiescence.
    pub quiescence: u64,
    /// Questions to the table.
    pub probes: u64,
    /// Questions that the table had an entry for.
    pub hits: u64,
    /// Nodes that an entry of the table ended.
    pub table_cutoffs: u64,
    /// Searches with reduced depth.
    pub reduced: u64,
    /// Reduced searches that had to be repeated at full depth.
    pub repeated: u64,
    /// Nodes that ended with a score of beta or more.
    pub cutoffs: u64,
    /// Cutoffs by the first edge of the node.
    pub first_cutoffs: u64,
    /// Nodes that ended with their static score.
    pub stood: u64,
    /// Edges left out because their turn was searched in another order.
    pub transposed: u64,
    /// Quiet edges left out as late or futile.
    pub pruned: u64,
}

impl Stats {
    /// A node with `steps_left` (1 to 4) steps left was searched, and `edges` of its edges.
    pub(crate) fn expand(&mut self, steps_left: u8, edges: usize) {
        let place = usize::from(steps_left).saturating_sub(1) % 4;
        self.expanded[place] += 1;
        self.edges[place] += edges as u64;
    }

    /// Adds the counts of another search.
    pub fn add(&mut self, other: &Self) {
        for (count, more) in self.counts_mut().into_iter().zip(other.counts()) {
            *count += more;
        }
    }

    fn counts_mut(&mut self) -> [&mut u64; 19] {
        let [e1, e2, e3, e4] = &mut self.expanded;
        let [s1, s2, s3, s4] = &mut self.edges;
        [
            e1,
            e2,
            e3,
            e4,
            s1,
            s2,
            s3,
            s4,
            &mut self.quiescence,
            &mut self.probes,
            &mut self.hits,
            &mut self.table_cutoffs,
            &mut self.reduced,
            &mut self.repeated,
            &mut self.cutoffs,
            &mut self.first_cutoffs,
            &mut self.stood,
            &mut self.transposed,
            &mut self.pruned,
        ]
    }

    fn counts(&self) -> [u64; 19] {
        let mut copy = *self;
        copy.counts_mut().map(|count| *count)
    }

    /// Each figure with its name and, where it is a share of something, the share in percent.
    pub fn figures(&self) -> Vec<Figure> {
        let share = |part: u64, whole: u64| (whole > 0).then(|| 100.0 * part as f64 / whole as f64);
        let expanded: u64 = self.expanded.iter().sum();
        let figure = |name: &'static str, count, share| Figure { name, count, share };
        vec![
            figure("nodes expanded", expanded, None),
            figure("quiescence visits", self.quiescence, share(self.quiescence, self.quiescence + expanded)),
            figure("table probes", self.probes, None),
            figure("table hits", self.hits, share(self.hits, self.probes)),
            figure("table cutoffs", self.table_cutoffs, share(self.table_cutoffs, self.probes)),
            figure("reduced searches", self.reduced, None),
            figure("repeated in full", self.repeated, share(self.repeated, self.reduced)),
            figure("cutoffs", self.cutoffs, share(self.cutoffs, expanded)),
            figure("cutoffs by the first edge", self.first_cutoffs, share(self.first_cutoffs, self.cutoffs)),
            figure("static scores far above beta", self.stood, None),
            figure("edges in another order", self.transposed, None),
            figure("late or futile edges", self.pruned, None),
        ]
    }

    /// Edges searched per expanded node with `steps` (1 to 4) steps left; `None` if there was none.
    pub fn branching(&self, steps: u8) -> Option<f64> {
        let place = usize::from(steps).checked_sub(1)?;
        let (expanded, edges) = (*self.expanded.get(place)?, *self.edges.get(place)?);
        (expanded > 0).then(|| edges as f64 / expanded as f64)
    }
}

/// One line of a table of [`Stats`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figure {
    /// What was counted.
    pub name: &'static str,
    /// How often.
    pub count: u64,
    /// The share of what it is a part of, in percent.
    pub share: Option<f64>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_and_shares() {
        let one =
            Stats { expanded: [1, 2, 3, 4], edges: [2, 6, 3, 8], probes: 20, hits: 5, ..Stats::default() };
        let mut sum = one;
        sum.add(&one);
        assert_eq!((sum.expanded, sum.edges, sum.probes), ([2, 4, 6, 8], [4, 12, 6, 16], 40));
        assert_eq!([1, 2, 3, 4].map(|steps| sum.branching(steps)), [2.0, 3.0, 1.0, 2.0].map(Some));
        assert_eq!((sum.branching(0), sum.branching(5), Stats::default().branching(1)), (None, None, None));
        let hits = sum.figures().into_iter().find(|figure| figure.name == "table hits");
        assert_eq!(hits, Some(Figure { name: "table hits", count: 10, share: Some(25.0) }));
    }
}
