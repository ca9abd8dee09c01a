import Payments

/// Where the console puts what customers drew to sign. It is asked on the main thread, just before the verdict goes to the
/// engine: it may not wait for a disk or a network.
protocol SignatureShelf: AnyObject {
    /// Keeps a drawing for a payment. A later one for the same payment takes its place.
    func keep(_ drawing: SignatureDrawing, for reference: TransactionReference)
}
