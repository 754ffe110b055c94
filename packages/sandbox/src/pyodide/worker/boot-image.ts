import type { Interpreter } from './interpreter.js';

/**
 * Loads the Python driver into an interpreter that has just booted, and takes the boot image, from which every session
 * of this build starts. This interpreter becomes the first session. The image's objects are frozen for the collector,
 * so that it walks (and dirties the pages of) only a session's own objects.
 */
export function makeBootImage(
  interpreter: Interpreter,
  sources: readonly (readonly [name: string, source: string])[],
): SharedArrayBuffer {
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
  const snapshot = interpreter.makeMemorySnapshot();
  const image = new SharedArrayBuffer(snapshot.length);
  new Uint8Array(image).set(snapshot);
  return image;
}
