/// What else a server of rooms says.
enum ReadMessage: Equatable {
    /// Who the client is, and the number of the last event that it knows now.
    case welcome(you: Int, sequence: Int)
    /// From this number of the client's on, for now.
    case refused(Int)
    case bye
    /// Nothing that matters here: who else is there, a sign of life.
    case other

    init(_ frame: UnsafeBufferPointer<UInt8>) {
        guard var text = TextReader(frame) else {
            self = .other
            return
        }
        if text.skip(#"{"welcome":"#) {
            guard text.skip(through: #""you":"#), let you = text.number(),
                text.skip(through: #""seq":"#), let sequence = text.number()
            else {
                self = .other
                return
            }
            self = .welcome(you: you, sequence: sequence)
        } else if text.skip(#"{"refused":{"n":"#), let number = text.number() {
            self = .refused(number)
        } else {
            self = text.skip(#"{"bye":"#) ? .bye : .other
        }
    }
}
