extension StaticString {
    /// The text as UTF-8.
    public var bytes: [UInt8] {
        withUTF8Buffer { Array($0) }
    }

    /// True if the texts are equal. Makes no copy.
    public func isEqual(to text: ArraySlice<UInt8>) -> Bool {
        utf8CodeUnitCount == text.count && withUTF8Buffer { $0.elementsEqual(text) }
    }
}
