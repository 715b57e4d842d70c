import Foundation

/// The files of a store: the database, its write-ahead log and the index of the log.
struct StoreFiles: Sendable {
    enum Part: String, CaseIterable {
        case main = ""
        case log = "-wal"
        case index = "-shm"
    }

    private var contents: [Part: [UInt8]] = [:]

    /// Nil if the file does not exist.
    subscript(part: Part) -> [UInt8]? {
        get { contents[part] }
        set { contents[part] = newValue }
    }

    init(at path: String) {
        for part in Part.allCases {
            contents[part] = FileManager.default.contents(atPath: path + part.rawValue)
                .map { Array($0) }
        }
    }

    func write(to path: String) throws {
        for part in Part.allCases {
            let url = URL(filePath: path + part.rawValue)
            try? FileManager.default.removeItem(at: url)
            try contents[part].map { try Data($0).write(to: url) }
        }
    }
}
