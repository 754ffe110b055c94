# Memory: besides what cells may use, the driver has a reserve. With it, it reports a cell that used up the rest, and
# lends a part to the next cells, so that they can free memory.
_nothing, _allocate = -1, _os.read
# The memory that a small cell and the driver's own work before it take.
_spare_bytes = 5 << 18
_least_share = 1 << 17
_reserve = [0]
_beyond = [0]


def _has_spare():
    """Whether that much is available: allocates it, and frees it untouched."""
    try:
        _allocate(_nothing, _spare_bytes)
    except OSError:
        return True
    except BaseException:
        return False


def _begin_memory():
    """From now on the memory is the cell's, up to its limit, and beyond it if earlier cells left it full."""
    _limit_memory(_beyond[0])


def _end_memory():
    """The cell's code has ended: from here on, the whole reserve may be used."""
    is_full = not _has_spare()
    if _beyond[0] and not is_full:
        _limit_memory(0)
        if _has_spare():
            _beyond[0] = 0
    _lift_memory_limit()
    if is_full:
        # A third is never lent: the driver works with it.
        left = _reserve[0] * 2 // 3 - _beyond[0]
        _beyond[0] += min(left, max(left // 3, _least_share))
