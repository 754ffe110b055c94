# stdout and stderr of a cell: the head is sent as it comes, the tail is kept here, the rest is counted.
import io as _io


class _Output(_io.TextIOBase):
    encoding = "utf-8"
    errors = "replace"

    def __init__(self, stream):
        self._stream = stream
        self.begin(0, 0)

    def begin(self, head, tail):
        self._room, self._tail_size = head, tail
        self._pending, self._pending_size, self._sent = [], 0, 0
        self._tail, self._tail_held, self._dropped = [], 0, 0

    def writable(self):
        return True

    def isatty(self):
        return False

    def write(self, text):
        if not isinstance(text, str):
            raise TypeError("write() argument must be str, not " + type(text).__name__)
        size = len(text)
        room = self._room
        if size <= room:
            self._room = room - size
            self._pending.append(text)
            self._pending_size += size
        else:
            if room:
                self._pending.append(text[:room])
                self._pending_size += room
                self._room = 0
            self._keep_tail(text[room:])
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
            _tell(80, self._stream + text.encode("utf-8", "surrogatepass"))

    def _keep_tail(self, text):
        limit = self._tail_size
        size = len(text)
        if size > limit:
            self._dropped += self._tail_held + size - limit
            self._tail, self._tail_held = [text[size - limit :] if limit else ""], limit
            return
        self._tail.append(text)
        self._tail_held += size
        if self._tail_held > 2 * limit or len(self._tail) > 4096:
            self._trim()

    def _trim(self):
        text = "".join(self._tail)
        over = max(0, len(text) - self._tail_size)
        self._dropped += over
        self._tail, self._tail_held = [text[over:]], len(text) - over

    def end(self):
        """The kept part of the end, and how many characters were dropped before it."""
        self._send()
        self._trim()
        return {"tail": self._tail[0], "dropped": self._dropped}


_stdout, _stderr = _Output(b"o"), _Output(b"e")
