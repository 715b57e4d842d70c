import Foundation

/// A file with a frame in each line, for Tests/Protocol/API, which compares the frames with the schemas.
struct FrameFile {
    private let file: FileHandle

    /// Creates the file in the folder that `CALCROOM_FRAMES` names; nil without a folder.
    init?(_ name: String) {
        let variables = ProcessInfo.processInfo.environment
        guard let folder = variables["CALCROOM_FRAMES"] else { return nil }
        let url = URL(filePath: folder).appending(path: name)
        guard FileManager.default.createFile(atPath: url.path, contents: nil),
            let file = try? FileHandle(forWritingTo: url)
        else { fatalError("\(url.path) cannot be written") }
        self.file = file
    }

    func append(_ frame: [UInt8]) {
        file.write(Data(frame + [UInt8(ascii: "\n")]))
    }
}
