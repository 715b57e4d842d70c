/// Why nothing was measured, in words.
public struct LoadError: Error, Equatable {
    public let message: String

    public init(_ message: String) { self.message = message }
}
