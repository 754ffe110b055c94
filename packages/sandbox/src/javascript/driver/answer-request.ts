import type { GetFrame, SeedFrame, VariablesFrame } from '../../contract/frames.js';
import type { CellMachine } from './cell-machine.js';
import type { SessionCells } from './session-cells.js';

/** Replies to a request that the guest's own code answers, the same in every engine of JavaScript. */
export function answerRequest(
  cells: SessionCells,
  machine: CellMachine,
  request: GetFrame | VariablesFrame | SeedFrame,
): void {
  cells.attempt(request.id, () => {
    switch (request.type) {
      case 'get':
        return { json: machine.tell('get', request.name) };
      case 'variables':
        return { json: machine.tell('variables') };
      case 'seed':
        machine.tell('seed', request.seed);
        return {};
    }
  });
}
