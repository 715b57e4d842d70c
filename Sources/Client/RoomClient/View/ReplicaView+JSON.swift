import CalculatorEngine
import ExactNumbers
import SharedRoom

/// The view as JSON: one object with a member for each part that changed. Tests/Page/types.d.ts declares all
/// members.
///
///     {"display":{"main":"12","expression":"5 + 7",…},"pending":1}
extension ReplicaView {
    func write(_ changes: ViewChanges, to writer: inout JSONWriter) {
        writer.beginObject()
        if changes.contains(.display) { writeDisplay(to: &writer) }
        if changes.contains(.tape) { writeTape(to: &writer) }
        if changes.contains(.people) { writePeople(to: &writer) }
        if changes.contains(.bill) {
            writer.member("bill")
            writer.base64(bills.sheetForm)
            if let last = bills.history.last { writer.member("billBy", last.signature.author) }
        }
        if changes.contains(.question) || changes.contains(.people) {
            writeQuestion(to: &writer)
        }
        if changes.contains(.connection) { writeConnection(to: &writer) }
        if changes.contains(.offer) { writeOffer(to: &writer) }
        if changes.contains(.keys) { writeKeys(to: &writer) }
        if changes.contains(.notices) { writeNotices(to: &writer) }
        if changes.contains(.pending) {
            writer.member("seq", confirmedSequence)
            writer.member("pending", Int64(pendingCount))
            writer.member("unconfirmed", Int64(unconfirmedCount))
        }
        writer.endObject()
    }

    private func writeDisplay(to writer: inout JSONWriter) {
        writer.beginObject("display")
        if let serverView {
            // The members of the server's object; the page calls its main line `display`.
            writer.append(serverView.json.dropFirst().dropLast())
        } else {
            display.write(to: &writer)
        }
        if let lastStep { lastStep.write(as: "step", to: &writer) }
        writer.member("canUndo", canUndo)
        writer.member("canRedo", canRedo)
        writer.endObject()
    }

    private func writeConnection(to writer: inout JSONWriter) {
        writer.beginObject("connection")
        switch connection {
        case .away(let time):
            writer.member("state", "away")
            writer.member("until", time)
            if let awayReason { writer.member("why", awayReason.name) }
        case .connecting:
            writer.member("state", "connecting")
        case .joined(let isCurrent):
            writer.member("state", "joined")
            writer.member("current", isCurrent)
        case .ended(let reason):
            writer.member("state", "ended")
            writer.member("why", reason.name)
        }
        if isRoomMissing { writer.member("gone", true) }
        writer.endObject()
    }

    private func writeOffer(to writer: inout JSONWriter) {
        guard let offer else { return writer.memberNull("offer") }
        writer.beginObject("offer")
        writer.member("result", offer.result)
        if offer.isUnsure { writer.member("unsure", true) }
        writer.beginList("keys")
        for action in offer.actions {
            if case .plain(.type(let typing)) = action {
                for key in typing.keys { writer.string(key.name) }
            } else {
                writer.write(action)
            }
        }
        writer.endList()
        writer.endObject()
    }

    private func writeKeys(to writer: inout JSONWriter) {
        writer.beginList("keys")
        for pressed in keys {
            writer.beginObject()
            pressed.step.write(to: &writer)
            writer.member("key", pressed.key.name)
            writer.member("seq", pressed.sequence)
            writer.endObject()
        }
        writer.endList()
    }

    private func writeNotices(to writer: inout JSONWriter) {
        writer.beginList("notices")
        for notice in notices {
            writer.beginObject()
            switch notice {
            case .void(let action, let reason):
                writer.member("void", reason.name)
                writer.member("of")
                writer.write(action)
                if case .plain(.type(let typing)) = action { writer.member("keys", typing.keys) }
            case .unsure(let actions):
                writer.member("unsure")
                writer.write(actions[0])
            case .otherOutcome(let expected, let result, let step):
                writer.member("expected", expected)
                writer.member("result", result)
                step?.write(as: "step", to: &writer)
            case .refused(let reason): writer.member("refused", reason.name)
            case .tooMany: writer.member("tooMany", true)
            case .replaced: writer.member("replaced", true)
            case .undoneOrRedone(let turn, let action): write(turn, of: action, to: &writer)
            case .keypad(let change):
                writer.member("keypad", change.keypad.name)
                writer.member("before", change.before.name)
                writer.member("by", change.author)
            }
            writer.endObject()
        }
        writer.endList()
    }

    private func write(_ turn: UndoOrRedo, of action: ClientAction?, to writer: inout JSONWriter) {
        writer.member(turn.isRedone ? "redid" : "undid")
        if let action { writer.write(action) } else { writer.null() }
        writer.member("by", turn.author)
        turn.step.write(as: "step", to: &writer)
    }
}

extension JSONWriter {
    /// The name that a person would recognize: of a key, of a keypad, `undo`, `redo`, `type` or `answer`; null
    /// for other actions.
    fileprivate mutating func write(_ action: ClientAction) {
        switch action {
        case .plain(.press(let key)): string(key.name)
        case .plain(.undo): string("undo")
        case .plain(.redo): string("redo")
        case .plain(.type): string("type")
        case .plain(.answer): string("answer")
        case .plain(.keypad(let keypad)): string(keypad.name)
        case .plain, .hostLink, .useLink: null()
        }
    }
}

extension Display {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.member("main", main.text)
        if isRounded { writer.member("rounded", true) }
        if let form { writer.member(form) }
        writer.member("live", isLive)
        writer.member("expression", expression)
        writer.member("keypad", keypad.name)
        writer.member("rules", rules.name)
        writer.member("example", rules.example.bytes)
        writer.member("percent", rules.percentExample.bytes)
        writer.member("radians", angleUnit == .radians)
        switch memory {
        case .empty: writer.memberNull("memory")
        case .number: writer.member("memory", "number")
        case .error: writer.member("memory", "error")
        }
        if let notice { writer.member("notice", notice.name) }
        if let repeatableOperation { writer.member("again", repeatableOperation) }
    }
}
