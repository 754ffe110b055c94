# Texts of files: the host's own, by the descriptors that this process was started with. A short one becomes a str.
_files = []
_file_space = {}


def _load_file_texts(source):
    space = {"__name__": "file_text", "__builtins__": dict(vars(_builtins))}
    space["_helpers"] = dict(_genuine_builtins["grep"].__globals__)
    exec(compile(source, "<file_text>", "exec"), space)
    for name in ("grep", "lines", "chunk"):
        _genuine_builtins[name] = vars(_builtins)[name] = space[name]
    kind = space["FileText"]
    kind.__module__ = "builtins"
    globals()["_with_own_text"] = _with_own_text | {kind}
    _file_space.update(space)


def _take_files(descriptors, source):
    _files[:] = descriptors
    if descriptors:
        _load_file_texts(source)


def _set_file(frame):
    descriptor = _files[frame["file"]]
    make = _file_space["_whole_text" if frame["asString"] else "FileText"]
    _assign(frame, make(descriptor, frame))
    return b""


_handlers["set-file"] = _set_file
