import Foundation
import RunningPrograms
import Testing

/// The example session in docs/protocol.md.
struct SessionScript {
    enum Step {
        /// `ada > {"alive":1}`
        case sends(String, frame: String)
        /// `ada < {"alive":1,"seq":12}`, or `ada closed 4008 removed from the room`.
        case receives(String, String)
        /// `ada hangs up`
        case disconnects(String)
        /// `… 250 ms later`
        case wait(Int64)
        /// `store: cannot write`, `store: writes`
        case store(isWritable: Bool)
        case serverStops
    }

    struct Line {
        let number: Int
        let text: String
        let step: Step
    }

    /// The lines of the code blocks in the section.
    let lines: [Line]

    init() throws {
        var isInSection = false
        var isInBlock = false
        var lines: [Line] = []
        let text = try Checkout.text(of: "docs/protocol.md")
        for (index, line) in text.components(separatedBy: "\n").enumerated() {
            if line.hasPrefix("## ") { isInSection = line == "## An example session" }
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
            case (">", let frame): self = .sends(words[0], frame: frame)
            case ("<", let frame): self = .receives(words[0], frame)
            case ("closed", _): self = .receives(words[0], "\(words[1]) \(words[2])")
            case ("hangs", "up"): self = .disconnects(words[0])
            case (let time, "ms later") where words[0] == "…":
                guard let time = Int64(time) else { return nil }
                self = .wait(time)
            default: return nil
            }
        }
    }
}
