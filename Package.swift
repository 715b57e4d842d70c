// swift-tools-version: 6.2

import PackageDescription

// Warnings are made errors by Scripts/test and not here, so that another compiler's new warning
// stops nobody who only wants to build.
let package = Package(
    name: "calcroom",
    targets: [
        .target(name: "ExactNumbers"),

        .testTarget(name: "HouseTests"),
        .testTarget(name: "ExactNumbersTests", dependencies: ["ExactNumbers", "NumberPlayer"]),
        .executableTarget(
            name: "NumberPlayer",
            dependencies: ["ExactNumbers"],
            path: "Tests/NumberPlayer",
            swiftSettings: [.enableExperimentalFeature("Extern")]
        ),
    ],
    swiftLanguageModes: [.v6]
)
