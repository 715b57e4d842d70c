/// Decides which document a reader continues. A pure state machine: calls report what happened, `next` returns what
/// to do.
///
/// A document is **waiting** until a place is free, then **ready** to be continued, and **paused** while its client
/// receives a part. The number of places bounds the memory of all documents that need a place. Documents that take
/// little memory need none, and are ready at once. If all places are taken and another address waits for one, the
/// document that has been paused for longest loses its place, but not before it has been paused for `patience`.
///
/// Addresses take turns for free places, and for each page of their documents. An address has at most
/// `placesPerAddress` places.
struct DocumentSchedule {
    typealias Number = Int

    enum Step: Equatable {
        /// The document is paused until `resume`.
        case proceed(Number)
        /// The document has lost its place and is not in the schedule any more.
        case end(Number)
    }

    private enum Stage {
        case waiting, ready, paused
    }

    private struct Document {
        let address: ClientAddress
        let needsPlace: Bool
        var stage: Stage
    }

    private let places: Int
    private let placesPerAddress: Int
    private let patience: Int64
    private var documents: [Number: Document] = [:]
    private var waiting = Turns()
    private var ready = Turns()
    /// The paused documents that have a place, and the times when they lose it, in order.
    private var paused: [(number: Number, end: Int64)] = []
    /// The number of places of each address.
    private var placeCounts: [ClientAddress: Int] = [:]

    /// - Parameter patience: In milliseconds.
    init(places: Int, placesPerAddress: Int, patience: Int64) {
        self.places = places
        self.placesPerAddress = placesPerAddress
        self.patience = patience
    }

    private(set) var placeCount = 0
    var count: Int { documents.count }

    mutating func add(_ number: Number, from address: ClientAddress, needsPlace: Bool) {
        let stage = needsPlace ? Stage.waiting : .ready
        documents[number] = Document(address: address, needsPlace: needsPlace, stage: stage)
        if needsPlace { waiting.add(number, of: address) } else { ready.add(number, of: address) }
    }

    /// The client has received the last part.
    mutating func resume(_ number: Number) {
        guard let document = documents[number], document.stage == .paused else { return }
        documents[number]?.stage = .ready
        paused.removeAll { $0.number == number }
        ready.add(number, of: document.address)
    }

    /// The document is complete or abandoned.
    mutating func remove(_ number: Number) {
        guard let document = documents.removeValue(forKey: number) else { return }
        switch document.stage {
        case .waiting: return waiting.remove(number, of: document.address)
        case .ready: ready.remove(number, of: document.address)
        case .paused: paused.removeAll { $0.number == number }
        }
        if document.needsPlace { addPlaces(-1, to: document.address) }
    }

    /// The next step; nil if there is nothing to do before `wakeTime`.
    mutating func next(at now: Int64) -> Step? {
        while placeCount < places, let (number, address) = waiting.next(where: hasPlace) {
            documents[number]?.stage = .ready
            addPlaces(1, to: address)
            ready.add(number, of: address)
        }
        if let (number, _) = ready.next(where: { _ in true }) {
            documents[number]?.stage = .paused
            if documents[number]?.needsPlace == true { paused.append((number, now + patience)) }
            return .proceed(number)
        }
        guard let time = wakeTime, time <= now else { return nil }
        let number = paused[0].number
        remove(number)
        return .end(number)
    }

    /// The time when a paused document loses its place to a waiting one; nil if no address waits that may have another
    /// place.
    var wakeTime: Int64? { waiting.contains(where: hasPlace) ? paused.first?.end : nil }

    private func hasPlace(_ address: ClientAddress) -> Bool {
        placeCounts[address, default: 0] < placesPerAddress
    }

    private mutating func addPlaces(_ count: Int, to address: ClientAddress) {
        placeCount += count
        let own = placeCounts[address, default: 0] + count
        placeCounts[address] = own > 0 ? own : nil
    }
}

/// Documents in the order in which they are continued: the addresses take turns, each with its first document.
private struct Turns {
    private var numbers: [ClientAddress: [Int]] = [:]
    private var addresses: [ClientAddress] = []

    mutating func add(_ number: Int, of address: ClientAddress) {
        if numbers[address] == nil { addresses.append(address) }
        numbers[address, default: []].append(number)
    }

    mutating func remove(_ number: Int, of address: ClientAddress) {
        numbers[address]?.removeAll { $0 == number }
        guard numbers[address]?.isEmpty == true else { return }
        numbers[address] = nil
        addresses.removeAll { $0 == address }
    }

    func contains(where isWanted: (ClientAddress) -> Bool) -> Bool {
        addresses.contains(where: isWanted)
    }

    /// Removes and returns the next document. Its address then has the last turn.
    mutating func next(
        where isWanted: (ClientAddress) -> Bool
    ) -> (number: Int, address: ClientAddress)? {
        guard let turn = addresses.firstIndex(where: isWanted) else { return nil }
        let address = addresses.remove(at: turn)
        guard let number = numbers[address]?.removeFirst() else { return nil }
        if numbers[address]?.isEmpty == true {
            numbers[address] = nil
        } else {
            addresses.append(address)
        }
        return (number, address)
    }
}
