extension StaticString {
    /// The text as UTF-8.
    public var bytes: [UInt8] {
        withUTF8Buffer { Array($0) }
    }
}
