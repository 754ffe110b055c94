import { definePackageTests } from '@rlm/config/vitest';
import { BaseSequencer } from 'vitest/node';

const maxWorkers = 3;

/** Files of one worker share its process, and places for sessions are counted in a process: this one comes before any that leaves a session open. */
class PlacesFirst extends BaseSequencer {
  async sort(files) {
    const sorted = await super.sort(files);
    const isFirst = ({ moduleId }) => moduleId.endsWith('/session/places.test.ts');
    return [...sorted.filter(isFirst), ...sorted.filter((file) => !isFirst(file))];
  }
}

export default definePackageTests('runner', {
  // Much of these tests is waiting for guests.
  maxWorkers,
  sequence: { groupOrder: maxWorkers, sequencer: PlacesFirst },
});
