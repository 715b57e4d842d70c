import Testing
import WebServer

@Test func `W51 a fingerprint is made with SHA-256`() {
    let digest = Digest.sha256(Array("abc".utf8))
    #expect(digest.prefix(4) == [0xBA, 0x78, 0x16, 0xBF] && digest.suffix(2) == [0x15, 0xAD])
}
