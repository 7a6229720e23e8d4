//! Certificates: made by the families, checked by tejun-verify, and refused once they are changed.

mod mutations;
mod packing;
