# make run    installs what is missing, builds a release, opens the console in training mode
# make test   installs what tests need, builds and runs them all

PREFIX ?= /usr/local
SWIFT ?= swift
# Without debugging data, but with the names of functions (5 MB): a crash report has them then.
RELEASE = --configuration release --static-swift-stdlib -Xlinker -S $(PACKED) $(CXX_RUNTIME) \
	--scratch-path .build-release
BINARIES = .build-release/release

# What a start costs. Where the toolchain has a linker of its own, it packs the 30,000 addresses that the loader has to
# adjust; a glibc before 2.36 says that it can't read that. Where the archives of the C++ runtime are installed, they go
# into the program: loading the shared ones takes 2 ms of 8.
TOOLCHAIN := $(dir $(realpath $(shell command -v $(firstword $(SWIFT)))))
PACKED := $(if $(wildcard $(TOOLCHAIN)ld.lld),-Xswiftc -use-ld=lld -Xlinker -z -Xlinker pack-relative-relocs)
ARCHIVE := $(wildcard $(filter /%,$(shell $(TOOLCHAIN)clang -print-file-name=libstdc++.a 2> /dev/null)))
ARCHIVES := $(CURDIR)/.build-release/archives
CXX_RUNTIME := $(if $(ARCHIVE),-Xswiftc -L$(ARCHIVES) -Xswiftc -Xclang-linker -Xswiftc -static-libgcc)

.PHONY: run test test-quick test-machines bench campaign release install clean

run: release
	$(BINARIES)/till demo

release:
	Packaging/install-packages build run
	$(if $(ARCHIVE),mkdir -p $(ARCHIVES) && ln -sf $(ARCHIVE) $(ARCHIVES))
	$(SWIFT) build $(RELEASE) --product till
	$(SWIFT) build $(RELEASE) --product till-sim

# Debug builds whose library modules are optimised all the same: a tenth of the time for whole sales.
test test-quick test-machines: export TILL_OPTIMISED_DEBUG = 1

test:
	Packaging/install-packages build run test
	$(SWIFT) build --build-tests
	$(SWIFT) test --skip-build --disable-xctest --skip $(MACHINES)

# Till and readers on Bluetooth, in emulated machines with BlueZ: 80 seconds on two idle cores, and the first time root and
# Debian's package source.
MACHINES = BluetoothMachineTests
test-machines:
	Packaging/install-packages build run test machine
	$(SWIFT) build --build-tests
	$(SWIFT) test --skip-build --disable-xctest --filter $(MACHINES)

# The tests that start no other process.
test-quick:
	$(SWIFT) build --build-tests
	$(SWIFT) test --skip-build --disable-xctest --skip EndToEndTests --skip PeerTests --skip $(MACHINES)

bench: release
	$(SWIFT) build $(RELEASE) --product till-bench
	$(BINARIES)/till-bench

# Random payments with random faults: make campaign N=10000 SEED=1. With PROTOCOL=datecs they are made on a pinpad. With
# BLUETOOTH=1 it is 200 links over an emulated radio that break in the middle of a sale.
N ?= 1000
SEED ?=
PROTOCOL ?=
campaign: release
ifdef BLUETOOTH
	Packaging/install-packages test machine
	Tests/Machine/machine run --adapters 2 --timeout 7200 Tests/Machine/scenarios/drops.py \
		Tests/Machine/scenarios/counter.py $(BINARIES)/till $(BINARIES)/till-sim -- 200 $(or $(SEED),1) | \
		Tests/Machine/audit
else
	$(SWIFT) build $(RELEASE) --product till-campaign
	$(BINARIES)/till-campaign $(N) $(or $(SEED),$(if $(PROTOCOL),1)) $(PROTOCOL)
endif

install: release
	install -D -m 755 $(BINARIES)/till $(DESTDIR)$(PREFIX)/bin/till
	install -D -m 755 $(BINARIES)/till-sim $(DESTDIR)$(PREFIX)/bin/till-sim
	install -d $(DESTDIR)$(PREFIX)/share/till/Themes $(DESTDIR)$(PREFIX)/share/till/Locales
	install -m 644 Themes/*.yaml $(DESTDIR)$(PREFIX)/share/till/Themes
	install -m 644 Locales/*.yaml $(DESTDIR)$(PREFIX)/share/till/Locales
	install -D -m 644 Packaging/till.1 $(DESTDIR)$(PREFIX)/share/man/man1/till.1

clean:
	rm -rf .build .build-release
