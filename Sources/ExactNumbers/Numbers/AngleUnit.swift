/// What a full turn counts: 360 degrees or 2π radians.
public enum AngleUnit: UInt8, Equatable, Sendable {
    case degrees
    case radians
}
