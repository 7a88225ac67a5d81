"""What is plugged into the virtual machine, and where: an FTDI adapter that QEMU emulates, and
gadgets of the guest's own kernel (dummy_hcd) that are a serial line, a HID device or one of the
vendor class. Each has plug(port) and unplug(), and while it is plugged in the shoe's end of its
cable."""

import json
import os
import pathlib
import select
import struct
import subprocess
import tty

from fixture import wait_for

VENDOR, PRODUCT = 0x1209, 0x0001  # the reference protocol's, as in udev/60-sabot.rules
REPORT_BYTES = 64
GADGETS = pathlib.Path("/sys/kernel/config/usb_gadget")
PORTS = pathlib.Path("/dev/virtio-ports")
# Both ways reports of 64 bytes of no meaning to the kernel: usage page FF00, usage 1.
REPORT_DESCRIPTOR = bytes.fromhex("0600ff0901a101150026ff007508954009018102954009019102c0")
INTERRUPT, BULK = 3, 2


class Machine:
    """QEMU's own control line, which run.py leads back into the guest."""

    def __init__(self):
        self.line = open(PORTS / "qmp", "r+b", buffering=0)
        self.waiting = b""
        assert "QMP" in self.read()
        self.do("qmp_capabilities")

    def read(self):
        while b"\n" not in self.waiting:
            self.waiting += self.line.read(4096)
        line, _, self.waiting = self.waiting.partition(b"\n")
        return json.loads(line)

    def do(self, command, **arguments):
        message = json.dumps({"execute": command, "arguments": arguments})
        self.line.write(message.encode() + b"\n")
        return self.wait("return")

    def wait(self, key, value=None):
        """The next message that has this key, with this value if one is given."""
        while True:
            message = self.read()
            assert "error" not in message, message
            if key in message and value in (None, message[key]):
                return message


class Ftdi:
    """QEMU's adapter; its serial end is a port of the guest."""

    def __init__(self, machine, serial):
        self.machine, self.serial = machine, serial
        self.end = os.open(PORTS / "ftdi", os.O_RDWR)
        self.is_plugged = False

    def plug(self, port):
        self.machine.do("device_add", driver="usb-serial", id="ftdi", chardev="ftdi",
                        serial=self.serial, bus="usb.0", port=str(port),
                        **{"always-plugged": True})
        self.is_plugged = True

    def unplug(self):
        if self.is_plugged:
            self.machine.do("device_del", id="ftdi")
            self.machine.wait("event", "DEVICE_DELETED")
            self.is_plugged = False

    def close(self):
        self.unplug()
        os.close(self.end)


class Gadget:
    """A device of the guest's kernel, one function in one configuration; `port` is one of
    dummy_hcd's. A folder in configfs is made by mkdir, and filled by the kernel."""
    FUNCTION = None

    def __init__(self, serial):
        self.serial = serial
        self.is_plugged = False
        self.root = GADGETS / serial
        texts = self.root / "strings/0x409"
        texts.mkdir(parents=True)
        (self.root / "idVendor").write_text(f"{VENDOR:#06x}")
        (self.root / "idProduct").write_text(f"{PRODUCT:#06x}")
        (texts / "serialnumber").write_text(serial)
        (texts / "manufacturer").write_text("Sabot")
        (texts / "product").write_text("Emulated shoe")
        self.function = self.root / "functions" / self.FUNCTION.format(serial)
        self.function.mkdir()
        self.set_up()
        config = self.root / "configs/c.1"
        config.mkdir()
        (config / "function").symlink_to(self.function)

    def set_up(self):
        """What the function needs before it is plugged in."""

    def plug(self, port):
        (self.root / "UDC").write_text(f"dummy_udc.{port}")
        self.is_plugged = True

    def unplug(self):
        if self.is_plugged:
            (self.root / "UDC").write_text("\n")
            self.is_plugged = False

    def close(self):
        self.unplug()


class Acm(Gadget):
    """A serial line of the CDC class: the shoe's end is a terminal."""
    FUNCTION = "acm.{}"

    def plug(self, port):
        super().plug(port)
        number = (self.function / "port_num").read_text().strip()
        node = f"/dev/ttyGS{number}"
        wait_for(lambda: os.path.exists(node), node)
        self.end = os.open(node, os.O_RDWR | os.O_NOCTTY)
        tty.setraw(self.end)

    def unplug(self):
        if self.is_plugged:
            os.close(self.end)
        super().unplug()


class Hid(Gadget):
    """Reports through /dev/hidgN, which is there while it is plugged in."""
    FUNCTION = "hid.{}"
    BREATH_S = 0.1

    def set_up(self):
        (self.function / "protocol").write_text("0")
        (self.function / "subclass").write_text("0")
        (self.function / "report_length").write_text(str(REPORT_BYTES))
        (self.function / "report_desc").write_bytes(REPORT_DESCRIPTOR)

    def plug(self, port):
        super().plug(port)
        minor = (self.function / "dev").read_text().strip().split(":")[1]
        node = f"/dev/hidg{minor}"
        wait_for(lambda: os.path.exists(node), node)
        self.end = os.open(node, os.O_RDWR | os.O_NONBLOCK)

    def unplug(self):
        if self.is_plugged:
            os.close(self.end)
        super().unplug()

    def read(self):
        """A report, or nothing for a moment."""
        ready = select.select([self.end], [], [], self.BREATH_S)[0]
        return os.read(self.end, REPORT_BYTES) if ready else b""

    def write(self, report):
        """False as long as nobody takes the one before."""
        if not select.select([], [self.end], [], self.BREATH_S)[1]:
            return False
        return os.write(self.end, report) == REPORT_BYTES


class Vendor(Gadget):
    """The vendor class, one endpoint each way, of either type: FunctionFS gives files for them."""
    FUNCTION = "ffs.{}"
    ENDPOINTS = INTERRUPT

    def set_up(self):
        directory = pathlib.Path("/run") / self.serial
        directory.mkdir()
        subprocess.run(["mount", "-t", "functionfs", self.serial, str(directory)], check=True)
        self.control = os.open(directory / "ep0", os.O_RDWR)
        os.write(self.control, self.descriptors())
        os.write(self.control, struct.pack("<IIII", 2, 16, 0, 0))  # no texts
        self.into_host = os.open(directory / "ep1", os.O_RDWR)
        self.from_host = os.open(directory / "ep2", os.O_RDWR)

    def descriptors(self):
        """<linux/usb/functionfs.h>: version 2, for full speed and for high speed."""
        bodies = b""
        for packet, interval in ((64, 1), (512 if self.ENDPOINTS == BULK else 64, 4)):
            bodies += struct.pack("<9B", 9, 4, 0, 0, 2, 0xFF, 0, 0, 0)
            for address in (0x81, 0x02):
                bodies += struct.pack("<BBBBHB", 7, 5, address, self.ENDPOINTS, packet, interval)
        return struct.pack("<IIIII", 3, 20 + len(bodies), 1 | 2, 3, 3) + bodies

    def read(self):
        """Waits for a packet, also while it is not plugged in; the unplugging ends a wait."""
        try:
            return os.read(self.from_host, REPORT_BYTES)
        except OSError:
            return b""

    def write(self, report):
        try:
            return os.write(self.into_host, report) == REPORT_BYTES
        except OSError:
            return False


class VendorBulk(Vendor):
    ENDPOINTS = BULK
