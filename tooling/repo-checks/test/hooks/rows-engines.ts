import type { LongText, OpenText, SandboxSession } from '@rlm/sandbox';
import {
  defineBackend,
  type Engine,
  type EngineRecipe,
  type EngineStart,
} from '@rlm/sandbox/engine';

import { leaving, rlm, silence } from './runs.js';
import type { Row, Rows } from './row.js';

/** The smallest engine of another author. The cell `loop` ends when it is interrupted, any other at once. */
function engineOf({ events }: EngineStart): Engine {
  let cell = 0;
  const end = (status: string): void => {
    events.onFrame({ type: 'done', id: cell, status });
  };
  return {
    send(frame) {
      if (frame.type === 'result') return;
      if (frame.type !== 'execute') {
        events.onFrame({ type: 'reply', id: frame.id, outcome: { json: '[]' } });
        return;
      }
      cell = frame.id;
      if (frame.code !== 'loop') setImmediate(end, 'ok');
    },
    sendFile(frame) {
      events.onFrame({ type: 'reply', id: frame.id, outcome: {} });
    },
    interrupt: () => {
      end('interrupted');
    },
    snapshot: () => Promise.resolve(new Uint8Array(1)),
    kill() {
      events.onExit({ kind: 'killed', reason: 'killed' });
      return Promise.resolve();
    },
  };
}

/** A backend of another author, of which a part is a hook. */
const backendWith = (ofEngine: Partial<Engine>, ofRecipe: Partial<EngineRecipe> = {}) =>
  defineBackend({
    ...{ name: 'mine', language: 'python', isolation: 'none' },
    capabilities: { snapshot: true, survivesTimeout: true, concurrentCalls: true },
    instructions: () => 'Write code.',
    probe: () => Promise.resolve({ ok: true }),
    build: () => Promise.resolve('1'),
    start: (start) => Promise.resolve({ ...engineOf(start), ...ofEngine }),
    ...ofRecipe,
  } satisfies EngineRecipe);

const limits = { cellMs: 200, graceMs: 10 };

/** A session with an engine of which one method is a hook. */
const engine = (
  method: keyof Engine,
  answer: Row['answer'],
  use: (session: SandboxSession) => Promise<unknown>,
): Row => ({
  answer,
  run: async (hook) => {
    const session = await backendWith({ [method]: hook }).open({ limits });
    return Promise.race([use(session), silence()]);
  },
});

/** A recipe of which one method is a hook. */
const recipe = (
  method: keyof EngineRecipe,
  answer: Row['answer'],
  use: (backend: ReturnType<typeof backendWith>) => unknown,
): Row => ({
  answer,
  run: (hook) => Promise.race([use(backendWith({}, { [method]: hook })), silence()]),
  seen: { 'gives a promise': /./, 'never settles': /silence|abort/i },
});

const content = new TextEncoder().encode('one line\n');

/** A text in a file of the caller's own making. */
const longText = (parts: Partial<LongText>, ofOpened: Partial<OpenText> = {}): LongText => ({
  ...{ sha256: '0'.repeat(64), bytes: content.length, codePoints: 9, units: 9, lines: 1 },
  ...{ head: 'one line\n', width: 1, marks: [[0, 0]] },
  open: () =>
    Promise.resolve({
      ...{ descriptor: 0, offset: 0, slices: () => [content], verify: () => undefined },
      close: () => Promise.resolve(),
      ...ofOpened,
    }),
  ...parts,
});

const opened = (method: keyof OpenText, answer: Row['answer']): Row => ({
  answer,
  run: (hook) => rlm({ context: longText({}, { [method]: hook }) }),
});

/** The hooks of authors of backends, and those of texts in files. */
export const enginesRows: Rows = {
  'Engine.send': engine('send', 'told', (session) => session.execute('x')),
  'Engine.sendFile': engine('sendFile', 'told', (session) =>
    session.set('x', longText({}), { timeoutMs: 200 }),
  ),
  'Engine.interrupt': engine('interrupt', 'told', (session) => session.execute('loop')),
  'Engine.snapshot': engine('snapshot', 'late', async (session) =>
    session.snapshot?.({ timeoutMs: 200 }),
  ),
  'Engine.kill': {
    ...engine('kill', 'late', (session) => session.close()),
    seen: { 'gives a promise': /./, 'never settles': /silence/ },
  },
  'EngineRecipe.build': recipe('build', 'late', (backend) => backend.build?.()),
  'EngineRecipe.find': recipe('find', 'late', (backend) =>
    backend.open({ abortSignal: leaving(), onPlace: () => undefined }),
  ),
  'EngineRecipe.instructions': {
    answer: 'now',
    run: (hook) => rlm({ sandbox: backendWith({}, { instructions: hook }) }),
  },
  'EngineRecipe.probe': recipe('probe', 'late', (backend) => backend.probe()),
  'EngineRecipe.start': recipe('start', 'late', (backend) =>
    backend.open({ abortSignal: leaving() }),
  ),
  'LongText.open': { answer: 'late', run: (hook) => rlm({ context: longText({ open: hook }) }) },
  'OpenText.close': opened('close', 'late'),
  'OpenText.slices': opened('slices', 'now'),
  'OpenText.verify': {
    ...opened('verify', 'now'),
    // Whatever else it returns, it threw nothing.
    seen: { 'gives an object with a getter that throws': /answer: 'ok'/ },
  },
};
