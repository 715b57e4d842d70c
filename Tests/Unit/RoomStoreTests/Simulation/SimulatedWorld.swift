import Foundation
import SeededNumbers
import SharedRoom

@testable import RoomStore

/// A store that edges and a reader use at random, with checks of everything that they receive. A seed determines
/// everything.
class SimulatedWorld: @unchecked Sendable {
    enum Kind { case nodes, file }

    var random: SplitMix
    let bug: PlantedBug?
    let rooms: [RoomName] = ["hall", "yard", "attic"]
    var edges: [SimulatedEdge] = []
    private(set) var faults: [String] = []
    private var lastLine: Int64 = 0
    /// The events that edges and readers have received.
    private var logs: [Log: [Int64: Event]] = [:]
    /// The sequence number of each line that was received.
    private var sequences: [Int64: Int64] = [:]
    private var refused: Set<Int64> = []
    private let isTraced = ProcessInfo.processInfo.environment["CALCROOM_TRACE"] != nil

    private struct Log: Hashable {
        let name: RoomName
        let epoch: UInt64
    }

    init(seed: UInt64, bug: PlantedBug?) {
        random = SplitMix(seed: seed)
        self.bug = bug
    }

    /// Lets edges work while something fails, then ends all faults and compares everything.
    func run() { preconditionFailure("a world has rounds") }

    /// The number of failures so far that a reader may notice.
    var failureCount: Int { 0 }
    /// False while readers can read nothing.
    var isReadable: Bool { true }
    /// True after the machine has ended. Nothing that was reported since then has left it.
    var isOff: Bool { false }
    /// How often the store may have lost events.
    var lossCount: Int { 0 }
    /// False while events are lost that nobody has missed yet.
    var isWhole: Bool { true }
    /// True if a room has this log with all events from `first` on.
    func has(_ log: StoredLog, eventsFrom first: Int64) -> Bool { true }
    /// True if a room has this log with all dropped lines of the tape from `first` on.
    func has(_ log: StoredLog, tapeFrom first: Int64) -> Bool { true }

    /// Prints a line if the environment asks for a trace.
    func note(_ text: @autoclosure () -> String) {
        if isTraced { print(text()) }
    }

    /// An edge makes this request.
    func note(requestBy edge: UInt32, _ request: LogRequest) {
        note("edge \(edge) \(request.room.text) < \(request.outline)")
    }

    /// Checks an event that anybody receives: it is the same for everybody, and its line exists once.
    func check(_ event: Event, of name: RoomName, _ epoch: UInt64) {
        let log = Log(name: name, epoch: epoch)
        if let known = logs[log]?[event.sequence], known != event {
            fail("event \(event.sequence) of \(name.text) is another one than before")
        }
        logs[log, default: [:]][event.sequence] = event
        guard case .recall(let line) = event.action else { return }
        if sequences[line, default: event.sequence] != event.sequence {
            fail("\(line) is there twice")
        }
        sequences[line] = event.sequence
        if refused.contains(line) { fail("\(line) was refused and is there") }
    }

    func nextLines(_ count: Int) -> [Int64] {
        lastLine += Int64(count)
        return (0..<count).map { lastLine - Int64(count) + 1 + Int64($0) }
    }
}

/// Checks.
extension SimulatedWorld {
    func fail(_ text: String) {
        faults.append(text)
        note("FAULT: \(text)")
    }

    func noteRefusal(of line: Int64) { refused.insert(line) }

    /// Checks that a stored room has every event that anybody has received in its epoch.
    func check(_ name: RoomName, _ epoch: UInt64, head: Int64) {
        let last = logs[Log(name: name, epoch: epoch)]?.keys.max() ?? 0
        if head < last { fail("the events \(head + 1)…\(last) of \(name.text) are lost") }
    }

    /// Checks all edges after all faults have ended.
    func checkEdges(_ stored: (RoomName) -> RoomSummary) {
        for edge in edges { edge.check() }
        for name in rooms {
            let open = edges.filter { $0.isOpen(name) }
            for edge in open { edge.compare(name, with: stored(name)) }
            if Set(open.map { $0.epoch(name) }).count > 1 {
                fail("\(name.text) has several epochs")
            }
            for edge in open {
                var expected: [UInt32: Set<UInt32>] = [:]
                for other in open where other !== edge {
                    let people = other.people(name)
                    if !people.isEmpty { expected[other.number] = people }
                }
                edge.comparePresence(name, expected)
            }
        }
    }
}

extension SimulatedWorld {
    /// The seeds of a test, or the only one that the environment asks for.
    static func seeds(_ count: Int) -> [Int] {
        let wanted = ProcessInfo.processInfo.environment["CALCROOM_SEED"].flatMap { Int($0) }
        return wanted.map { [$0] } ?? Array(0..<count)
    }
}
