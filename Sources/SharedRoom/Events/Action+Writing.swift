import CalculatorEngine

extension Action {
    package func write(to writer: inout JSONWriter) {
        switch self {
        case .press(let key): writer.member("press", key.name)
        case .undo(let step): step.write(as: "undo", to: &writer)
        case .redo(let step): step.write(as: "redo", to: &writer)
        case .keypad(let keypad): writer.member("keypad", keypad.name)
        case .recall(let line): writer.member("recall", line)
        case .name(let name): writer.member("name", name.bytes)
        case .hand(let isUp): writer.member("hand", isUp)
        case .lock(let isLocked): writer.member("lock", isLocked)
        case .door(let isOpen): writer.member("door", isOpen)
        case .spectators(let areAdmitted): writer.member("spectators", areAdmitted)
        case .names(let areHeld): writer.member("names", areHeld)
        case .show(let event): writer.member("show", event)
        case .grant(let participant): writer.member("grant", participant)
        case .revoke(let participant): writer.member("revoke", participant)
        case .host(let participant): writer.member("host", participant)
        case .hostLink(let print?): writer.member("hostLink", print)
        case .hostLink(nil): writer.memberNull("hostLink")
        case .useLink(let print): writer.member("useLink", print)
        case .remove(let participant): writer.member("remove", participant)
        case .clearTape: writer.member("clearTape", true)
        case .startOver: writer.member("startOver", true)
        case .close: writer.member("close", true)
        case .delete: writer.member("delete", true)
        case .bill(let step): step.write(to: &writer)
        case .make(let making): making.write(to: &writer)
        case .enter(let entrance): entrance.write(to: &writer)
        }
    }
}

extension Signature {
    fileprivate func write(as name: StaticString, to writer: inout JSONWriter) {
        writer.beginObject(name)
        write(to: &writer)
        writer.endObject()
    }

    func write(to writer: inout JSONWriter) {
        writer.member("by", author)
        if pen != 0 { writer.member("pen", pen) }
        writer.member("n", count)
    }
}

extension Making {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.beginObject("make")
        writer.member("keypad", keypad.name)
        if isLocked { writer.member("lock", true) }
        writer.member("salt", salt)
        writer.endObject()
    }
}

extension Entrance {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.beginObject("enter")
        writer.member("identity", identity)
        writer.member("pen", hash: pen)
        if !name.bytes.isEmpty { writer.member("name", name.bytes) }
        if let replaces { writer.member("replaces", replaces) }
        writer.endObject()
    }
}
