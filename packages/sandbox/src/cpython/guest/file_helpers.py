# The helpers of a guest with texts in files: they take such a text as they take a str. Follows `helpers.py` and `file_text.py`.
_grep_str, _lines_of_str, _chunk_str = grep, lines, chunk


def grep(value, pattern, **options):
    return value.grep(pattern, **options) if type(value) is FileText else _grep_str(value, pattern, **options)


def lines(text, first=1, last=None, numbers=True):
    if type(text) is not FileText:
        return _lines_of_str(text, first, last, numbers)
    _check_lines(first, last)
    return _show_lines(text._line_count, lambda until: text.lines(first, until), first, last, numbers)


def chunk(text, size=200000, overlap=0):
    if type(text) is FileText:
        raise TypeError("chunk: this text is in a file, and its pieces would fill the memory: take [start:end] in a loop")
    return _chunk_str(text, size, overlap)
