import Glibc

/// A reason why a server could not start, with a one-line message for the operator.
public enum ServerError: Error, Equatable {
    case unknownHost(String)
    case cannotListen(host: String?, port: UInt16, error: Int32)
    case noStaticFiles(String)
    /// libwebsockets cannot create a context.
    case libraryFailed
    case certificate(CertificateError)

    public var message: String {
        switch self {
        case .unknownHost(let host):
            "--host \(host) is not an address of this machine."
        case .cannotListen(_, let port, EADDRINUSE):
            "Port \(port) is taken; choose another with --port, or 0 for any free port."
        case .cannotListen(_, let port, EACCES):
            "This user may not use port \(port); choose a port of 1024 or above."
        case .cannotListen(let host, let port, let error):
            "Cannot listen on \(host ?? "this machine"), port \(port): \(String(cString: strerror(error)))."
        case .noStaticFiles(let folder):
            "There is no index.html in \(folder); give the folder of the page with --static."
        case .certificate(let error): error.message
        case .libraryFailed:
            "libwebsockets cannot start. Is the system out of memory or file descriptors?"
        }
    }
}
