import SharedRoom

extension ServiceLimits {
    /// The limits of one loop, so that all loops together comply with the configured limits. The share of
    /// an address is never less than the limit of a single connection, if there is one. A room has one loop, so
    /// limits per room are not divided, and a share must suffice for a class in one room. Deliveries are not
    /// divided either, because they are many in a large class.
    func divided(among loops: Int) -> ServiceLimits {
        var part = self
        part.openRoomsMax = Self.part(openRoomsMax, loops)
        part.ringsBytesMax = Self.part(ringsBytesMax, loops)
        part.addressKeysPerSecond = max(Self.part(addressKeysPerSecond, loops), keysPerSecond)
        part.addressKeysAtOnceMax = max(Self.part(addressKeysAtOnceMax, loops), keysAtOnceMax)
        part.addressStepsPerSecond = max(Self.part(addressStepsPerSecond, loops), stepsPerSecond)
        part.addressStepsAtOnceMax = max(Self.part(addressStepsAtOnceMax, loops), stepsAtOnceMax)
        part.addressTrafficPerSecond = max(
            Self.part(addressTrafficPerSecond, loops), trafficPerSecond)
        part.addressTrafficAtOnceMax = max(
            Self.part(addressTrafficAtOnceMax, loops), trafficAtOnceMax)
        part.serverRoomsPerHour = Self.part(serverRoomsPerHour, loops)
        part.serverRoomsAtOnceMax = Self.part(serverRoomsAtOnceMax, loops)
        part.roomsPerHour = Self.part(roomsPerHour, loops)
        part.roomsAtOnceMax = Self.part(roomsAtOnceMax, loops)
        return part
    }

    private static func part<Count: BinaryInteger>(_ whole: Count, _ loops: Int) -> Count {
        let loops = Count(loops)
        return whole / loops + (whole % loops == 0 ? 0 : 1)
    }
}
