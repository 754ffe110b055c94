import { setTimeout as pause } from 'node:timers/promises';

import type { CuttingProxy } from '../../../journal/test/support/cutting-proxy.js';
import type { RedisServer } from '../../../journal/test/support/redis-server.js';
import type { Fleet } from './processes.js';

/** What faults need. */
interface Place {
  readonly fleet: Fleet;
  readonly server: RedisServer;
  readonly proxy: CuttingProxy;
  /** Sets how much memory Redis may use; 0 is no limit. */
  readonly limitMemory: (bytes: 0 | 1) => Promise<unknown>;
  readonly random: () => number;
}

type Fault = (place: Place) => void | Promise<void>;

/** Texts whose reply is lost: a line of a journal, its opening and its end, a job that is added, one that is done. */
const lost = ['"t":"effect"', '"t":"open"', '"t":"end"', '"runId"', 'returnvalue'] as const;

const pick = <T>(list: readonly T[], random: () => number): T =>
  list[Math.floor(random() * list.length)] as T;

/** The faults by name, each as often in ten as its weight says. Each ends when the fleet can go on. */
const faults: Readonly<Record<string, readonly [weight: number, Fault]>> = {
  'process killed': [
    4.5,
    ({ fleet, random }) => {
      pick(fleet.members, random).signal('SIGKILL');
    },
  ],
  // It sleeps for longer than its lock holds, while other faults happen.
  'process stopped': [
    1.5,
    ({ fleet, random }) => {
      const member = pick(fleet.members, random);
      member.signal('SIGSTOP');
      void pause(1_000 + random() * 11_000).then(() => {
        member.signal('SIGCONT');
      });
    },
  ],
  'reply lost': [
    2,
    ({ proxy, random }) => {
      proxy.cutReplyTo(pick(lost, random));
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
  const sum = Object.values(faults).reduce((total, [weight]) => total + weight, 0);
  while (!isOver()) {
    await pause(300 + place.random() * 1_700);
    let left = place.random() * sum;
    for (const [name, [weight, happen]] of Object.entries(faults)) {
      left -= weight;
      if (left >= 0) continue;
      counts[name] = (counts[name] ?? 0) + 1;
      await happen(place);
      break;
    }
  }
  for (const member of place.fleet.members) member.signal('SIGCONT');
  return counts;
}
