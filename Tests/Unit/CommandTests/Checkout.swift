import Foundation
import RunningPrograms

/// The scripts of the checkout.
extension Checkout {
    /// Runs a shell command in the root folder. Returns the exit status and the output of both streams.
    static func run(
        _ command: String, _ environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws -> (status: Int32, output: String) {
        try Child.run(["/bin/bash", "-c", command], in: root, environment: environment)
    }
}
