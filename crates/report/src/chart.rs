//! Charts as inline SVG.

use crate::html::escape;
use std::fmt::Write;

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 300.0;
const LEFT: f64 = 58.0;
const RIGHT: f64 = 14.0;
const TOP: f64 = 14.0;
const BOTTOM: f64 = 42.0;

/// Curves that are longer than this are thinned out.
const MOST_POINTS: usize = 600;

/// One curve.
#[derive(Clone, Debug, Default)]
pub struct Series {
    /// What it is.
    pub name: String,
    /// x and y, in ascending order of x; points that are not finite are left out.
    pub points: Vec<(f64, f64)>,
    /// x, lower and upper end of a band around the curve; may be empty. Ends are cut to the chart.
    pub band: Vec<(f64, f64, f64)>,
}

/// A level that is marked by a line across.
#[derive(Clone, Debug)]
pub struct Level {
    /// Where.
    pub y: f64,
    /// What it is; may be empty.
    pub label: String,
}

/// A point of a chart that stands out.
#[derive(Clone, Debug)]
pub struct PointMark {
    /// Where.
    pub x: f64,
    /// Where.
    pub y: f64,
    /// What it is; told when the pointer rests on it.
    pub label: String,
    /// How it looks: `blunder` or `mistake`.
    pub class: &'static str,
}

/// What a click on a chart does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Clicks {
    /// Nothing.
    #[default]
    None,
    /// x is the number of a turn, from 1: a click shows it on the page's replay, and a line marks the turn shown.
    Turns,
}

/// Curves over one axis.
#[derive(Clone, Debug, Default)]
pub struct LineChart {
    /// What it shows, for those who cannot see it.
    pub title: String,
    /// What x is.
    pub x_label: String,
    /// What y is.
    pub y_label: String,
    /// The curves.
    pub series: Vec<Series>,
    /// Marked levels.
    pub levels: Vec<Level>,
    /// Points that stand out.
    pub marks: Vec<PointMark>,
    /// What a click does.
    pub clicks: Clicks,
}

/// The part of the plane that a chart shows.
struct Frame {
    x: (f64, f64),
    y: (f64, f64),
}

impl Frame {
    fn of(chart: &LineChart) -> Self {
        let points = || {
            chart
                .series
                .iter()
                .flat_map(|series| &series.points)
                .filter(|p| p.0.is_finite() && p.1.is_finite())
        };
        let levels = chart.levels.iter().map(|level| level.y);
        let x = range(points().map(|p| p.0));
        let curve = range(points().map(|p| p.1).chain(levels));
        // Bands may reach far out at first: they widen the frame by no more than its height.
        let height = (curve.1 - curve.0).max(1e-9);
        let bands = chart.series.iter().flat_map(|series| &series.band);
        let ends = bands.flat_map(|&(_, low, high)| [low, high]).filter(|end| end.is_finite());
        let y =
            range(ends.map(|end| end.clamp(curve.0 - height, curve.1 + height)).chain([curve.0, curve.1]));
        Self { x, y }
    }

    fn x(&self, x: f64) -> f64 {
        LEFT + (x - self.x.0) / (self.x.1 - self.x.0) * (WIDTH - LEFT - RIGHT)
    }

    fn y(&self, y: f64) -> f64 {
        let y = y.clamp(self.y.0, self.y.1);
        TOP + (self.y.1 - y) / (self.y.1 - self.y.0) * (HEIGHT - TOP - BOTTOM)
    }
}

/// Least and greatest value; never empty.
fn range(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let (low, high) =
        values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| (low.min(v), high.max(v)));
    match (low, high) {
        _ if low > high => (0.0, 1.0),
        _ if high - low < 1e-12 => (low - 1.0, high + 1.0),
        _ => (low, high),
    }
}

/// Round values between the ends, some five of them.
fn ticks((low, high): (f64, f64)) -> Vec<f64> {
    let rough = (high - low) / 5.0;
    let power = 10.0_f64.powf(rough.log10().floor());
    let step =
        [1.0, 2.0, 5.0, 10.0].into_iter().map(|m| m * power).find(|step| *step >= rough).unwrap_or(power);
    let first = (low / step).ceil() as i64;
    let last = (high / step).floor() as i64;
    (first..=last).map(|n| n as f64 * step).collect()
}

/// A number with no more digits than it needs.
fn short(value: f64) -> String {
    let text = format!("{value:.3}");
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// At most [`MOST_POINTS`] items, evenly chosen, the last one among them.
fn thin<T: Copy>(items: &[T]) -> Vec<T> {
    let every = items.len().div_ceil(MOST_POINTS).max(1);
    let last = items.len().saturating_sub(1);
    items.iter().enumerate().filter(|(i, _)| i % every == 0 || *i == last).map(|(_, item)| *item).collect()
}

impl LineChart {
    pub(crate) fn to_html(&self) -> String {
        let frame = Frame::of(self);
        let clicks = match self.clicks {
            Clicks::None => String::new(),
            Clicks::Turns => {
                format!(" data-turns=\"{} {} {LEFT} {}\"", frame.x.0, frame.x.1, WIDTH - RIGHT)
            }
        };
        let mut svg = format!(
            "<figure><svg class=\"chart\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"{}\"{clicks}>",
            escape(&self.title)
        );
        self.axes(&frame, &mut svg);
        for (index, series) in self.series.iter().enumerate() {
            draw_band(&frame, series, index, &mut svg);
        }
        for level in &self.levels {
            let y = frame.y(level.y);
            let _ = write!(
                svg,
                "<line class=\"level\" x1=\"{LEFT}\" x2=\"{}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>\
                 <text class=\"level\" x=\"{}\" y=\"{:.1}\">{}</text>",
                WIDTH - RIGHT,
                WIDTH - RIGHT - 4.0,
                y - 4.0,
                escape(&level.label)
            );
        }
        for (index, series) in self.series.iter().enumerate() {
            let points: Vec<(f64, f64)> =
                series.points.iter().copied().filter(|p| p.0.is_finite() && p.1.is_finite()).collect();
            let path: Vec<String> = thin(&points)
                .into_iter()
                .map(|(x, y)| format!("{:.1},{:.1}", frame.x(x), frame.y(y)))
                .collect();
            let _ = write!(svg, "<polyline class=\"curve s{}\" points=\"{}\"/>", index % 6, path.join(" "));
        }
        for mark in self.marks.iter().filter(|mark| mark.x.is_finite() && mark.y.is_finite()) {
            let (x, y) = (frame.x(mark.x), frame.y(mark.y));
            let (class, label) = (mark.class, escape(&mark.label));
            let _ = write!(
                svg,
                "<circle class=\"{class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\"><title>{label}</title></circle>"
            );
        }
        svg.push_str("</svg>");
        svg.push_str(&legend(self.series.iter().map(|series| series.name.as_str())));
        let _ = write!(svg, "<figcaption>{}</figcaption></figure>", escape(&self.title));
        svg
    }

    fn axes(&self, frame: &Frame, svg: &mut String) {
        let (right, bottom) = (WIDTH - RIGHT, HEIGHT - BOTTOM);
        for tick in ticks(frame.y) {
            let y = frame.y(tick);
            let _ = write!(
                svg,
                "<line class=\"grid\" x1=\"{LEFT}\" x2=\"{right}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>\
                 <text class=\"tick y\" x=\"{}\" y=\"{:.1}\">{}</text>",
                LEFT - 6.0,
                y + 4.0,
                short(tick)
            );
        }
        for tick in ticks(frame.x) {
            let x = frame.x(tick);
            let _ = write!(
                svg,
                "<line class=\"grid\" x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"{TOP}\" y2=\"{bottom}\"/>\
                 <text class=\"tick x\" x=\"{x:.1}\" y=\"{}\">{}</text>",
                bottom + 16.0,
                short(tick)
            );
        }
        let middle = f64::midpoint(TOP, bottom);
        let _ = write!(
            svg,
            "<text class=\"axis\" x=\"{}\" y=\"{}\">{}</text>\
             <text class=\"axis\" transform=\"translate(12 {middle}) rotate(-90)\">{}</text>",
            f64::midpoint(LEFT, right),
            HEIGHT - 6.0,
            escape(&self.x_label),
            escape(&self.y_label)
        );
    }
}

fn draw_band(frame: &Frame, series: &Series, index: usize, svg: &mut String) {
    let band: Vec<(f64, f64, f64)> = thin(&series.band).into_iter().filter(|(x, ..)| x.is_finite()).collect();
    if band.is_empty() {
        return;
    }
    let point = |x: f64, y: f64| format!("{:.1},{:.1}", frame.x(x), frame.y(y));
    let upper = band.iter().map(|&(x, _, high)| point(x, high));
    let lower = band.iter().rev().map(|&(x, low, _)| point(x, low));
    let path: Vec<String> = upper.chain(lower).collect();
    let _ = write!(svg, "<polygon class=\"band s{}\" points=\"{}\"/>", index % 6, path.join(" "));
}

fn legend<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let mut html = String::from("<div class=\"legend\">");
    for (index, name) in names.enumerate().filter(|(_, name)| !name.is_empty()) {
        let _ = write!(html, "<span><i class=\"s{}\"></i>{}</span>", index % 6, escape(name));
    }
    html.push_str("</div>");
    html
}

/// One row of bars.
#[derive(Clone, Debug)]
pub struct BarRow {
    /// What it is.
    pub label: String,
    /// One value for each part, zero or more.
    pub values: Vec<f64>,
}

/// Rows of stacked bars.
#[derive(Clone, Debug, Default)]
pub struct Bars {
    /// What they show.
    pub title: String,
    /// Names of the parts.
    pub parts: Vec<String>,
    /// The rows, from the top.
    pub rows: Vec<BarRow>,
}

impl Bars {
    pub(crate) fn to_html(&self) -> String {
        const ROW: f64 = 26.0;
        let label_width =
            self.rows.iter().map(|row| row.label.chars().count()).max().unwrap_or(0) as f64 * 7.5 + 12.0;
        let room = WIDTH - label_width - 60.0;
        let total = |row: &BarRow| row.values.iter().sum::<f64>();
        let most = self.rows.iter().map(total).fold(0.0, f64::max).max(1e-9);
        let height = ROW * self.rows.len() as f64 + 4.0;
        let mut svg = format!(
            "<figure><svg class=\"chart\" viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" aria-label=\"{}\">",
            escape(&self.title)
        );
        for (index, row) in self.rows.iter().enumerate() {
            let y = index as f64 * ROW;
            let middle = y + ROW / 2.0 + 4.0;
            let edge = label_width - 8.0;
            let _ = write!(
                svg,
                "<text class=\"tick y\" x=\"{edge}\" y=\"{middle}\">{}</text>",
                escape(&row.label)
            );
            let mut x = label_width;
            for (part, value) in row.values.iter().enumerate() {
                let width = value / most * room;
                let _ = write!(
                    svg,
                    "<rect class=\"bar s{}\" x=\"{x:.1}\" y=\"{}\" width=\"{width:.1}\" height=\"{}\"><title>{}</title></rect>",
                    part % 6,
                    y + 3.0,
                    ROW - 6.0,
                    short(*value)
                );
                x += width;
            }
            let values: Vec<String> = row.values.iter().map(|value| short(*value)).collect();
            let _ = write!(
                svg,
                "<text class=\"value\" x=\"{:.1}\" y=\"{middle}\">{}</text>",
                x + 6.0,
                values.join(" + ")
            );
        }
        svg.push_str("</svg>");
        svg.push_str(&legend(self.parts.iter().map(String::as_str)));
        let _ = write!(svg, "<figcaption>{}</figcaption></figure>", escape(&self.title));
        svg
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_inside() {
        assert_eq!(ticks((0.0, 10.0)), [0.0, 2.0, 4.0, 6.0, 8.0, 10.0]);
        assert_eq!(ticks((-2.944, 2.944)), [-2.0, 0.0, 2.0]);
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!([0.0, -0.0001, 100.0, 2.5].map(short), ["0", "0", "100", "2.5"]);
    }

    #[test]
    fn nothing_infinite_gets_into_a_chart() {
        let series = Series {
            name: "a <b>".into(),
            points: vec![(1.0, f64::INFINITY), (2.0, 3.0), (3.0, f64::NAN)],
            band: vec![(2.0, f64::NEG_INFINITY, f64::INFINITY)],
        };
        for series in [vec![], vec![series]] {
            let html = LineChart { series, ..LineChart::default() }.to_html();
            assert!(!html.contains("NaN") && !html.contains("inf") && !html.contains("<b>"), "{html}");
        }
    }

    #[test]
    fn long_curves_are_thinned_and_keep_their_end() {
        let thinned = thin(&(0..10_000).collect::<Vec<_>>());
        assert!(thinned.len() <= MOST_POINTS + 1);
        assert_eq!((thinned.first(), thinned.last()), (Some(&0), Some(&9_999)));
    }
}
