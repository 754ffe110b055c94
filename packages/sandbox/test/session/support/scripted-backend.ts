import type { ScriptedStep } from '../../../src/scripted/index.js';
import type { Backend, Child, ChildExit, ChildOptions } from '../../../src/index.js';
import { ScriptedChild } from '../../../src/scripted/child.js';

/** A child whose methods a test can replace, and that it can end. */
export interface TamperedChild {
  send: Child['send'];
  stop: Child['stop'];
  kill: Child['kill'];
  /** Ends it as if by itself; resolves when its session knows. */
  readonly lose: (exit: ChildExit) => Promise<void>;
}

/** A backend of scripted children that a test can tamper with. */
export interface ScriptedBackend extends Backend {
  /** What each child was started with, in order. */
  readonly starts: ChildOptions[];
  readonly children: TamperedChild[];
  /** Children that have started, and were not killed. */
  alive(): number;
}

/** How a backend differs from `scripted`. */
export interface ScriptedBackendOptions {
  /** The steps of the child that is started as this one, from 0; default: the same for all. */
  readonly steps?: (nth: number) => readonly ScriptedStep[];
  /** Done to each child before the session gets it; a promise holds its start up. */
  readonly change?: (
    child: TamperedChild,
    nth: number,
    start: ChildOptions,
  ) => void | Promise<void>;
  /** Whether it has snapshots; default false. */
  readonly snapshot?: boolean;
}

/** Makes a {@link ScriptedBackend}. */
export function scriptedBackend(
  steps: readonly ScriptedStep[],
  { steps: stepsOf = () => steps, change, snapshot = false }: ScriptedBackendOptions = {},
): ScriptedBackend {
  const starts: ChildOptions[] = [];
  const children: TamperedChild[] = [];
  const living = new Set<Child>();
  return {
    name: 'tampered',
    language: 'python',
    capabilities: { snapshot, survivesTimeout: true },
    build: () => Promise.resolve('1'),
    starts,
    children,
    alive: () => living.size,
    spawn(start) {
      const nth = starts.push(start) - 1;
      let exit: (exit: ChildExit) => void = () => undefined;
      let isLost = false;
      const lost = new Promise<ChildExit>((resolve) => (exit = resolve));
      const onFrame = (frame: unknown): void => {
        if (!isLost) start.onFrame(frame);
      };
      const own = new ScriptedChild(stepsOf(nth), {}, { ...start, onFrame });
      living.add(own);
      const child = {
        send: own.send.bind(own),
        stop: own.stop.bind(own),
        kill: async () => {
          living.delete(own);
          await own.kill();
        },
        lose(given: ChildExit) {
          isLost = true;
          exit(given);
          return new Promise<void>((resolve) => setImmediate(resolve));
        },
        exited: Promise.race([lost, own.exited]),
      };
      children.push(child);
      const changed = change?.(child, nth, start);
      return Object.assign(child, { ready: Promise.resolve(changed) });
    },
  };
}

/** A child that does not listen: what hangs in it must be killed. */
export function deafen(child: TamperedChild): void {
  child.stop = () => undefined;
}

/** A promise that a test settles. */
export function gate(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}
