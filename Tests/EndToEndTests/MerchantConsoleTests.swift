import Payments
import TestKit
import Testing

/// The way of a shop through its console, each with till, reader and sandbox in processes of their own.
@Suite("Merchants' accounts on a terminal")
struct MerchantConsoleTests {
    private let shop: MerchantShop

    init() throws { shop = try MerchantShop() }

    private func fill(_ text: String, on terminal: VirtualTerminal, showing shown: String? = nil) throws {
        terminal.type(text)
        try terminal.wait(for: shown ?? text)
    }

    @Test("Redsys, in Spanish: log in, a signature drawn on the screen, money back without the card (R1, R2, R5, R6)")
    func redsys() throws {
        let reader = try shop.configure("redsys.int", "redsys", "EUR", scenario: "default", more: "currency: GBP")
        let terminal = try shop.console("es", asks: "Frase secreta", ready: ": listo")
        terminal.type("a")
        try terminal.wait(for: "Nadie ha iniciado sesión")
        terminal.type("l")
        try terminal.wait(for: "Usuario")
        try fill("sandbox", on: terminal)
        terminal.press(.tab)
        try fill("SANDBOX-LICENCE", on: terminal, showing: String(repeating: "•", count: 15))
        terminal.press(.tab)
        try fill("sandbox-password", on: terminal, showing: String(repeating: "•", count: 16))
        terminal.press(.enter)
        try terminal.wait(for: "999008881")
        terminal.press(.escape)
        try terminal.wait(for: "Escriba el importe")
        try fill("3000", on: terminal, showing: "30,00\u{A0}€")
        terminal.press(.enter)
        try terminal.wait(for: "¿Cobrar este importe?")
        try terminal.pressEnterDeliberately()
        try terminal.wait(for: "Firme aquí")
        terminal.type(" ")
        terminal.press(.right)
        terminal.press(.enter)
        try terminal.wait(for: "la firma dibujada")
        try terminal.pressEnterDeliberately()
        try terminal.wait(for: "✓ Aprobado")
        terminal.type("r")
        try terminal.wait(for: "Devolución de la venta")
        terminal.press(.enter)
        try terminal.wait(for: "¿Devolver este importe?")
        try terminal.pressEnterDeliberately()
        try terminal.wait(for: "El dinero vuelve al cliente.")
        try quit(terminal, asks: "¿Salir?")
        let seen = String(decoding: terminal.output, as: UTF8.self)
        #expect(!seen.contains("LICENCE") && !seen.contains("sandbox-password"))
        #expect(try shop.history() == ["REFUND approved 3000", "SALE approved 3000"])
        #expect(try shop.till("status", "1").last("status")?["agrees"] == true)
        withExtendedLifetime(reader) {}
    }

    @Test("Opayo: log in, the first update, a tip, the issuer's code, money back with the hash (E2, E3, E6, E9, E10)")
    func opayo() throws {
        let reader = try shop.configure("elavon", "elavon", "GBP")
        let terminal = try shop.console("en", asks: "Passphrase", ready: ": ready")
        terminal.type("al")
        try terminal.wait(for: "Merchant number")
        try fill("1000001", on: terminal)
        terminal.press(.tab)
        try fill("sandbox", on: terminal)
        terminal.press(.tab)
        try fill("sandbox-password", on: terminal, showing: String(repeating: "•", count: 16))
        terminal.press(.tab)
        terminal.press(.tab)
        try terminal.wait(for: "choose the server")
        terminal.press(.enter)
        try terminal.wait(for: "Demo Shop")
        terminal.type("t")
        try terminal.wait(for: "needs a full update")
        terminal.type("f")
        try terminal.wait(for: "is up to date")
        terminal.press(.escape)
        terminal.press(.escape)
        try terminal.wait(for: "Type the amount")
        try sell("2000", tip: "52", shown: "£0.52", on: terminal)
        try terminal.wait(for: "Call +44 1632 960000")
        terminal.type("123")
        try terminal.pressEnterDeliberately()
        try terminal.wait(for: "Sale approved by phone")
        try terminal.pressEnterDeliberately()
        try sell("1000", tip: "50", shown: "£0.50", on: terminal)
        try terminal.wait(for: "r Refund")
        terminal.type("r")
        try terminal.wait(for: "Refund of the sale")
        terminal.press(.enter)
        try terminal.wait(for: "Refund this amount?")
        try terminal.pressEnterDeliberately()
        try terminal.wait(for: "The money goes back")
        try terminal.pressEnterDeliberately()
        try terminal.wait(for: "Type the amount")
        terminal.type("a")
        try terminal.wait(for: "replaced by the gateway's hash")
        try quit(terminal, asks: "Quit?")
        #expect(
            try shop.history() == [
                "REFUND approved 1050", "SALE approved 1050", "SALE approved 2052", "SALE declined 2052",
            ])
        withExtendedLifetime(reader) {}
    }

    private func quit(_ terminal: VirtualTerminal, asks: String) throws {
        terminal.press(.function(10))
        try terminal.wait(for: asks)
        try terminal.pressEnterDeliberately()
        #expect(try terminal.waitForExit() == 0)
    }

    /// An amount, and a tip on top of it.
    private func sell(_ amount: String, tip: String, shown: String, on terminal: VirtualTerminal) throws {
        try terminal.wait(for: "£0.00")
        terminal.type(amount)
        terminal.press(.enter)
        try terminal.wait(for: "A tip on top of")
        try fill(tip, on: terminal, showing: shown)
        terminal.press(.enter)
        try terminal.wait(for: "Charge this amount?")
        try terminal.pressEnterDeliberately()
    }
}
