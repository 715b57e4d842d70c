import Dispatch
import Glibc
import RoomStore
import SharedRoom

/// Reads rooms and writes their documents, on a thread of its own.
///
/// A document is made part by part. The next part is made when the client has received the last one, so a document
/// needs as much memory as a part. No transaction of the store is open in between. If the room is forgotten or compacted
/// in the meantime, the document ends with a failure. So does a document whose client reads slowly while others wait.
///
/// The thread has a lower priority than event loops and stores, and yields after each page: a document takes no time
/// that a key needs.
final class DocumentReader: Sendable {
    typealias Receiver = @Sendable (ResponsePart) -> Void

    /// A request for a document.
    struct Request: Sendable {
        let room: RoomName
        let document: StoredDocument
        let query: DocumentQuery
        /// The response for a client that must not learn whether the room exists, unless it has the read token.
        var lockout: Response?
    }

    private struct Inbox {
        /// What the other threads have asked for since the reader last looked.
        var commands: [@Sendable (inout Work) -> Void] = []
        var lastNumber = 0
        var isStopped = false
    }

    private let store: any RoomStore
    private let inbox = Guarded(Inbox())
    private let arrivals = DispatchSemaphore(value: 0)
    private let patience: Int64

    /// - Parameter patience: The milliseconds that a client may take to receive a part while other documents wait for
    ///   a place.
    init(_ store: any RoomStore, patience: Int64 = 5_000) {
        self.store = store
        self.patience = patience
    }

    /// Begins a document and returns its number. `receive` gets the parts, on the thread of the reader.
    func begin(
        _ request: Request, from address: ClientAddress, _ receive: @escaping Receiver
    ) -> Int {
        change { inbox in
            inbox.lastNumber += 1
            inbox.commands.append { [number = inbox.lastNumber] work in
                work.documents[number] = DocumentInProgress(request, receive)
                work.schedule.add(number, from: address, needsPlace: request.document != .state)
            }
            return inbox.lastNumber
        }
    }

    /// Asks for the next part, after the client has received the last one.
    func resume(_ number: Int) {
        change { $0.commands.append { $0.schedule.resume(number) } }
    }

    /// Ends a document that is complete, or that nobody waits for any more.
    func end(_ number: Int) {
        change {
            $0.commands.append { work in
                work.documents[number] = nil
                work.schedule.remove(number)
            }
        }
    }

    /// Ends `run`.
    func stop() { change { $0.isStopped = true } }

    private func change<Result>(_ body: (inout Inbox) -> Result) -> Result {
        defer { arrivals.signal() }
        return inbox.withLock(body)
    }

    /// Serves until `stop`. Called once, on a thread of its own.
    func run() {
        setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, Self.niceness)
        var work = Work(
            reader: store.makeReader(),
            schedule: DocumentSchedule(
                places: Self.placesMax, placesPerAddress: Self.placesPerAddressMax,
                patience: patience))
        while true {
            let (commands, isStopped) = inbox.withLock { inbox in
                defer { inbox.commands = [] }
                return (inbox.commands, inbox.isStopped)
            }
            if isStopped { return }
            for command in commands { command(&work) }
            if work.continueNext() {
                sched_yield()
            } else {
                let wait = work.schedule.wakeTime.map { max(0, $0 - MonotonicClock.milliseconds) }
                _ = arrivals.wait(
                    timeout: wait.map { .now() + .milliseconds(Int($0)) } ?? .distantFuture)
            }
        }
    }

    private static let niceness: Int32 = 10
}

extension DocumentReader {
    /// The number of documents that are made at the same time, each with a part and a room in memory.
    static let placesMax = 128
    static let placesPerAddressMax = 8
    /// The size of a part, which one page of the store may exceed.
    static let partBytesMin = 65_536
    /// The most bytes that an event loop receives at once.
    static let partBytesMax = 262_144

    /// The documents in progress. Only the thread of the reader uses it.
    private struct Work {
        let reader: any LogReader
        var schedule: DocumentSchedule
        var documents: [Int: DocumentInProgress] = [:]

        /// Continues or ends one document. Returns false if there is nothing to do before the schedule's `wakeTime`.
        mutating func continueNext() -> Bool {
            switch schedule.next(at: MonotonicClock.milliseconds) {
            case .proceed(let number):
                // Other documents take their turns between two pages.
                if documents[number]?.writeNextPage(reader) == false { schedule.resume(number) }
            case .end(let number): documents.removeValue(forKey: number)?.abandon()
            case nil: return false
            }
            return true
        }
    }
}
