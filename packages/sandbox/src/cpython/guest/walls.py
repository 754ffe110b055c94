# What the process gives up before a cell runs: root's name, memory, files, core dumps, and the system calls that only
# its start needed. Returns the list of walls that are up; the host refuses a missing one.
def _raise_walls(config):
    standing = []
    if config["outside"] and not _holes(config["outside"]):
        standing.append("namespaces")
    if _leave_root(config["user"]):
        standing.append("user")
    if _limit_resources(config):
        standing.append("rlimits")
    if config.get("filter") and _install_filter(bytes.fromhex(config["filter"])):
        standing.append("seccomp")
    return standing


def _holes(outside):
    """Tests the isolation of bubblewrap: whether anything outside can be seen or written, another process, the
    network."""
    return (
        any(_os.path.lexists(path) for path in outside)
        or _os.access("/", _os.W_OK)
        or _os.getppid() != 1
        or _is_online()
    )


def _is_online():
    try:
        import _socket

        _socket.socket(_socket.AF_INET, _socket.SOCK_DGRAM).close()
        return True
    except (ImportError, OSError):
        return False


def _leave_root(user):
    """Becomes the user that the host assigned. The kernel counts this user's threads, but not root's."""
    if user is None:
        return True
    try:
        _os.setgroups([])
        _os.setresgid(user, user, user)
        _os.setresuid(user, user, user)
    except OSError:
        return False
    return _os.getresuid() == (user, user, user)


def _limit_resources(config):
    try:
        import resource

        wanted = {
            resource.RLIMIT_AS: config["addressSpace"] + _reserve[0],
            resource.RLIMIT_CPU: config["cpuSeconds"],
            resource.RLIMIT_CORE: 0,
        }
        if config["noFiles"]:
            wanted[resource.RLIMIT_FSIZE] = 0
            # Threads, its own among them.
            wanted[resource.RLIMIT_NPROC] = 64
            # Sockets and pipes hold memory of the kernel, which no other limit counts: some 400 kB a pair.
            wanted[resource.RLIMIT_NOFILE] = 128
        for kind, value in wanted.items():
            hard = resource.getrlimit(kind)[1]
            value = value if hard == resource.RLIM_INFINITY else min(value, hard)
            resource.setrlimit(kind, (value, value))
        most = resource.getrlimit(resource.RLIMIT_AS)[1]
        _address_space[:] = resource.setrlimit, resource.RLIMIT_AS, config["addressSpace"], (most, most)
    except (ImportError, OSError, ValueError):
        return False
    return True


# The function that sets its limit, the kind of limit, the cells' limit, and that of the process.
_address_space = []


def _limit_memory(beyond):
    if _address_space:
        set_limit, kind, cells, (most, _) = _address_space
        _set_address_space(set_limit, kind, (min(cells + beyond, most), most))


def _lift_memory_limit():
    if _address_space:
        set_limit, kind, _, whole = _address_space
        _set_address_space(set_limit, kind, whole)


def _set_address_space(set_limit, kind, limits):
    try:
        set_limit(kind, limits)
    except (OSError, ValueError):
        # A cell may have made the limit of its process smaller.
        pass


def _install_filter(program):
    """Installs a seccomp filter on top of the one that bubblewrap installed."""
    try:
        import ctypes
    except ImportError:
        return False
    rules = ctypes.create_string_buffer(program, len(program))

    class Program(ctypes.Structure):
        _fields_ = [("length", ctypes.c_ushort), ("rules", ctypes.c_void_p)]

    filter_program = Program(len(program) // 8, ctypes.addressof(rules))
    prctl = ctypes.CDLL(None, use_errno=True).prctl
    prctl.argtypes = [ctypes.c_int] + [ctypes.c_ulong] * 4
    no_new_privileges, set_seccomp, filter_mode = 38, 22, 2
    if prctl(no_new_privileges, 1, 0, 0, 0) != 0:
        return False
    return prctl(set_seccomp, filter_mode, ctypes.addressof(filter_program), 0, 0) == 0
