# The start of the driver. It returns when a snapshot must be taken, and continues with _rlm_resume: a snapshot holds no native
# stack, so no Python frame that points into it may be left (the collector of Python 3.14 walks all of them).
import gc as _gc
import random as _random


def _open(options):
    _take_limits(options)
    if not options["isRestored"]:
        _random.seed(options["seed"])
        _define_names(options["functions"])
    _tell(75, b"")


_zeros = bytes(65536)


def _blank(view):
    """Memory that is freed stays in a snapshot, unless it holds zeros."""
    for at in range(0, len(view), 65536):
        part = view[at : at + 65536]
        part[:] = _zeros[: len(part)]


def _drive_or_say_why():
    try:
        _drive()
    except BaseException:
        _tell(33, _cut(_traceback.format_exc(), 2000).encode("utf-8", "replace"))


def _rlm_start():
    _forget_outward_modules()
    _gc.collect()
    _drive_or_say_why()


def _rlm_resume():
    _drive_or_say_why()
