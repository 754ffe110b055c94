# A text that stays in its file: it is read through a descriptor, a window at a time. Offsets are characters, as in a str.
# Follows `helpers.py`, in its namespace.
import bisect
import codecs
import os

_pread, _fstat = os.pread, os.fstat
_block = 1 << 18
_window = 1 << 23
# A match may be that long and still be found at the border of two windows.
_around = 1 << 16
_of_str = frozenset(name for name in dir(str) if not name.startswith("_"))


class FileText:
    """A text of a file that is too large for one str: len(), slices, read, find, rfind, count, in, lines, grep."""

    __slots__ = ("_fd", "_base", "_size", "_chars", "_line_count", "_marks", "_feeds", "_stamp", "_kept")

    def __init__(self, descriptor, shape):
        self._fd, self._base, self._size = descriptor, shape["offset"], shape["bytes"]
        self._chars, self._line_count = shape["codePoints"], shape["lines"]
        self._marks = [mark[0] for mark in shape["marks"]]
        self._feeds = [mark[1] for mark in shape["marks"]]
        self._stamp = _stamp_of(descriptor)
        self._kept = (None, "", 0)

    def __len__(self):
        return self._chars

    def __bool__(self):
        return self._chars > 0

    def __repr__(self):
        return f"<FileText of {self._chars:,} characters: {_usage}>"

    def __getattr__(self, name):
        if name in _of_str:
            raise AttributeError(f"this text is in a file and is no str, so it has no {name}(): {_usage}")
        raise AttributeError(f"FileText has no attribute {name!r}")

    def __iter__(self):
        raise TypeError("this text is in a file: go through .lines(), or through parts of it, as [0:1_000_000]")

    def __contains__(self, text):
        return self.find(text) >= 0

    def __getitem__(self, place):
        if isinstance(place, slice):
            start, end, step = place.indices(self._chars)
            if step == 1:
                return self.read(start, end)
            least, most = (start, end) if step > 0 else (end + 1, start + 1)
            part = self.read(least, most)
            return part[::step] if step > 0 else part[::-1][::-step]
        at = place.__index__()
        at = at + self._chars if at < 0 else at
        if not 0 <= at < self._chars:
            raise IndexError("index out of range")
        return self.read(at, at + 1)

    def read(self, start=0, end=None):
        """The characters from `start` to `end`, as a str."""
        start, end, _ = slice(start, end).indices(self._chars)
        if end <= start:
            return ""
        first = self._byte_at(start)
        return self._decoded(first, self._byte_at(end) if end - start > 1 else min(first + 4, self._size))[: end - start]

    def find(self, text, start=0, end=None):
        """The offset of the first `text` in a range, or -1."""
        return self._search(text, start, end, False)

    def rfind(self, text, start=0, end=None):
        """The offset of the last `text` in a range, or -1."""
        return self._search(text, start, end, True)

    def count(self, text, start=0, end=None):
        """How often `text` is in a range, without overlaps."""
        wanted, at, last = self._range(text, start, end)
        if not wanted:
            return len(range(*slice(start, end).indices(self._chars))) + 1
        find, total, kept = re.compile(re.escape(wanted)).finditer, 0, b""
        while at < last:
            piece = kept + self._bytes(at, min(at + _window, last))
            at = min(at + _window, last)
            done = 0
            for match in find(piece):
                total += 1
                done = match.end()
            kept = piece[max(done, len(piece) - len(wanted) + 1) :]
        return total

    def lines(self, first=1, last=None):
        """The lines from `first` to `last`, both included, from 1, one after the other, without their line feeds."""
        _check_lines(first, last)
        return self._lines(first, self._line_count if last is None else min(last, self._line_count))

    def grep(self, pattern, **options):
        """As grep(value, pattern): every match that is at most 65,536 characters long."""
        around, most, sides, compiled = _grep_options(pattern, options)
        around = min(around, _around)
        matches, total, chars, line, at, begin = [], 0, 0, 1, 0, 0
        while at < self._size and total < _most_counted:
            text, skip, stop, cut = self._text_around(at)
            seen, until = skip, max(skip, begin - (self._passed(at) - skip))
            for match in compiled.finditer(text, until):
                start, end = match.span()
                # Another window begins there.
                if start >= stop and cut < self._size:
                    break
                total += 1
                until = end
                if len(matches) < most and chars < _most_chars:
                    line += text.count("\n", seen, start)
                    seen = start
                    shown = _shown(text, start, end, around, sides)
                    offset = self._passed(at) - skip
                    matches.append({"line": line, "start": offset + start, "end": offset + end, "text": shown})
                    chars += len(shown)
                if total >= _most_counted:
                    break
            line += text.count("\n", seen, stop) if len(matches) < most else 0
            begin = self._passed(at) - skip + until
            at = cut
        return _grep_result(matches, total, chars)

    def _text_around(self, at):
        """A window's text with what is around it: where the window begins and ends in it, and the byte where it ends."""
        end = min(at + _window, self._size)
        piece = self._bytes(at, end)
        cut = piece.rfind(b"\n") + 1
        if end == self._size:
            cut = len(piece)
        elif not cut:
            cut = self._aligned(end) - at
            piece = self._bytes(at, at + cut)
        before = self._decoded(self._aligned(max(0, at - _around)), at)
        main = piece[:cut].decode()
        ahead = self._decoded(at + cut, self._aligned(min(at + cut + _around, self._size)))
        return before + main + ahead, len(before), len(before) + len(main), at + cut

    def _lines(self, first, last):
        at, number, kept = self._line_start(first), first, []
        while at < self._size and number <= last:
            end = min(at + (1 << 20), self._size)
            pieces = self._bytes(at, end).split(b"\n")
            rest, at = pieces.pop(), end
            for piece in pieces:
                if number > last:
                    return
                yield b"".join([*kept, piece]).decode()
                number, kept = number + 1, []
            kept.append(rest)
        if any(kept) and number <= last:
            yield b"".join(kept).decode()

    def _line_start(self, number):
        """The byte at which a line begins."""
        if number > self._line_count:
            return self._size
        block = bisect.bisect_left(self._feeds, number - 1) - 1
        if block < 0:
            return 0
        piece, at = self._bytes(block * _block, min((block + 1) * _block, self._size)), 0
        for _ in range(number - 1 - self._feeds[block]):
            at = piece.index(b"\n", at) + 1
        return block * _block + at

    def _range(self, text, start, end):
        if not isinstance(text, str):
            raise TypeError(f"a text is searched for a str, got {type(text).__name__}")
        start, end, _ = slice(start, end).indices(self._chars)
        first = self._byte_at(start)
        return text.encode(), first, max(first, self._byte_at(end))

    def _search(self, text, start, end, is_last):
        wanted, first, last = self._range(text, start, end)
        if not wanted:
            return self._char_at(last if is_last else first)
        step = max(_window, len(wanted))
        starts = range(first, last, step)
        for at in reversed(starts) if is_last else starts:
            piece = self._bytes(at, min(at + step + len(wanted) - 1, last))
            found = piece.rfind(wanted) if is_last else piece.find(wanted)
            if found >= 0:
                return self._char_at(at + found)
        return -1

    def _passed(self, byte):
        """The characters before a byte at which one begins; keeps the last answer, which is asked several times."""
        if self._kept[0] != byte:
            self._kept = (byte, "", self._char_at(byte))
        return self._kept[2]

    def _char_at(self, byte):
        if self._chars == self._size:
            return byte
        block = min(byte // _block, len(self._marks) - 1)
        start = self._aligned(block * _block)
        return self._marks[block] + (len(self._decoded(start, byte)) if byte > start else 0)

    def _byte_at(self, char):
        if self._chars == self._size:
            return char
        if char >= self._chars:
            return self._size
        block = bisect.bisect_right(self._marks, char) - 1
        start = self._aligned(block * _block)
        text = self._decoded(start, self._aligned(min((block + 1) * _block, self._size)))
        return start + len(text[: char - self._marks[block]].encode())

    def _aligned(self, byte):
        """The next byte at which a character begins."""
        if self._chars == self._size or byte >= self._size:
            return byte
        ahead = self._bytes(byte, min(byte + 4, self._size))
        return byte + next((index for index, unit in enumerate(ahead) if unit & 0xC0 != 0x80), len(ahead))

    def _decoded(self, start, end):
        return str(self._bytes(start, end), "utf-8", "ignore")

    def _bytes(self, start, end):
        data = _read_file(self._fd, self._base + start, end - start)
        if _stamp_of(self._fd) != self._stamp:
            raise OSError("the file of this text was changed while the run read it")
        return data


_usage = "use len(), [start:end], .read(start, end), .find(text, start, end), .count(text), .lines(first, last), .grep(pattern)"


def _stamp_of(descriptor):
    found = _fstat(descriptor)
    return found.st_size, found.st_mtime_ns


def _read_file(descriptor, offset, size):
    data = bytearray()
    for piece in _read_pieces(descriptor, offset, size):
        data += piece
    return data


def _read_pieces(descriptor, offset, size):
    at = 0
    while at < size:
        piece = _pread(descriptor, min(size - at, 1 << 20), offset + at)
        if not piece:
            raise OSError("the file of this text is shorter than it was")
        at += len(piece)
        yield piece


def _whole_text(descriptor, shape):
    decoder = codecs.getincrementaldecoder("utf-8")()
    text = ""
    for piece in _read_pieces(descriptor, shape["offset"], shape["bytes"]):
        # CPython makes a str longer in place if no one else has it: there is no second copy of the text.
        text += decoder.decode(piece)
    return text + decoder.decode(b"", True)
