import { present } from '../present.js';
import type { Interpreter } from './interpreter.js';
import { nothing, takeSnapshot } from './memory-snapshot.js';

/**
 * What Pyodide evaluates its own few expressions with while it starts. Its own function for that is made for a prompt, and takes a third of
 * the start: it runs so much Python that V8 begins to optimize the interpreter.
 */
const quickEvaluation = `
import ast, _pyodide._base, pyodide.code
def eval_code(source, globals=None, **options):
    tree = ast.parse(source)
    last = ast.Expression(tree.body.pop().value)
    exec(compile(tree, "<start>", "exec"), globals)
    return eval(compile(last, "<start>", "eval"), globals)
_pyodide._base.eval_code = pyodide.code.eval_code = eval_code
`;

/**
 * Loads the Python driver into an interpreter that has just booted, and takes its snapshot, from which every session
 * of this build starts: its state is what Pyodide writes before the memory in a snapshot of its own. Its objects are frozen for the
 * collector, so that it walks (and dirties the pages of) only a session's own objects.
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
exec(${JSON.stringify(quickEvaluation)}, {})
del driver, name, source, builtins
import gc
gc.collect()
gc.freeze()
del gc
`);
  const made = interpreter.makeMemorySnapshot();
  // Its second word says where the memory begins.
  const [, memoryStart = 0] = new Uint32Array(made.buffer, made.byteOffset, 2);
  const state = made.subarray(0, memoryStart);
  return present(takeSnapshot(made.subarray(memoryStart), nothing, Infinity, state), 'the base');
}
