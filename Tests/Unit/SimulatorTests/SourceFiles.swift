import Foundation
import RunningPrograms

/// The sources of the package.
enum SourceFiles {
    /// A hash that changes with every source file.
    static func hash() throws -> UInt64 {
        let folder = Checkout.root.appending(path: "Sources").path
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for path in try FileManager.default.subpathsOfDirectory(atPath: folder).sorted()
        where path.hasSuffix(".swift") {
            for byte in try Data(contentsOf: Checkout.root.appending(path: "Sources/\(path)")) {
                hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
            }
        }
        return hash
    }
}
