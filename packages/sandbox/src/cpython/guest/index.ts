/// <reference path="../../inline.d.ts" />
import awaitCalls from 'inline:../../pyodide/guest/await_calls.py';
import awaitSyntax from 'inline:../../pyodide/guest/await_syntax.py';
import errors from 'inline:../../pyodide/guest/errors.py';
import execution from 'inline:../../pyodide/guest/execution.py';
import finals from 'inline:../../pyodide/guest/finals.py';
import hints from 'inline:../../pyodide/guest/hints.py';
import hostCalls from 'inline:../../pyodide/guest/host_calls.py';
import jsonText from 'inline:../../pyodide/guest/json_text.py';
import nameScopes from 'inline:../../pyodide/guest/name_scopes.py';
import nameVisits from 'inline:../../pyodide/guest/name_visits.py';
import output from 'inline:../../pyodide/guest/output.py';
import preflight from 'inline:../../pyodide/guest/preflight.py';
import state from 'inline:../../pyodide/guest/state.py';
import variables from 'inline:../../pyodide/guest/variables.py';
import { helpersOfDriver } from '../../pyodide/guest/helpers.js';
import bootstrap from 'inline:./bootstrap.py';
import cells from 'inline:./cells.py';
import determinism from 'inline:./determinism.py';
import interrupts from 'inline:./interrupts.py';
import lifetime from 'inline:./lifetime.py';
import requests from 'inline:./requests.py';
import session from 'inline:./session.py';
import threads from 'inline:./threads.py';
import walls from 'inline:./walls.py';
import wire from 'inline:./wire.py';

/** What Python is started with (`-c`): reads the driver from the control socket and runs it. */
export const bootstrapSource: string = bootstrap;

/**
 * The driver: what a Python session means is shared with the sealed Pyodide (values, output, FINAL,
 * variables, errors, cells); the wire, stops, walls and lifetime are a native process's own. Executed as one
 * source in one namespace whose builtins are its own copy.
 */
export const driverSource: string = [
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
  lifetime,
  walls,
  determinism,
  threads,
  execution,
  awaitCalls,
  awaitSyntax,
  nameScopes,
  nameVisits,
  preflight,
  cells,
  session,
].join('\n');
