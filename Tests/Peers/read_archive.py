"""Reads a tar.gz with Python's own tarfile: one line an entry, `name mode time size`, then the contents in hex."""
import sys
import tarfile

with tarfile.open(sys.argv[1], "r:gz") as archive:
    for entry in archive:
        content = archive.extractfile(entry).read()
        assert entry.isfile() and not entry.uname and not entry.gname and entry.uid == entry.gid == 0
        print(entry.name, oct(entry.mode)[2:], int(entry.mtime), entry.size, content.hex() or "-")
