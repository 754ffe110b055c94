import { main } from './main.js';
import { watchWrites } from './watch-writes.js';

// What happens on the way is told to whoever listens. If nobody can, the answer still counts.
watchWrites(process.stderr, () => undefined);

watchWrites(process.stdout, ({ code, message }) => {
  // Whoever reads our output may stop reading: `rlm ask ... | head` is no fault.
  if (code === 'EPIPE') process.exit(0);
  process.stderr.write(`rlm: the answer cannot be written: ${code ?? message}\n`);
  process.exit(1);
});

process.exitCode = await main(process.argv.slice(2));
