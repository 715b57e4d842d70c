import Foundation

/// The parsed metrics of a server.
struct Scrape {
    struct Family: Equatable {
        let name: String
        let type: String
        let help: String
    }

    private(set) var families: [Family] = []
    /// The values by name and labels: `calcroom_refusals_total{reason="rate"}`.
    private(set) var values: [String: String] = [:]
    let text: String

    init(_ server: TestServer) throws {
        try self.init(port: server.port)
    }

    init(port: UInt16) throws {
        text = try HTTPReply(port: port, "GET /metrics HTTP/1.1").body
        var help = ""
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ", maxSplits: 3).map(String.init)
            switch words[1] {
            case "HELP": help = words[3]
            case "TYPE": families.append(Family(name: words[2], type: words[3], help: help))
            default: values[words[0]] = words[1]
            }
        }
    }

    /// The value of a sample; NaN if it does not exist, so that comparisons fail.
    subscript(sample: String) -> Double {
        values[sample].flatMap(Double.init) ?? .nan
    }
}
