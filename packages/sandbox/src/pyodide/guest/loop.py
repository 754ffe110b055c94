# The driver: reads frames, obeys them, answers. It returns when an image must be taken, and continues with _rlm_resume:
# an image holds no native stack, so no Python frame that points into it may be left (the collector of Python 3.14 walks
# all of them).


def _open_session(options):
    _take_limits(options)
    if options["isRestored"]:
        return
    _random.seed(options["seed"])
    _define_names(options["functions"])


def _drive():
    while True:
        _running[0] = False
        kind, payload = _read_frame()
        if kind == 84:
            _tell(86, _serve_text(payload))
            payload = None
            continue
        frame = _loads(payload.decode())
        payload = None
        if kind == 88:
            _tell(68, _run_cell(frame))
        elif kind == 81:
            _tell(86, _serve(frame))
        elif kind == 79:
            _open_session(frame)
            _tell(75, b"")
        elif kind == 87:
            return
        frame = None


def _drive_or_say_why():
    try:
        _drive()
    except BaseException:
        _tell(33, _cut(_traceback.format_exc(), 2000).encode("utf-8", "replace"))


def _rlm_start():
    _forget_outward_modules()
    _install_event_loop()
    _gc.collect()
    _drive_or_say_why()


def _rlm_resume():
    _drive_or_say_why()
