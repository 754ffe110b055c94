import type { ModelToolCall, RequestMessage } from './types.js';

type AssistantMessage = Extract<RequestMessage, { role: 'assistant' }>;
type ToolMessage = Extract<RequestMessage, { role: 'tool' }>;

/** What the model reads in place of a result that is not in the conversation. */
const noResult = 'There is no result of this call. It is not known whether it was carried out.';

/** A call of a conversation, and its result as far as it was found. */
interface Found {
  /** The index of its message. */
  readonly at: number;
  readonly call: ModelToolCall;
  result?: string;
}

/**
 * A conversation in which each call is followed by its one result, as all providers demand. A call without a result gets one that says
 * so; a result elsewhere moves to its call; a second result is added to the first; a result without a call gets a call without
 * arguments. Ids that are empty, or stand for several calls of a message, become different ones. A conversation in which all is
 * right is returned as it is.
 */
export function mendConversation(messages: readonly RequestMessage[]): readonly RequestMessage[] {
  if (isWhole(messages)) return messages;
  const { calls, added } = pairUp(messages);
  const newId = createIds();
  return messages.flatMap((message, at): readonly RequestMessage[] => {
    const found = [...(calls.get(at) ?? []), ...(added.get(at) ?? [])];
    if (found.length === 0) return message.role === 'tool' ? [] : [message];
    const named = found.map(({ call, result }) => ({
      call: withId(call, newId(call.id)),
      result: result ?? noResult,
    }));
    const toolCalls = named.map(({ call }) => call);
    const assistant: AssistantMessage =
      message.role === 'assistant'
        ? Object.freeze({ ...message, toolCalls })
        : Object.freeze({ role: 'assistant', content: '', toolCalls });
    const results = named.map(({ call: { id, name }, result }): ToolMessage =>
      Object.freeze({ role: 'tool', content: result, callId: id, name }),
    );
    const isOther = message.role === 'system' || message.role === 'user';
    return [...(isOther ? [message] : []), assistant, ...results];
  });
}

/** Whether each message with calls is followed by one result of each of them, and there is no other result. */
function isWhole(messages: readonly RequestMessage[]): boolean {
  let open = new Map<string, string>();
  for (const message of messages) {
    if (message.role === 'tool') {
      if (open.get(message.callId) !== message.name) return false;
      open.delete(message.callId);
      continue;
    }
    if (open.size > 0) return false;
    const calls = message.role === 'assistant' ? (message.toolCalls ?? []) : [];
    open = new Map(calls.map(({ id, name }) => [id, name]));
    if (open.size < calls.length || open.has('')) return false;
  }
  return open.size === 0;
}

/** Finds the result of each call. Results that have no call get one, in the message of their place. */
function pairUp(messages: readonly RequestMessage[]): {
  readonly calls: ReadonlyMap<number, readonly Found[]>;
  readonly added: ReadonlyMap<number, readonly Found[]>;
} {
  const calls = new Map<number, Found[]>();
  /** The calls without a result so far, by their ids: those of the last message are at the end. */
  const open = new Map<string, Found[][]>();
  const answered = new Map<string, Found>();
  const lost: { readonly message: ToolMessage; readonly at: number; readonly place: number }[] = [];
  let place = 0;
  messages.forEach((message, at) => {
    if (message.role !== 'tool') place = at;
    if (message.role === 'assistant') {
      const found = (message.toolCalls ?? []).map((call): Found => ({ at, call }));
      calls.set(at, found);
      for (const [id, same] of groupById(found)) addTo(open, id, same);
    }
    if (message.role !== 'tool') return;
    const groups = open.get(message.callId);
    const found = groups?.at(-1)?.shift();
    if (groups?.at(-1)?.length === 0) groups.pop();
    if (found === undefined) lost.push({ message, at, place });
    else {
      found.result = message.content;
      answered.set(message.callId, found);
    }
  });
  const added = new Map<number, Found[]>();
  for (const { message, at, place: where } of lost) {
    const { callId: id, name, content } = message;
    const later = open
      .get(id)
      ?.find(([first]) => first !== undefined && first.at > at)
      ?.shift();
    const same = id === '' ? undefined : answered.get(id);
    if (later !== undefined) later.result = content;
    else if (same !== undefined) same.result = joined(same.result ?? '', content);
    else addTo(added, where, { at: where, call: { id, name, arguments: {} }, result: content });
  }
  return { calls, added };
}

function groupById(found: readonly Found[]): ReadonlyMap<string, Found[]> {
  const groups = new Map<string, Found[]>();
  for (const each of found) addTo(groups, each.call.id, each);
  return groups;
}

function addTo<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

const joined = (first: string, second: string): string =>
  first === second ? first : `${first}\n\n${second}`;

const withId = (call: ModelToolCall, id: string): ModelToolCall =>
  id === call.id ? call : { ...call, id };

/** Gives each call of a conversation an id of its own: the given one, if it is free. */
function createIds(): (id: string) => string {
  const used = new Set<string>();
  const counts = new Map<string, number>();
  return (id) => {
    const stem = id === '' ? 'call' : id;
    let free = id;
    while (free === '' || used.has(free)) {
      const count = (counts.get(stem) ?? 1) + 1;
      counts.set(stem, count);
      free = `${stem}_${String(count)}`;
    }
    used.add(free);
    return free;
  };
}
