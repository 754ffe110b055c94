/// <reference path="../../inline.d.ts" />
import awaitCalls from 'inline:../../python/await_calls.py';
import awaitSyntax from 'inline:../../python/await_syntax.py';
import errors from 'inline:../../python/errors.py';
import execution from 'inline:../../python/execution.py';
import finals from 'inline:../../python/finals.py';
import hints from 'inline:../../python/hints.py';
import hostCalls from 'inline:../../python/host_calls.py';
import jsonText from 'inline:../../python/json_text.py';
import memory from 'inline:../../python/memory.py';
import opening from 'inline:../../python/opening.py';
import output from 'inline:../../python/output.py';
import lookAtCell from 'inline:../../python/look_at_cell.py';
import state from 'inline:../../python/state.py';
import variables from 'inline:../../python/variables.py';
import { helpersOfDriver } from '../../python/helpers.js';
import bootstrap from 'inline:./bootstrap.py';
import cells from 'inline:../../python/cells.py';
import determinism from 'inline:./determinism.py';
import fileHelpers from 'inline:./file_helpers.py';
import fileText from 'inline:./file_text.py';
import files from 'inline:./files.py';
import interrupts from 'inline:./interrupts.py';
import lifetime from 'inline:./lifetime.py';
import requests from 'inline:../../python/requests.py';
import session from 'inline:./session.py';
import threads from 'inline:./threads.py';
import walls from 'inline:./walls.py';
import wire from 'inline:../../python/wire.py';

/** The program that starts Python (`-c`): it reads the driver from the control socket and runs it. */
export const bootstrapSource: string = bootstrap;

/**
 * The driver. It shares the meaning of a Python session with the sealed Pyodide (`python/`: values, output, FINAL,
 * variables, errors, the wire, how a cell is executed). Stops, clock, walls and lifetime are its own. It runs as one source in
 * one namespace with its own copy of the builtins.
 */
export const driverSource: string = [
  // The descriptors of frames, of stops, and of the host's end.
  '_control, _poked, _lifeline = 3, 4, 5',
  wire,
  jsonText,
  output,
  state,
  helpersOfDriver,
  interrupts,
  hostCalls,
  finals,
  variables,
  hints,
  errors,
  requests,
  files,
  lifetime,
  walls,
  determinism,
  threads,
  execution,
  awaitCalls,
  awaitSyntax,
  lookAtCell,
  memory,
  opening,
  cells,
  `_file_text_source = ${JSON.stringify(`${fileText}\n\n${fileHelpers}`)}`,
  session,
].join('\n');
