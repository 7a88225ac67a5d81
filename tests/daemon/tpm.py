"""A machine's TPM 2.0, as swtpm makes it."""
import contextlib
import os
import shutil
import socket
import subprocess

from fixture import end_with_the_test, wait_for

NOBODY_FOUND = 77  # what meson takes for "skipped"


def is_here():
    return bool(shutil.which("swtpm") and shutil.which("tpm2_nvread"))


def free_ports():
    """Two that follow each other."""
    while True:
        with socket.socket() as one, socket.socket() as other:
            one.bind(("127.0.0.1", 0))
            port = one.getsockname()[1]
            with contextlib.suppress(OSError, OverflowError):
                other.bind(("127.0.0.1", port + 1))
                return port


class Tpm:
    """A machine's TPM, with its memory in a folder."""

    def __init__(self, folder, **environment):
        folder.mkdir(exist_ok=True)
        port = free_ports()
        self.name = f"swtpm:host=127.0.0.1,port={port}"
        self.process = subprocess.Popen(
            ["swtpm", "socket", "--tpm2", "--tpmstate", f"dir={folder}",
             "--server", f"type=tcp,port={port}", "--ctrl", f"type=tcp,port={port + 1}",
             "--flags", "not-need-init,startup-clear", "--seccomp", "action=none"],
            env=os.environ | environment,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, preexec_fn=end_with_the_test)

        def answers():
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
                return True
        wait_for(answers, "swtpm")

    def close(self):
        self.process.terminate()
        self.process.wait()

    def tool(self, *command):
        return subprocess.run(command, check=True, capture_output=True, text=True, timeout=60,
                              env=os.environ | {"TPM2TOOLS_TCTI": self.name}).stdout
