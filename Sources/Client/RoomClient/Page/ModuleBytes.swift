/// The bytes that a page and a WebAssembly module exchange through the module's memory. A module instance belongs
/// to one thread of one page, and its exports do not interrupt each other.
public struct ModuleBytes {
    public private(set) var input: [UInt8] = []
    private var answer: [UInt8] = []

    public init() {}

    /// Makes room for an input of the next call. Returns its address; nil if it is too long. The array does not
    /// change before the page has written the bytes, so its storage stays valid.
    public mutating func prepareInput(_ count: UInt32, max: UInt32) -> UnsafeMutableRawPointer? {
        input = [UInt8](repeating: 0, count: count <= max ? Int(count) : 0)
        guard count <= max else { return nil }
        return input.withUnsafeMutableBytes { $0.baseAddress }
    }

    /// The address of the last answer, valid until the next one.
    public var answerAddress: UnsafeRawPointer? { answer.withUnsafeBytes { $0.baseAddress } }

    /// Ends a call with its answer. Returns the answer's length.
    public mutating func finish(_ answer: [UInt8]) -> UInt32 {
        input = []
        self.answer = answer
        return UInt32(answer.count)
    }
}
