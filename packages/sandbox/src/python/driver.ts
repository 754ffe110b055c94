/// <reference path="../inline.d.ts" />
import awaitCalls from 'inline:./await_calls.py';
import awaitSyntax from 'inline:./await_syntax.py';
import cells from 'inline:./cells.py';
import errors from 'inline:./errors.py';
import execution from 'inline:./execution.py';
import finals from 'inline:./finals.py';
import helpers from 'inline:./helpers.py';
import hints from 'inline:./hints.py';
import hostCalls from 'inline:./host_calls.py';
import jsonText from 'inline:./json_text.py';
import loadHelpers from 'inline:./load_helpers.py';
import lookAtCell from 'inline:./look_at_cell.py';
import memory from 'inline:./memory.py';
import opening from 'inline:./opening.py';
import output from 'inline:./output.py';
import requests from 'inline:./requests.py';
import state from 'inline:./state.py';
import variables from 'inline:./variables.py';
import wire from 'inline:./wire.py';

/**
 * What the Python drivers of `pyodide()` and `cpython()` share: one source per concept, executed in this order in one namespace whose
 * builtins are its own copy, so that a cell that replaces `len` or `json.dumps` changes nothing for the driver. `_control`, the descriptor
 * of frames, is set before; each backend's own sources follow: stops, walls, memory, the start.
 */
export const sharedSources: Readonly<Record<string, string>> = Object.freeze({
  wire,
  'json-text': jsonText,
  output,
  state,
  helpers: `${loadHelpers}\n\n_load_helpers(${JSON.stringify(helpers)})`,
  'host-calls': hostCalls,
  finals,
  variables,
  hints,
  errors,
  execution,
  'await-calls': awaitCalls,
  'await-syntax': awaitSyntax,
  'look-at-cell': lookAtCell,
  memory,
  opening,
  cells,
  requests,
});
