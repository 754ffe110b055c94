import { expect, it } from 'vitest';

import type { HostFrame } from '../../src/contract/frames.js';
import { createSandbox } from '../../src/index.js';
import type { SandboxSession } from '../../src/index.js';
import { scriptedBackend } from './support/scripted-backend.js';

interface Counting {
  readonly session: SandboxSession;
  /** The types of the frames that its guests got. */
  readonly asked: string[];
  /** Ends the first guest. */
  readonly lose: () => Promise<void> | undefined;
}

/** A session whose cells each set `x` to their number. */
async function openCounting(): Promise<Counting> {
  const asked: string[] = [];
  let cells = 0;
  const step = () => ({ variables: { x: (cells += 1) } });
  const played = scriptedBackend([step, step, step, step], {
    change(child) {
      const send = child.send.bind(child);
      child.send = (frame: HostFrame) => {
        asked.push(frame.type);
        send(frame);
      };
    },
  });
  const session = await createSandbox(played).open();
  const lose = () => played.children[0]?.lose({ kind: 'crashed', reason: 'lost' });
  return { session, asked, lose };
}

const shown = async (session: SandboxSession): Promise<readonly string[]> =>
  (await session.variables()).map(({ name, preview }) => `${name}=${preview}`);

it('knows the variables that a cell left without asking its guest', async () => {
  const { session, asked } = await openCounting();
  await session.execute('');
  expect(await shown(session)).toEqual(['x=1']);
  expect(await shown(session)).toEqual(['x=1']);
  await session.execute('');
  expect(await shown(session)).toEqual(['x=2']);
  expect(asked).toEqual(['execute', 'execute']);
  await session.close();
});

it('asks its guest again when anything else has reached it, which may have run code or set a variable', async () => {
  const { session, asked } = await openCounting();
  expect(await shown(session)).toEqual([]);
  await session.execute('');
  await session.get('x');
  expect(await shown(session)).toEqual(['x=1']);
  await session.execute('');
  await session.set('y', 3);
  expect(await shown(session)).toEqual(['x=2', 'y=3']);
  expect(asked).toEqual([
    'variables',
    'execute',
    'get',
    'variables',
    'execute',
    'set-json',
    'variables',
  ]);
  await session.close();
});

it('lists variables after the cells that were requested before', async () => {
  const { session } = await openCounting();
  await session.execute('');
  const running = session.execute('');
  expect(await shown(session)).toEqual(['x=2']);
  await running;
  const listed = shown(session);
  await session.close();
  await expect(listed).rejects.toMatchObject({ code: 'session_closed' });
});

it('asks the guest that came for one that was lost', async () => {
  const { session, asked, lose } = await openCounting();
  await session.execute('');
  await lose();
  expect((await shown(session)).length).toBe(1);
  expect(asked).toEqual(['execute', 'execute', 'variables']);
  await session.close();
});
