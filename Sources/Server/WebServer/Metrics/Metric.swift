import RoomServer
import RoomStore

/// A metric, with a function that computes its samples in the text format of Prometheus, version 0.0.4.
struct Metric {
    let name: String
    let help: String
    private let type: String
    /// Each sample is what follows the name in its line: an ending or labels, a space, and the value.
    private let samples: (ServerFigures) -> [String]

    func text(of figures: ServerFigures) -> String {
        "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n"
            + samples(figures).map { name + $0 + "\n" }.joined()
    }

    static func gauge(
        _ name: String, _ help: String, in unit: Unit = .one,
        _ value: @escaping (ServerFigures) -> Int
    ) -> Metric {
        Metric(name: name, help: help, type: "gauge") { [" " + unit.text(of: Int64(value($0)))] }
    }

    /// A value that only increases.
    static func count(
        _ name: String, _ help: String, in unit: Unit = .one,
        _ value: @escaping (ServerFigures) -> Int
    ) -> Metric {
        Metric(name: name, help: help, type: "counter") { [" " + unit.text(of: Int64(value($0)))] }
    }

    /// A constant 1. The information is in the labels.
    static func labels(
        _ name: String, _ help: String, _ labels: @escaping (ServerFigures) -> [(String, String)]
    ) -> Metric {
        Metric(name: name, help: help, type: "gauge") { figures in
            ["{" + labels(figures).map { "\($0)=\"\($1)\"" }.joined(separator: ",") + "} 1"]
        }
    }

    /// Values that only increase, one for each value of a label. The set of label values is fixed, so that clients
    /// cannot add time series. A room's name is never a label.
    static func counts<Kind>(
        _ name: String, _ help: String, by label: String,
        _ tally: @escaping (ServerFigures) -> CountByKind<Kind>,
        named text: @escaping (Kind) -> String
    ) -> Metric {
        Metric(name: name, help: help, type: "counter") { figures in
            let tally = tally(figures)
            return tally.kinds.map { "{\(label)=\"\(text($0))\"} \(tally[$0])" }
        }
    }

    /// Buckets are cumulative: each counts all values up to its bound.
    static func histogram(
        _ name: String, _ help: String, in unit: Unit,
        _ histogram: @escaping (ServerFigures) -> Histogram
    ) -> Metric {
        Metric(name: name, help: help, type: "histogram") { figures in
            let histogram = histogram(figures)
            var total: Int64 = 0
            let bounds = histogram.bounds.map(unit.text) + ["+Inf"]
            let buckets = zip(bounds, histogram.counts).map { bound, count in
                total += count
                return "_bucket{le=\"\(bound)\"} \(total)"
            }
            return buckets + ["_sum \(unit.text(of: histogram.sum))", "_count \(total)"]
        }
    }

    /// The unit of an integer; the raw value is its number of decimal places.
    enum Unit: Int {
        case one = 0
        case milli = 3
        case micro = 6
        case nano = 9

        /// The value as a decimal: `0.0025` for 2,500 micro.
        func text(of value: Int64) -> String {
            let digits = String(value)
            let padded = String(repeating: "0", count: max(0, rawValue + 1 - digits.count)) + digits
            var fraction = padded.suffix(rawValue)
            while fraction.last == "0" { fraction.removeLast() }
            return padded.dropLast(rawValue) + (fraction.isEmpty ? "" : ".\(fraction)")
        }
    }
}
