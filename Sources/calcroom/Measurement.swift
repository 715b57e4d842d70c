/// How long one call takes: the median of many rounds, each long enough for the clock.
struct Measurement {
    let name: String
    /// What the call may take at most.
    let microsecondsMax: Double
    /// What the call says that it cost.
    let steps: Int
    let microseconds: Double

    private static let rounds = 31
    private static let roundDuration = Duration.milliseconds(2)

    init(name: String, microsecondsMax: Double, steps: Int, of call: () -> Void) {
        self.name = name
        self.microsecondsMax = microsecondsMax
        self.steps = steps
        let count = Self.callsInRound(call)
        let times = (0..<Self.rounds).map { _ in Self.time(count, call) / .microseconds(count) }
        microseconds = times.sorted()[Self.rounds / 2]
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

/// Measurements as lines of text, with what each may take and whether it kept to that.
struct MeasuredTable {
    let heading: String

    /// Prints the lines; tells whether every measurement kept within its bound.
    func print(_ measurements: [Measurement]) -> Bool {
        let width = measurements.map(\.name.count).max() ?? 0
        Swift.print("\(heading)\n")
        Swift.print(Self.line("", "µs", "at most", "steps", width))
        for item in measurements {
            Swift.print(
                Self.line(
                    item.name, Self.text(item.microseconds), Self.text(item.microsecondsMax),
                    "\(item.steps)", width), terminator: "")
            Swift.print(item.keepsBound ? "" : "  too slow")
        }
        return measurements.allSatisfy(\.keepsBound)
    }

    private static func line(
        _ name: String, _ time: String, _ bound: String, _ steps: String, _ width: Int
    ) -> String {
        let padding = String(repeating: " ", count: width - name.count)
        return name + padding + right(time) + right(bound) + right(steps)
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

extension Measurement {
    var keepsBound: Bool { microseconds <= microsecondsMax }
}
