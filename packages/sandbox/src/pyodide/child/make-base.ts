import type { Interpreter } from './interpreter.js';

/**
 * Loads the Python driver into an interpreter that has just booted, and takes its snapshot, from which every session
 * of this build starts. Its objects are frozen for the collector, so that it walks (and dirties the pages of) only a
 * session's own objects.
 */
export function makeBase(
  interpreter: Interpreter,
  sources: readonly (readonly [name: string, source: string])[],
): Uint8Array {
  interpreter.runPython(`
import builtins
driver = {"__name__": "rlm_driver", "__builtins__": dict(builtins.__dict__)}
for name, source in ${JSON.stringify(sources)}:
    exec(compile(source, "<rlm/%s>" % name, "exec"), driver)
_rlm_start, _rlm_resume = driver["_rlm_start"], driver["_rlm_resume"]
del driver, name, source, builtins
import gc
gc.collect()
gc.freeze()
del gc
`);
  return interpreter.makeMemorySnapshot();
}
