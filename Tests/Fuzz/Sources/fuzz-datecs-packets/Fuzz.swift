import FuzzEntries

/// Called by libFuzzer with one input after the other.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOne(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    if let complaint = FuzzEntries.datecsPackets(Array(UnsafeBufferPointer(start: bytes, count: count))) {
        fatalError(complaint)
    }
    return 0
}
