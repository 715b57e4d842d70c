/// A measured amount and its upper bound.
struct Measurement {
    let name: String
    let amount: Double
    let amountMax: Double
    /// The computation steps of the operation, or nil if they are not counted.
    let steps: Int?

    var isWithinBound: Bool { amount <= amountMax }
}

/// Measures the time of one call: the median of many rounds, each long enough for the clock.
extension Measurement {
    private static let rounds = 31
    private static let roundDuration = Duration.milliseconds(2)

    /// - Parameter parts: The number of operations in one call. The amount is the time of one operation.
    init(
        name: String, microsecondsMax: Double, steps: Int? = nil, parts: Int = 1,
        of call: () -> Void
    ) {
        let count = Self.callsInRound(call)
        let times = (0..<Self.rounds).map { _ in
            Self.time(count, call) / .microseconds(count) / Double(parts)
        }
        self.init(
            name: name, amount: times.sorted()[Self.rounds / 2], amountMax: microsecondsMax,
            steps: steps)
    }

    private static func callsInRound(_ call: () -> Void) -> Int {
        var count = 1
        while time(count, call) < roundDuration { count *= 2 }
        return count
    }

    private static func time(_ count: Int, _ call: () -> Void) -> Duration {
        ContinuousClock().measure {
            for _ in 0..<count { call() }
        }
    }
}

/// A table of measurements with their upper bounds. Marks each measurement above its bound.
struct MeasuredTable {
    let heading: String
    var unit = "µs"

    /// Prints the table. Returns true if every measurement is within its bound.
    func print(_ measurements: [Measurement]) -> Bool {
        let width = measurements.map(\.name.count).max() ?? 0
        let hasSteps = measurements.contains { $0.steps != nil }
        Swift.print("\(heading)\n")
        Swift.print(Self.line("", unit, "at most", hasSteps ? "steps" : "", width))
        for item in measurements {
            let steps = item.steps.map(String.init) ?? ""
            Swift.print(
                Self.line(
                    item.name, Self.text(item.amount), Self.text(item.amountMax), steps, width),
                terminator: "")
            Swift.print(item.isWithinBound ? "" : "  too much")
        }
        return measurements.allSatisfy(\.isWithinBound)
    }

    private static func line(
        _ name: String, _ amount: String, _ bound: String, _ steps: String, _ width: Int
    ) -> String {
        let padding = String(repeating: " ", count: width - name.count)
        return name + padding + right(amount) + right(bound) + (steps.isEmpty ? "" : right(steps))
    }

    private static func right(_ text: String) -> String {
        String(repeating: " ", count: max(1, 10 - text.count)) + text
    }

    /// Two decimals.
    private static func text(_ value: Double) -> String {
        let hundredths = Int(value * 100 + 0.5)
        let rest = hundredths % 100
        return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
    }
}
