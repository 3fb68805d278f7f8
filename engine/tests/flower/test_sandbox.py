"""The filter of system calls, run by hand: what each machine's program answers, and that this kernel takes ours."""

import os
import struct

import pytest

from engine.flower import sandbox, syscalls

EPERM, ALLOW = 0x00050001, 0x7FFF0000


def verdict(
    program: bytes, machine: syscalls.Machine, call: str | int, *arguments: int, audit: int | None = None
) -> int:
    """What the program answers, run as the kernel would (linux/bpf_common.h)."""
    number = machine.calls[call] if isinstance(call, str) else call
    audit = machine.audit if audit is None else audit
    data = struct.pack("<IIQ6Q", number, audit, 0, *(*arguments, 0, 0, 0, 0, 0, 0)[:6])
    steps = list(struct.iter_unpack("HBBI", program))
    at = held = 0
    while True:
        code, yes, no, operand = steps[at]
        at += 1
        match code:
            case 0x20:
                (held,) = struct.unpack_from("<I", data, operand)
            case 0x54:
                held &= operand
            case 0x06:
                return operand
            case _:
                holds = {0x15: held == operand, 0x35: held >= operand, 0x45: held & operand}[code]
                at += yes if holds else no


@pytest.mark.parametrize("name", ["x86_64", "aarch64"])
def test_no_app_gets_a_socket_and_a_server_app_only_tcp(name: str):
    machine = syscalls.MACHINES[name]
    none, tcp = (syscalls.program(name, tcp=tcp) for tcp in (False, True))

    for kind in ((2, 1, 0), (10, 1, 6), (2, 1 | 0o2000000 | 0o4000, 0)):  # with SOCK_CLOEXEC, SOCK_NONBLOCK
        assert verdict(none, machine, "socket", *kind) == EPERM
        assert verdict(tcp, machine, "socket", *kind) == ALLOW
    # datagrams, unix, netlink, raw, packet, vsock, SCTP, MPTCP
    for kind in ((2, 2, 0), (1, 1, 0), (16, 3, 0), (2, 3, 6), (17, 3, 0), (40, 1, 0), (2, 1, 132), (2, 1, 262)):
        assert verdict(none, machine, "socket", *kind) == EPERM
        assert verdict(tcp, machine, "socket", *kind) == EPERM


@pytest.mark.parametrize("name", ["x86_64", "aarch64"])
def test_a_send_does_not_connect(name: str):
    machine, fast_open = syscalls.MACHINES[name], 0x20000000
    tcp = syscalls.program(name, tcp=True)

    for call, before in (("sendto", (5, 0, 9)), ("sendmsg", (5, 0)), ("sendmmsg", (5, 0, 1))):
        assert verdict(tcp, machine, call, *before, 0x4000) == ALLOW
        assert verdict(tcp, machine, call, *before, fast_open | 0x4000) == EPERM


@pytest.mark.parametrize("tcp", [False, True])
@pytest.mark.parametrize("name", ["x86_64", "aarch64"])
def test_ways_around_are_refused_and_the_rest_passes(name: str, tcp: bool):
    machine = syscalls.MACHINES[name]
    program = syscalls.program(name, tcp=tcp)

    for call in syscalls.REFUSED:
        assert verdict(program, machine, call) == EPERM, call
    for number in {*range(460)} - set(machine.calls.values()):
        assert verdict(program, machine, number) == ALLOW, number
    assert verdict(program, machine, 0x40000000 | machine.calls["socket"], 2, 1, 0) == EPERM  # x32
    assert verdict(program, machine, 0, audit=0x40000003) == EPERM  # 32-bit calls, by other numbers


@pytest.mark.skipif(not sandbox.filters(), reason=f"this system does not filter: {sandbox.confinement()}")
def test_this_kernel_takes_the_filter(tmp_path):
    if (pid := os.fork()) == 0:
        try:
            sandbox.confine(read=[], write=[tmp_path])
            os.setsid()
        except PermissionError:
            os._exit(7)
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 7


def test_a_log_says_what_a_system_lacks(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("TESSERA_SANDBOX", "off")
    assert sandbox.confinement().count("not confined") == 2
    monkeypatch.delenv("TESSERA_SANDBOX")
    monkeypatch.setattr(sandbox, "version", lambda: 3)
    monkeypatch.setattr(sandbox, "_FILTERS", {})
    assert sandbox.confinement().count("not confined") == 1
