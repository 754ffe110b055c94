import { nearestName } from '@rlm/repl-types/internal';

import { named, type Fault } from './fault.js';

/** How many names of variables or functions are listed. */
const listed = 12;

/** What other harnesses call the functions of this REPL. */
const harnesses: readonly (readonly [names: RegExp, ours: string])[] = [
  [
    /^(?:(?:set_?|give_?|submit_?|return_?|provide_?|report_?|send_?)?(?:final_?)?answer|(?:set_?|submit_?|return_?)?final(?:_?(?:result|response|output|value))?|finali[sz]e|(?:finish|complete|end|submit)(?:_?(?:task|run|result|response))?|attempt_?completion|task_?(?:complete|done|finished)|done|terminate|stop_?run)$/i,
    '',
  ],
  [
    /^(?:batch_?llm_?query|llm_?(?:query_?)?batch(?:ed)?|sub_?llm_?batch(?:ed)?|llm_?queries|(?:sub_?)?llm_?query_?(?:many|all|list|parallel|map)|(?:parallel|many)_?llm_?query|(?:llm_?)?map_?query|query_?batch(?:ed)?)$/i,
    'llm_query_batched(prompts)',
  ],
  [
    /^(?:sub_?rlm|rlm|rlm_?call|recursive_?(?:query|llm|call)|call_?rlm|delegate|sub_?agent)$/i,
    'rlm_query(prompt)',
  ],
  [
    /^(?:llm|sub_?llm|ask_?(?:llm|model|gpt)?|call_?(?:llm|model)|query_?(?:llm|model)|llm_?(?:call|ask|query|complete)|gpt|chat|prompt_?(?:llm|model)|sub_?query|generate|completion|complete_?prompt)$/i,
    'llm_query(prompt)',
  ],
  [
    /^(?:search(?:_?(?:context|text|regex|docs?))?|find_?(?:all|in_?(?:context|text))|re_?search|rg|lookup)$/i,
    'grep(text, part)',
  ],
];

/** What mends the use of a name that does not exist: what it is called here, another that is meant, or these are the names. */
export function mendUnknownName(fault: Fault, name: string): string {
  const { types, functions, contexts, line } = fault;
  const ours = harnesses.find(([names]) => names.test(name))?.[1];
  if (ours === '') return `There is no ${named(name)} here: ${fault.finish}`;
  const isHere = ours !== undefined && functions.includes(ours.slice(0, ours.indexOf('(')));
  if (isHere) return `There is no ${named(name)} here: write \`${awaited(ours, fault)}\`.`;
  const known = [...new Set([...contexts, ...types.keys(), ...functions])];
  const nearest = nearestName(
    name,
    known.filter((one) => one !== name),
  );
  if (nearest !== undefined) return `There is no ${named(name)}: did you mean ${named(nearest)}?`;
  if (line.includes(`${name}(`)) {
    return `There is no function ${named(name)}. The functions are ${list(functions)}.`;
  }
  const variables = [...new Set([...contexts, ...types.keys()])].filter(
    (one) => !one.startsWith('_'),
  );
  if (variables.length === 0)
    return `There is no ${named(name)}, and there are no variables yet: set it first.`;
  return `There is no ${named(name)}: set it first. The variables are ${list(variables)}.`;
}

function awaited(call: string, { language }: Fault): string {
  return language === 'javascript' && call.includes('_query') ? `await ${call}` : call;
}

function list(names: readonly string[]): string {
  return `${names.slice(0, listed).map(named).join(', ')}${names.length > listed ? ', ...' : ''}`;
}
