import Glibc

/// Why a server could not begin, in a line that says what would be right.
public enum ServerError: Error, Equatable {
    case unknownHost(String)
    case cannotListen(host: String?, port: UInt16, error: Int32)
    case noStaticFiles(String)
    case noLoop
    case certificate(CertificateError)

    public var message: String {
        switch self {
        case .unknownHost(let host):
            "--host \(host) is no address of this machine."
        case .cannotListen(_, let port, EADDRINUSE):
            "Port \(port) is taken; choose another one with --port, or 0 for any."
        case .cannotListen(_, let port, EACCES):
            "Port \(port) needs rights that this user does not have; choose one from 1024 on."
        case .cannotListen(let host, let port, let error):
            "Nobody can listen on \(host ?? "this machine"), port \(port): \(Self.text(error))."
        case .noStaticFiles(let folder):
            "There is no index.html in \(folder); say with --static where the page is."
        case .certificate(let error): error.message
        case .noLoop:
            "libwebsockets does not begin; is there memory and are there free descriptors?"
        }
    }

    private static func text(_ error: Int32) -> String {
        String(cString: strerror(error))
    }
}
