#!/usr/bin/env python3
"""Behind `./sabot test-vm`: Debian's kernel in QEMU, with the host's files read-only, runs
test_devices.py at devices that a program cannot fake: the kernel's own drivers and udevd. Then it
boots the host's systemd, with Sabot installed, for test_service.py. By name only, as it takes root,
packages and a network: a minimal Debian with the packages of ./sabot deb, for test_packages.py.

usage: run.py BUILD-DIRECTORY [devices [TEST…] | service [TEST…] | packages [TEST…]]

The last line is `N passed, N failed`. The exit status is 0 when all passed, 1 when not, and 77 with
one plain sentence where a virtual machine cannot be had.
"""
import os
import pathlib
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import threading

HERE = pathlib.Path(__file__).resolve().parent
TOP = HERE.parent.parent
TOOLS = ["qemu-system-x86_64", "busybox", "cpio", "modprobe", "depmod", "dpkg-deb", "udevadm"]
BOOT_MODULES = ["virtio_pci", "9pnet_virtio", "9p", "overlay"]
GADGETS = "kernel/drivers/usb/gadget/udc/dummy_hcd.ko"  # the cloud's kernel has none
BOOTS = ["devices", "service"]  # in this order
BY_NAME = ["packages"]
STARTED = {"devices": "", "service": "service.sh", "packages": "packages.sh"}  # by systemd
# Beside Sabot, and what it needs: what a house's machine has.
OF_A_MACHINE = ["systemd-sysv", "dbus", "udev", "kmod", "apparmor", "apparmor-utils", "age", "zstd",
                "busybox-static", "xauth", "xvfb"]
LIMIT_S = {"devices": 900, "service": 900, "packages": 3000}
PATH = os.environ.get("PATH", "") + ":/usr/sbin:/sbin"


class Unavailable(Exception):
    """There is no machine to be had here, and why."""


def find_tools():
    missing = [tool for tool in TOOLS if not shutil.which(tool, path=PATH)]
    if missing:
        raise Unavailable(f"there is no {', '.join(missing)}: `./sabot packages vm` installs it")
    if os.uname().machine != "x86_64":
        raise Unavailable(f"the virtual machine is a PC, and this is {os.uname().machine}")


def kernels_below(root):
    """(image, root, version) of the kernels that can do it."""
    for image in sorted((root / "boot").glob("vmlinuz-*"), reverse=True):
        version = image.name.partition("-")[2]
        if (root / "lib/modules" / version / GADGETS).exists() and os.access(image, os.R_OK):
            yield image, root, version


def fetch_kernel(root):
    """Unpack Debian's kernel package into the build directory; nothing is installed."""
    depends = subprocess.run(["apt-cache", "depends", "linux-image-amd64"], text=True,
                             capture_output=True).stdout
    package = re.search(r"Depends: (linux-image-\S+)", depends)
    if not package:
        raise Unavailable("apt knows no linux-image-amd64, and no such kernel is installed")
    shutil.rmtree(root, ignore_errors=True)
    root.mkdir(parents=True)
    print(f"Fetching {package[1]}, to be unpacked in {root}", flush=True)
    done = subprocess.run(["apt-get", "-q", "download", package[1]], cwd=root, text=True,
                          capture_output=True, timeout=600)
    if done.returncode:
        raise Unavailable(f"{package[1]} could not be fetched: {done.stderr.strip()}")
    for archive in list(root.glob("*.deb")):
        subprocess.run(["dpkg-deb", "-x", archive, root], check=True)
        archive.unlink()


def find_kernel(build):
    """The machine's own, or one that was or is fetched."""
    own, fetched = pathlib.Path("/"), build / "vm-kernel"
    found = [*kernels_below(own), *kernels_below(fetched)]
    if not found:
        fetch_kernel(fetched)
        found = [*kernels_below(fetched)]
    if not found:
        raise Unavailable("Debian's kernel package has not what it takes")
    image, root, version = found[0]
    if not (root / "lib/modules" / version / "modules.dep").exists():
        subprocess.run(["depmod", "-b", root, version], check=True, env={"PATH": PATH})
    return found[0]


def modules_to_boot(root, version):
    """The files of BOOT_MODULES and of what they need, in the order to load them."""
    files = []
    for module in BOOT_MODULES:
        shown = subprocess.run(["modprobe", "-d", root, "-S", version, "--show-depends", module],
                               check=True, text=True, capture_output=True, env={"PATH": PATH})
        for line in shown.stdout.splitlines():
            if line.startswith("insmod ") and line.split()[1] not in files:
                files.append(line.split()[1])
    return files


def install(scratch, build):
    """What `meson install` puts on a machine, in a directory that the guest copies."""
    installed = scratch / "installed"
    subprocess.run(["meson", "install", "-C", build, "--no-rebuild", "--quiet", "--destdir",
                    installed], check=True)
    return installed


def make_room(scratch, build):
    """A minimal Debian with the packages installed, and these tests in /srv."""
    debs = sorted((build / "debs").glob("sabot*.deb"))
    if not debs:
        raise Unavailable(f"there are no packages in {build}/debs: `./sabot deb` makes them")
    if os.getuid() or not shutil.which("mmdebstrap"):
        raise Unavailable("a minimal Debian is made by root, with mmdebstrap")
    room = scratch / "room"
    packages = [str(deb) for deb in debs if "-dbgsym_" not in deb.name]
    subprocess.run(["bash", "-ec", '. "$0"; room=$1; shift; make_minimal_debian "$room" "$@"',
                    TOP / "tools/room.sh", room, "--include=" + ",".join(OF_A_MACHINE)], check=True)
    (room / "srv/debs").mkdir()
    for deb in packages:
        shutil.copy(deb, room / "srv/debs")
    shutil.copytree(HERE, room / "srv/tests/vm", ignore=shutil.ignore_patterns("__pycache__"))
    subprocess.run(["unshare", "--mount", "--pid", "--fork", f"--root={room}", "--mount-proc",
                    "sh", "-ec", "apt-get -q update; apt-get -q -y "
                    "--no-install-recommends -o DPkg::Options::=--force-unsafe-io install "
                    "/srv/debs/*.deb"], check=True, stdout=subprocess.DEVNULL, env={
                        "PATH": PATH, "LC_ALL": "C.UTF-8", "DEBIAN_FRONTEND": "noninteractive"})
    return room


def pack(scratch, kernel, build, what, tests):
    """The initial file system: busybox, init.sh, modules, and where everything is."""
    _, root, version = kernel
    tree = scratch / "initial"
    for directory in ("bin", "dev", "proc", "sys", "host", "modules", "changes", "whole"):
        (tree / directory).mkdir(parents=True)
    shutil.copy(shutil.which("busybox"), tree / "bin/busybox")
    shutil.copy(HERE / "init.sh", tree / "init")
    (tree / "init").chmod(0o755)
    modules = modules_to_boot(root, version)
    for module in modules:
        shutil.copy(module, tree / "modules")
    (tree / "modules/order").write_text("".join(os.path.basename(m) + "\n" for m in modules))
    setup = {"TOP": "/srv" if what == "packages" else TOP, "BUILD": build, "KERNEL": root,
             "TESTS": " ".join(tests), "STARTED": STARTED[what],
             "INSTALLED": install(scratch, build) if what == "service" else ""}
    (tree / "setup").write_text(
        "".join(f"{name}={shlex.quote(str(value))}\n" for name, value in setup.items()))
    names = "\n".join(str(path.relative_to(tree)) for path in sorted(tree.rglob("*")))
    with open(scratch / "initial.cpio", "wb") as archive:
        subprocess.run(["cpio", "--quiet", "-o", "-H", "newc"], input=names.encode(), cwd=tree,
                       stdout=archive, check=True)
    return scratch / "initial.cpio"


def loop(scratch, name):
    """A line whose two ends are both of this machine: NAME and NAME-guest, which the guest finds
    as /dev/virtio-ports/NAME."""
    path = scratch / name
    return ["-chardev", f"socket,id={name},path={path},server=on,wait=off",
            "-chardev", f"socket,id={name}-guest,path={path}",
            "-device", f"virtserialport,chardev={name}-guest,name={name}"]


def command(scratch, image, initial, root):
    # Emulated, always: slower than KVM, but a nested or broken KVM hangs instead of refusing. On
    # a busy host the emulated TSC and timer stutter: a kernel that measures them there gives up,
    # or runs its clock fifteen times too fast.
    return [
        "qemu-system-x86_64", "-nodefaults", "-no-user-config", "-display", "none", "-no-reboot",
        "-machine", "q35,accel=tcg", "-cpu", "max", "-m", "1536",
        "-kernel", str(image), "-initrd", str(initial),
        "-append", "console=ttyS0 loglevel=2 panic=-1 mitigations=off nokaslr "
        "random.trust_cpu=on no_timer_check clocksource=acpi_pm tsc=unstable",
        "-chardev", "stdio,id=console,signal=off", "-serial", "chardev:console",
        "-fsdev", f"local,id=host,path={root},security_model=none,readonly=on,multidevs=remap",
        "-device", "virtio-9p-pci,fsdev=host,mount_tag=host",
        "-device", "qemu-xhci,id=usb", "-device", "virtio-serial-pci",
        *loop(scratch, "ftdi"), *loop(scratch, "qmp"), "-mon", "chardev=qmp,mode=control",
    ]


def boot(command_line, limit_s):
    """Run the machine, showing what it says; (passed, failed), or None if it did not say."""
    result = None
    machine = subprocess.Popen(command_line, stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    timer = threading.Timer(limit_s, machine.kill)
    timer.start()
    try:
        for line in machine.stdout:
            text = line.decode(errors="replace").rstrip()
            told = re.fullmatch(r"guest: (\d+) passed, (\d+) failed", text)
            if told:
                result = int(told[1]), int(told[2])
            else:
                print(text, flush=True)
    finally:
        timer.cancel()
        machine.kill()
        machine.wait()
    return result


def run(scratch, kernel, build, what, tests):
    root = make_room(scratch, build) if what == "packages" else "/"
    initial = pack(scratch, kernel, build, what, tests)
    return boot(command(scratch, kernel[0], initial, root), LIMIT_S[what])


def main():
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # the machine ends with its program
    build = pathlib.Path(sys.argv[1]).resolve()
    wanted, tests = sys.argv[2:3], sys.argv[3:]
    if wanted and wanted[0] not in BOOTS + BY_NAME:
        print(f"there is no {wanted[0]} to boot; there are: {', '.join(BOOTS + BY_NAME)}",
              file=sys.stderr)
        return 2
    try:
        find_tools()
        kernel = find_kernel(build)
    except Unavailable as reason:
        print(f"skipped: {reason}")
        return 77
    passed, failed = 0, 0
    for what in wanted or BOOTS:
        with tempfile.TemporaryDirectory(prefix="sabot-vm-") as directory:
            try:
                result = run(pathlib.Path(directory), kernel, build, what, tests)
            except Unavailable as reason:
                print(f"skipped: {reason}")
                return 77
        if result is None:
            print("the virtual machine ended without a result")
            result = (0, 1)
        passed, failed = passed + result[0], failed + result[1]
    print(f"{passed} passed, {failed} failed")
    return 0 if passed and not failed else 1


if __name__ == "__main__":
    sys.exit(main())
