/**
 * The functions of the interpreter that its own JavaScript calls, in all versions that are supported, and those that the worker
 * calls. It exports 7,000 more, for libraries in WebAssembly that are loaded later, and a sealed interpreter loads none. V8
 * and the interpreter's JavaScript make objects of each in every session, which takes longer than to start Python.
 */
export const usedFunctions = `
  _agen_handle_result_js_c calloc captureThreadState check_gil create_promise_handles_result_helper
  __cxa_decrement_exception_refcount __cxa_demangle __cxa_increment_exception_refcount __dl_seterr dlerror
  dump_traceback emscripten_builtin_memalign emscripten_dlopen_promise _emscripten_find_dylib emscripten_get_sbrk_ptr
  emscripten_log _emscripten_stack_alloc emscripten_stack_get_current _emscripten_stack_restore _emscripten_tempret_get
  _emscripten_tempret_set _emscripten_timeout fflush fileno free __funcs_on_exit __get_exception_message _hiwire_get
  hiwire_get _hiwire_immortal_add _hiwire_immortal_get hiwire_intern hiwire_num_refs _hiwire_set htonl htons
  init_pyodide_proxy _iscoroutinefunction _js2python_bigint _js2python_false _js2python_none _js2python_null
  _js2python_pyproxy _js2python_true JsBuffer_CopyIntoMemoryView jslib_init JsProxy_Check JsProxy_create Jsv_GetError
  JsvString_FromId __main_argc_argv malloc memcpy ntohs print_stderr print_stdout Py_DecRef Py_IncRef PyBuffer_Release
  PyDict_New PyDict_SetItem _PyErr_CheckSignals PyErr_Occurred PyErr_Print PyErr_SetRaisedException PyFloat_FromDouble
  PyGILState_Check _PyImport_ClearExtension PyList_New PyList_SetItem _PyLong_FromByteArray PyLong_FromDouble PyMem_Free
  PyObject_CallNoArgs PyObject_GetAIter PyObject_GetIter PyObject_Size _pyproxy_aiter_next _pyproxy_apply
  _pyproxy_apply_promising _pyproxy_contains _pyproxy_delattr _pyproxy_delitem _pyproxy_ensure_future
  _pyproxy_get_buffer _pyproxy_getattr pyproxy_getflags _pyproxy_getitem _pyproxy_hasattr _pyproxy_iter_next
  _pyproxy_ownKeys _pyproxy_pop _pyproxy_repr _pyproxy_setattr _pyproxy_setitem _pyproxy_slice_assign _pyproxy_type
  _pyproxyGen_areturn _pyproxyGen_asend _pyproxyGen_athrow _pyproxyGen_return _pyproxyGen_Send _pyproxyGen_throw
  PyRun_SimpleString PySet_Add PySet_New _python2js python2js python2js_custom pythonexc2js _PyTraceback_Add
  PyUnicode_Data PyUnicode_FromString PyUnicode_New realloc restore_sys_last_exception restoreThreadState
  run_main_promising set_error socket strerror __syscall_connect __syscall_fcntl64 __syscall_poll __syscall_recvfrom
  __syscall_sendto __syscall_shutdown __thrown_object_from_unwind_exception __trap __wasm_call_ctors wrap_exception
`;

const used: ReadonlySet<string> = new Set(usedFunctions.trim().split(/\s+/));

/** Whether an export of the interpreter stays: what is not a function is needed for its address. */
export const isUsed = (name: string, kind: number): boolean => kind !== 0 || used.has(name);
