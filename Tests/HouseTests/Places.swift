/// The places of the checkout that the documents name in code: `Tests/HouseTests`.
enum Places {
    private static let folders = ["Scripts/", "Sources/", "Tests/", "docs/", "static/"]

    /// What is not there of a span or a line of code.
    static func violations(in code: String) -> [String] {
        code.split { " \"'()=".contains($0) }
            .filter { word in folders.contains { word.hasPrefix($0) } }
            .map { String($0.trimming(while: { ".,:;".contains($0) })) }
            .filter { !Checkout.exists($0) }
    }
}

extension Substring {
    /// Without what stands at its end.
    fileprivate func trimming(while isPart: (Character) -> Bool) -> Substring {
        var rest = self
        while let last = rest.last, isPart(last) { rest.removeLast() }
        return rest
    }
}
