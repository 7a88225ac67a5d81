"""A model of a power cut for the real programs: from what tests/daemon/record-disk.c noted of
them, a directory as it may look after a cut at any moment. As in tests/store/power-cut.h: what was
written and not yet synced is there or not, each write by itself, and one may be torn; a name that
was made, moved or removed lasts when its directory is synced behind that, and before, the names of
a directory may be those of any moment since its last sync. A kill leaves all that was done.

What the model leaves out: syncs that lie.
"""
import bisect
import os

SECTOR_BYTES = 512


class File:
    def __init__(self, content=b""):
        self.content = content  # at the beginning of the recording, on the disk
        self.changes = []  # (moment, "W" or "T", offset, bytes)
        self.syncs = []

    def leave(self, chance, moment, is_kill):
        """Its content after a cut at the moment."""
        synced = bisect.bisect_left(self.syncs, moment)
        synced = self.syncs[synced - 1] if synced else -1
        image = bytearray(self.content)
        for at, what, offset, data in self.changes:
            if at >= moment:
                break
            lot = 4 if is_kill or at < synced else chance.randrange(5)
            if lot < 2:
                continue
            if what == "T":
                image = image[:offset] + bytes(max(0, offset - len(image)))
                continue
            if lot == 2:
                data = data[:SECTOR_BYTES]
            image += bytes(max(0, offset + len(data) - len(image)))
            image[offset:offset + len(data)] = data
        return bytes(image)


class Directory:
    def __init__(self, names=()):
        self.names = dict(names)  # to File or Directory
        self.changes = []  # (moment, {name: what it leads to, or None})
        self.syncs = []

    def leave(self, chance, moment, is_kill):
        """Its names after a cut at the moment."""
        synced = bisect.bisect_left(self.syncs, moment)
        synced = self.syncs[synced - 1] if synced else -1
        happened = [change for change in self.changes if change[0] < moment]
        n_kept = sum(at < synced for at, _ in happened)
        names = dict(self.names)
        n = len(happened) if is_kill else chance.randint(n_kept, len(happened))
        for _, change in happened[:n]:
            names.update(change)
        return {name: entry for name, entry in names.items() if entry is not None}


class Recording:
    """What happens from now on to what the folder `root` has, by programs run with `environment`;
    of what stands in it `names` alone count. What is in those of `chips` is never lost, as it is
    not on a disk."""

    def __init__(self, root, library, names, file, chips=()):
        self.root, self.file, self.names, self.chips = root, file, names, chips
        self.by_inode = {}
        self.directories = {}
        file.write_bytes(b"")
        self.environment = {"LD_PRELOAD": str(library), "RECORD_TO": str(file)}
        self.top = self.scan(root, set(names))
        self.ends = []  # of each record, in the file
        self.steps = []  # moments behind what a cut can tell from what was before

    def now(self):
        """To be given to `moment` when the recording is over."""
        return self.file.stat().st_size

    def moment(self, size):
        return bisect.bisect_right(self.ends, size)

    def scan(self, path, only=None):
        entry = Directory()
        self.directories[str(path)] = self.by_inode[path.stat().st_ino] = entry
        for child in path.iterdir():
            if (only is None or child.name in only) and not child.is_socket():
                if child.is_dir():
                    entry.names[child.name] = self.scan(child)
                else:
                    entry.names[child.name] = File(child.read_bytes())
                    self.by_inode[child.stat().st_ino] = entry.names[child.name]
        return entry

    def parse(self):
        data = self.file.read_bytes()
        at = 0
        while at < len(data):
            line_end = data.index(b"\n", at)
            what, inode, offset, size = data[at:line_end].decode().split()
            at = line_end + 1 + int(size)
            self.take(what, int(inode), int(offset), data[line_end + 1:at])
            self.ends.append(at)
        return self

    def take(self, what, inode, offset, data):
        moment = len(self.ends)
        entry = self.by_inode.get(inode)
        if what == "W" or what == "T":
            if isinstance(entry, File):
                entry.changes.append((moment, what, offset, data))
            return
        if what == "S":
            if entry is None:
                return
            entry.syncs.append(moment)
        elif not self.take_name(what, inode, data.decode().split("\0")):
            return
        self.steps += [moment, moment + 1]

    def take_name(self, what, inode, paths):
        """Whether it is one of ours."""
        moment = len(self.ends)
        place, name = os.path.split(os.path.normpath(paths[-1]))
        parent = self.directories.get(place)
        if not parent or (parent is self.top and name not in self.names):
            return False
        entry = self.by_inode.get(inode)
        if what in "CM":
            entry = self.by_inode[inode] = File() if what == "C" else Directory()
            if what == "M":
                self.directories[os.path.join(place, name)] = entry
        change = {name: None if what == "U" else entry}
        if what == "R":
            old_place, old_name = os.path.split(os.path.normpath(paths[0]))
            assert old_place == place, paths
            change[old_name] = None
        parent.changes.append((moment, change))
        return True

    def leave(self, chance, moment, is_kill, target):
        """Make in the folder `target` what a cut or a kill at the moment leaves."""
        self.leave_names(self.top, (chance, moment, is_kill), target)

    def leave_names(self, directory, cut, target):
        chance, moment, is_kill = cut
        for name, entry in directory.leave(*cut).items():
            path = target / name
            if isinstance(entry, Directory):
                path.mkdir(0o700, exist_ok=True)
                self.leave_names(entry, (chance, moment, is_kill or name in self.chips), path)
            else:
                path.write_bytes(entry.leave(*cut))
                path.chmod(0o600)
