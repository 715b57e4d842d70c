/// The result of a calculation in a document for people: a number, or the page's words for an error.
struct ResultText {
    let text: String
    private let isError: Bool

    /// - Parameters:
    ///   - result: `12`, or `error:` and a name.
    ///   - syntax: The words for the error `syntax`.
    init(_ result: [UInt8], syntax: String = "ERROR") {
        let result = String(decoding: result, as: UTF8.self)
        isError = result.hasPrefix("error:")
        text =
            switch result {
            case "error:divisionByZero": "Division by zero"
            case "error:undefined": "Undefined"
            case "error:invalidInput": "Invalid input"
            case "error:overflow": "Too large"
            case "error:syntax": syntax
            default: result
            }
    }

    /// ` = 12`, or `: Division by zero`, because no calculation equals an error.
    var afterExpression: String { (isError ? ": " : " = ") + text }
}
