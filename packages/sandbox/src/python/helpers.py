# Functions that models write again in every run: grep, lines, chunk. They are ordinary names of the guest, which a cell may
# redefine; they have a namespace of their own, so that they are stopped like any library.
import json
import re

_most_matches, _most_counted, _most_chars = 1_000, 100_000, 200_000
_longest_match, _longest_side = 1_000, 2_000
_most_lines, _most_line_chars, _longest_line = 1_000, 20_000, 2_000
_most_pieces = 10_000
_options = {"context": 80, "max": 20, "before": None, "after": None, "ignore_case": False, "literal": False}


def grep(value, pattern, **options):
    """Matches of a pattern, with their line, offsets and surroundings: {"total", "matches", "note" if some are
    missing}."""
    around, most, sides, compiled = _grep_options(pattern, options)
    matches, total, chars = [], 0, 0
    for key, item in _parts(value):
        text, line, seen = _item_text(item), 1, 0
        for match in compiled.finditer(text):
            total += 1
            if len(matches) < most and chars < _most_chars:
                start, end = match.span()
                line += text.count("\n", seen, start)
                seen = start
                shown = _shown(text, start, end, around, sides)
                chars += len(shown)
                found = {} if key is None else {"key": key}
                matches.append({**found, "line": line, "start": start, "end": end, "text": shown})
            if total >= _most_counted:
                return _grep_result(matches, total, chars)
    return _grep_result(matches, total, chars)


def _grep_options(pattern, options):
    """How many characters are shown around a match, the most matches, the lines before and after one in their place, the pattern."""
    chosen = dict(_options)
    for name, option in options.items():
        name = "ignore_case" if name == "ignoreCase" else name
        if name not in chosen:
            raise TypeError(f"grep has no option {name}: there are context, max, before, after, ignore_case, literal")
        chosen[name] = option
    around = _whole("grep: context", chosen["context"], 0)
    most = min(_whole("grep: max", chosen["max"], 0), _most_matches)
    given = [chosen["before"], chosen["after"]]
    sides = None
    if given != [None, None]:
        sides = [_whole("grep: " + name, 0 if side is None else side, 0) for name, side in zip(("before", "after"), given)]
    return around, most, sides, _pattern(pattern, chosen["ignore_case"], chosen["literal"])


def _grep_result(matches, total, chars):
    result = {"total": total, "matches": matches}
    if total >= _most_counted:
        result["note"] = f"counting stopped at {total:,} matches, of which the first {len(matches):,} are here"
    elif total > len(matches):
        is_full = chars >= _most_chars
        more = "that is all that one call gives" if is_full else f"max (at most {_most_matches:,}) gives more"
        result["note"] = f"the first {len(matches):,} of {total:,} matches are here; {more}"
    return result


def lines(text, first=1, last=None, numbers=True):
    """The lines from `first` to `last`, both included, from 1, each with its number before it unless numbers=False."""
    text = _text("lines", text)
    _check_lines(first, last)
    count = text.count("\n") + (text != "" and not text.endswith("\n"))
    return _show_lines(count, lambda until: text.split("\n", until)[first - 1 : until], first, last, numbers)


def _check_lines(first, last):
    _whole("lines: first", first, 1)
    if last is not None:
        _whole("lines: last", last, first)


def _show_lines(count, lines_until, first, last, numbers):
    """Of a text with `count` lines, those from `first` to `last`, as far as they fit."""
    if first > count:
        return f"(there are {count:,} lines)"
    end = count if last is None else min(last, count)
    shown, chars = [], 0
    for number, line in enumerate(lines_until(min(end, first + _most_lines - 1)), first):
        cut = len(line) - _longest_line
        if cut > 0:
            line = line[:_longest_line] + f" ... ({cut:,} characters left out)"
        chars += len(line)
        if chars > _most_line_chars:
            break
        shown.append(f"{number}: {line}" if numbers else line)
    next_line = first + len(shown)
    if next_line <= end:
        most = f"at most {_most_lines:,} lines and {_most_line_chars:,} characters at once"
        shown.append(f"... (lines {next_line:,} to {end:,} are left out: {most})")
    return "\n".join(shown)


def chunk(text, size=200000, overlap=0):
    """A text, or a list, in pieces with their offsets: [{"start", "end", "text" (of a list "items")}]."""
    is_list = isinstance(text, (list, tuple))
    whole = text if is_list else _text("chunk", text)
    _whole("chunk: size", size, 1)
    _whole("chunk: overlap", overlap, 0)
    if overlap * 2 > size:
        raise ValueError(f"chunk: overlap must be at most half of size ({size}), got {overlap}")
    length, step = len(whole), size - overlap
    if (length - overlap) / step > _most_pieces:
        raise ValueError(f"chunk: that makes more than {_most_pieces:,} pieces: take a larger size")
    ends = [(start, min(start + size, length)) for start in range(0, max(length - overlap, min(length, 1)), step)]
    return [{"start": start, "end": end, "items" if is_list else "text": whole[start:end]} for start, end in ends]


def _kind(value):
    return type(value).__name__


def _whole(name, value, least):
    if type(value) is not int or value < least:
        shown = str(value) if isinstance(value, (int, float)) else _kind(value)
        raise ValueError(f"{name} must be a whole number from {least}, got {shown}")
    return value


def _text(name, value):
    if isinstance(value, str):
        return value
    if isinstance(value, (dict, list, tuple)):
        key = "[key]" if isinstance(value, dict) else "[0]"
        raise TypeError(f"{name} takes a text, got {_kind(value)}: give one of its texts, as in {name}(value{key})")
    raise TypeError(f"{name} takes a text, got {_kind(value)}")


def _item_text(item):
    if isinstance(item, str):
        return item
    try:
        return json.dumps(item, ensure_ascii=False)
    except Exception:
        return str(item)


def _parts(value):
    if isinstance(value, str):
        return [(None, value)]
    if isinstance(value, dict):
        return list(value.items())
    if isinstance(value, (list, tuple)):
        return enumerate(value)
    raise TypeError(f"grep looks into a text, a list or a dict, got {_kind(value)}")


def _pattern(pattern, ignore_case, literal):
    if isinstance(pattern, re.Pattern):
        return pattern
    if not isinstance(pattern, str) or pattern == "":
        shown = "an empty text" if pattern == "" else _kind(pattern)
        raise TypeError(f"grep takes a pattern as a text or from re.compile, got {shown}")
    try:
        flags = re.MULTILINE | (re.IGNORECASE if ignore_case else 0)
        return re.compile(re.escape(pattern) if literal else pattern, flags)
    except Exception as error:
        raise ValueError(f"grep: the pattern is not a regular expression ({error}): fix it, or match it as text with literal=True") from None


def _shown(text, start, end, around, sides):
    """A match with what is around it."""
    last = min(end, start + _longest_match)
    if sides is None:
        return text[max(0, start - around) : last + around]
    return text[_line_start(text, start, sides[0]) : _line_end(text, last, sides[1])]


def _line_start(text, offset, lines):
    """Where the line of an offset begins, or one some lines before it."""
    least, at = max(0, offset - _longest_side), offset
    for _ in range(lines + 1):
        found = text.rfind("\n", least, at)
        if found < 0:
            return least
        at = found
    return at + 1


def _line_end(text, offset, lines):
    """Where the line of an offset ends, without its line feed, or one some lines after it."""
    most = min(offset + _longest_side, len(text))
    # A match that ends with its line's feed ends in that line.
    at = offset - 1 if offset > 0 and text[offset - 1] == "\n" else offset
    for _ in range(lines + 1):
        found = text.find("\n", at, most)
        if found < 0:
            return most
        at = found + 1
    return at - 1
