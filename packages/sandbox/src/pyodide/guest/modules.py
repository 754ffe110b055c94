# The soft wall: modules that lead out of Python are forgotten, and importing them says so. (The hard wall
# is the list of WebAssembly imports, outside.)
_outward = frozenset(
    "js pyodide pyodide_js _pyodide _pyodide_core micropip ctypes _ctypes subprocess _posixsubprocess "
    "socket _socket ssl _ssl multiprocessing _multiprocessing webbrowser "
    "_testcapi _testlimitedcapi _testinternalcapi _testbuffer _remote_debugging".split()
)


class _Refusal:
    """A finder that refuses the modules which lead outwards."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        if name.split(".")[0] in _outward:
            raise ModuleNotFoundError("No module named %r" % name, name=name)
        return None


# Everything that leads to JavaScript: not only forgotten, but emptied, in case a cell finds it on the heap.
_bridge = frozenset("js pyodide pyodide_js _pyodide _pyodide_core".split())
_module_type = type(_sys)

_kept_finders = ("BuiltinImporter", "FrozenImporter", "PathFinder")


def _outward_of(modules):
    return [name for name in modules if name.split(".")[0] in _outward]


# Found before the snapshot that sessions start from: what a start adds is little. Pyodide has loaded its own modules then.
_known_modules = set(_sys.modules)
_known_outward = _outward_of(_known_modules)
for _files in _sys.modules["zipimport"]._zip_directory_cache.values():
    for _path in [_path for _path in _files if _path.split("/")[0] in _bridge]:
        del _files[_path]
_sys.builtin_module_names = tuple(name for name in _sys.builtin_module_names if name not in _outward)


def _forget_outward_modules():
    modules = _sys.modules
    for name in _known_outward + _outward_of(modules.keys() - _known_modules):
        module = modules.pop(name, None)
        if name.split(".")[0] in _bridge and type(module) is _module_type:
            module.__dict__.clear()
    _sys.meta_path[:] = [_Refusal] + [
        finder for finder in _sys.meta_path if getattr(finder, "__name__", "") in _kept_finders
    ]
    modules["__main__"] = _main
    # It names the host's version of Node.js.
    if hasattr(_sys, "_emscripten_info"):
        del _sys._emscripten_info
