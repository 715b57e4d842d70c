public import Foundation

/// Samples of version 0.1.0, in `Tests/Golden/compatibility`. Later versions must accept them.
public enum Samples {
    private static let folder = "Tests/Golden/compatibility"

    public static func text(of name: String) throws -> String {
        try Checkout.text(of: "\(folder)/\(name)")
    }

    /// The columns of all lines, which are separated by tabs. Lines that begin with `#` are comments.
    public static func rows(of name: String) throws -> [[String]] {
        try text(of: name).split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
            line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        }
    }

    /// True if an object has all members of a sample, at every depth. It may have more. Null in a sample stands
    /// for any value.
    public static func isSample(_ sample: String, in object: some DataProtocol) -> Bool {
        guard let part = try? JSONSerialization.jsonObject(with: Data(sample.utf8)),
            let whole = try? JSONSerialization.jsonObject(with: Data(object))
        else { return false }
        return isPart(part, of: whole)
    }

    private static func isPart(_ part: Any, of whole: Any) -> Bool {
        switch (part, whole) {
        case (let part as [String: Any], let whole as [String: Any]):
            part.allSatisfy { name, value in whole[name].map { isPart(value, of: $0) } ?? false }
        case (let part as [Any], let whole as [Any]):
            part.count == whole.count && zip(part, whole).allSatisfy { isPart($0, of: $1) }
        case (is NSNull, _): true
        default: part as? NSObject == whole as? NSObject
        }
    }
}
