# Frames over one descriptor, `_control`: 1 byte kind, 4 bytes length (little endian), payload. Threads of a cell may write
# too, so a lock keeps frames whole; a finalizer that the collector runs inside a frame is refused.
import _thread
import os as _os
import struct as _struct

_readv, _write_bytes, _exit = _os.readv, _os.write, _os._exit
_pack, _unpack = _struct.pack, _struct.unpack
_lock = _thread.allocate_lock()
_thread_id = _thread.get_ident
_lock_owner = [0]
# A longer payload is written without a copy that begins with its header.
_short_payload = 1 << 16


def _read_exactly(size):
    try:
        data = bytearray(size)
        view = memoryview(data)
    except MemoryError:
        _lost[0] = _skip(size)
        raise
    at = 0
    while at < size:
        at += _read_some(view[at:])
    return data


def _read_some(view):
    got = _readv(_control, [view])
    if got == 0:
        # The host is gone.
        _exit(0)
    return got


_skipped = memoryview(bytearray(65536))


# The first line of the last payload for which there was no memory.
_lost = [b""]


def _skip(size):
    """Skips a payload that does not fit in memory, so that the next frame is read from its start. Returns its first line."""
    line = b""
    while size > 0:
        got = _read_some(_skipped[:size])
        if b"\n" not in line and len(line) < 4096:
            line += bytes(_skipped[: min(got, 4096)])
        size -= got
    return line.split(b"\n")[0]


def _read_frame():
    kind, size = _unpack("<BI", _read_exactly(5))
    return kind, (_read_exactly(size) if size else bytearray())


def _write_frame(kind, payload, then=b""):
    """Writes a frame, and one more that goes with it."""
    header = _pack("<BI", kind, len(payload))
    is_short = len(payload) < _short_payload
    for part in (header + payload + then,) if is_short else (header, payload, then):
        view = memoryview(part)
        at = 0
        while at < len(view):
            at += _write_bytes(_control, view[at:])


def _locked(action, *args):
    _check_thread()
    me = _thread_id()
    if _lock_owner[0] == me:
        raise RuntimeError("host functions cannot be used while a frame is being written")
    # Not by `acquire`: a thread that is stopped right after it would keep the lock.
    with _lock:
        _lock_owner[0] = me
        try:
            return action(*args)
        finally:
            _lock_owner[0] = 0


def _tell(kind, payload):
    _locked(_write_frame, kind, payload)
    if kind == 70:
        _stop_after_final()
