import Foundation

enum Environment {
    static var variables: [String: String] { ProcessInfo.processInfo.environment }
}
