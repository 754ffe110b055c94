const inheritance = 'classes cannot inherit';
const generators = 'there are no generators (yield)';
const callbacks = 'host functions cannot be called from a callback of a builtin';
const properties = 'there are no properties and other method decorators';
const dunders = 'this special method is not called, or cannot call the host';
const quietReturn = 'a return outside of a function ends the cell quietly';
const untold = 'it does not tell which names of the host a cell has taken';
const deletion = 'there is no del';
const contextlib = 'there is no module contextlib';

/** Cases of the conformance suite that Monty 0.0.23 does not pass, with the reason; the docs print this list. */
export const conformanceGaps: Readonly<Record<string, string>> = {
  'a class can be derived in a later cell': inheritance,
  'a generator continues in a later cell': generators,
  'randomness is the same for the same seed': 'there is no module random',
  'the clock shows what the host says': 'there is no module time (datetime shows the pinned clock)',
  'the time in seconds is what execute says': 'there is no module time',
  'standard error is kept apart': 'print() has no file argument',
  'a traceback shows the number of the line': 'exceptions take one text only',
  'calls can be gathered, and run at the same time': 'asyncio.gather takes no calls of the host',
  'idle() tells the same of calls that are gathered':
    'async functions that are gathered make their calls one after another',
  'generators and random numbers go on where they were in a snapshot': generators,
  'an error of its own class keeps its name': inheritance,
  'a return at the top of a cell says how to finish': quietReturn,
  'a return at the top of a cell names the way of the dialect': quietReturn,
  'a context that a cell overwrites is told': untold,
  'a context that a cell declares is told': untold,
  'a context that a cell unpacks into is told': untold,
  'a context that a cell makes a function of is told': untold,
  'a context that a cell overwrites in a function is told': untold,
  'a context that was overwritten twice, with the same words, is told': untold,
  'a text that only resembles the context is none': untold,
  'an own llm_query is told': untold,
  'an own FINAL is told': untold,
  'an own helper is told, though the cell lists its variables': untold,
  'names that a cell takes before it fails are told too': untold,
  'names that a cell takes before it ends the run are told too': untold,
  'a context that a cell deletes is the data again in the next cell': deletion,
  'a context that a cell deletes is told': deletion,
  'a function that was deleted is told': deletion,
  'a context that a cell declares is the data again in the next cell':
    'an annotated assignment is taken for none',
  'python: a generator': generators,
  'python: a generator that catches': generators,
  'python: a generator that is closed': generators,
  'python: a callback of sorted': callbacks,
  'python: a callback of map': callbacks,
  'python: a callback of re.sub': callbacks,
  'python: a property': properties,
  'python: hasattr, which swallows': properties,
  'python: __getattr__': dunders,
  'python: __del__, whose errors are ignored': deletion,
  'python: __eq__': dunders,
  'python: __str__ in print': dunders,
  'python: __str__ of an error that is raised': inheritance,
  'python: __str__ of an error that is caught in it': inheritance,
  'python: __str__ of the cause of an error': inheritance,
  'python: contextlib.suppress': contextlib,
  'python: an ExitStack callback': contextlib,
  'python: exec': 'there is no exec',
  'python: eval': 'there is no eval',
};
