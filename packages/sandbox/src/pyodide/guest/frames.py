# Frames over the one character device: 1 byte kind, 4 bytes length (little endian), payload.
# `_critical` is true while a frame is half read or written; interrupts wait for its end.
import os as _os
import struct as _struct

_readv, _write_bytes = _os.readv, _os.write
_pack = _struct.pack
_device = 77
_critical = [False]


def _read_exactly(size, begun):
    """A payload of this size, of which the beginning has been read."""
    at = len(begun)
    try:
        data = bytearray(size)
        view = memoryview(data)
    except MemoryError:
        _skip(size - at)
        raise
    view[:at] = begun
    while at < size:
        at += _readv(_device, [view[at:]])
    return data


def _skip(size):
    """Skips a payload that does not fit in memory, so that the next frame is read from its start."""
    while size > 0:
        size -= _readv(_device, [_window[:size]])


_buffer = bytearray(65536)
_window = memoryview(_buffer)
_unpack_header = _struct.Struct("<BI").unpack_from


def _read_frame():
    have = _readv(_device, [_window])
    while have < 5:
        have += _readv(_device, [_window[have:]])
    kind, size = _unpack_header(_buffer)
    begun = _window[5 : min(have, 5 + size)]
    return kind, bytearray(begun) if len(begun) == size else _read_exactly(size, begun)


def _write_frame(kind, payload):
    view = memoryview(_pack("<BI", kind, len(payload)) + payload)
    at = 0
    while at < len(view):
        at += _write_bytes(_device, view[at:])


def _ask(kind, payload):
    """Writes one frame and waits for the host's answer to it."""
    _critical[0] = True
    try:
        _write_frame(kind, payload)
        answer = _read_frame()[1]
    finally:
        _critical[0] = False
    return answer


def _tell(kind, payload):
    _critical[0] = True
    try:
        _write_frame(kind, payload)
    finally:
        _critical[0] = False


def _tell_ended():
    """The cell's own code has ended: for a moment nothing interrupts the driver."""
    _tell(69, b"")
