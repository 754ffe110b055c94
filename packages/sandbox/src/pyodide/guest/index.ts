/// <reference path="../../inline.d.ts" />
import eventLoop from 'inline:./event_loop.py';
import executors from 'inline:./executors.py';
import interrupts from 'inline:./interrupts.py';
import memoryLimit from 'inline:./memory_limit.py';
import modules from 'inline:./modules.py';
import session from 'inline:./session.py';
import sleeping from 'inline:./sleeping.py';
import { sharedSources } from '../../python/driver.js';

/** Modules that cells are likely to import: loaded once, they are part of the snapshot from which sessions start. */
const preloaded = `import re, json, math, cmath, collections, collections.abc, itertools, functools, statistics
import datetime, random, string, textwrap, os, struct, hashlib, decimal, fractions, bisect, heapq, copy, difflib
import html, csv, io, time, typing, dataclasses, enum, operator, unicodedata, base64, inspect, traceback
import asyncio, concurrent.futures, pprint, uuid, calendar, urllib.parse, abc, contextlib, types, warnings, zlib
`;

/** The Python driver, by the names of its sources: what the drivers share, and what is this one's own. */
export const guestSources: readonly (readonly [name: string, source: string])[] = Object.freeze(
  Object.entries({
    preloaded,
    // The number of the device; `child/device.ts` knows it too.
    descriptor: '_control = 77',
    ...sharedSources,
    interrupts,
    modules,
    sleeping,
    'event-loop': eventLoop,
    executors,
    'memory-limit': memoryLimit,
    session,
  }),
);
