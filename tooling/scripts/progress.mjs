/** How long a pipe hears nothing before it is told what is under way, in milliseconds. */
const silenceMs = 30_000;

/**
 * Shows how far a list of tasks is: on a terminal one line that changes, in a pipe a line for each task
 * that has ended and one now and then for those that take long.
 *
 * @param {number} total How many tasks there are.
 * @param {() => readonly string[]} running The tasks that are under way.
 * @param {{ isTTY?: boolean, columns?: number, write(text: string): unknown }} [out]
 * @param {() => number} [now] In milliseconds.
 */
export function showProgress(total, running, out = process.stdout, now = () => performance.now()) {
  const startedAt = now();
  let count = 0;
  let spokeAt = startedAt;

  const head = () =>
    `[${String(count).padStart(String(total).length)}/${total}] ${clock(now() - startedAt)}`;

  function tick() {
    const names = running().join(', ');
    if (out.isTTY) {
      const line = `${head()}  ${names}`;
      out.write(`\r\u001B[K${line.slice(0, (out.columns ?? 80) - 1)}`);
    } else if (now() - spokeAt >= silenceMs) {
      say(`${head()}  under way: ${names}`);
    }
  }

  /** @param {string} line */
  function say(line) {
    spokeAt = now();
    out.write(`${out.isTTY ? '\r\u001B[K' : ''}${line}\n`);
  }

  const timer = setInterval(tick, 1_000);
  return {
    tick,
    /** Prints a text above the status. */
    print: say,
    /** @param {string} name @param {string} how */
    ended(name, how) {
      count += 1;
      if (!out.isTTY) say(`${head()}  ${name}: ${how}`);
    },
    close() {
      clearInterval(timer);
      if (out.isTTY) out.write('\r\u001B[K');
    },
  };
}

/** @param {number} ms */
function clock(ms) {
  const seconds = Math.floor(ms / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
