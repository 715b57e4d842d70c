import Foundation

/// The relative links of the documents.
enum Links {
    /// The targets of `[text](target)`, `src="target"` and `href="target"` that lie in the checkout:
    /// addresses of other places and of headings in the same document are not looked at.
    static func relative(in markdown: String) -> [String] {
        Markdown.lines(of: markdown)
            .flatMap { line in
                ["](", "src=\"", "href=\""].flatMap { targets(after: $0, in: line.text) }
            }
            .filter { !$0.contains(":") && !$0.hasPrefix("#") }
            .map { String($0.prefix { $0 != "#" }) }
    }

    /// The links of a document that lead nowhere, or out of the checkout.
    static func violations(in document: Checkout.File) -> [String] {
        let folder = Checkout.root.appending(path: document.path).deletingLastPathComponent()
        return relative(in: document.text)
            .filter { target in
                let place = folder.appending(path: target.removingPercentEncoding ?? target)
                let path = place.standardizedFileURL.path
                let isInside = path.hasPrefix(Checkout.root.standardizedFileURL.path + "/")
                return !isInside || !FileManager.default.fileExists(atPath: path)
            }
            .map { "\(document.path): \($0)" }
    }

    private static func targets(after opening: String, in line: String) -> [String] {
        line.components(separatedBy: opening).dropFirst()
            .map { String($0.prefix { !")\" ".contains($0) }) }
    }
}
