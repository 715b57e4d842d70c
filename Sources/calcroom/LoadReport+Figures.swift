import LoadGenerator

extension LoadReport {
    init(_ figures: Figures) {
        let deliveries = Double(figures.deliveries)
        add("keys a second", "keysPerSecond", Double(figures.keys) / figures.seconds)
        add("deliveries a second", "deliveriesPerSecond", deliveries / figures.seconds)
        if figures.deliveries > 0 {
            add(
                "events in a read", "eventsPerRead", deliveries / Double(max(1, figures.reads)),
                digits: 2)
            add(
                "events in a frame", "eventsPerFrame", deliveries / Double(max(1, figures.frames)),
                digits: 2)
            add(
                "bytes for a delivery", "bytesPerDelivery", Double(figures.bytes) / deliveries,
                digits: 2)
        }
        if let used = figures.processorTime {
            add(
                "processors of the server", "serverProcessors", used.seconds / figures.seconds,
                digits: 3)
            add(
                "of that for the system", "serverSystem", used.system / figures.seconds, digits: 3)
            addWaiting(figures)
            if figures.deliveries > 0 {
                add(
                    "µs of processor for a delivery", "microsecondsPerDelivery",
                    used.seconds / deliveries * 1e6, digits: 4)
            }
        }
        addDelays(figures)
        addGenerator(figures)
    }

    /// - Parameter when: What was going on, if that was not always the same: `Alone`.
    mutating func addDelays(_ figures: Figures, _ when: String = "") {
        let words = when.isEmpty ? "" : ", \(when.lowercased())"
        addDelays("to somebody else\(words)", when, figures.delay)
    }

    mutating func addDelays(_ what: String, _ when: String, _ delay: (Double) -> Double?) {
        for (name, member, part) in [
            ("p50", "p50", 0.5), ("p99", "p99", 0.99), ("p99.9", "p999", 0.999),
        ] {
            add("ms \(what), \(name)", "\(member)Milliseconds\(when)", delay(part), digits: 3)
        }
    }

    /// Much of it says that the machine had something else to do.
    mutating func addWaiting(_ figures: Figures, _ when: String = "") {
        let words = when.isEmpty ? "" : ", \(when.lowercased())"
        add(
            "that it waited for\(words)", "serverWaited\(when)",
            figures.processorTime.map { $0.waiting / figures.seconds }, digits: 3)
    }

    mutating func addGenerator(_ figures: Figures) {
        isOfTheGenerator = isOfTheGenerator || figures.isOfTheGenerator
        add("busy threads of the generator", "generatorBusy", figures.busy, digits: 2)
    }
}
