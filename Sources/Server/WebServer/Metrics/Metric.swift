import RoomServer
import RoomStore

/// A metric, with a function that computes its value.
struct Metric {
    enum Value {
        /// A value that only increases.
        case count(ScaledDecimal)
        case gauge(ScaledDecimal)
        /// A constant 1. The information is in the labels.
        case labels([(key: String, value: String)])
        /// Values that only increase, one for each value of a label. The set of label values is fixed, so that
        /// clients cannot add time series. A room's name is never a label.
        case counts(label: String, [(value: String, count: Int)])
        case histogram(Histogram, Unit)

        var type: String {
            switch self {
            case .count, .counts: "counter"
            case .gauge, .labels: "gauge"
            case .histogram: "histogram"
            }
        }
    }

    /// The unit of an integer; the raw value is its number of decimal places.
    enum Unit: Int {
        case one = 0
        case milli = 3
        case micro = 6
        case nano = 9
    }

    let name: String
    let help: String
    let value: (ServerFigures) -> Value
}

/// A number in units, as decimal text: `0.0025` for 2,500 micro.
struct ScaledDecimal: CustomStringConvertible {
    private let value: Int64
    private let unit: Metric.Unit

    init(_ value: Int64, _ unit: Metric.Unit) {
        self.value = value
        self.unit = unit
    }

    init(_ value: Int) { self.init(Int64(value), .one) }

    var description: String {
        let digits = String(value)
        let padding = String(repeating: "0", count: max(0, unit.rawValue + 1 - digits.count))
        let padded = padding + digits
        var fraction = padded.suffix(unit.rawValue)
        while fraction.last == "0" { fraction.removeLast() }
        let whole = padded.dropLast(unit.rawValue)
        return fraction.isEmpty ? String(whole) : "\(whole).\(fraction)"
    }
}

extension Metric.Value {
    static func count(_ count: Int) -> Self { .count(ScaledDecimal(count)) }
    static func gauge(_ amount: Int) -> Self { .gauge(ScaledDecimal(amount)) }

    static func counts<Kind>(
        _ label: String, _ tally: CountByKind<Kind>, name: (Kind) -> String
    ) -> Self {
        .counts(label: label, tally.kinds.map { (name($0), tally[$0]) })
    }
}
