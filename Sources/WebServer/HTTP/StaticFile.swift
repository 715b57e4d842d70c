import Foundation

/// A file of the page, as it is sent: whole, or compressed once for all who take that.
struct StaticFile: Sendable {
    let type: String
    /// What is in it, in so few letters that they can stand in its place.
    let tag: String
    let content: [UInt8]
    private let compressed: [UInt8]?
    /// Whether what is at its address never changes, so that nobody need ask again.
    private var isLasting = false

    /// Nil for what is no file, or of a kind that no page has.
    init?(_ name: String, in folder: URL) {
        let file = folder.appending(path: name)
        guard let type = Self.types[file.pathExtension], let data = try? Data(contentsOf: file)
        else { return nil }
        self.init(type: type, content: Array(data), from: file)
    }

    init(type: String, content: [UInt8], from file: URL? = nil) {
        self.type = type
        self.content = content
        tag = Digest.text(of: content)
        let compressed =
            file.flatMap { Self.compressedBefore(content, $0) } ?? Gzip.compressed(content)
        self.compressed = compressed.count < content.count ? compressed : nil
    }

    /// The same at an address that names what is in it.
    var lasting: StaticFile {
        var file = self
        file.isLasting = true
        return file
    }

    /// What somebody with more time compressed better stands beside the file: `calcroom.wasm.gz`.
    private static func compressedBefore(_ content: [UInt8], _ file: URL) -> [UInt8]? {
        guard let data = try? Data(contentsOf: file.appendingPathExtension("gz")) else {
            return nil
        }
        let unpacked = Gzip.unpacked(Array(data), countMax: content.count)
        return unpacked == content ? Array(data) : nil
    }

    /// The whole file in the form that the client takes, or that what it has is still right.
    func response(acceptedEncodings: String?, knownTags: String?) -> Response {
        let takesGzip = acceptedEncodings.map(Self.takesGzip) ?? false
        let body = takesGzip ? compressed : nil
        // The two forms are two things to whoever keeps copies.
        let tag = "\"\(tag)\(body == nil ? "" : "-gzip")\""
        var headers = [("Vary", "Accept-Encoding")]
        // Nobody asks whether what never changes has changed.
        headers +=
            isLasting
            ? [("Cache-Control", "max-age=31536000, immutable")]
            : [("ETag", tag), ("Cache-Control", "no-cache")]
        if let knownTags, Self.tags(knownTags).contains(where: { $0 == tag || $0 == "*" }) {
            return Response(status: .notModified, headers: headers)
        }
        headers.append(("Content-Type", type))
        if body != nil { headers.append(("Content-Encoding", "gzip")) }
        return Response(status: .ok, headers: headers, body: body ?? content)
    }

    private static func tags(_ list: String) -> [String] {
        list.split(separator: ",").map { tag in
            let tag = tag.filter { $0 != " " }
            return tag.hasPrefix("W/") ? String(tag.dropFirst(2)) : tag
        }
    }

    /// `gzip;q=0` says that it does not.
    private static func takesGzip(_ encodings: String) -> Bool {
        encodings.lowercased().split(separator: ",").contains { encoding in
            let parts = encoding.filter { $0 != " " }.split(separator: ";")
            return parts.first == "gzip"
                && !["q=0", "q=0.0", "q=0.00", "q=0.000"].contains(parts.last)
        }
    }

    private static let types = [
        "css": "text/css; charset=utf-8",
        "html": "text/html; charset=utf-8",
        "js": "text/javascript; charset=utf-8",
        "json": "application/json",
        "png": "image/png",
        "svg": "image/svg+xml",
        "txt": "text/plain; charset=utf-8",
        "wasm": "application/wasm",
        "webmanifest": "application/manifest+json",
    ]
}
