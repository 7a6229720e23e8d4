//! Certificates that tejun-verify accepts, and those of wrong solvers, which it refuses.

mod pacman;
mod pacman_plain;
