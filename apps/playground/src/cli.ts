import { main } from './main.js';
import { watchWrites } from './watch-writes.js';

// What happens on the way is told to whoever listens. If nobody can, the answer still counts.
watchWrites(process.stderr, () => undefined);

// An answer or events that go to a file too are worth going on for.
const isKept = process.argv.some((word) => /^--(?:output|save)(?:=|$)/.test(word));
let isTold = false;
const patienceMs = 1_000;

watchWrites(process.stdout, ({ code, message }) => {
  // Whoever reads our output may stop reading: `rlm ask ... | head` is no fault.
  const isFault = code !== 'EPIPE';
  // A run under way ends as at Ctrl-C, and says how to go on.
  if (!isFault && !isKept && process.listenerCount('SIGINT') > 0) {
    if (!isTold) process.emit('SIGINT');
    isTold = true;
    setTimeout(() => process.exit(0), patienceMs).unref();
    return;
  }
  if (isFault && !isTold) {
    const what = isKept ? 'stdout' : 'the answer';
    process.stderr.write(`rlm: ${what} cannot be written: ${code ?? message}\n`);
    process.exitCode = 1;
    isTold = true;
  }
  if (!isKept) process.exit(isFault ? 1 : 0);
});

const code = await main(process.argv.slice(2));
if (code !== 0) process.exitCode = code;
