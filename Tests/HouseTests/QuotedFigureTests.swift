import Testing

@Test func `H10 figures that documents quote are those that were measured`() throws {
    let benchmarks = try Checkout.file("docs/BENCHMARKS.md").text
    for document in try Checkout.documents() {
        for quoted in QuotedFigure.all(in: document.text) {
            let measured = quoted.measured(in: benchmarks)
            #expect(
                measured.map(quoted.isRounded) == true,
                "\(document.path): \(quoted.figure), measured \(measured ?? "nothing") (\(quoted.place))"
            )
        }
    }
    #expect(QuotedFigure.all(in: try Checkout.file("README.md").text).count >= 6)
    #expect(QuotedFigure.all(in: try Checkout.file("docs/OPERATIONS.md").text).count >= 4)
}

private let benchmarks = """
    # Benchmarks

    ## Comparisons

    | what | measured |
    | --- | --- |
    | rooms: a / b | 0.732 |

    ## Flood, one socket

    | server | keys per second | p99 milliseconds |
    | --- | --- | --- |
    | calcroom | 62,881 (54,675 to 67,258) | 1.55 (0.831 to 5.87) |
    | calcroom, durable | 25,696,024 (1 to 2) | 1.45 (1.38 to 9.24) |
    """

@Test(arguments: [
    ("62,900 keys", "calcroom, keys per second", "flood-one-socket", true),
    ("60,000 keys", "calcroom, keys per second", "flood-one-socket", true),
    ("62,800 keys", "calcroom, keys per second", "flood-one-socket", false),
    ("1.6 ms", "calcroom, p99 milliseconds", "flood-one-socket", true),
    ("1.5 ms", "calcroom, durable, p99 milliseconds", "flood-one-socket", true),
    ("1.4 ms", "calcroom, durable, p99 milliseconds", "flood-one-socket", true),
    ("1.3 ms", "calcroom, durable, p99 milliseconds", "flood-one-socket", false),
    ("25.7 million", "calcroom, durable, keys per second", "flood-one-socket", true),
    ("25.6 million", "calcroom, durable, keys per second", "flood-one-socket", false),
    ("0.73", "rooms: a / b", "comparisons", true),
    ("0.74", "rooms: a / b", "comparisons", false),
    ("62,881", "calcroom, joins per second", "flood-one-socket", false),
    ("62,881", "calcroom, keys per second", "nowhere", false),
])
func `H10 a figure that is another one is found`(
    figure: String, place: String, section: String, isRight: Bool
) throws {
    let row = "| what | \(figure) | [\(place)](docs/BENCHMARKS.md#\(section)) |"
    let quoted = try #require(QuotedFigure.all(in: row).first)
    #expect((quoted.measured(in: benchmarks).map(quoted.isRounded) ?? false) == isRight)
}
