# Functions that models write again in every run: grep, lines, chunk. They are ordinary names of the guest, which a cell
# may redefine. All backends for Python share this text.
import json as _help_json
import re as _help_re

_help_most_matches = 1000
_help_most_counted = 100000
_help_most_chars = 200000
_help_longest_match = 1000
_help_longest_side = 2000
_help_most_lines = 1000
_help_most_line_chars = 20000
_help_longest_line = 2000
_help_most_pieces = 10000
_help_grep_options = {"context": 80, "max": 20, "before": None, "after": None, "ignore_case": False, "literal": False}


def _help_kind(value):
    return type(value).__name__


def _help_whole(name, value, least):
    if type(value) is not int or value < least:
        shown = str(value) if isinstance(value, (int, float)) else _help_kind(value)
        raise ValueError(f"{name} must be a whole number from {least}, got {shown}")
    return value


def _help_text(name, value):
    if isinstance(value, str):
        return value
    if isinstance(value, (dict, list, tuple)):
        key = "[key]" if isinstance(value, dict) else "[0]"
        raise TypeError(f"{name} takes a text, got {_help_kind(value)}: give one of its texts, as in {name}(value{key})")
    raise TypeError(f"{name} takes a text, got {_help_kind(value)}")


def _help_item_text(item):
    if isinstance(item, str):
        return item
    try:
        return _help_json.dumps(item, ensure_ascii=False)
    except Exception:
        return str(item)


def _help_parts(value):
    if isinstance(value, str):
        return [(None, value)]
    if isinstance(value, dict):
        return list(value.items())
    if isinstance(value, (list, tuple)):
        return list(enumerate(value))
    raise TypeError(f"grep looks into a text, a list or a dict, got {_help_kind(value)}")


def _help_pattern(pattern, ignore_case, literal):
    if _help_kind(pattern) == "Pattern":
        return pattern
    if not isinstance(pattern, str) or pattern == "":
        shown = "an empty text" if pattern == "" else _help_kind(pattern)
        raise TypeError(f"grep takes a pattern as a text or from re.compile, got {shown}")
    flags = _help_re.MULTILINE
    if ignore_case:
        flags = flags | _help_re.IGNORECASE
    try:
        return _help_re.compile(_help_re.escape(pattern) if literal else pattern, flags)
    except Exception as error:
        raise ValueError(f"grep: the pattern is not a regular expression ({error}): fix it, or match it as text with literal=True") from None


def _help_line_start(text, offset, lines):
    """Where the line of an offset begins, or one some lines before it."""
    least = offset - _help_longest_side if offset > _help_longest_side else 0
    at = offset
    for _ in range(lines + 1):
        found = text.rfind("\n", least, at)
        if found < 0:
            return least
        at = found
    return at + 1


def _help_line_end(text, offset, lines):
    """Where the line of an offset ends, without its line feed, or one some lines after it."""
    most = offset + _help_longest_side if offset + _help_longest_side < len(text) else len(text)
    # A match that ends with its line's feed ends in that line.
    at = offset - 1 if offset > 0 and text[offset - 1] == "\n" else offset
    for _ in range(lines + 1):
        found = text.find("\n", at, most)
        if found < 0:
            return most
        at = found + 1
    return at - 1


def _help_grep(value, pattern, **options):
    """Matches of a pattern, with their line, offsets and surroundings: {"total", "matches", "note" if some are
    missing}."""
    chosen = dict(_help_grep_options)
    for name in options:
        known = "ignore_case" if name == "ignoreCase" else name
        if known not in chosen:
            raise TypeError(f"grep has no option {name}: there are context, max, before, after, ignore_case, literal")
        chosen[known] = options[name]
    around = _help_whole("grep: context", chosen["context"], 0)
    most = _help_whole("grep: max", chosen["max"], 0)
    if most > _help_most_matches:
        most = _help_most_matches
    before = chosen["before"]
    after = chosen["after"]
    in_lines = before is not None or after is not None
    before = 0 if before is None else _help_whole("grep: before", before, 0)
    after = 0 if after is None else _help_whole("grep: after", after, 0)
    compiled = _help_pattern(pattern, chosen["ignore_case"], chosen["literal"])
    matches = []
    total = 0
    chars = 0
    for key, item in _help_parts(value):
        text = _help_item_text(item)
        line = 1
        seen = 0
        for match in compiled.finditer(text):
            total += 1
            if len(matches) < most and chars < _help_most_chars:
                start, end = match.span()
                line += text.count("\n", seen, start)
                seen = start
                last = end if end - start <= _help_longest_match else start + _help_longest_match
                found = {} if key is None else {"key": key}
                found["line"] = line
                found["start"] = start
                found["end"] = end
                if in_lines:
                    found["text"] = text[_help_line_start(text, start, before) : _help_line_end(text, last, after)]
                else:
                    found["text"] = text[start - around if start > around else 0 : last + around]
                chars += len(found["text"])
                matches.append(found)
            if total >= _help_most_counted:
                break
        if total >= _help_most_counted:
            break
    result = {"total": total, "matches": matches}
    if total >= _help_most_counted:
        result["note"] = f"counting stopped at {total:,} matches, of which the first {len(matches):,} are here"
    elif total > len(matches):
        more = "that is all that one call gives" if chars >= _help_most_chars else f"max (at most {_help_most_matches:,}) gives more"
        result["note"] = f"the first {len(matches):,} of {total:,} matches are here; {more}"
    return result


def _help_lines(text, first=1, last=None, numbers=True):
    """The lines from `first` to `last`, both included, from 1, each with its number before it unless numbers=False."""
    text = _help_text("lines", text)
    first = _help_whole("lines: first", first, 1)
    if last is not None:
        _help_whole("lines: last", last, first)
    count = text.count("\n") + (0 if text == "" or text.endswith("\n") else 1)
    end = count if last is None or last > count else last
    until = end if end - first < _help_most_lines else first + _help_most_lines - 1
    split = text.split("\n", until)
    shown = []
    chars = 0
    for number in range(first, until + 1):
        line = split[number - 1]
        cut = len(line) - _help_longest_line
        if cut > 0:
            line = line[:_help_longest_line] + f" ... ({cut:,} characters left out)"
        if chars + len(line) > _help_most_line_chars:
            until = number - 1
            break
        chars += len(line)
        shown.append(f"{number}: {line}" if numbers else line)
    if first > count:
        return f"(there are {count:,} lines)"
    if until < end:
        shown.append(f"... (lines {until + 1:,} to {end:,} are left out: at most {_help_most_lines:,} lines and {_help_most_line_chars:,} characters at once)")
    return "\n".join(shown)


def _help_chunk(text, size=200000, overlap=0):
    """A text, or a list, in pieces with their offsets: [{"start", "end", "text" (of a list "items")}]."""
    is_list = isinstance(text, (list, tuple))
    whole = text if is_list else _help_text("chunk", text)
    _help_whole("chunk: size", size, 1)
    _help_whole("chunk: overlap", overlap, 0)
    if overlap * 2 > size:
        raise ValueError(f"chunk: overlap must be at most half of size ({size}), got {overlap}")
    length = len(whole)
    if (length - overlap) / (size - overlap) > _help_most_pieces:
        raise ValueError(f"chunk: that makes more than {_help_most_pieces:,} pieces: take a larger size")
    pieces = []
    start = 0
    while start < length:
        end = start + size if start + size < length else length
        pieces.append({"start": start, "end": end, "items" if is_list else "text": whole[start:end]})
        if end == length:
            break
        start += size - overlap
    return pieces
