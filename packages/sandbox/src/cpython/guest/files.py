# Texts of files: the host's own, by the descriptors that this process was started with. A short one becomes a str.
_files = []


def _take_files(descriptors, source):
    _files[:] = descriptors
    if descriptors:
        _load_helpers(source)
        _helper_space["FileText"].__module__ = "builtins"
        _with_own_text.add(_helper_space["FileText"])


def _set_file(frame):
    descriptor = _files[frame["file"]]
    make = _helper_space["_whole_text" if frame["asString"] else "FileText"]
    _assign(frame, make(descriptor, frame))
    return b""


_handlers["set-file"] = _set_file
