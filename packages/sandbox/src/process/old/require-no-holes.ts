import { unavailable } from '../../host/unavailable.js';

/**
 * Refuses isolation in which its test has found holes, or that was not tested.
 *
 * @param holes What the test said.
 * @throws SandboxError `backend_unavailable`
 */
export function requireNoHoles(holes: unknown): void {
  if (Array.isArray(holes) && holes.length === 0) return;
  const found = Array.isArray(holes) ? holes.join(', ') : 'its test gave no result';
  throw unavailable(
    `the command bwrap does not isolate what it starts (${found})`,
    'put the bubblewrap of your system first on the PATH (apt-get install bubblewrap)',
  );
}
