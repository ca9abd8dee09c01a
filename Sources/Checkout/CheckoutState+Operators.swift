import Payments
import Time

/// Who signs in, and what is refused to whom.
extension CheckoutState {
    /// The attempt is on disk before the PIN is looked at: killing the till gives no free tries.
    func signIn(_ name: OperatorName, _ moment: Moment) -> CheckoutStep {
        check(PINCheck(name: name, purpose: .signIn), moment)
    }

    /// Somebody with the permission vouches for one action of the operator who is signed in.
    func authorise(_ permission: Permission, by name: OperatorName, _ moment: Moment) -> CheckoutStep {
        guard case .signedIn = authority.person else { return refused(missing(permission)) }
        return check(PINCheck(name: name, purpose: .grant(permission)), moment)
    }

    private func check(_ check: PINCheck, _ moment: Moment) -> CheckoutStep {
        if case .selling = connection { return refused(.paymentRuns) }
        guard authority.person != .anybody else { return refused(.noOperators) }
        guard authority.check == nil else { return refused(.busy) }
        if let wait = authority.failures[check.name]?.remaining(at: moment), wait > .zero {
            return refused(.lockedOut(for: wait))
        }
        var next = self
        next.authority.check = check
        next.authority.noteAttempt(of: check.name, at: moment.wall, moment.now)
        return CheckoutStep(next, record: [.audit(.attempt(check.name))], perform: [.checkPIN(check.name)])
    }

    /// - Parameter role: the role of who has that PIN; nil where it was the wrong one.
    func pinChecked(_ name: OperatorName, _ role: OperatorRole?, _ moment: Moment) -> CheckoutStep {
        guard let check = authority.check, check.name == name else { return unchanged() }
        var next = self
        next.authority.check = nil
        guard let role else { return CheckoutStep(next, perform: [.publish(.fault(.wrongPIN))]) }
        next.authority.failures[name] = nil
        switch check.purpose {
        case .signIn:
            next.authority.person = .signedIn(name, role)
            next.authority.grant = nil
            return CheckoutStep(
                next, record: [.audit(.signedIn(name, role))], perform: [.publish(.signedIn(name, role))])
        case .grant(let permission):
            guard role.permissions.contains(permission) else {
                return CheckoutStep(next, perform: [.publish(.fault(.notPermitted(permission)))])
            }
            next.authority.grant = Grant(permission: permission, by: name, until: moment.now + Grant.life)
            return CheckoutStep(
                next, record: [.audit(.granted(permission, by: name))],
                perform: [.publish(.granted(permission, by: name))])
        }
    }

    func signOut() -> CheckoutStep {
        if case .selling = connection { return refused(.paymentRuns) }
        guard case .signedIn(let name, _) = authority.person else { return unchanged() }
        var next = self
        next.authority.person = .nobody
        next.authority.grant = nil
        next.authority.check = nil
        return CheckoutStep(next, record: [.audit(.signedOut(name))], perform: [.publish(.signedOut)])
    }

    func act(_ deed: Deed, _ moment: Moment) -> CheckoutStep {
        if let refusal = refusal(of: [deed.permission], moment) { return refusal }
        if case .addOperator(_, let role) = deed, authority.person == .anybody, role != .supervisor {
            return refused(.firstOperator)
        }
        var next = self
        next.authority.grant = nil
        return CheckoutStep(next, record: [.audit(deed.event)], perform: [.publish(.permitted(deed.permission))])
    }

    /// What happens instead, where the operator lacks one of the permissions; nil where nothing is lacking.
    func refusal(of permissions: [Permission], _ moment: Moment) -> CheckoutStep? {
        guard let lacking = permissions.first(where: { !authority.allows($0, at: moment.now) }) else { return nil }
        let fault = missing(lacking)
        guard case .signedIn = authority.person else { return refused(fault) }
        return CheckoutStep(self, record: [.audit(.forbidden(lacking))], perform: [.publish(.fault(fault))])
    }

    private func missing(_ permission: Permission) -> TillFault {
        authority.person == .nobody ? .signInNeeded : .notPermitted(permission)
    }
}
