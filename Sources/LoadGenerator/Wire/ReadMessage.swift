/// The other messages of a room server.
enum ReadMessage: Equatable {
    /// The client's participant number and the sequence number of its state.
    case welcome(you: Int, sequence: Int)
    /// Actions from this number on are refused for now.
    case refused(Int)
    case bye
    /// Messages that do not matter here, such as presence and heartbeats.
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
