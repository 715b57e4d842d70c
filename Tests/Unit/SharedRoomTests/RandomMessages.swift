import CalculatorEngine
import SeededNumbers

@testable import SharedRoom

/// Random messages of this version: with all members that its clients and servers always write.
extension SplitMix {
    mutating func clientMessage() -> ClientMessage {
        switch next(below: 8) {
        case 0: .join(join())
        case 1: .alive(number(from: 0, to: RoomLimits.numberMax))
        case 2: .mismatch(sequence: number(from: 0, to: 1 << 40), hash: next())
        case 3:
            .act(
                first: number(from: 1, to: 1 << 40),
                (0..<2 + next(below: 63)).map { _ in .plain(.press(key())) })
        case 4: .act(first: count(), [.hostLink(secret(from: 22))])
        case 5: .act(first: count(), [.useLink(secret(from: 22))])
        default: act(count(), action())
        }
    }

    private mutating func join() -> Join {
        var join = Join(secret: secret(from: 22))
        if bool() { join.pen = secret(from: 11) }
        join.name = name()
        if bool() {
            join.since = Join.Position(
                epoch: next(), sequence: number(from: 0, to: 1 << 50), hash: bool() ? next() : nil)
        }
        if bool() {
            join.make = Join.MakeOptions(keypad: keypad())
            join.make?.isLocked = bool()
        }
        join.isWatching = bool()
        if bool() { join.read = fingerprint() }
        join.wantsViews = bool()
        return join
    }

    mutating func serverMessage() -> ServerMessage {
        switch next(below: 7) {
        case 0, 1:
            let first = number(from: 1, to: 1 << 50)
            return .events(
                EventFrame(
                    first: first, events: events(first: first), hash: bool() ? next() : nil,
                    read: bool() ? fingerprint() : nil, view: bool() ? view() : nil))
        case 2: return .welcome(welcome())
        case 3: return .here(presence())
        case 4:
            return .refused(
                number: count(), why: element(of: RefusalReason.allCases),
                retry: number(from: 0, to: 60_000))
        case 5: return .alive(number(from: 0, to: 99), sequence: number(from: 0, to: 1 << 50))
        default:
            return .bye(
                why: element(of: CloseReason.allCases),
                retry: bool() ? nil : number(from: 0, to: 60_000))
        }
    }

    private mutating func view() -> RoomView {
        RoomView(
            json: element(of: [
                #"{"display":"12","expression":"√ʸ \"","keypad":"tip"}"#,
                #"{"display":"error:overflow","expression":"","keypad":"chain","locked":true}"#,
                #"{"display":"0","expression":"","keypad":"simple","closed":true}"#,
                #"""
                {"display":"0.5","expression":"1 ÷ 2","keypad":"formula",\#
                "form":{"kind":"fraction","text":"1/2"},\#
                "question":{"question":7,"keypad":"simple","radians":true,"state":"revealed",\#
                "answers":1,"groups":[{"result":"144","answers":1}]}}
                """#,
            ]).bytes)
    }

    private mutating func welcome() -> Welcome {
        let last = number(from: 10, to: 1 << 50)
        let missed = events(first: 1)
        let first = last - Int64(missed.count) + 1
        let numbered = missed.map {
            Event(sequence: first + $0.sequence - 1, time: $0.time, draft: $0.draft)
        }
        return Welcome(
            rules: UInt32(next(below: 1000)), you: bool() ? you() : nil, epoch: next(),
            sequence: last, hash: next(),
            contents: bool()
                ? .events(numbered)
                : .snapshot(list(upTo: 20) { UInt8(truncatingIfNeeded: $0.next()) }),
            view: bool() ? view() : nil,
            read: fingerprint())
    }

    private mutating func you() -> Welcome.You {
        Welcome.You(
            number: participant(), pen: pen(),
            last: bool() ? nil : number(from: 0, to: RoomLimits.numberMax))
    }

    private mutating func presence() -> Presence {
        bool()
            ? .all(
                list(upTo: 4) { $0.person() }, count: bool() ? nil : participant(),
                watching: bool() ? 0 : participant())
            : .changes(
                came: list(upTo: 3) { $0.person() }, gone: list(upTo: 3) { $0.participant() },
                count: bool() ? nil : participant(), watching: bool() ? 0 : participant())
    }

    private mutating func person() -> Presence.Person {
        Presence.Person(number: participant(), name: name())
    }
}
