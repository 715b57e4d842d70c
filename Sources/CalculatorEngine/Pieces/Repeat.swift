import ExactNumbers

/// The last operation with its right side, which another `=` repeats.
struct Repeat: Equatable, Sendable {
    let infix: Infix
    let right: Number
}
