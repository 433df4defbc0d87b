//! Endgame tables: small armies, solved by retrograde analysis.
