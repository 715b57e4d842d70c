/// Decides which document a reader continues. A pure state machine: calls report what happened, `next` returns what
/// to do.
///
/// A document is **waiting** until a place is free, then **ready** to be continued, and **paused** while its last part
/// is sent. Each active document has a place, so the number of places bounds the memory for all of them. Ready documents
/// take turns. Addresses take turns for free places, and none takes more than `placesPerAddress`.
struct DocumentSchedule {
    typealias Number = Int

    private enum Stage {
        case waiting, ready, paused
    }

    private struct Document {
        let address: ClientAddress
        var stage = Stage.waiting
    }

    private struct Address {
        var waiting: [Number] = []
        var activeCount = 0
    }

    private let places: Int
    private let placesPerAddress: Int
    private var documents: [Number: Document] = [:]
    private var addresses: [ClientAddress: Address] = [:]
    /// The addresses with waiting documents, in the order of their turns.
    private var turns: [ClientAddress] = []
    private var ready: [Number] = []
    private(set) var activeCount = 0

    init(places: Int, placesPerAddress: Int) {
        self.places = places
        self.placesPerAddress = placesPerAddress
    }

    var waitingCount: Int { documents.count - activeCount }

    mutating func add(_ number: Number, from address: ClientAddress) {
        documents[number] = Document(address: address)
        if addresses[address, default: Address()].waiting.isEmpty { turns.append(address) }
        addresses[address, default: Address()].waiting.append(number)
    }

    /// The client has received the last part.
    mutating func resume(_ number: Number) {
        guard documents[number]?.stage == .paused else { return }
        documents[number]?.stage = .ready
        ready.append(number)
    }

    /// The document is complete or abandoned.
    mutating func remove(_ number: Number) {
        guard let document = documents.removeValue(forKey: number) else { return }
        let address = document.address
        switch document.stage {
        case .waiting:
            addresses[address]?.waiting.removeAll { $0 == number }
            if addresses[address]?.waiting.isEmpty == true { turns.removeAll { $0 == address } }
        case .ready, .paused:
            ready.removeAll { $0 == number }
            addresses[address]?.activeCount -= 1
            activeCount -= 1
        }
        if let left = addresses[address], left.waiting.isEmpty, left.activeCount == 0 {
            addresses[address] = nil
        }
    }

    /// The document to continue; it is paused until `resume`. Nil if there is nothing to do.
    mutating func next() -> Number? {
        fillPlaces()
        guard !ready.isEmpty else { return nil }
        let number = ready.removeFirst()
        documents[number]?.stage = .paused
        return number
    }

    private mutating func fillPlaces() {
        while activeCount < places,
            let turn = turns.firstIndex(where: { hasPlace($0) })
        {
            let address = turns.remove(at: turn)
            guard let number = addresses[address]?.waiting.removeFirst() else { return }
            if addresses[address]?.waiting.isEmpty == false { turns.append(address) }
            addresses[address]?.activeCount += 1
            activeCount += 1
            documents[number]?.stage = .ready
            ready.append(number)
        }
    }

    private func hasPlace(_ address: ClientAddress) -> Bool {
        (addresses[address]?.activeCount ?? 0) < placesPerAddress
    }
}
