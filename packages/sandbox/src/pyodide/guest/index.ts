/// <reference path="../../inline.d.ts" />
import awaitCalls from 'inline:../../python/await_calls.py';
import awaitSyntax from 'inline:../../python/await_syntax.py';
import cells from 'inline:../../python/cells.py';
import errors from 'inline:../../python/errors.py';
import eventLoop from 'inline:./event_loop.py';
import executors from 'inline:./executors.py';
import execution from 'inline:../../python/execution.py';
import finals from 'inline:../../python/finals.py';
import wire from 'inline:../../python/wire.py';
import hints from 'inline:../../python/hints.py';
import hostCalls from 'inline:../../python/host_calls.py';
import interrupts from 'inline:./interrupts.py';
import jsonText from 'inline:../../python/json_text.py';
import session from 'inline:./session.py';
import memory from 'inline:../../python/memory.py';
import lookAtCell from 'inline:../../python/look_at_cell.py';
import memoryLimit from 'inline:./memory_limit.py';
import modules from 'inline:./modules.py';
import opening from 'inline:../../python/opening.py';
import output from 'inline:../../python/output.py';
import requests from 'inline:../../python/requests.py';
import sleeping from 'inline:./sleeping.py';
import state from 'inline:../../python/state.py';
import variables from 'inline:../../python/variables.py';
import { helpersOfDriver } from '../../python/helpers.js';

/** Modules that cells are likely to import: loaded once, they are part of the snapshot from which sessions start. */
const preloaded = `import re, json, math, cmath, collections, collections.abc, itertools, functools, statistics
import datetime, random, string, textwrap, os, struct, hashlib, decimal, fractions, bisect, heapq, copy, difflib
import html, csv, io, time, typing, dataclasses, enum, operator, unicodedata, base64, inspect, traceback
import asyncio, concurrent.futures, pprint, uuid, calendar, urllib.parse, abc, contextlib, types, warnings, zlib
`;

const files = {
  // The number of the device; `child/device.ts` knows it too.
  descriptor: '_control = 77',
  wire,
  'json-text': jsonText,
  output,
  state,
  helpers: helpersOfDriver,
  interrupts,
  'host-calls': hostCalls,
  finals,
  variables,
  hints,
  errors,
  modules,
  sleeping,
  'event-loop': eventLoop,
  executors,
  execution,
  'await-calls': awaitCalls,
  'await-syntax': awaitSyntax,
  'look-at-cell': lookAtCell,
  'memory-limit': memoryLimit,
  memory,
  opening,
  cells,
  requests,
  session,
} as const;

/**
 * The Python driver: one source per concept, executed in this order in one namespace whose builtins are
 * its own copy, so that a cell that replaces `len` or `json.dumps` changes nothing for the driver.
 */
export const guestSources: readonly (readonly [name: string, source: string])[] = Object.freeze([
  ['preloaded', preloaded],
  ...Object.entries(files),
]);
