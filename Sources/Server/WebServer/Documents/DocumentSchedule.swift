/// Decides which document a reader continues. A pure state machine: calls report what happened, `next` returns what
/// to do.
///
/// A document is **paused** while its client receives a part. The number of places bounds the memory of all documents
/// that need a place; until one is free, such a document **waits**. Documents that take little memory need none. If all
/// places are taken and another address waits for one, the document that has been paused for longest loses its place,
/// but not before it has been paused for `patience`.
///
/// Addresses take turns, for free places and for each page of their documents. An address has at most
/// `placesPerAddress` places.
struct DocumentSchedule {
    typealias Number = Int

    enum Step: Equatable {
        /// The document is paused until `resume`.
        case proceed(Number)
        /// The document has lost its place and is not in the schedule any more.
        case end(Number)
    }

    private struct Document {
        let number: Number
        let address: ClientAddress
        let needsPlace: Bool
        var hasPlace = false
        /// While the document is paused, the time when it loses its place to one that waits.
        var pauseEnd: Int64?

        var waits: Bool { needsPlace && !hasPlace }
    }

    private let places: Int
    private let placesPerAddress: Int
    private let patience: Int64
    /// In the order in which they were added.
    private var documents: [Document] = []
    /// The number of places of each address.
    private var placeCounts: [ClientAddress: Int] = [:]
    /// The last turn of each address that has documents.
    private var turns: [ClientAddress: Int] = [:]
    private var lastTurn = 0

    /// - Parameter patience: In milliseconds.
    init(places: Int, placesPerAddress: Int, patience: Int64) {
        self.places = places
        self.placesPerAddress = placesPerAddress
        self.patience = patience
    }

    private(set) var placeCount = 0
    var count: Int { documents.count }

    mutating func add(_ number: Number, from address: ClientAddress, needsPlace: Bool) {
        documents.append(Document(number: number, address: address, needsPlace: needsPlace))
        // An address that comes again and again has no turn before the others.
        if turns[address] == nil { takeTurn(address) }
    }

    /// The client has received the last part.
    mutating func resume(_ number: Number) {
        guard let index = documents.firstIndex(where: { $0.number == number }) else { return }
        documents[index].pauseEnd = nil
    }

    /// The document is complete or abandoned.
    mutating func remove(_ number: Number) {
        guard let index = documents.firstIndex(where: { $0.number == number }) else { return }
        let document = documents.remove(at: index)
        if document.hasPlace { addPlaces(-1, to: document.address) }
        if !documents.contains(where: { $0.address == document.address }) {
            turns[document.address] = nil
        }
    }

    /// The next step; nil if there is nothing to do before `wakeTime`.
    mutating func next(at now: Int64) -> Step? {
        let ready = documents.indices.filter {
            documents[$0].pauseEnd == nil
                && (!documents[$0].waits || placeCount < places && hasPlace(documents[$0].address))
        }
        // Of the address that had its turn first, a document that need not wait comes first.
        func order(_ index: Int) -> (Int, Int) {
            (turns[documents[index].address] ?? 0, documents[index].waits ? 1 : 0)
        }
        if let index = ready.min(by: { order($0) < order($1) }) {
            let document = documents[index]
            if document.waits {
                documents[index].hasPlace = true
                addPlaces(1, to: document.address)
            }
            documents[index].pauseEnd = now + patience
            takeTurn(document.address)
            return .proceed(document.number)
        }
        guard let slowest, wakeTime.map({ $0 <= now }) ?? false else { return nil }
        remove(slowest.number)
        return .end(slowest.number)
    }

    /// The time when a paused document loses its place to a waiting one; nil if no address waits that may have another
    /// place.
    var wakeTime: Int64? {
        documents.contains { $0.waits && hasPlace($0.address) } ? slowest?.pauseEnd : nil
    }

    /// The document with a place that has been paused for longest.
    private var slowest: Document? {
        documents.filter { $0.hasPlace && $0.pauseEnd != nil }
            .min { $0.pauseEnd ?? 0 < $1.pauseEnd ?? 0 }
    }

    private func hasPlace(_ address: ClientAddress) -> Bool {
        placeCounts[address, default: 0] < placesPerAddress
    }

    private mutating func addPlaces(_ count: Int, to address: ClientAddress) {
        placeCount += count
        let own = placeCounts[address, default: 0] + count
        placeCounts[address] = own > 0 ? own : nil
    }

    private mutating func takeTurn(_ address: ClientAddress) {
        lastTurn += 1
        turns[address] = lastTurn
    }
}
