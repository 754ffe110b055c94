# An exception as text: type, message, and a traceback of the cells' own lines, with a hint if one helps.
import linecache as _linecache
import traceback as _traceback

_TracebackException = _traceback.TracebackException
_StackSummary = _traceback.StackSummary
_cell_prefix = "<cell "


def _remember_source(filename, code):
    _linecache.cache[filename] = (len(code), None, code.splitlines(True), filename)


def _own_lines(report, depth=0):
    """Drops the frames that are not the cells'."""
    report.stack = _StackSummary.from_list(
        [line for line in report.stack if line.filename.startswith(_cell_prefix)][-40:]
    )
    for linked in (report.__cause__, report.__context__):
        if linked is not None and depth < 4:
            _own_lines(linked, depth + 1)


def _message(error):
    try:
        return str(error)
    except BaseException:
        return "(its text could not be made)"


def _cut(text, size):
    half = size // 2
    if len(text) <= size:
        return text
    left_out = "... ({:,} characters left out) ...".format(len(text) - 2 * half)
    return "%s\n%s\n%s" % (text[:half], left_out, text[-half:])


def _describe_error(error):
    kind = _type_name(type(error))
    message = _message(error)
    hint = _hint(error, kind, message)
    try:
        report = _TracebackException(
            type(error), error, error.__traceback__, lookup_lines=False, compact=True
        )
        _own_lines(report)
        text = "".join(report.format())
    except BaseException as failure:
        text = "%s: %s\n" % (kind, message)
    if hint:
        told = " (hint: " + hint + ")"
        text = text.rstrip("\n") + told + "\n"
        message = message + told if message else hint
    return {"type": kind, "message": _cut(message, 4000), "traceback": _cut(text, 8000).rstrip("\n")}
