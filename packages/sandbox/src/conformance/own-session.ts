import type { HostFunction, SandboxSession } from '../contract/session.js';
import {
  assignX,
  codeOf,
  printX,
  type LifecycleCase,
  type LifecycleStage,
} from './lifecycle-case.js';

const callUse = { python: 'print(use())', javascript: 'print(await use())' };

/** Opens a session whose host function `use` gets the session itself. */
async function openWith(
  { backend }: LifecycleStage,
  use: (own: SandboxSession) => unknown,
): Promise<SandboxSession> {
  const own: { session?: SandboxSession } = {};
  const call: HostFunction = () => own.session && use(own.session);
  own.session = await backend.open({ functions: { use: call } });
  return own.session;
}

/** What a host function may do with the session whose cell waits for it: nothing that waits for that cell. */
export const ownSessionCases: readonly LifecycleCase[] = [
  {
    name: 'a host function that uses its own session is refused at once, also after it has awaited something',
    in: 'none',
    async check(stage) {
      const { code, expect } = stage;
      const session = await openWith(stage, async (own) => {
        await new Promise((resolve) => setTimeout(resolve));
        const codes = [
          await codeOf(own.execute(code(assignX))),
          await codeOf(own.set('x', 1)),
          await codeOf(own.get('x')),
          await codeOf(own.variables()),
        ];
        return codes.join(' ');
      });
      const busy = 'session_busy';
      expect((await session.execute(code(callUse))).stdout).toBe(
        `${[busy, busy, busy, busy].join(' ')}\n`,
      );
      await session.close();
    },
  },
  {
    name: 'a host function of another session that it uses is refused too',
    in: 'none',
    async check(stage) {
      const { backend, code, expect } = stage;
      const session = await openWith(stage, async (own) => {
        const use: HostFunction = () => codeOf(own.execute(code(assignX)));
        const inner = await backend.open({ functions: { use } });
        const { stdout } = await inner.execute(code(callUse));
        await inner.close();
        return stdout.trim();
      });
      expect((await session.execute(code(callUse))).stdout).toBe('session_busy\n');
      await session.close();
    },
  },
  {
    name: 'another user of the session waits for the cell during a host call',
    in: 'none',
    async check(stage) {
      const { code, expect } = stage;
      let release: (value: string) => void = () => undefined;
      const released = new Promise<string>((resolve) => {
        release = resolve;
      });
      let arrive: () => void = () => undefined;
      const arrived = new Promise<void>((resolve) => {
        arrive = resolve;
      });
      const session = await openWith(stage, () => {
        arrive();
        return released;
      });
      const first = session.execute(code(callUse));
      await arrived;
      const others = [session.execute(code(assignX)), session.execute(code(printX))] as const;
      release('late');
      expect((await first).stdout).toBe('late\n');
      expect((await others[1]).stdout).toBe('5\n');
      await session.close();
    },
  },
  {
    name: 'what a host function left running may use the session when its cell has ended',
    in: 'none',
    async check(stage) {
      const { code, expect } = stage;
      let later: Promise<unknown> | undefined;
      let release: () => void = () => undefined;
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      const session = await openWith(stage, (own) => {
        later = released.then(() => own.execute(code(assignX)));
        return 'now';
      });
      expect((await session.execute(code(callUse))).stdout).toBe('now\n');
      release();
      await later;
      expect((await session.execute(code(printX))).stdout).toBe('5\n');
      await session.close();
    },
  },
  {
    name: 'a host function may close its own session',
    in: 'none',
    async check(stage) {
      const session = await openWith(stage, (own) => own.close());
      const { outcome } = await session.execute(stage.code(callUse));
      stage.expect(outcome).toBe('aborted');
    },
  },
];
