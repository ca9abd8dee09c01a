import Checkout
import Ports

/// What arrives in the engine's mailbox. Links are numbered, so that a late word of an old one is told apart.
enum EngineMessage: Sendable {
    case intent(Intent)
    case reader(link: Int, LinkEvent)
    case host(link: Int, LinkEvent)
    case stop
}
