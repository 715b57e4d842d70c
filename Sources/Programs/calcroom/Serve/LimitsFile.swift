import CommandLineKit
import Foundation
import RoomServer
import WebServer

/// A file of limits, each on its own line: `keysPerSecond 60`.
enum LimitsFile {
    static func read(
        _ path: String, into configuration: inout ServerConfiguration
    ) throws(CommandError) {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
            throw .usage("Cannot read \(path); --limits takes a file or none.")
        }
        var seen: Set<Substring> = []
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated()
        {
            let words = line.prefix { $0 != "#" }.split { $0 == " " || $0 == "\t" || $0 == "\r" }
            guard let name = words.first else { continue }
            let place = "\(path), line \(index + 1)"
            guard seen.insert(name).inserted else {
                throw .usage("\(place): \(name) is given twice; give it once.")
            }
            try apply(
                String(name), words.dropFirst().map(String.init), &configuration, place)
        }
    }

    private static func apply(
        _ name: String, _ values: [String], _ configuration: inout ServerConfiguration,
        _ place: String
    ) throws(CommandError) {
        guard let limit = Limit.allCases.first(where: { $0.name == name }) else {
            let hint = Spelling.hint(for: name, among: Limit.allCases.map(\.name))
            throw .usage("\(place): unknown limit \(name). \(hint)")
        }
        guard values.count == 1, let value = Int64(values[0]), limit.range.contains(value) else {
            let last = limit.range.upperBound
            throw .usage("\(place): \(name) takes a whole number from 1 to \(last).")
        }
        configuration.limits[limit] = value
    }
}
