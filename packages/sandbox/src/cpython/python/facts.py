import json
import os
import site
import sys
import sysconfig

for name in "ctypes ssl sqlite3 zlib bz2 lzma decimal hashlib uuid readline".split():
    try:
        __import__(name)
    except ImportError:
        pass

libraries = set()
try:
    with open("/proc/self/maps") as maps:
        for line in maps:
            parts = line.split(None, 5)
            path = parts[5].strip() if len(parts) == 6 else ""
            if path.startswith("/") and ".so" in os.path.basename(path):
                libraries.add(path)
except OSError:
    pass

executable = os.path.realpath(getattr(sys, "_base_executable", None) or sys.executable)
stdlib = [sysconfig.get_path(name) for name in ("stdlib", "platstdlib")]
own = [path for path in sys.path if any(path.startswith(os.path.realpath(s)) for s in stdlib)]
own = [path for path in own if "-packages" not in path]
packages = [path for path in sys.path if path and path not in own and os.path.isdir(path)]
print(
    json.dumps(
        {
            "version": list(sys.version_info[:3]),
            "executable": executable,
            "standardLibrary": sorted(set(map(os.path.realpath, stdlib))),
            "libraries": sorted(libraries),
            "packages": packages,
        }
    )
)
