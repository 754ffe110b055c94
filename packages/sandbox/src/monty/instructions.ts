/** What the model must know about this REPL. */
export const instructions: string = [
  'A small, fast subset of Python 3 (Monty), a REPL: variables, functions and classes stay from cell to cell.',
  'Only what you print is shown to you. A last expression is not echoed.',
  'Functions of the host (llm_query and others) are called like Python functions and block until they are answered; when one fails, except HostCallError (here another name for RuntimeError) catches it. They cannot be called by a key function or callback of a builtin (sorted, map, re.sub): use a loop or a comprehension.',
  'Works: f-strings, functions, closures, lambdas, comprehensions, try/except/finally, with, simple classes and dataclasses, unpacking, walrus, big integers, str and list methods; the modules asyncio, collections, dataclasses, datetime, functools, itertools, json, math, re, sys, typing.',
  'Missing: generators (yield), print(file=...), properties and other method decorators, raising with arguments that are not text, class inheritance and exceptions of your own, match, del, % formatting of strings, dict | dict, slice assignment; eval, exec, globals, locals, dir, callable, super, input; the modules random, time, string, statistics, textwrap, hashlib, uuid, copy, heapq, enum, csv, decimal, and all others.',
  'There are no files, no network and no programs. All data is in variables.',
].join('\n');
