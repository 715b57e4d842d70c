import Foundation

/// The relative links of the documents.
enum Links {
    /// The targets of `[text](target)`, `src="target"` and `href="target"` that lie in the checkout:
    /// addresses of other places and of headings in the same document are not looked at.
    static func relative(in markdown: String) -> [String] {
        local(in: markdown).filter { !$0.hasPrefix("#") }.map { String($0.prefix { $0 != "#" }) }
    }

    /// The links of a document that lead nowhere, or out of the checkout.
    static func violations(in document: Checkout.File) -> [String] {
        let lost = relative(in: document.text).filter { target in
            let path = place(of: target, in: document).path
            let isInside = path.hasPrefix(Checkout.root.standardizedFileURL.path + "/")
            return !isInside || !FileManager.default.fileExists(atPath: path)
        }
        return (lost + lostHeadings(in: document)).map { "\(document.path): \($0)" }
    }

    /// A heading as links have it: `What it costs` is `what-it-costs`.
    static func anchor(of heading: some StringProtocol) -> String {
        heading.lowercased().filter { $0.isLetter || $0.isNumber || " -".contains($0) }
            .map { $0 == " " ? "-" : String($0) }.joined()
    }

    /// The links to headings that are not in the document that they lead to.
    private static func lostHeadings(in document: Checkout.File) -> [String] {
        local(in: document.text).filter { target in
            let parts = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { return false }
            let text =
                parts[0].isEmpty
                ? document.text
                : try? String(
                    contentsOf: place(of: String(parts[0]), in: document), encoding: .utf8)
            let headings = (text ?? "").split(separator: "\n").filter { $0.hasPrefix("#") }
                .map { anchor(of: $0.drop { "# ".contains($0) }) }
            return !headings.contains(String(parts[1]))
        }
    }

    private static func place(of target: String, in document: Checkout.File) -> URL {
        Checkout.root.appending(path: document.path).deletingLastPathComponent()
            .appending(path: target.removingPercentEncoding ?? target).standardizedFileURL
    }

    private static func local(in markdown: String) -> [String] {
        Markdown.lines(of: markdown)
            .flatMap { line in
                ["](", "src=\"", "href=\""].flatMap { targets(after: $0, in: line.text) }
            }
            .filter { !$0.contains(":") }
    }

    private static func targets(after opening: String, in line: String) -> [String] {
        line.components(separatedBy: opening).dropFirst()
            .map { String($0.prefix { !")\" ".contains($0) }) }
    }
}
