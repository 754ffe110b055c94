/// <reference path="../../inline.d.ts" />
import bootstrap from 'inline:./bootstrap.py';
import determinism from 'inline:./determinism.py';
import fileHelpers from 'inline:./file_helpers.py';
import fileText from 'inline:./file_text.py';
import files from 'inline:./files.py';
import interrupts from 'inline:./interrupts.py';
import lifetime from 'inline:./lifetime.py';
import session from 'inline:./session.py';
import threads from 'inline:./threads.py';
import walls from 'inline:./walls.py';
import { sharedSources } from '../../python/driver.js';

/** The program that starts Python (`-c`): it reads the driver from the control socket and runs it. */
export const bootstrapSource: string = bootstrap;

/**
 * The driver, one source: what it shares with the sealed Pyodide (values, output, FINAL, variables, errors, the wire, how a cell is
 * executed), and stops, clock, walls and lifetime of its own.
 */
export const driverSource: string = [
  // The descriptors of frames, of stops, and of the host's end.
  '_control, _poked, _lifeline = 3, 4, 5',
  ...Object.values(sharedSources),
  interrupts,
  files,
  lifetime,
  walls,
  determinism,
  threads,
  `_file_text_source = ${JSON.stringify(`${fileText}\n\n${fileHelpers}`)}`,
  session,
].join('\n');
