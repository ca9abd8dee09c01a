"""A till and virtual readers in a machine, for the scenarios: each is a function whose facts are printed as one line."""
import fcntl
import json
import os
import pathlib
import select
import struct
import subprocess
import sys
import tempfile
import termios
import threading
import time
import traceback

HERE = pathlib.Path("/test")
SECRET = "0102030405060708091011121314151617181920212223242526272829303132\n"


def play(scenarios):
    """Runs them in order and prints what came of each; one that breaks doesn't stop the others."""
    for scenario in scenarios:
        start, said = time.monotonic(), {"scenario": scenario.__name__}
        try:
            said["facts"] = scenario()
        except Exception:  # whatever it is, the suite has to hear of it
            said["error"] = traceback.format_exc()
        said["milliseconds"] = round(1000 * (time.monotonic() - start))
        print(json.dumps(said), flush=True)


def shell(words):
    return subprocess.run(words, shell=True, capture_output=True, text=True, check=False).stdout


def without_pairing(count):
    """Controllers of before Simple Pairing, which links of low security need no key for. One BlueZ is asked for both ends
    of a link; what it refuses leaves the kernel's count of the link's users below zero, which ends a link in use. Pairing
    has two machines of its own."""
    for number in range(count):
        shell(f"hciconfig hci{number} sspmode 0")


class Counter:
    """A folder of its own for journal, configuration and secret."""

    def __init__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        # A reader on Bluetooth may have nothing dialled on this machine unless that is said.
        (self.folder / "config.yaml").write_text("hostLink: {allow: [127.0.0.1]}\n")
        secret = self.folder / "secret"
        secret.write_text(SECRET)
        secret.chmod(0o600)
        self.environment = {
            "HOME": str(self.folder), "TILL_CONFIG": str(self.folder / "config.yaml"), "LC_ALL": "C.UTF-8",
            "TILL_DATA_DIR": str(self.folder / "data"), "PATH": os.environ["PATH"], "SWIFT_BACKTRACE": "enable=no",
            "LD_LIBRARY_PATH": os.environ["LD_LIBRARY_PATH"]}

    def start(self, *words, environment=None):
        return Program([str(HERE / "till"), *words], environment or self.environment)

    def sale(self, amount, reader, *more):
        return self.start("sale", amount, "GBP", "--json", "--reader", reader, "--secret-file",
                          str(self.folder / "secret"), *more)

    def recover(self, reader, environment=None):
        return self.start("recover", "--json", "--reader", reader, "--secret-file", str(self.folder / "secret"),
                          environment=environment)

    def history(self):
        program = self.start("history", "--json", "--limit", "1000")
        program.wait()
        return [{key: row.get(key) for key in ("outcome", "requestedAmount", "authorisedAmount", "transactionReference")}
                for row in program.objects]


class Reader:
    """A virtual reader that listens over Bluetooth, with a ledger of its own."""

    def __init__(self, place, *options):
        self.ledger_file = pathlib.Path(tempfile.mkdtemp()) / "ledger"
        self.program = Program(
            [str(HERE / "till-sim"), "reader", "--listen", place, "--ledger", str(self.ledger_file), *options],
            {"LC_ALL": "C.UTF-8", "PATH": os.environ["PATH"], "LD_LIBRARY_PATH": os.environ["LD_LIBRARY_PATH"]})
        self.program.wait_for("rfcomm://")
        self.program.forget()
        self.uri = self.program.lines[0]
        self.address = self.uri.rsplit("/", 1)[0]

    def ledger(self):
        if not self.ledger_file.exists():
            return []
        return [json.loads(line) for line in self.ledger_file.read_text().splitlines()]

    def stop(self):
        self.program.process.terminate()
        return self.program.wait()


class Program:
    """A program whose lines are noted with when they came."""

    def __init__(self, words, environment):
        self.start = time.monotonic()
        self.process = subprocess.Popen(words, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE)
        self.lines, self.times, self.rest = [], [], b""

    def take(self, seconds):
        """Notes what comes within that time; false at the end."""
        if not select.select([self.process.stdout], [], [], max(0, seconds))[0]:
            return True
        got = os.read(self.process.stdout.fileno(), 65536)
        *lines, self.rest = (self.rest + got).split(b"\n")
        self.lines += [line.decode(errors="replace") for line in lines]
        self.times += [round(1000 * (time.monotonic() - self.start))] * len(lines)
        return bool(got)

    def wait_for(self, text, seconds=60):
        end = time.monotonic() + seconds
        while not any(text in line for line in self.lines):
            if time.monotonic() > end or not self.take(end - time.monotonic()):
                raise RuntimeError(f"no {text!r} in {self.lines}, errors: {self.errors()}")

    def wait(self, seconds=90):
        end = time.monotonic() + seconds
        while self.take(end - time.monotonic()):
            if time.monotonic() > end:
                self.process.kill()
                raise RuntimeError(f"still there after {seconds} s: {self.lines}")
        return self.process.wait(10)

    def forget(self):
        """Reads on in the background, whatever it tells of what it does: it would wait for somebody who does."""
        def read():
            while os.read(self.process.stdout.fileno(), 65536):
                pass
        threading.Thread(target=read, daemon=True).start()

    def ends(self, seconds):
        """Its status; None where it had to be ended."""
        try:
            return self.wait(seconds)
        except RuntimeError:
            return None

    def errors(self):
        self.process.poll()
        return os.read(self.process.stderr.fileno(), 4096).decode(errors="replace") if select.select(
            [self.process.stderr], [], [], 0)[0] else ""

    @property
    def objects(self):
        return [json.loads(line) for line in self.lines if line.startswith("{")]

    def events(self):
        return [value.get("event") for value in self.objects]

    def last(self, event):
        return next((value for value in reversed(self.objects) if value.get("event") == event), {})

    def when(self, event):
        """Milliseconds from the start to the first event of a name."""
        for line, at in zip(self.lines, self.times):
            if line.startswith("{") and json.loads(line).get("event") == event:
                return at
        return None

    def facts(self):
        status = self.wait()
        result = self.last("result")
        recovered = self.last("recovered")
        return {"status": status, "outcome": result.get("outcome"), "amount": result.get("authorisedAmount"),
                "recovered": recovered.get("outcome"), "code": self.last("error").get("code") or result.get("code"),
                "events": [event for event in self.events() if event != "status"], "connected": self.when("connected"),
                "milliseconds": round(1000 * (time.monotonic() - self.start)), "errors": self.errors()}


class Screen:
    """A console on a terminal of its own."""

    def __init__(self, counter, *words):
        self.start, self.said = time.monotonic(), b""
        self.terminal, other = os.openpty()
        fcntl.ioctl(other, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.process = subprocess.Popen(
            [str(HERE / "till"), *words], env=counter.environment | {"TERM": "xterm"}, stdin=other, stdout=other,
            stderr=other, start_new_session=True, preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0))
        os.close(other)

    def shows(self, text, seconds=60):
        """Milliseconds from the start to when the text has been written since the last key; None where it never is."""
        end = time.monotonic() + seconds
        while text.encode() not in self.said:
            left = end - time.monotonic()
            if left <= 0 or not select.select([self.terminal], [], [], left)[0]:
                return None
            self.said += os.read(self.terminal, 65536)
        return round(1000 * (time.monotonic() - self.start))

    def press(self, key):
        self.said = b""
        os.write(self.terminal, key.encode())

    def stop(self):
        self.process.terminate()
        return self.process.wait(10)


def gateway(ledger, port=0):
    """A sandbox and its acquirer on this machine: their addresses."""
    program = Program(
        [str(HERE / "till-sim"), "gateway", "--listen", "127.0.0.1:0", "--acquirer", f"127.0.0.1:{port}", "--ledger",
         str(ledger)],
        {"LC_ALL": "C.UTF-8", "PATH": os.environ["PATH"], "LD_LIBRARY_PATH": os.environ["LD_LIBRARY_PATH"]})
    program.wait_for("acquirer ")
    program.forget()
    return program.lines[0], program.lines[1].split()[-1]


def probe(*words, seconds=60):
    """radio-probe's answer."""
    done = subprocess.run([str(HERE / "radio-probe"), *map(str, words)], capture_output=True, text=True, check=False,
                          timeout=seconds)
    if done.returncode != 0:
        return {"status": done.returncode, "errors": done.stderr}
    return json.loads(done.stdout)


class Conversation:
    """A radio-probe that answers line by line."""

    def __init__(self, *words):
        self.process = subprocess.Popen([str(HERE / "radio-probe"), *map(str, words)], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True)

    def say(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def hear(self, seconds=60):
        """One line came before the next is asked for, so nothing waits in the buffer."""
        if not select.select([self.process.stdout], [], [], seconds)[0]:
            raise RuntimeError("radio-probe says nothing")
        return json.loads(self.process.stdout.readline())

    def stop(self):
        self.process.stdin.close()
        return self.process.wait(10)


def main(scenarios):
    play(scenarios)
    sys.exit(0)
