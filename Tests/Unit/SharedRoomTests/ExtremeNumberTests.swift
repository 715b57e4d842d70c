import CalculatorEngine
import ExactNumbers
import Testing

@testable import SharedRoom

// Every stored number at its extremes: a room with it is rejected, or accepts events and can be stored again.

/// The smallest and largest values of the types that a snapshot contains, and their neighbours.
private let extremes: [UInt64] =
    [0, 1, UInt64(UInt8.max), UInt64(UInt32.max) - 1, UInt64(UInt32.max)]
    + [UInt64(RoomLimits.numberMax) - 1, UInt64(RoomLimits.numberMax), UInt64(Int64.max), .max]

/// A room that has something of everything.
private func fullRoom() -> RoomScript {
    var script = RoomScript(people: 4)
    script.enter(2, pen: 2, name: "Ben")
    script.act(.names(areHeld: true))
    script.act(.name(.text("Cem")), by: 3)
    script.act(.hand(isUp: true), by: 2)
    script.act(.grant(4))
    script.act(.hostLink(Fingerprint(high: 1, low: 2)))
    script.press("1 + 2 = 3 * 4 =", by: 2)
    script.act(.removeAndRewind(4, since: script.room.history.last?.sequence ?? 1))
    script.press("5 =")
    script.undo()
    for step in [
        .add(2), .addGuest(.text("Opa")), .basis(.items), .addItem(.text("9"), .text("Tea")),
        .paid(2, .text("9")), .settle(5, 2, .text("4")), .new, .title(.text("Taxi")),
        .tip(.text("9")),
    ] as [BillStep] {
        script.act(.bill(step))
    }
    script.undoBills()
    script.act(.remove(3))
    script.act(.ask(Asking(.none, on: .simple)))
    script.act(.answer(Answering(script.room.sequence, keys: [.digit(.one)])), by: 2)
    return script
}

extension RoomScript {
    /// Performs something of everything.
    fileprivate mutating func actOnEverything() {
        let (people, bills) = (room.people.all.map(\.number), room.bills)
        enter(7)
        for person in people {
            enter(UInt64(person), pen: 9)
            press("2 = tip10", by: person)
            for pen in room.people[person]?.pens ?? [] {
                act(.hand(isUp: true), by: person, pen: pen.number)
            }
        }
        for action in [
            .lock(false), .answer(Answering(room.question?.number ?? 1, keys: [.digit(.two)])),
            .recall(room.tape.lines.last?.sequence ?? 1), .clearTape, .restoreTape,
            .keypad(.formula), .closeQuestion(room.question?.number ?? 1),
            .removeAndRewind(2, since: room.history.done.first?.sequence ?? 1),
        ] as [Action] {
            act(action)
        }
        undo()
        redo()
        for bill in bills.all {
            for step in [
                .addGuest(.none), .addItem(.text("1"), .text("Rice")), .shareOpen, .startOver, .new,
            ] as [BillStep] {
                act(.bill(step, in: bill.number))
            }
        }
        for _ in 0..<4 { undoBills() }
        for _ in 0..<3 { redoBills() }
        act(.clearTape)
        press("1 + 1 =")
        act(.open)
        act(.startOver)
    }
}

@Test func `a room with an extreme number is rejected, or continues and can be stored`() throws {
    let snapshot = fullRoom().room.snapshot
    var accepted = 0
    for place in snapshot.indices {
        var reader = ByteReader(snapshot[place...])
        guard (try? reader.number()) != nil else { continue }
        for extreme in extremes {
            var writer = ByteWriter(capacity: 16)
            writer.append(number: extreme)
            let changed = snapshot[..<place] + writer.bytes + snapshot.suffix(reader.count)
            guard let room = try? Room(decoding: Array(changed)) else { continue }
            accepted += 1
            var script = RoomScript()
            script.room = room
            script.actOnEverything()
            let again = try? Room(decoding: script.room.snapshot)
            #expect(again?.hash == script.room.hash, "\(extreme) at byte \(place)")
        }
    }
    #expect(accepted > snapshot.count)
}

@Test func `an action with an extreme number is rejected, or has a result`() throws {
    let full = fullRoom()
    for event in full.log {
        let line = String(decoding: event.line(), as: UTF8.self)
        for number in line.matches(of: /[:,\[]([0-9]+)/).map(\.output.1) {
            for extreme in extremes {
                let changed = line[..<number.startIndex] + "\(extreme)" + line[number.endIndex...]
                guard let event = try? Event.decode(line: Array(changed.utf8)) else { continue }
                var script = full
                _ = script.room.apply(event)
                let signature = event.signature.map { script.sign($0.author, pen: $0.pen) }
                script.append(Draft(event.action, signature: signature), at: event.time)
                let again = try? Room(decoding: script.room.snapshot)
                #expect(again?.hash == script.room.hash, "\(changed)")
            }
        }
    }
}

@Test func `a room ends with the last sequence number, and a participant with the last pen`() {
    var script = RoomScript()
    script.room.people.change(1) { $0.nextPen = .max }
    #expect(script.enter(1, pen: 2) == .void(.pen))
    #expect(script.enter(1, pen: 1) == .applied)
    script.room.sequence = RoomLimits.numberMax
    let room = script.room
    #expect(script.act(.press(.digit(.one))) == .void(.sequence))
    #expect(script.room == room)
}
