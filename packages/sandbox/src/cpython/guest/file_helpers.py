# The helpers of a guest with texts in files: they take such a text as they take a str. Follows `file_text.py`.
def _grep_options(pattern, options):
    """The options of the helper grep, checked as there."""
    chosen = dict(_helpers["_help_grep_options"])
    for name in options:
        known = "ignore_case" if name == "ignoreCase" else name
        if known not in chosen:
            raise TypeError(f"grep has no option {name}: there are context, max, before, after, ignore_case, literal")
        chosen[known] = options[name]
    whole = _helpers["_help_whole"]
    around = min(whole("grep: context", chosen["context"], 0), _around)
    most = min(whole("grep: max", chosen["max"], 0), _helpers["_help_most_matches"])
    before, after = chosen["before"], chosen["after"]
    if before is not None or after is not None:
        before = 0 if before is None else whole("grep: before", before, 0)
        after = 0 if after is None else whole("grep: after", after, 0)
    return around, most, before, after, _helpers["_help_pattern"](pattern, chosen["ignore_case"], chosen["literal"])


def _grep_result(matches, total, most, chars):
    result = {"total": total, "matches": matches}
    if total >= _helpers["_help_most_counted"]:
        result["note"] = f"counting stopped at {total:,} matches, of which the first {len(matches):,} are here"
    elif total > len(matches):
        shown = chars >= _helpers["_help_most_chars"]
        more = "that is all that one call gives" if shown else f"max (at most {_helpers['_help_most_matches']:,}) gives more"
        result["note"] = f"the first {len(matches):,} of {total:,} matches are here; {more}"
    return result


def grep(value, pattern, **options):
    return value.grep(pattern, **options) if type(value) is FileText else _helpers["_help_grep"](value, pattern, **options)


def lines(text, first=1, last=None, numbers=True):
    if type(text) is not FileText:
        return _helpers["_help_lines"](text, first, last, numbers)
    most = _helpers["_help_most_lines"]
    text.lines(first, last)
    if first > text._line_count:
        return f"(there are {text._line_count:,} lines)"
    end = text._line_count if last is None else min(last, text._line_count)
    shown, chars = [], 0
    for number, line in enumerate(text.lines(first, min(end, first + most - 1)), first):
        cut = len(line) - _helpers["_help_longest_line"]
        line = line[: _helpers["_help_longest_line"]] + f" ... ({cut:,} characters left out)" if cut > 0 else line
        if chars + len(line) > _helpers["_help_most_line_chars"]:
            break
        chars += len(line)
        shown.append(f"{number}: {line}" if numbers else line)
    if first + len(shown) - 1 < end:
        shown.append(f"... (lines {first + len(shown):,} to {end:,} are left out: at most {most:,} lines and {_helpers['_help_most_line_chars']:,} characters at once)")
    return "\n".join(shown)


def chunk(text, size=200000, overlap=0):
    if type(text) is FileText:
        raise TypeError("chunk: this text is in a file, and its pieces would fill the memory: take [start:end] in a loop")
    return _helpers["_help_chunk"](text, size, overlap)
