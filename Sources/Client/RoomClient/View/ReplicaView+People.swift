import CalculatorEngine
import SharedRoom

/// The people in the view.
extension ReplicaView {
    func writePeople(to writer: inout JSONWriter) {
        writer.beginObject("people")
        if let you { writer.member("you", you) }
        writer.member("mayPress", mayPress)
        writer.member("locked", isLocked)
        writer.member("door", isDoorOpen)
        if !admitsSpectators { writer.member("spectators", false) }
        if watchingCount > 0 { writer.member("watching", watchingCount) }
        if holdsNames { writer.member("holdsNames", true) }
        if hasHostLink { writer.member("hostLink", true) }
        if hasOwnLink { writer.member("ownLink", true) }
        writer.member("closed", status == .closed)
        if let readToken { writer.member("read", readToken) }
        writer.member("count", presentCount)
        writer.beginList("all")
        for person in people {
            let isPresent = isPresent(person.number)
            person.write(to: &writer, isPresent: isPresent, onBoard: isWatching)
        }
        writer.endList()
        writer.endObject()
    }

    func isPresent(_ number: UInt32) -> Bool {
        present.contains(number)
    }
}

extension Participant {
    /// Boards never show a name that is held back.
    fileprivate func write(to writer: inout JSONWriter, isPresent: Bool, onBoard: Bool) {
        writer.beginObject()
        writer.member("who", number)
        writer.member("name", onBoard && nameHeld != nil ? [] : name.bytes)
        if let nameHeld, !onBoard { writer.member("held", nameHeld) }
        if isPresent { writer.member("here", true) }
        if isHost { writer.member("host", true) }
        if hasKeypad { writer.member("keypad", true) }
        if let handRaised { writer.member("hand", handRaised) }
        writer.endObject()
    }
}
