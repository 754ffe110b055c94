import * as vm from 'node:vm';

import { wholeOutputChars } from '../../contract/limits.js';
import type { CellMachine, CellState } from '../../javascript/driver/cell-machine.js';
import { utf8Length } from '../../supervisor/values/json-text.js';
import { tooLarge } from '../../supervisor/values/measure-json.js';
import { drainName } from '../guest/drain-name.js';
import type { Realm } from '../guest/main.js';
import { toAsyncBody } from './async-body.js';
import type { MachineStart } from '../wire/open-options.js';
import { createCallbacks, type GuestEvents } from './callbacks.js';
import { Stopped, type Gate } from './gate.js';

/** V8 as cells drive it, with what is requested between cells. */
export interface Machine extends CellMachine {
  /** Requests something of the guest's own code; it throws what the guest throws. */
  ask(operation: string, ...args: readonly unknown[]): string;
  /** JSON text of an error of the guest. */
  describe(thrown: unknown): string;
}

/** The limit in bytes of one text of the guest's own code: lists of variables, whatever the limit of values is. */
const longestListing = 8 * 1024 * 1024;

/** The number under which jobs are removed: that of no cell. */
const drainNumber = 2 ** 31 - 1;

const states: readonly CellState[] = ['running', 'fulfilled', 'rejected'];
const unknownError = '{"type":"Error","message":"an error that cannot be shown","stack":""}';

/** Makes a context with nothing in it but the language and the session's names. */
export function createMachine(
  { functions, dialects, acceptsNull, seed, limits }: MachineStart,
  guestSource: string,
  gate: Gate,
  events: GuestEvents & {
    /** The number of the running cell. */
    cell(): number;
    /** What the cell has thrown, as JSON text. */
    onThrown(describe: () => string): void;
  },
): Machine {
  const context = vm.createContext(vm.constants.DONT_CONTEXTIFY, {
    // Its own queue, which runs empty after each script, and never by itself.
    microtaskMode: 'afterEvaluate',
    codeGeneration: { strings: true, wasm: false },
  });
  const drainScript = new vm.Script('undefined', { filename: 'sandbox' });
  const callbacks = createCallbacks(
    {
      onCall: (name, args) => gate.pause(() => events.onCall(name, args)),
      onFinal: (kind, name, json, open) => gate.pause(() => events.onFinal(kind, name, json, open)),
      onPrint: (stream, text) => {
        gate.pause(() => {
          events.onPrint(stream, text);
        });
      },
    },
    limits,
  );
  const config = {
    functions,
    dialects,
    acceptsNull,
    seed,
    wholeOutputChars: wholeOutputChars(limits),
  };
  const source = `(()=>{const module={exports:{}};((module,exports)=>{${guestSource}\n})(module,module.exports);return module.exports.boot})()`;
  const boot = vm.runInContext(source, context, { filename: 'sandbox' }) as (
    ...args: unknown[]
  ) => Realm;
  const { call, final, print, brand } = callbacks;
  const stop = (): void => {
    gate.stop();
  };
  const realm = boot(call, final, print, brand, stop, JSON.stringify(config));
  /** Whether something that was stopped may have left jobs behind. */
  let isDirty = false;

  const runJobs = (): void => {
    drainScript.runInContext(context);
  };
  const guarded = <Result>(work: () => Result): Result => {
    try {
      return gate.run(events.cell(), work);
    } catch (error) {
      isDirty ||= error instanceof Stopped;
      throw error;
    }
  };
  const ask = (operation: string, ...args: readonly unknown[]): string => {
    const text = realm.dispatch(operation, ...args) ?? '';
    const bytes = text.length * 3 <= limits.maxValueBytes ? 0 : utf8Length(text);
    if (bytes <= Math.max(limits.maxValueBytes, longestListing)) return text;
    throw new TypeError(`the value ${tooLarge(bytes, limits.maxValueBytes)}`);
  };
  const describe = (thrown: unknown): string => {
    try {
      return ask('error', thrown);
    } catch {
      return unknownError;
    }
  };
  /** The same for a running cell, whose getters may never end. */
  const describeGuarded = (thrown: unknown): string => {
    try {
      return guarded(() => describe(thrown));
    } catch {
      return unknownError;
    }
  };

  return {
    limits,
    dialects,
    ticks: false,
    begin: (nowMs) => {
      realm.setClock(nowMs);
    },
    ask,
    tell: (operation, ...args) =>
      // The answer that a cell has left is read by its own code.
      operation === 'answer' ? guarded(() => ask(operation, ...args)) : ask(operation, ...args),
    describe: describeGuarded,
    run(code, file, hasValue) {
      const { variables, functions: declared, body } = toAsyncBody(code, hasValue);
      guarded(() => {
        const options = { filename: file };
        const script = new vm.Script(body, options);
        if (variables.length > 0) realm.declare(JSON.stringify(variables));
        if (declared !== undefined) new vm.Script(declared, options).runInContext(context);
        realm.launch(script.runInContext(context) as never);
        runJobs();
      });
    },
    settle(number, outcome) {
      guarded(() => {
        if ('error' in outcome) ask('settle', number, outcome.error.message, '');
        else ask('settle', number, undefined, outcome.json);
        runJobs();
      });
    },
    onRest(advance) {
      if (realm.state() === 2) events.onThrown(() => describeGuarded(realm.thrown()));
      // Node.js reports rejections that nothing handles after this piece of work.
      setImmediate(advance);
    },
    drain() {
      if (!isDirty) return;
      isDirty = false;
      try {
        gate.run(drainNumber, () => {
          // V8 looks for the stop when a function begins: that of the first job, and then it drops the others too.
          realm.expectDrain();
          new vm.Script(`${drainName}()`, { filename: 'sandbox' }).runInContext(context);
          for (;;);
        });
      } catch {
        // It was stopped.
      }
    },
    state: () => states[realm.state()] ?? 'running',
    show: (most) => realm.show(most),
    release() {
      realm.release();
    },
    readThrown: (thrown) => (thrown instanceof Stopped ? undefined : describeGuarded(thrown)),
    judge: (error) => ({ status: 'error', error }),
  };
}
