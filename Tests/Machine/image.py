"""The machines' image: Debian's kernel and packages, unpacked into an archive that the kernel takes as its root.

It is kept under .build/machine and made anew when this folder or a package's version in `PACKAGES` changes by name.
"""
import fcntl
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import time

CACHE = pathlib.Path(__file__).resolve().parents[2] / ".build/machine"
KERNEL = "linux-image-6.12-amd64"  # 6.1 panicked once in three runs while links came and went
PACKAGES = """busybox-static libc6 libgcc-s1 libstdc++6 zlib1g bluez bluez-test-tools libbluetooth3 libglib2.0-0
libpcre2-8-0 libffi8 libdbus-1-3 libsystemd0 libcap2 libgcrypt20 libgpg-error0 liblzma5 libzstd1 liblz4-1 libreadline8
libtinfo6 libasound2 libasound2-data libudev1 libdw1 libelf1 libbz2-1.0 dbus-daemon dbus-bin dbus-system-bus-common
libaudit1 libcap-ng0 libselinux1 libapparmor1 libexpat1 python3.11-minimal libpython3.11-minimal libpython3.11-stdlib
libcrypt1 python3-jeepney udev libkmod2 libblkid1 libacl1 libssl3 ncurses-base""".split()
MODULES = """bluetooth rfcomm bnep hidp hci_vhci hci_uart uinput uhid cmac ecb ctr ccm hmac sha256_generic sha512_generic
drbg jitterentropy_rng algif_hash algif_skcipher usbserial ftdi_sio cdc_acm uhci_hcd ehci_pci""".split()
TOOLS = {"qemu-system-x86_64": "qemu-system-x86", "cpio": "cpio", "depmod": "kmod", "strip": "binutils",
         "apt-get": "apt", "dpkg": "dpkg", "ldd": "libc-bin", "unxz": "xz-utils"}
UNUSED = """usr/share/doc usr/share/man usr/share/info usr/share/locale usr/share/lintian usr/share/bug usr/share/alsa
usr/share/gcc usr/share/gdb usr/share/zsh usr/share/bash-completion usr/share/python3 usr/lib/udev usr/lib/systemd
usr/lib/x86_64-linux-gnu/gconv usr/lib/python3.11/test usr/lib/python3.11/idlelib usr/lib/python3.11/lib2to3
usr/lib/python3.11/ensurepip usr/lib/python3.11/pydoc_data usr/lib/python3.11/distutils""".split()
FILES = {
    "etc/passwd": "root:x:0:0:root:/root:/bin/sh\nmessagebus:x:100:100::/:/bin/false\n"
                  "nobody:x:65534:65534::/:/bin/false\ncashier:x:1000:1000::/tmp:/bin/sh\n",
    "etc/group": "root:x:0:\nmessagebus:x:100:\nbluetooth:x:101:\nnogroup:x:65534:\ncashier:x:1000:\n",
    "etc/nsswitch.conf": "passwd: files\ngroup: files\nhosts: files\n",
    "etc/hosts": "127.0.0.1 localhost\n",
    "etc/machine-id": "0123456789abcdef0123456789abcdef\n",
}


class Missing(Exception):
    """No machine can be had: something is missing, and the text names it."""


def shell(*words, folder=None, data=None):
    done = subprocess.run(words, cwd=folder, input=data, capture_output=True, check=False)
    if done.returncode != 0:
        raise Missing(f"{' '.join(map(str, words[:4]))} failed: {done.stderr.decode(errors='replace')[-1000:].strip()}")
    return done.stdout


def wait_for(condition, seconds, what):
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise Missing(f"{what} did not appear within {seconds} s")
        time.sleep(0.05)


def library(name):
    """Where this system keeps a shared library; none may be there."""
    for line in shell("/sbin/ldconfig", "-p").decode().splitlines():
        if line.strip().startswith(name + " ") and "x86-64" in line:
            return line.split("=> ")[1]
    return None


def cpio(tree):
    names = b"".join(os.fsencode(os.path.relpath(path, tree)) + b"\0" for path in sorted(tree.rglob("*")))
    return shell("cpio", "--null", "-o", "-H", "newc", "--quiet", "-R", "0:0", folder=tree, data=names)


def prepare(here):
    """Builds the image unless it is there."""
    os.environ["PATH"] += ":/sbin:/usr/sbin"
    lacking = {package for tool, package in TOOLS.items() if not shutil.which(tool)}
    if lacking:
        raise Missing("missing packages: " + " ".join(sorted(lacking)) + " (Packaging/install-packages machine)")
    CACHE.mkdir(parents=True, exist_ok=True)
    key = hashlib.sha256(b"".join(
        path.read_bytes() for path in [here / "image.py", *sorted((here / "guest").iterdir())])).hexdigest()
    with (CACHE / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        mark = CACHE / "key"
        if mark.exists() and mark.read_text() == key and (CACHE / "base.cpio").exists():
            return
        if os.geteuid() != 0:
            raise Missing("the image has to be built by root")
        build(here)
        mark.write_text(key)


def build(here):
    work = CACHE / "work"
    shutil.rmtree(work, ignore_errors=True)
    root, kernel, packages = work / "root", work / "kernel", work / "packages"
    for folder in (root, kernel, packages):
        folder.mkdir(parents=True)
    fetch(packages)
    for package in sorted(packages.glob("*.deb")):
        shell("dpkg", "-x", str(package), str(kernel if package.name.startswith("linux-image") else root))
    merge(root)
    tidy(root)
    links(root)
    version = next((kernel / "lib/modules").iterdir()).name
    take_modules(kernel, root, version)
    furnish(root, here)
    shutil.copyfile(next((kernel / "boot").glob("vmlinuz-*")), CACHE / "vmlinuz")
    (CACHE / "base.cpio").write_bytes(cpio(root))
    (CACHE / "libraries").write_text("\n".join(sorted({path.name for path in root.rglob("*.so*")})))
    shutil.rmtree(work)


def fetch(folder):
    if not candidates():
        shell("apt-get", "update", "-qq")
    wanted = candidates()
    if not wanted:
        raise Missing(f"the package source has no {KERNEL}")
    shell("apt-get", "-o", "APT::Sandbox::User=root", "download", *wanted, folder=folder)


def candidates():
    """The kernel's own package and the others."""
    found = re.search(r"Depends: (linux-image-\S+)", shell("apt-cache", "depends", KERNEL).decode()) \
        if subprocess.run(["apt-cache", "show", KERNEL], capture_output=True, check=False).returncode == 0 else None
    return [found[1], *PACKAGES] if found else None


def merge(root):
    """Older packages still have files outside /usr."""
    for name in ("bin", "sbin", "lib", "lib64"):
        (root / "usr" / name).mkdir(parents=True, exist_ok=True)
        if (root / name).is_dir():
            shutil.copytree(root / name, root / "usr" / name, symlinks=True, dirs_exist_ok=True)
            shutil.rmtree(root / name)
        (root / name).symlink_to(f"usr/{name}")


def tidy(root):
    for name in UNUSED:
        shutil.rmtree(root / name, ignore_errors=True)
    for extra in root.glob("usr/lib/x86_64-linux-gnu/libgio-2.0.so*"):
        extra.unlink()


def links(root):
    for name in shell(str(root / "bin/busybox"), "--list").decode().split():
        if not any((root / folder / name).exists() for folder in ("usr/bin", "usr/sbin")):
            (root / "usr/bin" / name).symlink_to("busybox")
    modprobe = root / "usr/sbin/modprobe"  # the kernel calls it by this path, for btvirt's AF_ALG among others
    modprobe.unlink(missing_ok=True)
    modprobe.symlink_to("../bin/busybox")
    (root / "usr/sbin/udevd").symlink_to("../bin/udevadm")  # it looks at its name
    python = root / "usr/bin/python3"
    python.unlink(missing_ok=True)
    python.symlink_to("python3.11")


def take_modules(kernel, root, version):
    shell("depmod", "-b", str(kernel), version)
    source, target = kernel / "lib/modules" / version, root / "usr/lib/modules" / version
    needs = {}
    for line in (source / "modules.dep").read_text().splitlines():
        file, _, others = line.partition(":")
        name = os.path.basename(file).split(".ko")[0].replace("-", "_")
        needs[name] = [file, *others.split()]
    for file in sorted({file for name in MODULES for file in needs.get(name, [])}):
        place = target / file
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source / file, place)
        if place.suffix == ".xz":
            shell("unxz", str(place))
            place = place.with_suffix("")
        shell("strip", "-g", str(place))
    for name in ("modules.builtin", "modules.order", "modules.builtin.modinfo"):
        shutil.copyfile(source / name, target / name)
    shell("depmod", "-b", str(root), version)


def furnish(root, here):
    for name in ("dev", "proc", "sys", "run/dbus", "tmp", "etc/bluetooth", "var/lib/bluetooth", "test", "root"):
        (root / name).mkdir(parents=True, exist_ok=True)
    if not (root / "var/run").exists():
        (root / "var/run").symlink_to("../run")
    for name, text in FILES.items():
        (root / name).write_text(text)
    shutil.copyfile(here / "guest/main.conf", root / "etc/bluetooth/main.conf")
    (root / "usr/lib/machine").mkdir()
    for name, place in {"init": "init", "agent": "usr/lib/machine/agent", "bridge": "usr/lib/machine/bridge"}.items():
        shutil.copyfile(here / "guest" / name, root / place)
        (root / place).chmod(0o755)
