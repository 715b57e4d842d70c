import ExactNumbers

/// What `=` does once more: the last operation with its right side.
struct Repeat: Equatable, Sendable {
    let infix: Infix
    let right: Number
}
