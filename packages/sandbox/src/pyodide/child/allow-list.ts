/**
 * The WebAssembly imports that a sealed interpreter may call. All others are refused, including those that a later
 * build of the interpreter adds.
 */
export const allowedImports: ReadonlySet<string> = new Set([
  // Reading files of the in-memory tree, and the one device.
  'fd_read',
  'fd_write',
  'fd_seek',
  'fd_close',
  'fd_fdstat_get',
  'fd_pread',
  'fd_sync',
  '__syscall_openat',
  '__syscall_fcntl64',
  '__syscall_fstat64',
  '__syscall_stat64',
  '__syscall_lstat64',
  '__syscall_newfstatat',
  '__syscall_getdents64',
  '__syscall_getcwd',
  '__syscall_chdir',
  '__syscall_readlinkat',
  '__syscall_faccessat',
  '__syscall_ioctl',
  '__syscall_umask_js',
  '__syscall_statfs64',
  '__syscall_fstatfs64',
  '__syscall_getuid32_js',
  '__syscall_poll',
  '_try_fcntl64',
  'environ_get',
  'environ_sizes_get',
  // Time and randomness, which this child answers itself.
  'clock_time_get',
  'clock_res_get',
  'emscripten_date_now',
  'emscripten_get_now',
  'random_get',
  '_gmtime_js',
  '_localtime_js',
  '_mktime_js',
  '_timegm_js',
  '_tzset_js',
  // Memory.
  'emscripten_get_heap_max',
  'emscripten_resize_heap',
  // The interpreter's own plumbing.
  '_Py_CheckEmscriptenSignals_Helper',
  '_PyEM_TrampolineCall_JS',
  '_Py_emscripten_runtime',
  '__assert_fail',
  '_abort_js',
  'saveState',
  'restoreState',
  'can_run_sync_js',
  '_emscripten_runtime_keepalive_clear',
  'emscripten_runtime_keepalive_pop',
  'emscripten_runtime_keepalive_push',
  '_emscripten_get_progname',
  '__call_sighandler',
  'throw_no_gil',
  'Jsv_GetError_import',
  'JsvError_Check',
]);

/** Error numbers of WASI, as Emscripten's system calls return them (negated). */
export const errno = { EPERM: 63, ENOSYS: 52, EROFS: 69 } as const;

/** Refusals that Python reports as an ordinary error; every other refusal ends the session. */
export function softRefusal(name: string): (() => number) | undefined {
  switch (name) {
    case '_emscripten_system':
    case '_setitimer_js':
      return () => -1;
    case '_dlopen_js':
    case '_emscripten_dlopen_js':
    case '_dlsym_js':
      return () => 0;
    case 'getaddrinfo':
    case 'getnameinfo':
      return () => -2;
    case 'getprotobyname':
      return () => 0;
    case '_mmap_js':
    case '_munmap_js':
    case '_msync_js':
      return () => -errno.ENOSYS;
    case 'fd_pwrite':
      return () => errno.EROFS;
    default:
  }
  if (!name.startsWith('__syscall_')) return undefined;
  const isSocket = /socket|connect|bind|send|recv|listen|accept|peername|sockopt|sockname/.test(
    name,
  );
  return isSocket ? () => -errno.EPERM : () => -errno.EROFS;
}
