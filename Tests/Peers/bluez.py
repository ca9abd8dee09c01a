#!/usr/bin/env python3
"""Plays BlueZ on a bus: one adapter, a paired reader, and six devices that a search finds and that pair in six ways.

    bluez.py ADDRESS [off|none]

Prints `ready`, then one line for each method that is called. Commands on standard input, one a line: `lose N`, `signal N DBM`,
`power on|off`, `name N TEXT`.
"""
import os
import sys
import threading

from jeepney import (DBusAddress, HeaderFields, MessageType, message_bus, new_error, new_method_call, new_method_return,
                     new_signal)
from jeepney.io.blocking import open_dbus_connection

os.environ["DBUS_SYSTEM_BUS_ADDRESS"] = sys.argv[1]
MODE = sys.argv[2] if len(sys.argv) > 2 else "on"
ADAPTER = "/org/bluez/hci0"
PROPERTIES = "org.freedesktop.DBus.Properties"
MANAGER = "org.freedesktop.DBus.ObjectManager"
DEVICE = "org.bluez.Device1"
SERIAL_PORT = "00001101-0000-1000-8000-00805f9b34fb"
HEADSET = "0000110b-0000-1000-8000-00805f9b34fb"

connection = open_dbus_connection("SYSTEM")
objects = {"/org/bluez": {"org.bluez.AgentManager1": {}}}
if MODE != "none":
    objects[ADAPTER] = {"org.bluez.Adapter1": {"Address": ("s", "00:00:00:00:00:FF"), "Powered": ("b", MODE == "on"),
                                               "Discovering": ("b", False)}}
waiting = {}
agent = None
pairing = None


def path(number):
    return f"{ADAPTER}/dev_00_00_00_00_00_{number:02X}"


def device(number, name, uuids, **more):
    values = {"Address": ("s", f"00:00:00:00:00:{number:02X}"), "Name": ("s", name), "Alias": ("s", name),
              "Paired": ("b", False), "Connected": ("b", False), "UUIDs": ("as", uuids),
              "ServicesResolved": ("b", False), "Adapter": ("o", ADAPTER)}
    values.update(more)
    return {DEVICE: values, PROPERTIES: {}}


if MODE != "none":
    objects[path(1)] = device(1, "HiLite 1", [SERIAL_PORT], Paired=("b", True))

NEAR = {
    2: ("BluePad-50", [], -55),
    3: ("Old reader", [SERIAL_PORT], -60),
    4: ("Headphones", [HEADSET], -40),
    5: ("Silent", [SERIAL_PORT], -70),
    6: ("Keyboard", [SERIAL_PORT], -71),
    7: ("Far away", [SERIAL_PORT], -90),
}


def emit(where, interface, member, signature, body):
    connection.send(new_signal(DBusAddress(where, interface=interface), member, signature, body))


def change(where, interface, values, dropped=()):
    objects[where][interface].update(values)
    emit(where, PROPERTIES, "PropertiesChanged", "sa{sv}as", (interface, values, list(dropped)))


def ask(member, signature, body, then):
    message = new_method_call(DBusAddress(agent[1], agent[0], "org.bluez.Agent1"), member, signature, body)
    serial = next(connection.outgoing_serial)
    waiting[serial] = then
    connection.send(message, serial=serial)


def succeed(call):
    where = call.header.fields[HeaderFields.path]
    change(where, DEVICE, {"Paired": ("b", True)})
    connection.send(new_method_return(call))


def fail(call, name):
    connection.send(new_error(call, "org.bluez.Error." + name, "s", (name,)))


def pair(call):
    global pairing
    where = call.header.fields[HeaderFields.path]
    number = int(where[-2:], 16)
    if objects[where][DEVICE]["Paired"][1]:
        return fail(call, "AlreadyExists")

    def judge(is_good):
        def then(answer):
            good = answer.header.message_type == MessageType.method_return and is_good(answer)
            succeed(call) if good else fail(call, "AuthenticationFailed")
        return then

    if number == 2:
        ask("RequestConfirmation", "ou", (where, 1234), judge(lambda answer: True))
    elif number == 3:
        ask("RequestPinCode", "o", (where,), judge(lambda answer: answer.body == ("0000",)))
    elif number == 5:
        pairing = call
    elif number == 6:
        ask("DisplayPinCode", "os", (where, "4711"), judge(lambda answer: True))
    elif number == 7:
        fail(call, "ConnectionAttemptFailed")


def call(message):
    global agent, pairing
    fields = message.header.fields
    where, member, body = fields[HeaderFields.path], fields[HeaderFields.member], message.body
    print(member, *(x for x in body if isinstance(x, str)), flush=True)
    if member == "GetManagedObjects":
        return connection.send(new_method_return(message, "a{oa{sa{sv}}}", (objects,)))
    if member == "RegisterAgent":
        agent = (fields[HeaderFields.sender], body[0])
    elif where not in objects:
        return connection.send(new_error(message, "org.freedesktop.DBus.Error.UnknownObject", "s", ("no such object",)))
    elif member == "StartDiscovery":
        if not objects[ADAPTER]["org.bluez.Adapter1"]["Powered"][1]:
            return fail(message, "NotReady")
        connection.send(new_method_return(message))
        for number, (name, uuids, signal) in NEAR.items():
            objects[path(number)] = device(number, name, uuids, RSSI=("n", signal))
            emit("/", MANAGER, "InterfacesAdded", "oa{sa{sv}}", (path(number), objects[path(number)]))
        return None
    elif member == "Pair":
        return pair(message)
    elif member == "CancelPairing":
        if pairing:
            fail(pairing, "AuthenticationCanceled")
        pairing = None
    elif member == "RemoveDevice":
        if body[0] not in objects:
            return fail(message, "DoesNotExist")
        del objects[body[0]]
        emit("/", MANAGER, "InterfacesRemoved", "oas", (body[0], [DEVICE, PROPERTIES]))
    elif member == "Set":
        connection.send(new_method_return(message))
        return change(where, body[0], {body[1]: body[2]})
    return connection.send(new_method_return(message))


def command(line):
    words = line.split(None, 2)
    if words[0] == "lose":
        where = path(int(words[1]))
        del objects[where]
        emit("/", MANAGER, "InterfacesRemoved", "oas", (where, [DEVICE, PROPERTIES]))
    elif words[0] == "signal":
        change(path(int(words[1])), DEVICE, {"RSSI": ("n", int(words[2]))})
    elif words[0] == "name":
        change(path(int(words[1])), DEVICE, {"Alias": ("s", words[2].encode().decode("unicode_escape"))})
    elif words[0] == "power":
        change(ADAPTER, "org.bluez.Adapter1", {"Powered": ("b", words[1] == "on")})


def commands():
    for line in sys.stdin:
        command(line.strip())
    os._exit(0)


connection.send_and_get_reply(message_bus.RequestName("org.bluez", 4))
print("ready", flush=True)
threading.Thread(target=commands, daemon=True).start()
while True:
    try:
        message = connection.receive()
    except (ConnectionError, OSError):
        sys.exit(0)
    if message.header.message_type == MessageType.method_call:
        call(message)
    elif HeaderFields.reply_serial in message.header.fields:
        then = waiting.pop(message.header.fields[HeaderFields.reply_serial], None)
        if then:
            then(message)
