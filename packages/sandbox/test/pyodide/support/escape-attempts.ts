/** What the host has that a guest must not reach; made anew by each run of the tests. */
export interface Bait {
  readonly port: number;
  readonly secretFile: string;
  readonly newFile: string;
}

/** An attempt to leave the sandbox, and what proves that it was made and where it ended. */
export interface EscapeAttempt {
  readonly code: (bait: Bait) => string;
  /** Must match `outcome|error type: message|stdout`; a bare "no leak" would prove nothing. */
  readonly ends: RegExp;
}

const quote = (text: string): string => JSON.stringify(text);
const attempt = (code: string | ((bait: Bait) => string), ends: RegExp): EscapeAttempt => ({
  code: typeof code === 'string' ? () => code : code,
  ends,
});

/** Takes the refusal out of the loader, whatever an attempt before has done to it. */
const unguarded =
  'import sys\nfrom importlib.machinery import BuiltinImporter as b, FrozenImporter as z, PathFinder as p\nsys.meta_path[:] = [b, z, p]\n';

const noModule = /error\|ModuleNotFoundError: No module named/;

/** Attempts by way of Python's own doors: modules, files, processes, the network. */
export const libraryAttempts: Readonly<Record<string, EscapeAttempt>> = {
  'all classes': attempt(
    'n = len(().__class__.__base__.__subclasses__())\nprint("classes", n > 100)',
    /classes True/,
  ),
  'Popen among the classes': attempt(
    'c = [x for x in ().__class__.__base__.__subclasses__() if x.__name__ == "Popen"]\nprint("popen", len(c))\nprint("LEAK", c[0](["/bin/id"], stdout=-1).communicate())',
    /error\|(IndexError|OSError|BlockingIOError|PermissionError).*popen/,
  ),
  'import subprocess': attempt('import subprocess', noModule),
  'import _posixsubprocess': attempt('import _posixsubprocess', noModule),
  'os.system': attempt(
    ({ newFile }) => `import os\nprint("returned", os.system("echo x > ${newFile}"))`,
    /returned -1/,
  ),
  'os.popen': attempt('import os\nprint("LEAK", os.popen("id").read())', noModule),
  'os.execv': attempt(
    'import os\nos.execv("/bin/sh", ["sh", "-c", "id"])',
    /error\|OSError: \[Errno/,
  ),
  'os.posix_spawn': attempt(
    'import os\nprint("LEAK", os.posix_spawn("/bin/sh", ["sh"], {}))',
    /error\|(AttributeError|OSError|FileNotFoundError)/,
  ),
  'os.fork': attempt(
    'import os\nprint("LEAK", os.fork())',
    /error\|(OSError|AttributeError|BlockingIOError)/,
  ),
  'the environment': attempt(
    'import os\nprint("environment", "SECRET_TOKEN" in os.environ, dict(os.environ))',
    /environment False/,
  ),
  'reading /etc/passwd': attempt(
    'print("LEAK", open("/etc/passwd").read()[:20])',
    /FileNotFoundError/,
  ),
  'reading a file of the host': attempt(
    ({ secretFile }) => `print("LEAK", open(${quote(secretFile)}).read())`,
    /FileNotFoundError/,
  ),
  'reading by os.open': attempt(
    ({ secretFile }) => `import os\nprint("LEAK", os.read(os.open(${quote(secretFile)}, 0), 50))`,
    /FileNotFoundError/,
  ),
  'the root folder': attempt(
    'import os\nprint("root", os.listdir("/"))\nfor d in ("root", "usr", "bin", "work", "mnt", "host"):\n  if os.path.isdir("/" + d) and os.listdir("/" + d): print("LEAK", d)',
    /root \[/,
  ),
  '/proc of the host': attempt(
    'import os\nprint("proc", os.listdir("/proc"))\nfor p in ("1", "self/environ", "%d" % os.getppid()):\n  if os.path.exists("/proc/" + p): print("LEAK", p)',
    /proc \['self'\]/,
  ),
  'writing a file': attempt(
    ({ newFile }) => `open(${quote(newFile)}, "w").write("x")`,
    /OSError: \[Errno 69\] Read-only/,
  ),
  'appending to the library': attempt(
    'import os\nopen(os.__file__, "a").write("x")',
    /OSError|FileNotFoundError|NotADirectoryError/,
  ),
  'mkdir, rename, unlink, symlink, chmod, truncate': attempt(
    'import os\ndone = []\nfor f, a in ((os.mkdir, ("/tmp/d",)), (os.rename, ("/tmp", "/t")), (os.unlink, ("/lib/python314.zip",)), (os.symlink, ("/a", "/b")), (os.chmod, ("/tmp", 0o777)), (os.truncate, ("/lib/python314.zip", 0)), (os.rmdir, ("/tmp",)), (os.utime, ("/tmp", (0, 0)))):\n  try:\n    f(*a); print("LEAK", f.__name__)\n  except (OSError, AttributeError) as e: done.append(type(e).__name__)\nprint("refused", len(done))',
    /refused 8/,
  ),
  'a temporary file': attempt(
    'import tempfile\ntempfile.TemporaryFile().write(b"x")',
    /FileNotFoundError|OSError/,
  ),
  'a file in memory': attempt(
    'import os\nprint("LEAK", os.memfd_create("x"))',
    /AttributeError|OSError/,
  ),
  'opening the device anew': attempt(
    'import os\nprint(os.path.exists("/dev/rlm"))\nos.open("/dev/rlm", os.O_RDWR)',
    /(FileNotFoundError|OSError).*False/,
  ),
  'a socket': attempt(
    ({ port }) => `import socket\nsocket.create_connection(("127.0.0.1", ${port}), 2)`,
    noModule,
  ),
  'the socket module that asyncio holds': attempt(
    ({ port }) =>
      `import asyncio.base_events as b\ns = b.socket.socket()\nprint("made")\ns.connect(("127.0.0.1", ${port}))\nprint("LEAK", s.recv(5))`,
    /error\|(PermissionError|OSError|BlockingIOError|AttributeError)|violation/,
  ),
  'a raw _socket from its loader': attempt(
    ({ port }) =>
      `import _imp, importlib.machinery as m\nspec = m.ModuleSpec("_socket", m.BuiltinImporter)\nmod = _imp.create_builtin(spec)\nprint("module", mod)\n_imp.exec_builtin(mod)\ns = mod.socket(2, 1)\ns.connect(("127.0.0.1", ${port}))\nprint("LEAK", s.recv(5))`,
    /error\|(PermissionError|OSError|ImportError|TypeError|AttributeError)|violation/,
  ),
  'name resolution': attempt(
    'import asyncio.base_events as b\nprint("LEAK", b.socket.getaddrinfo("localhost", 80))',
    /error\|(gaierror|OSError|AttributeError)/,
  ),
  urllib: attempt(
    ({ port }) =>
      `import urllib.request\nprint("LEAK", urllib.request.urlopen("http://127.0.0.1:${port}/", timeout=2).read(5))`,
    /error\|(ModuleNotFoundError|URLError|ImportError)/,
  ),
  'http.client': attempt(
    ({ port }) =>
      `import http.client\nhttp.client.HTTPConnection("127.0.0.1", ${port}).request("GET", "/")`,
    /error\|(ModuleNotFoundError|OSError)/,
  ),
  'asyncio.open_connection': attempt(
    ({ port }) =>
      `import asyncio\nprint("LEAK", await asyncio.open_connection("127.0.0.1", ${port}))`,
    /error\|/,
  ),
  'asyncio subprocesses': attempt(
    'import asyncio\nprint("LEAK", await asyncio.create_subprocess_exec("/bin/id"))',
    /error\|/,
  ),
  webbrowser: attempt('import webbrowser\nwebbrowser.open("http://localhost")', noModule),
  ctypes: attempt('import ctypes\nprint("LEAK", ctypes.CDLL(None).getpid())', noModule),
  '_ctypes from its loader': attempt(
    'import _imp, importlib.machinery as m\nmod = _imp.create_builtin(m.ModuleSpec("_ctypes", m.BuiltinImporter))\nprint("module", mod)\n_imp.exec_builtin(mod)\nprint("LEAK", mod.dlopen(None, 0), mod.dlsym(0, "system"))',
    /error\|(ImportError|OSError|AttributeError|TypeError|ModuleNotFoundError|SystemError)|violation/,
  ),
  'native callbacks of ctypes': attempt(
    `${unguarded}import ctypes\nprint("loaded")\nf = ctypes.CFUNCTYPE(ctypes.c_int)(lambda: 1)\nprint("LEAK", f())`,
    noModule,
  ),
  'system() by ctypes': attempt(
    ({ newFile }) =>
      `${unguarded}import ctypes\nprint("loaded")\nr = ctypes.CDLL(None).system(b"echo x > ${newFile}")\nprint("returned", r)`,
    noModule,
  ),
  'memory of the interpreter by _ctypes': attempt(
    `${unguarded}import _ctypes\nprint("LEAK", _ctypes)`,
    noModule,
  ),
  threads: attempt(
    'import _thread\n_thread.start_new_thread(print, ())\nprint("LEAK")',
    /RuntimeError: can't start new thread/,
  ),
  multiprocessing: attempt('import multiprocessing', noModule),
  'signals to others': attempt(
    'import os\nfor p in (1, os.getppid(), -1):\n  try:\n    os.kill(p, 0); print("LEAK", p)\n  except OSError as e: print("refused")',
    /refused|violation/,
  ),
  ptrace: attempt(
    'import os\nprint("LEAK", os.setuid(0), os.setns(3))',
    /AttributeError|OSError|PermissionError/,
  ),
  'a native extension from bytes': attempt(
    'import _imp, importlib.machinery as m\n_imp.create_dynamic(m.ModuleSpec("x", None, origin="/tmp/x.so"))\nprint("LEAK")',
    /error\||violation/,
  ),
  'mmap of device memory': attempt(
    'import mmap\nprint("LEAK", mmap.mmap(77, 100))',
    /error\||violation/,
  ),
  'pickle that calls os.system': attempt(
    ({ newFile }) =>
      `import pickle\npickle.loads(b"cposix\\nsystem\\n(Vecho x > ${newFile}\\ntR.")\nprint("ran")`,
    /ran/,
  ),
  'sub-interpreters': attempt(
    'import _interpreters\ni = _interpreters.create()\nprint("made")\n_interpreters.run_string(i, "import js")\n',
    /error\||violation|made/,
  ),
};

/** Attempts by way of the bridge between Python and JavaScript. */
export const bridgeAttempts: Readonly<Record<string, EscapeAttempt>> = {
  'import js': attempt('import js\nprint("LEAK", js.process.version)', noModule),
  'js.eval': attempt('__import__("js").eval("1")', noModule),
  'from pyodide.code import run_js': attempt('from pyodide.code import run_js', noModule),
  'import pyodide_js': attempt('import pyodide_js\nprint("LEAK", pyodide_js._api)', noModule),
  mountNodeFS: attempt('import pyodide_js\npyodide_js.mountNodeFS("/mnt", "/")', noModule),
  'import _pyodide_core': attempt(
    'import _pyodide_core\nprint("LEAK", dir(_pyodide_core))',
    noModule,
  ),
  micropip: attempt('import micropip', noModule),
  'importlib.import_module': attempt('import importlib\nimportlib.import_module("js")', noModule),
  'the loader without its refusal': attempt(
    'import sys\nprint("finders", len(sys.meta_path))\nsys.meta_path.pop(0)\nimport js\nprint("LEAK")',
    /ModuleNotFoundError.*finders/,
  ),
  'pyodide imported anew': attempt(
    'import sys\nsys.meta_path.pop(0)\nimport pyodide\nprint("imported")\nfrom pyodide.code import run_js\nprint("LEAK", run_js("1"))',
    /error\|(ImportError|ModuleNotFoundError|AttributeError|RuntimeError)|violation/,
  ),
  '_pyodide_core made again by its loader': attempt(
    `${unguarded}import _pyodide_core\nprint("core", dir(_pyodide_core)[:5])\n_pyodide_core.create_proxy(print)\nprint("LEAK")`,
    noModule,
  ),
  create_proxy: attempt(
    `${unguarded}import _pyodide_core as c\nprint("core")\nc.create_proxy(lambda: 1)\nprint("LEAK")`,
    noModule,
  ),
  to_js: attempt(
    `${unguarded}import _pyodide_core as c\nprint("core")\nc.to_js([1, {"a": 2}])\nprint("LEAK")`,
    noModule,
  ),
  run_sync: attempt(
    `${unguarded}import _pyodide_core as c\nprint("core")\nc.run_sync(1)\nprint("LEAK")`,
    noModule,
  ),
  'proxies on the heap': attempt(
    'import gc\ngc.unfreeze()\nfound = [o for o in gc.get_objects() if "JsProxy" in type(o).__name__ or "JsProxy" in str(type(o).__mro__)]\nprint("objects", len(gc.get_objects()) > 1000, "proxies", [type(o).__name__ for o in found if not isinstance(o, type)])',
    /objects True proxies \[\]/,
  ),
  'proxy classes called': attempt(
    'import gc\ngc.unfreeze()\ncs = [c for c in gc.get_objects() if isinstance(c, type) and ("JsProxy" in c.__name__ or "JsException" in c.__name__ or c.__module__.startswith("pyodide"))]\nprint("classes", len(cs))\nfor c in cs:\n  for make in (lambda: c(), lambda: object.__new__(c), lambda: c("x")):\n    try:\n      o = make()\n      for n in ("constructor", "toString", "call"):\n        v = getattr(o, n, None)\n        if v is not None: print("made", n)\n    except Exception as e: pass\nprint("done")',
    /classes \d+|violation/,
  ),
  'a constructor of a host function': attempt(
    'f = llm_query\nprint("closure", f.__closure__ and [type(c.cell_contents).__name__ for c in f.__closure__])\nprint(f.constructor)',
    /AttributeError.*closure/,
  ),
  'the driver of the frames': attempt(
    'g = llm_query.__globals__\nprint("driver", "_tell" in g)\nprint([k for k, v in g.items() if "Js" in type(v).__name__])',
    /driver True\n\[\]/,
  ),
  'modules that the driver dropped': attempt(
    'import gc, types\ngc.unfreeze()\nnames = sorted({str(getattr(m, "__name__", "")).split(".")[0] for m in gc.get_objects() if isinstance(m, types.ModuleType)})\nprint("modules", len(names))\nms = [m for m in gc.get_objects() if isinstance(m, types.ModuleType) and getattr(m, "__name__", "_pyodide_core") in ("js", "pyodide_js", "_pyodide_core")]\nfor m in ms:\n  for n in dir(m):\n    v = getattr(m, n, None)\n    if "JsProxy" in type(v).__name__ and not isinstance(v, type): print("LEAK", n)',
    /modules \d+/,
  ),
  'the functions of a dropped pyodide': attempt(
    'import gc, types\ngc.unfreeze()\nfs = [f for f in gc.get_objects() if isinstance(f, types.BuiltinFunctionType) and f.__name__ in ("create_proxy", "to_js", "run_sync", "raw_call", "_attempt_js_import", "run_js", "destroy_proxies", "create_once_callable")]\nprint("functions", [f.__name__ for f in fs])\nfor f in fs:\n  f(print)\nprint("done")',
    /functions \[\]\ndone/,
  ),
  '_pyodide_core by the maker of built-in modules': attempt(
    'import _imp, types\nfor n in ("_pyodide_core", ""):\n  made = None\n  try:\n    made = _imp.create_builtin(types.SimpleNamespace(name=n, origin=n))\n  except ValueError as e:\n    pass\n  print("made", _imp.is_builtin(n), made)\n  if made is not None: print("LEAK", dir(made))',
    /made 0 None\nmade 0 None/,
  ),
  'pyodide.ffi without the refusal': attempt(
    `${unguarded}print("popped")\nimport pyodide.ffi as f\nprint("LEAK", f.create_proxy, f.jsnull)`,
    /error\|ModuleNotFoundError.*popped/,
  ),
  'what is left of pyodide in functions on the heap': attempt(
    'import gc, types\ngc.unfreeze()\nfs = [f for f in gc.get_objects() if isinstance(f, types.FunctionType) and str(f.__module__).split(".")[0] in ("pyodide", "_pyodide")]\nprint("held", sorted({k for f in fs for k in f.__globals__ if k in ("create_proxy", "to_js", "jsnull", "_pyodide_core", "run_js", "register_js_module")}))',
    /held \[\]/,
  ),
  'a JsProxy by its type flags': attempt(
    'import gc\ngc.unfreeze()\nc = [t for t in gc.get_objects() if isinstance(t, type) and t.__name__ == "JsProxy"]\nprint("classes", len(c))\nfor t in c:\n  o = t.__new__(t)\n  print("made", o)',
    /classes|violation/,
  ),
  'the trampoline of the interpreter': attempt(
    'import sys\nprint("flags", sys.flags, hasattr(sys, "_emscripten_info"))\nprint(getattr(sys, "_jit", None))',
    /flags.*False/,
  ),
  'a log line to the console of the host': attempt(
    'import os\nos.write(1, b"LINE-FROM-GUEST\\n"); os.write(2, b"LINE-FROM-GUEST\\n")\nimport sys\nprint(sys.__stdout__, file=sys.__stderr__)\nprint("written")',
    /written/,
  ),
  'the clock and the zone of the host': attempt(
    'import time\nprint("zone", time.tzname, time.timezone)',
    /zone \('UTC', 'UTC'\) 0/,
  ),
  'the name of the host': attempt(
    'import os, platform\nprint("uname", os.uname().nodename, platform.node(), os.getpid(), os.getppid())',
    /uname emscripten/,
  ),
  'a frame that asks for a secret function': attempt(
    'import os, struct\np = b\'{"call":1000000,"name":"__proto__"}\\n[]\'\nos.write(77, struct.pack("<BI", 67, len(p)) + p)\nprint("sent")',
    /sent|violation/,
  ),
  'prototype pollution by a final': attempt(
    'FINAL({"__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 1}}})',
    /^final/,
  ),
  'prototype pollution by arguments': attempt(
    'print(llm_query({"__proto__": {"polluted": 1}}, **{"__proto__": {"polluted": 1}}))',
    /ok/,
  ),
  'prototype pollution by names of variables': attempt(
    'globals()["__proto__"] = {"polluted": 1}\nglobals()["constructor"] = 1\nprint("set")',
    /set/,
  ),
  'a thenable as an answer': attempt('FINAL({"then": "x", "toJSON": "y"})', /^final/),
};
