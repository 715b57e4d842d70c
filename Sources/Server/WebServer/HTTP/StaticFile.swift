import Foundation

/// A file of the page, uncompressed and compressed.
struct StaticFile: Sendable {
    let type: String
    /// A short hash of the content, for the version of the page and the `ETag` header.
    let tag: String
    let content: [UInt8]
    private let compressed: [UInt8]?
    /// True if the content at this address never changes, so that browsers need not revalidate it.
    var isImmutable = false
    /// True if pages of other servers may load the file.
    var isShared = false

    /// Reads a file; nil if it is not a file or has an unknown extension.
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
            file.flatMap { Self.precompressed(content, $0) } ?? Gzip.compressed(content)
        self.compressed = compressed.count < content.count ? compressed : nil
    }

    /// The content of the compressed file next to this one, such as `calcroom.wasm.gz`, if it is correct. A
    /// build can use a better and slower compressor than the server.
    private static func precompressed(_ content: [UInt8], _ file: URL) -> [UInt8]? {
        guard let data = try? Data(contentsOf: file.appendingPathExtension("gz")) else {
            return nil
        }
        let unpacked = Gzip.decompressed(Array(data), countMax: content.count)
        return unpacked == content ? Array(data) : nil
    }

    /// The file, compressed if the client accepts that, or 304 Not Modified if the client has it.
    ///
    /// - Parameters:
    ///   - acceptedEncodings: The header `Accept-Encoding`.
    ///   - knownTags: The header `If-None-Match`.
    func response(acceptedEncodings: String?, knownTags: String?) -> Response {
        let acceptsGzip = acceptedEncodings.map(Self.acceptsGzip) ?? false
        let body = acceptsGzip ? compressed : nil
        // Caches distinguish the two forms by their tags.
        let tag = "\"\(tag)\(body == nil ? "" : "-gzip")\""
        var headers = [("Vary", "Accept-Encoding")]
        headers +=
            isImmutable
            ? [("Cache-Control", "max-age=31536000, immutable")]
            : [("ETag", tag), ("Cache-Control", "no-cache")]
        if isShared { headers.append(("Access-Control-Allow-Origin", "*")) }
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

    /// True if the list contains gzip, and not with a quality of zero.
    private static func acceptsGzip(_ encodings: String) -> Bool {
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
        "py": "text/plain; charset=utf-8",
        "svg": "image/svg+xml",
        "ts": "text/plain; charset=utf-8",
        "txt": "text/plain; charset=utf-8",
        "wasm": "application/wasm",
        "webmanifest": "application/manifest+json",
    ]
}
