import Foundation
import Testing

/// The session in docs/PROTOCOL.md, as its lines say it.
struct SessionScript {
    enum Step {
        /// `ada > {"alive":1}`
        case says(String, frame: String)
        /// `ada < {"alive":1,"seq":12}`, or `ada closed 4008 removed from the room`.
        case hears(String, String)
        /// `ada hangs up`
        case hangsUp(String)
        /// `… 250 ms later`
        case later(Int64)
        /// `store: cannot write`, `store: writes`
        case store(isWritable: Bool)
        case serverStops
    }

    struct Line {
        let number: Int
        let text: String
        let step: Step
    }

    /// What stands in the blocks of the section.
    let lines: [Line]

    init() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let file = root.appending(path: "docs/PROTOCOL.md")
        var isInSection = false
        var isInBlock = false
        var lines: [Line] = []
        for (index, line) in try String(contentsOf: file, encoding: .utf8)
            .components(separatedBy: "\n").enumerated()
        {
            if line.hasPrefix("## ") { isInSection = line == "## A whole session" }
            guard isInSection else { continue }
            if line == "```" {
                isInBlock.toggle()
            } else if isInBlock {
                let step = try #require(Step(line), "line \(index + 1): \(line)")
                lines.append(Line(number: index + 1, text: line, step: step))
            }
        }
        self.lines = lines
    }
}

extension SessionScript.Step {
    init?(_ line: String) {
        switch line {
        case "store: cannot write": self = .store(isWritable: false)
        case "store: writes": self = .store(isWritable: true)
        case "the server stops": self = .serverStops
        default:
            let words = line.split(separator: " ", maxSplits: 2).map(String.init)
            guard words.count == 3 else { return nil }
            switch (words[1], words[2]) {
            case (">", let frame): self = .says(words[0], frame: frame)
            case ("<", let frame): self = .hears(words[0], frame)
            case ("closed", _): self = .hears(words[0], "\(words[1]) \(words[2])")
            case ("hangs", "up"): self = .hangsUp(words[0])
            case (let time, "ms later") where words[0] == "…":
                guard let time = Int64(time) else { return nil }
                self = .later(time)
            default: return nil
            }
        }
    }
}
