"""tools/verify-log.py in this process, as a start of Python takes longer than checking a small log.
That it also works as a program is tested where other files are given to both verifiers."""

import contextlib
import importlib.util
import io
import sys
from unittest import mock


def load(path):
    """The script as a module."""
    sys.dont_write_bytecode = True
    spec = importlib.util.spec_from_file_location("verify_log", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def run(module, *arguments):
    """(exit status, output, error output) of the script with these arguments."""
    out, err = io.StringIO(), io.StringIO()
    status = 0
    with mock.patch.object(sys, "argv", ["verify-log.py", *map(str, arguments)]), \
            contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            module.main()
        except SystemExit as end:
            status = end.code
    return status, out.getvalue(), err.getvalue()
