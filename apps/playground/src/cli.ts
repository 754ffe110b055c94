import { main } from './main.js';

// Whoever reads our output may stop reading: `rlm ask ... | head` is no fault.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

process.exitCode = await main(process.argv.slice(2));
