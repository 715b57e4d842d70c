import RoomServer
import RoomStore

/// The text format of Prometheus, version 0.0.4.
struct MetricsText {
    private var text = ""

    var bytes: [UInt8] { Array(text.utf8) }

    mutating func write(_ metric: Metric, _ value: Metric.Value) {
        text += "# HELP \(metric.name) \(metric.help)\n"
        text += "# TYPE \(metric.name) \(value.type)\n"
        switch value {
        case .count(let count): text += "\(metric.name) \(count)\n"
        case .gauge(let amount): text += "\(metric.name) \(amount)\n"
        case .labels(let labels):
            let pairs = labels.map { "\($0.key)=\"\($0.value)\"" }.joined(separator: ",")
            text += "\(metric.name){\(pairs)} 1\n"
        case .counts(let label, let counts):
            for (name, count) in counts {
                text += "\(metric.name){\(label)=\"\(name)\"} \(count)\n"
            }
        case .histogram(let histogram, let unit): write(metric.name, histogram, unit)
        }
    }

    /// Buckets are cumulative: each counts all values up to its bound.
    private mutating func write(_ name: String, _ histogram: Histogram, _ unit: Metric.Unit) {
        var total: Int64 = 0
        let bounds = histogram.bounds.map { "\(ScaledDecimal($0, unit))" } + ["+Inf"]
        for (bound, count) in zip(bounds, histogram.counts) {
            total += count
            text += "\(name)_bucket{le=\"\(bound)\"} \(total)\n"
        }
        text += "\(name)_sum \(ScaledDecimal(histogram.sum, unit))\n\(name)_count \(total)\n"
    }
}
