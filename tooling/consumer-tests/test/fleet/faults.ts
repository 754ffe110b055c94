import type { CuttingProxy } from '../../../../packages/journal/test/support/cutting-proxy.js';
import type { RedisServer } from '../../../../packages/journal/test/support/redis-server.js';
import type { Fleet } from './fleet.js';
import { pause } from './work.js';

/** What faults need. */
interface Place {
  readonly fleet: Fleet;
  readonly server: RedisServer;
  readonly proxy: CuttingProxy;
  /** Sets how much memory Redis may use; 0 is no limit. */
  readonly limitMemory: (bytes: 0 | 1) => Promise<unknown>;
  readonly random: () => number;
}

/** What the texts are whose reply is lost: a line of a journal, its opening, a job that is added, one that is done. */
const lost = ['"t":"effect"', '"t":"open"', '"t":"end"', '"runId"', 'returnvalue'];

/** The faults by name, each as often in ten as its weight says; each ends when the fleet can go on. */
const faults: Readonly<Record<string, readonly [number, (place: Place) => Promise<void>]>> = {
  'process killed': [4.5, kill],
  'process stopped': [1.5, stop],
  'reply lost': [
    2,
    ({ proxy, random }) => {
      proxy.cutReplyTo(pick(lost, random));
      return Promise.resolve();
    },
  ],
  'Redis full': [
    1,
    async ({ limitMemory, random }) => {
      await limitMemory(1);
      await pause(500 + random() * 4_000);
      await limitMemory(0);
    },
  ],
  'Redis killed': [
    0.5,
    async ({ server, random }) => {
      await server.kill();
      await pause(random() * 6_000);
      await server.start();
    },
  ],
  'Redis stopped': [
    0.5,
    async ({ server, random }) => {
      server.signal('SIGSTOP');
      await pause(500 + random() * 4_000);
      server.signal('SIGCONT');
    },
  ],
};

/** Lets faults happen until a time, in the order that the seed says; returns how many there were of each. */
export async function letFaultsHappen(
  place: Place,
  isOver: () => boolean,
): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {};
  const weights = Object.entries(faults).map(([name, [weight]]) => [name, weight] as const);
  while (!isOver()) {
    await pause(300 + place.random() * 1_700);
    let left = place.random() * weights.reduce((sum, [, weight]) => sum + weight, 0);
    const [name] = weights.find(([, weight]) => (left -= weight) < 0) ?? weights[0] ?? [''];
    counts[name] = (counts[name] ?? 0) + 1;
    await faults[name]?.[1](place);
  }
  for (const member of place.fleet.members) member.signal('SIGCONT');
  return counts;
}

function pick<T>(list: readonly T[], random: () => number): T {
  const found = list[Math.floor(random() * list.length)];
  if (found === undefined) throw new Error('nothing to pick from');
  return found;
}

function kill({ fleet, random }: Place): Promise<void> {
  pick(fleet.members, random).signal('SIGKILL');
  return Promise.resolve();
}

/** A process sleeps for longer than its lock holds, while the faults go on. */
function stop({ fleet, random }: Place): Promise<void> {
  const member = pick(fleet.members, random);
  member.signal('SIGSTOP');
  setTimeout(
    () => {
      member.signal('SIGCONT');
    },
    1_000 + random() * 11_000,
  );
  return Promise.resolve();
}
