import Foundation
import SharedRoom

/// The version of the program.
///
/// The commit is not compiled in, since every commit would then link the program again. Scripts/serve and
/// Scripts/install write it to a file after they have built the program.
enum Version {
    static let number = "0.1.0"

    /// The path of the running program.
    static var program: URL {
        (Bundle.main.executableURL ?? URL(filePath: CommandLine.arguments[0]))
            .resolvingSymlinksInPath()
    }

    /// `calcroom 0.1.0 (commit faf72ef, rules 4)`
    static func line(program: URL) -> String {
        "calcroom \(number) (commit \(commit(of: program) ?? "unknown"), rules \(Room.rules))"
    }

    /// The commit that the program was built from. Nil if its file is missing or older than the program,
    /// which was then built again without the script.
    private static func commit(of program: URL) -> String? {
        let folder = program.deletingLastPathComponent()
        // In a build folder and after an installation.
        let files = ["calcroom.commit", "../lib/calcroom/commit"].map { folder.appending(path: $0) }
        for file in files {
            guard let time = modificationTime(of: file), let built = modificationTime(of: program),
                time >= built, let text = try? String(contentsOf: file, encoding: .utf8)
            else { continue }
            let commit = text.trimmingCharacters(in: .whitespacesAndNewlines)
            if !commit.isEmpty { return commit }
        }
        return nil
    }

    private static func modificationTime(of file: URL) -> Date? {
        let attributes = try? FileManager.default.attributesOfItem(atPath: file.path)
        return attributes?[.modificationDate] as? Date
    }
}
