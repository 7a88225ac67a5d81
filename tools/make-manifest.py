#!/usr/bin/env python3
"""The manifest of a package's files: the SHA-256 of each, as `sabotctl self-check` and the daemon
compare them (store/files/manifest.h).

usage: make-manifest.py ROOT PACKAGE VERSION COMMIT [PREFIX]
       make-manifest.py --installed VERSION COMMIT

Writes ROOT/PREFIX/share/sabot/manifest.d/PACKAGE (PREFIX: usr) about the files below ROOT; symbolic
links, documents, the manifests themselves and what a house may change (etc) are left out. With
--installed it is run by `meson install`, about what that has just installed.
"""
import hashlib
import json
import os
import pathlib
import sys

PLACE = "share/sabot/manifest.d"
LEFT_OUT = ("share/doc/", PLACE + "/")


def files_below(root):
    for where, _, names in os.walk(root):
        for name in names:
            yield pathlib.Path(where, name)


def write(root, prefix, package, head, paths):
    lines = []
    for path in paths:
        name = path.relative_to(root).as_posix()
        is_left_out = name.startswith(("DEBIAN/", "etc/")) or any(
            name.startswith(f"{prefix}/{place}") for place in LEFT_OUT)
        if path.is_file() and not path.is_symlink() and not is_left_out:
            lines.append((name.encode(), hashlib.sha256(path.read_bytes()).hexdigest()))
    target = root / prefix / PLACE
    target.mkdir(parents=True, exist_ok=True)
    up = len(pathlib.PurePath(prefix, PLACE).parts)
    text = f"sabot-manifest/1 {package} {head}\nup {up}\n" + "".join(
        f"file {digest} {name.decode()}\n" for name, digest in sorted(lines))
    (target / package).write_text(text, encoding="utf-8")


def installed(head):
    """What meson has in its list, where it has put it."""
    root = pathlib.Path(os.environ.get("DESTDIR") or "/")
    prefix = os.environ["MESON_INSTALL_PREFIX"].lstrip("/")
    listed = pathlib.Path(os.environ["MESON_BUILD_ROOT"], "meson-info/intro-installed.json")
    paths = []
    for place in json.loads(listed.read_text()).values():
        path = root / place.lstrip("/")
        paths += files_below(path) if path.is_dir() else [path]
    write(root, prefix, "sabot", head, set(paths))


def main():
    if sys.argv[1] == "--installed":
        installed(" ".join(sys.argv[2:4]))
        return
    root, package, version, commit = sys.argv[1:5]
    prefix = sys.argv[5] if len(sys.argv) > 5 else "usr"
    root = pathlib.Path(root)
    write(root, prefix, package, f"{version} {commit}", files_below(root))


if __name__ == "__main__":
    main()
