/// A tape line as text. A store keeps it after the room has dropped the line, so it shows the same text
/// under all later rules.
public struct TapeEntry: Equatable, Sendable {
    /// The sequence number of the event that wrote the line.
    public var sequence: Int64
    public var time: Int64
    public var author: UInt32
    /// The author's name at that time. All texts are UTF-8.
    public var name: [UInt8]
    public var expression: [UInt8]
    /// Nil for an unfinished calculation.
    public var result: [UInt8]?
    public var isUndone: Bool

    public init(
        sequence: Int64, time: Int64, author: UInt32, name: [UInt8], expression: [UInt8],
        result: [UInt8]?, isUndone: Bool
    ) {
        self.sequence = sequence
        self.time = time
        self.author = author
        self.name = name
        self.expression = expression
        self.result = result
        self.isUndone = isUndone
    }
}

extension TapeEntry {
    /// `{"seq":9,"at":1790000000000,"by":3,"name":"Mina","expression":"5 + 7","result":"12"}`
    public var line: [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        write(to: &writer)
        writer.endObject()
        return writer.bytes
    }

    /// Writes the members of `line`.
    public func write(to writer: inout JSONWriter) {
        writer.member("seq", sequence)
        writer.member("at", time)
        writer.member("by", author)
        writer.member("name", name)
        writer.member("expression", expression)
        if let result { writer.member("result", result) }
        if isUndone { writer.member("undone", true) }
    }

    /// Decodes a line that `line` wrote.
    public static func decode(line: [UInt8]) throws(CodecError) -> TapeEntry {
        let object = try JSONObject(frame: line)
        return TapeEntry(
            sequence: try object.required("seq").number(from: 1),
            time: try object.required("at").number(from: 0),
            author: try object.required("by").smallNumber(),
            name: Array(try object.required("name").string()),
            expression: Array(try object.required("expression").string()),
            result: try object.optional("result").map { (value) throws(CodecError) in
                Array(try value.string())
            },
            isUndone: try object.optional("undone")?.boolean() ?? false)
    }
}
