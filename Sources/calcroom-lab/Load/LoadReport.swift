import LoadGenerator

/// The figures of a load, as lines or as one JSON object. Figures that were not measured are omitted.
struct LoadReport {
    /// True if the generator was too busy, so that the figures describe it instead of the server.
    var isGeneratorOverloaded = false
    private var rows: [(name: String, member: String, text: String)] = []

    /// Adds a figure. `name` is its text in lines, `member` its name in the JSON object.
    mutating func add(_ name: String, _ member: String, _ amount: Double?, digits: Int = 0) {
        // A share of zero events is not a number.
        guard let amount, amount.isFinite else { return }
        rows.append((name, member, Self.text(amount, digits)))
    }

    mutating func add(_ name: String, _ member: String, _ amounts: [Double], digits: Int) {
        let texts = amounts.map { Self.text($0, digits) }
        rows.append((name, member, "[\(texts.joined(separator: ", "))]"))
    }

    var json: String {
        "{" + rows.map { "\"\($0.member)\":\($0.text)" }.joined(separator: ",") + "}"
    }

    var lines: [String] {
        let width = rows.map(\.name.count).max() ?? 0
        return rows.map { row in
            row.name + String(repeating: " ", count: width - row.name.count + 2) + row.text
        }
    }

    private static func text(_ amount: Double, _ digits: Int) -> String {
        var unit = 1.0
        for _ in 0..<digits { unit *= 10 }
        let whole = Int((amount * unit).rounded())
        guard digits > 0 else { return String(whole) }
        let rest = String(whole % Int(unit))
        let zeros = String(repeating: "0", count: digits - rest.count)
        return "\(whole / Int(unit)).\(zeros)\(rest)"
    }
}

extension LoadReport {
    init(_ figures: LoadFigures) {
        let deliveries = Double(figures.deliveries)
        add("keys a second", "keysPerSecond", Double(figures.keys) / figures.seconds)
        add("deliveries a second", "deliveriesPerSecond", deliveries / figures.seconds)
        if figures.deliveries > 0 {
            add(
                "events per read", "eventsPerRead", deliveries / Double(max(1, figures.reads)),
                digits: 2)
            add(
                "events per frame", "eventsPerFrame", deliveries / Double(max(1, figures.frames)),
                digits: 2)
            add(
                "bytes per delivery", "bytesPerDelivery", Double(figures.bytes) / deliveries,
                digits: 2)
        }
        if let used = figures.processorTime {
            add(
                "processors of the server", "serverProcessors", used.seconds / figures.seconds,
                digits: 3)
            add(
                "of that in the kernel", "serverSystem", used.system / figures.seconds, digits: 3)
            addWaiting(figures)
            if figures.deliveries > 0 {
                add(
                    "µs of processor time per delivery", "microsecondsPerDelivery",
                    used.seconds / deliveries * 1e6, digits: 4)
            }
        }
        addDelays(figures)
        addGenerator(figures)
    }

    /// - Parameter when: The phase, if the load has several, such as `Alone`. It is appended to the names in JSON.
    mutating func addDelays(_ figures: LoadFigures, _ when: String = "") {
        let words = when.isEmpty ? "" : ", \(when.lowercased())"
        addDelays("to another client\(words)", when, figures.delay)
    }

    mutating func addDelays(_ path: String, _ when: String, _ delay: (Double) -> Double?) {
        for (name, member, part) in [
            ("p50", "p50", 0.5), ("p99", "p99", 0.99), ("p99.9", "p999", 0.999),
        ] {
            add("ms \(path), \(name)", "\(member)Milliseconds\(when)", delay(part), digits: 3)
        }
    }

    /// Adds the time that the server waited for a processor. A high figure means that the machine was busy
    /// with other work.
    mutating func addWaiting(_ figures: LoadFigures, _ when: String = "") {
        let words = when.isEmpty ? "" : ", \(when.lowercased())"
        add(
            "time that the server waited\(words)", "serverWaited\(when)",
            figures.processorTime.map { $0.waiting / figures.seconds }, digits: 3)
    }

    mutating func addGenerator(_ figures: LoadFigures) {
        isGeneratorOverloaded = isGeneratorOverloaded || figures.isGeneratorOverloaded
        add("busy share of generator threads", "generatorBusy", figures.busy, digits: 2)
    }
}
