# stdout and stderr of a cell: the head is sent as it comes, the tail is kept here, the rest is counted.
import io as _io
import re as _re


class _Output(_io.TextIOBase):
    encoding = "utf-8"
    errors = "replace"

    def __init__(self, stream):
        self._stream = stream
        self.begin(0, 0)

    def begin(self, head, tail):
        self._room, self._tail_size = head, tail
        self._pending, self._pending_size, self._sent = [], 0, 0
        # What is behind the head: how much it is, and its end.
        self._beyond, self._tail, self._tail_held = 0, [], 0

    def writable(self):
        return True

    def isatty(self):
        return False

    def write(self, text):
        if not isinstance(text, str):
            raise TypeError("write() argument must be str, not " + type(text).__name__)
        size = len(text)
        if _is_stopped[0]:
            return size
        _whole.add(text)
        head = text[: self._room]
        if head:
            self._room -= len(head)
            self._pending.append(head)
            self._pending_size += len(head)
        if size > len(head):
            self._keep_tail(text[len(head) :])
        if self._pending_size > 2048 or (self._sent < 64 and text.endswith("\n")):
            self._send()
        return size

    def writelines(self, lines):
        for line in lines:
            self.write(line)

    def flush(self):
        # Not for every character: that many frames would be a flood.
        if self._sent < 128 or self._pending_size > 256:
            self._send()

    def _send(self):
        if self._pending:
            text = "".join(self._pending)
            self._pending, self._pending_size = [], 0
            self._sent += 1
            _tell(80, self._stream + _utf8(text))

    def _keep_tail(self, text):
        self._beyond += len(text)
        kept = text[max(0, len(text) - self._tail_size) :]
        self._tail.append(kept)
        self._tail_held += len(kept)
        if self._tail_held > 2 * self._tail_size or len(self._tail) > 4096:
            self._trim()

    def _trim(self):
        text = "".join(self._tail)
        self._tail = [text[max(0, len(text) - self._tail_size) :]]
        self._tail_held = len(self._tail[0])

    def end(self):
        """Sends all that is held: also the end, with how many characters were dropped before it."""
        self._send()
        self._trim()
        if self._beyond:
            dropped = self._beyond - self._tail_held
            _tell(80, self._stream.upper() + b"%d\n" % dropped + _utf8(self._tail[0]))
        self._beyond, self._tail, self._tail_held = 0, [], 0


def _utf8(text):
    return text.encode("utf-8", "surrogatepass")


class _Whole:
    """All that a cell prints, up to a limit: later cells find it as `_out`."""

    def __init__(self):
        self.begin(0)

    def begin(self, room):
        self._room, self._parts, self._joined, self._dropped = room, [], [], 0

    def add(self, text):
        size = len(text)
        if size > self._room:
            self._dropped += size - self._room
            text = text[: self._room]
        if text:
            self._room -= len(text)
            self._parts.append(text)
            if len(self._parts) > 4096:
                self._joined.append("".join(self._parts))
                self._parts = []

    def end(self):
        """The text, with a note of what was dropped; empty if nothing was printed."""
        text = "".join(self._joined + self._parts)
        dropped = self._dropped
        self.begin(0)
        return text + "\n... (%s characters left out) ..." % format(dropped, ",") if dropped else text


_whole_chars = [0]
_known_out = [None]
_names_out = _re.compile(r"\b_out\b").search


def _define_out():
    _user["_out"] = _known_out[0] = ""


def _keep_out(source):
    """Gives `_out` what the cell printed. A cell that reads `_out`, or a user's own value of that name, leaves it."""
    try:
        text = _whole.end()
        if text and _user.get("_out", _known_out[0]) is _known_out[0] and not _names_out(source):
            _user["_out"] = _known_out[0] = text
    except MemoryError:
        _define_out()


_whole = _Whole()
_stdout, _stderr = _Output(b"o"), _Output(b"e")


def _begin_output():
    _whole.begin(_whole_chars[0])
    for stream in (_stdout, _stderr):
        stream.begin(*_head_and_tail)


def _send_output():
    for stream in (_stdout, _stderr):
        stream.end()
