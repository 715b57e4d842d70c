import Foundation

/// What a server says of itself at `/metrics`, taken apart.
struct Scrape {
    struct Family: Equatable {
        let name: String
        let type: String
        let help: String
    }

    private(set) var families: [Family] = []
    /// By what stands before the value: `calcroom_refusals_total{reason="rate"}`.
    private(set) var values: [String: String] = [:]
    let text: String

    init(_ server: TestServer) throws {
        try self.init(port: server.port)
    }

    init(port: UInt16) throws {
        text = try Page(port: port, "GET /metrics HTTP/1.1").body
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

    /// A sample that must be there.
    subscript(sample: String) -> Double {
        values[sample].flatMap(Double.init) ?? .nan
    }
}
