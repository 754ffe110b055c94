/** What an attempt may reach for: made anew by the test, so that success would be seen from outside. */
export interface Bait {
  /** A TCP port on which the host listens. */
  readonly port: number;
  /** A file with a secret, and a folder that the host's user may write. */
  readonly secretFile: string;
  readonly folder: string;
  /** Name of a variable of the host's environment. */
  readonly variable: string;
  readonly hostPid: number;
}

/** One way out: Python that sets `escaped` when it worked. Exceptions count as held. */
export interface EscapeAttempt {
  readonly name: string;
  readonly code: (bait: Bait) => string;
  /** Whether the same code escapes from a plain process: proof that the attempt is a real one. */
  readonly worksUnwalled: boolean;
}

const text = (value: string): string => JSON.stringify(value);

const attempt = (
  name: string,
  worksUnwalled: boolean,
  code: EscapeAttempt['code'],
): EscapeAttempt => ({ name, code, worksUnwalled });

/** Native calls by number, x86-64 and arm64. */
const syscall = (x64: number, arm64: number, args: string): string =>
  `import ctypes, platform
libc = ctypes.CDLL(None, use_errno=True)
n = ${x64} if platform.machine() == "x86_64" else ${arm64}
r = libc.syscall(n, ${args})`;

/** Attempts on the machine's Python: files, programs, network, other processes, namespaces, memory, the driver. */
export const escapeAttempts: readonly EscapeAttempt[] = [
  attempt(
    'reads the secret file',
    true,
    (b) => `escaped = "SECRET" in open(${text(b.secretFile)}).read()`,
  ),
  attempt('reads /etc/passwd', true, () => 'escaped = "root" in open("/etc/passwd").read()'),
  attempt(
    'reads /etc/hostname by os.open',
    true,
    () => 'import os\nescaped = len(os.read(os.open("/etc/passwd", os.O_RDONLY), 9)) > 0',
  ),
  attempt(
    'lists the folder of the secret',
    true,
    (b) => `import os\nescaped = len(os.listdir(${text(b.folder)})) > 0`,
  ),
  attempt(
    'lists the home folders',
    true,
    () =>
      'import os\nescaped = any(os.path.isdir(p) and os.listdir(p) and ".pyenv" not in os.listdir(p) for p in ("/home", "/root", "/tmp", "/var"))',
  ),
  attempt(
    'follows links up from the working folder',
    true,
    (b) => `import os\nescaped = os.path.exists("../../../../../../.." + ${text(b.secretFile)})`,
  ),
  attempt(
    'writes a file',
    true,
    (b) => `open(${text(b.folder + '/written')}, "w").write("x")\nescaped = True`,
  ),
  attempt('writes where it stands', false, () => 'open("written", "w").write("x")\nescaped = True'),
  attempt(
    'writes into the standard library',
    false,
    () =>
      'import os\nopen(os.path.dirname(os.__file__) + "/rlm_written.py", "w").write("x")\nescaped = True',
  ),
  attempt(
    'makes a folder',
    true,
    (b) => `import os\nos.mkdir(${text(b.folder + '/made')})\nescaped = True`,
  ),
  attempt(
    'makes a folder at the root',
    false,
    () =>
      'import os\nos.mkdir("/made-by-rlm-test")\nos.rmdir("/made-by-rlm-test")\nescaped = False',
  ),
  attempt(
    'removes a file',
    true,
    (b) =>
      `import os\nopen(${text(b.folder + '/removed')}, "w").close()\nos.remove(${text(b.folder + '/removed')})\nescaped = True`,
  ),
  attempt(
    'makes a temporary file',
    true,
    () => 'import tempfile\ntempfile.NamedTemporaryFile()\nescaped = True',
  ),
  attempt(
    'makes a memory file and runs it',
    false,
    () => 'import os\nfd = os.memfd_create("x")\nescaped = True',
  ),
  attempt(
    'makes a link to the secret',
    true,
    (b) =>
      `import os\nos.symlink(${text(b.secretFile)}, ${text(b.folder + '/link')})\nescaped = True`,
  ),
  attempt(
    'makes a named pipe',
    true,
    (b) => `import os\nos.mkfifo(${text(b.folder + '/pipe')})\nescaped = True`,
  ),
  attempt('runs a shell by os.system', true, () => 'import os\nescaped = os.system("true") == 0'),
  attempt(
    'runs a program by subprocess',
    true,
    () =>
      'import subprocess\nescaped = subprocess.run(["/bin/echo", "x"], capture_output=True).returncode == 0',
  ),
  attempt(
    'runs Python by subprocess',
    true,
    () =>
      'import subprocess, sys\nescaped = subprocess.run([sys.executable, "-c", "0"]).returncode == 0',
  ),
  attempt(
    'finds Popen among the subclasses',
    true,
    () =>
      'import subprocess\nc = [x for x in object.__subclasses__() if x.__name__ == "Popen"][0]\nescaped = c(["/bin/echo"], stdout=-1).wait() == 0',
  ),
  attempt(
    'spawns by posix_spawn',
    true,
    () =>
      'import os\npid = os.posix_spawn("/bin/true", ["true"], {})\nescaped = os.waitpid(pid, 0)[1] == 0',
  ),
  attempt(
    'replaces itself by another Python',
    false,
    () => 'import os, sys\nos.execv(sys.executable, [sys.executable, "-c", "print(1)"])',
  ),
  attempt(
    'replaces itself through the loader',
    false,
    () =>
      'import os, glob\nld = (glob.glob("/lib64/ld-*") + glob.glob("/lib/ld-*"))[0]\nos.execv(ld, [ld, "--version"])',
  ),
  attempt(
    'forks',
    true,
    () =>
      'import os\npid = os.fork()\nif pid == 0:\n    os._exit(0)\nos.waitpid(pid, 0)\nescaped = True',
  ),
  attempt('forks by vfork', false, () => `${syscall(58, 1_000_000, '0')}\nescaped = r >= 0`),
  attempt(
    'starts a multiprocessing pool',
    true,
    () =>
      'import multiprocessing\np = multiprocessing.get_context("fork").Process(target=print)\np.start()\np.join()\nescaped = p.exitcode == 0',
  ),
  attempt(
    'starts more threads than it may have',
    true,
    () =>
      'import threading\nend = threading.Event()\nthreading.stack_size(1 << 16)\nstarted = []\ntry:\n    while len(started) < 300:\n        started.append(threading.Thread(target=end.wait, daemon=True))\n        started[-1].start()\n    escaped = True\nfinally:\n    end.set()',
  ),
  attempt(
    'connects to the host',
    true,
    (b) =>
      `import socket\ns = socket.create_connection(("127.0.0.1", ${b.port}), 2)\nescaped = s.recv(5) == b"HELLO"`,
  ),
  attempt(
    'connects without a timeout',
    true,
    (b) =>
      `import socket\ns = socket.socket()\ns.connect(("127.0.0.1", ${b.port}))\nescaped = s.recv(5) == b"HELLO"`,
  ),
  attempt(
    'fetches by urllib',
    true,
    (b) =>
      `import urllib.request\ntry:\n    urllib.request.urlopen("http://127.0.0.1:${b.port}/", timeout=2).read(5)\n    escaped = True\nexcept Exception as e:\n    escaped = "HELLO" in repr(e)`,
  ),
  attempt(
    'opens a server',
    true,
    () => 'import socket\ns = socket.create_server(("127.0.0.1", 0))\nescaped = True',
  ),
  attempt(
    'sends a datagram',
    true,
    () =>
      'import socket\ns = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)\nescaped = s.sendto(b"x", ("127.0.0.1", 9)) == 1',
  ),
  attempt(
    'opens a unix socket',
    true,
    () => 'import socket\ns = socket.socket(socket.AF_UNIX)\nescaped = True',
  ),
  attempt(
    'opens a netlink socket',
    false,
    () => 'import socket\ns = socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0)\nescaped = True',
  ),
  attempt(
    'resolves a name',
    false,
    () => 'import socket\nescaped = bool(socket.gethostbyname("example.com"))',
  ),
  attempt(
    'serves asyncio on a port',
    true,
    () =>
      'import asyncio\nasync def f():\n    s = await asyncio.start_server(lambda r, w: None, "127.0.0.1", 0)\n    return len(s.sockets)\nescaped = asyncio.run(f()) > 0',
  ),
  attempt(
    'reads the environment of the host',
    false,
    (b) => `import os\nescaped = ${text(b.variable)} in os.environ`,
  ),
  attempt(
    'reads the environment block by ctypes',
    false,
    (b) =>
      `import ctypes\nenviron = ctypes.POINTER(ctypes.c_char_p).in_dll(ctypes.CDLL(None), "environ")\nfound, i = [], 0\nwhile environ[i]:\n    found.append(environ[i]); i += 1\nescaped = any(${text(b.variable)}.encode() in e for e in found)`,
  ),
  attempt(
    'reads the parent through /proc',
    true,
    (b) => `escaped = len(open("/proc/${b.hostPid}/environ", "rb").read()) > 0`,
  ),
  attempt(
    'reads its own memory through /proc',
    true,
    () => 'escaped = bool(open("/proc/self/maps").read())',
  ),
  attempt(
    'lists processes',
    true,
    () => 'import os\nescaped = len([p for p in os.listdir("/proc") if p.isdigit()]) > 2',
  ),
  attempt('signals the host', true, (b) => `import os\nos.kill(${b.hostPid}, 0)\nescaped = True`),
  attempt('signals its parent', true, () => 'import os\nos.kill(os.getppid(), 0)\nescaped = True'),
  attempt(
    'signals a thread of pid 1',
    false,
    () => `${syscall(234, 131, '1, 1, 9')}\nimport time\ntime.sleep(0.05)\nescaped = False`,
  ),
  attempt(
    'opens the host process by pidfd',
    true,
    (b) => `import os\nos.pidfd_open(${b.hostPid})\nescaped = True`,
  ),
  attempt(
    'traces its parent',
    false,
    () => `import os\n${syscall(101, 117, '16, os.getppid(), 0, 0')}\nescaped = r == 0`,
  ),
  attempt(
    'reads the memory of the host',
    false,
    (b) => `${syscall(310, 270, `${b.hostPid}, 0, 0, 0, 0, 0`)}\nescaped = r >= 0`,
  ),
  attempt(
    'makes a user namespace',
    true,
    () => `${syscall(272, 97, '0x10000000')}\nescaped = r == 0`,
  ),
  attempt(
    'clones into a new namespace',
    false,
    () =>
      `${syscall(56, 220, '0x10000000 | 17, 0, 0, 0, 0')}\nif r == 0:\n    import os\n    os._exit(0)\nescaped = r > 0`,
  ),
  attempt(
    'clones by clone3',
    false,
    () => `${syscall(435, 435, '0, 0')}\nescaped = ctypes.get_errno() not in (38, 1)`,
  ),
  attempt(
    'mounts',
    false,
    () => `${syscall(165, 40, 'b"none", b"/", b"tmpfs", 0, 0')}\nescaped = r == 0`,
  ),
  attempt('changes the root', false, () => 'import os\nos.chroot("/usr")\nescaped = True'),
  attempt('becomes another user', false, () => 'import os\nos.setuid(0)\nescaped = True'),
  attempt(
    'becomes root in its namespace again',
    false,
    () =>
      `import os\nfor become in (lambda: os.setresuid(0, 0, 0), lambda: os.setresgid(0, 0, 0), lambda: os.setgroups([0])):\n    try:\n        become(); escaped = True\n    except OSError as e: assert e.errno == 1, e`,
  ),
  attempt(
    'loads a kernel program',
    false,
    () => `${syscall(321, 280, '0, 0, 0')}\nescaped = ctypes.get_errno() != 1`,
  ),
  attempt(
    'sets up io_uring',
    false,
    () => `${syscall(425, 425, '1, 0')}\nescaped = ctypes.get_errno() != 1`,
  ),
  attempt(
    'opens a performance counter',
    false,
    () => `${syscall(298, 241, '0, 0, -1, -1, 0')}\nescaped = ctypes.get_errno() != 1`,
  ),
  attempt(
    'asks for a key of the kernel',
    false,
    () => `${syscall(250, 219, '0, -3, 0, 0, 0')}\nescaped = ctypes.get_errno() != 1`,
  ),
  attempt(
    'opens by handle',
    false,
    () => `${syscall(304, 265, '0, 0, 0')}\nescaped = ctypes.get_errno() != 1`,
  ),
  attempt(
    'makes a 32-bit system call number',
    false,
    () =>
      `import platform\nassert platform.machine() == "x86_64"\n${syscall(0x40000000 + 41, 0, '2, 1, 0')}\nescaped = r >= 0`,
  ),
  attempt(
    'takes its filter away',
    false,
    () =>
      'import ctypes\nlibc = ctypes.CDLL(None, use_errno=True)\nescaped = libc.prctl(22, 0, 0, 0, 0) == 0',
  ),
  attempt(
    'lets itself be dumped and traced',
    false,
    () => 'import ctypes\nescaped = ctypes.CDLL(None).prctl(4, 1, 0, 0, 0) == 0',
  ),
  attempt(
    'raises its memory limit',
    false,
    () =>
      'import resource\nresource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))\nescaped = True',
  ),
  attempt(
    'types into the terminal',
    false,
    () => 'import fcntl\nfcntl.ioctl(0, 0x5412, b"x")\nescaped = True',
  ),
  attempt('opens a device', false, () => 'open("/dev/mem", "rb").read(1)\nescaped = True'),
  attempt('reads the kernel log', false, () => `${syscall(103, 116, '3, 0, 0')}\nescaped = r >= 0`),
  attempt(
    'changes the clock',
    false,
    () => 'import time\nr = time.clock_settime(time.CLOCK_REALTIME, 0)\nescaped = False',
  ),
  attempt(
    'receives a descriptor of the host',
    false,
    () =>
      'import os\nbad = []\nfor fd in range(6, 64):\n    try:\n        os.fstat(fd); bad.append(fd)\n    except OSError:\n        pass\nescaped = any(os.path.sep in str(fd) for fd in bad)',
  ),
  attempt(
    'writes to a read-only bind by remapping it',
    false,
    () =>
      'import mmap, os\nf = os.open(os.__file__, os.O_RDONLY)\nm = mmap.mmap(f, 0, mmap.MAP_SHARED, mmap.PROT_READ | mmap.PROT_WRITE)\nm[0:1] = b"X"\nescaped = True',
  ),
];
