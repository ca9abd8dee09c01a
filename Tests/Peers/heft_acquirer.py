"""An acquirer for the scripted reader: approves all amounts but 1000 and keeps a ledger. Standard library only."""
import http.server
import json
import threading
import time


LETTERS = {352: "ISK", 392: "JPY", 414: "KWD", 826: "GBP", 840: "USD", 978: "EUR"}


class Acquirer:
    """Listens on a loopback port of its own; `ledger` holds one dictionary a decision. Requests name the currency by
    its ISO number, as the reader knows it, the ledger by its letters."""

    def __init__(self, ledger_path=None):
        self.ledger, self.ledger_path = [], ledger_path
        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    @property
    def address(self):
        return "127.0.0.1", self._server.server_port

    def decide(self, request):
        declined = request["type"] == "SALE" and request["amount"] == 1000
        answer = {
            "finStatus": "DECLINED" if declined else "AUTHORISED",
            "authorisationCode": "" if declined else f"{10000 + len(self.ledger)}",
            "authorisedAmount": 0 if declined else request["amount"],
        }
        entry = {"at": time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime()), "finStatus": answer["finStatus"]}
        entry |= {key: value for key, value in request.items() if value}
        self._keep(entry | {"currency": LETTERS.get(request["currency"], f"{request['currency']:03d}")})
        return answer

    def _keep(self, entry):
        self.ledger.append(entry)
        if self.ledger_path:
            with open(self.ledger_path, "a", encoding="utf-8") as file:
                file.write(json.dumps(entry) + "\n")

    def _handler(self):
        acquirer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                answer = json.dumps(acquirer.decide(json.loads(body))).encode()
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(answer)))
                self.send_header("Connection", "close")
                self.end_headers()
                self.wfile.write(answer)

            def log_message(self, *arguments):
                """Standard error stays quiet."""

        return Handler
