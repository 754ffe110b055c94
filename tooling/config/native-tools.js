import { availableParallelism } from 'node:os';

/**
 * Half of the processors: turbo runs several tasks at once, and each checker reads the types of libraries for itself.
 */
const threads = Math.max(1, Math.floor(availableParallelism() / 2));

/**
 * The environment of the native compiler, a program of Go which lives for seconds: to collect garbage below 1 GiB,
 * which it does not reach, was a third of its processor time.
 */
export const nativeToolsEnv = {
  GOGC: 'off',
  GOMEMLIMIT: '1GiB',
  GOMAXPROCS: String(threads),
  ...process.env,
};

/** Options of the native compiler that make it use as many threads. */
export const compilerThreads = ['--checkers', String(Math.min(threads, 4))];
