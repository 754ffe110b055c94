/** The facts that the model needs about this REPL. */
export const instructions: string = [
  'A small, fast subset of Python 3 (Monty): functions, lambdas, closures, comprehensions, f-strings, try/except/finally, with, unpacking, walrus, big integers, simple classes and dataclasses; the modules asyncio, collections, dataclasses, datetime, functools, itertools, json, math, re, sys, typing, and no others. Variables stay; the value of a last expression is shown too (cut at 4,000 characters).',
  'Missing: yield, class inheritance, exceptions of your own, properties, match, del, % formatting, dict | dict, slice assignment, a[i], a[j] = a[j], a[i], print(file=...), raising what is no text, eval, exec, globals, locals, dir, callable, super, input. Generator expressions are lists at once. A return outside of a function ends the block quietly.',
  'Host functions (llm_query) block until they are answered, with `await` or without; HostCallError is RuntimeError. asyncio.gather and callbacks of builtins (sorted, map, re.sub) cannot call them: use llm_query_batched([...]) or a loop. There are no files, network or programs.',
].join('\n');
