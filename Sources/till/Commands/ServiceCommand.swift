import Checkout
import Engine
import Glibc
import Localization
import Payments
import Terminal
import Transports

/// `till update`, `log`, `scan`, `loyalty balance`, `clock`, `keys`, `menu` and `pending`: connect, have the reader do it, let go.
struct ServiceCommand {
    let place: Workplace
    let signals: SignalInbox
    let task: ReaderTask

    func run() throws(Stop) -> ExitStatus {
        let reader = try place.reader()
        let gate = try Gate(place: place, signals: signals, training: reader.address.isTraining)
        let loop = CommandLoop(signals: signals)
        let engine = try PaymentCommand.engine(place, reader.address, loop)
        engine.start()
        try gate.enter(engine, loop, vouchingFor: task.permission)
        engine.submit(.connect(uri: reader.uri, address: reader.address))
        var conversation = ServiceConversation(engine: engine, loop: loop, place: place, task: task)
        let status = conversation.run()
        engine.stop()
        return status
    }
}

/// The course of one service, as a script or a person without a console follows it.
struct ServiceConversation {
    let engine: TillEngine
    let loop: CommandLoop
    let place: Workplace
    let task: ReaderTask

    private enum Stage {
        /// The reader is being connected and asked for what it holds.
        case connecting
        /// The service was handed over and runs, or is refused yet.
        case running
        /// The reader was updated and restarts: it is waited for.
        case restarting
    }

    private var stage = Stage.connecting
    private var status = ExitStatus.noReader
    private var isOver = false
    private var stopAsked = false
    private var hasRecovered = false

    init(engine: TillEngine, loop: CommandLoop, place: Workplace, task: ReaderTask) {
        self.engine = engine
        self.loop = loop
        self.place = place
        self.task = task
    }

    private var teller: Teller { Teller(place: place, currency: Money.nothing.currency) }

    mutating func run() -> ExitStatus {
        while !isOver {
            for message in loop.wait() where !isOver {
                switch message {
                case .engine(let event): happened(event)
                case .signal(let number): interrupted(by: number)
                case .input(let line): if line == nil { engine.submit(.stopService) }
                }
            }
        }
        return status
    }

    private mutating func happened(_ event: EngineEvent) {
        teller.tell(event)
        switch event.event {
        case .ready: ready()
        case .connected(let details): connected(details)
        case .recovered: hasRecovered = true
        case .serving(.scan): loop.readInput()
        case .served(_, let result): served(result)
        case .fault(let fault): failed(fault)
        case .disconnected: isOver = true
        default: break
        }
    }

    private mutating func ready() {
        switch (stage, task) {
        case (.connecting, .service(let service)):
            stage = .running
            engine.submit(.serve(service))
        case (.connecting, .clock(let sets)):
            stage = .running
            let clock = place.time.civilTime()
            engine.submit(.serve(sets ? .setClock(clock) : .clock(ours: clock)))
        case (.connecting, .pending) where !hasRecovered:
            stage = .running
            engine.submit(.fetchPending)
        case (_, .pending):
            if !hasRecovered { tellNothingHeld() }
            end(.done)
        case (.restarting, _): end(.done)
        case (.running, .service), (.running, .clock): break
        }
    }

    private func tellNothingHeld() {
        guard place.invocation.json else { return Output.line(place.catalogue.text("service.nothingHeld")) }
        Output.json(place.events.line("nothingHeld", place.time.wallTime(), []))
    }

    /// After an update the reader says what it has become.
    private func connected(_ details: ReaderDetails) {
        guard case .restarting = stage, !place.invocation.json else { return }
        Output.line(place.catalogue.text("service.newVersion", ["version": details.applicationVersion]))
    }

    /// A refusal is told by the fault that follows.
    private mutating func served(_ result: ReaderServiceResult) {
        switch result {
        case .refused: status = .fault
        case .updated(restarting: true): stage = .restarting
        case .levelSet(let level):
            place.remember(level)
            end(.done)
        case .updated, .logCleared, .log, .logEmpty, .scannerOff, .connectionTested, .dayClosed, .points, .clock,
            .keys, .menu:
            end(.done)
        }
    }

    /// What the reader did wrong by the way ends nothing, unless it is the answer.
    private mutating func failed(_ fault: TillFault) {
        let isAnswer = status == .fault
        status = ExitStatus(fault)
        isOver = fault.kind != .reader || isAnswer
    }

    private mutating func end(_ status: ExitStatus) {
        self.status = status
        isOver = true
    }

    /// No money moves here: the first interruption stops what can be stopped, the second ends the command.
    private mutating func interrupted(by number: Int32) {
        guard number == SIGINT || number == SIGTERM || number == SIGHUP else { return }
        guard case .running = stage, !stopAsked, case .service(let service) = task, service.canBeStopped else {
            return end(.interrupted)
        }
        stopAsked = true
        engine.submit(.stopService)
    }
}
