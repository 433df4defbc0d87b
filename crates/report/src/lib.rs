//! Self-contained HTML pages: boards, replays, charts.
