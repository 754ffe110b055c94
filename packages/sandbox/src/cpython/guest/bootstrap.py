import os as o
import sys as s

# What the host's own parents have left open without closing it on exec. 65,536: where the kernel has no close_range, each is a call.
o.closerange(int(s.argv.pop()), 65_536)


def r(n):
    b = b""
    while len(b) < n:
        c = o.read(3, n - len(b))
        if not c:
            o._exit(0)
        b += c
    return b


import builtins as b

g = {"__name__": "rlm_driver", "__builtins__": dict(vars(b))}
exec(compile(r(int.from_bytes(r(4), "little")), "<driver>", "exec"), g)
