# The child, which grows the memory, limits it: to the session's limit plus a number of bytes, or to all there is.
_unlimited_frame = _pack("<BII", 77, 4, 0xFFFFFFFF)


def _limit_memory(beyond):
    _write_bytes(_control, _pack("<BII", 77, 4, beyond))


def _lift_memory_limit():
    # Made before: there may be no memory left for a frame.
    _write_bytes(_control, _unlimited_frame)
