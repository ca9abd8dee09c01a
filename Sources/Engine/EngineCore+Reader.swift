import Checkout
import Crypto
import Payments
import Ports
import Readers

/// The reader's link and session.
extension EngineCore {
    mutating func openReaderLink(_ address: ReaderAddress) {
        let number = readerLink.next()
        let post = post
        readerIsBluetooth = address.isBluetooth
        wireProtocol = address.isProtocolOpen ? nil : address.wireProtocol
        readerLink.take(ports.links.open(address) { post(.reader(link: number, $0)) })
    }

    mutating func closeReaderLink() {
        session = nil
        readerLink.close()
        hostLink.close()
    }

    mutating func introduce() {
        let heft = HeftSession(identity: settings.identity, logLevel: settings.logLevel)
        switch wireProtocol {
        case .heft: session = heft
        case .datecs: session = DatecsSession()
        case nil: session = DetectingSession(heft: heft)
        }
        advance(.command(.initialise(clock: ports.time.civilTime())))
    }

    /// The secret is used here and nowhere else; the session sees only the proof. Source: heft.md 3.5.
    mutating func prove(_ readerRandom: [UInt8]) {
        guard let secret = settings.secret(serialNumber ?? "") else {
            tell(TillFault("credentials-locked", .signIn))
            return advance(.command(.disconnect))
        }
        let ours = ports.random.bytes(readerRandom.count)
        let proof = HMACSHA256.authenticate(readerRandom + ours, key: secret)
        advance(.command(.prove(random: ours, proof: proof)))
    }

    mutating func readerLinkDid(_ number: Int, _ event: LinkEvent) {
        guard number == readerLink.number else { return readerLink.heardOld(event) }
        switch event {
        case .opened: take(.linkOpened)
        case .received(let bytes): advance(.received(bytes))
        case .drained: break
        case .closed(let fault):
            readerLink.ended()
            guard session == nil else { return advance(.linkClosed) }
            take(.linkFailed(TillFault(link: fault ?? LinkFault(.lost))))
        }
    }

    /// Feeds the session and carries out what it wants.
    mutating func advance(_ input: ReaderInput) {
        guard var session else { return }
        let effects = session.handle(input, at: ports.time.uptime())
        self.session = session.isClosed ? nil : session
        for effect in effects {
            switch effect {
            case .send(let bytes): readerLink.link?.send(bytes)
            case .closeLink: readerLink.close()
            case .host(let effect): perform(effect)
            case .event(let event): take(.reader(event.masked))
            }
        }
    }
}

/// A link with a number, so that what an old one still says is not taken for the new one's.
struct NumberedLink {
    private(set) var number = 0
    private(set) var link: (any Link)?
    /// Links that were given up and still have bytes to hand over.
    private(set) var closing = 0

    /// Numbers the link that is about to be opened.
    mutating func next() -> Int {
        close()
        return number
    }

    mutating func take(_ link: any Link) { self.link = link }

    /// Gives the link up; nothing it still says is heard.
    mutating func close() {
        if let link {
            link.close()
            closing += 1
        }
        link = nil
        number += 1
    }

    /// The link ended by itself.
    mutating func ended() { link = nil }

    mutating func heardOld(_ event: LinkEvent) {
        if case .closed = event { closing = max(0, closing - 1) }
    }
}
