import { awaitHook } from '@rlm/repl-types/internal';

/** A connection to a client: every transport of `@modelcontextprotocol/sdk` has this shape. */
export interface McpTransport {
  start(): Promise<void>;
  send(message: never, options?: never): Promise<void>;
  close(): Promise<void>;
}

const methods: readonly unknown[] = ['start', 'send', 'close'];

/** A transport of the caller's own, of which no rejection stays unhandled. The SDK writes its handlers to it. */
export function safeTransport(transport: McpTransport): McpTransport {
  return new Proxy(transport, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      if (!methods.includes(name)) return member.bind(target) as unknown;
      return (...args: unknown[]) =>
        awaitHook(() => Reflect.apply(member, target, args) as unknown);
    },
    set: (target, name, value) => Reflect.set(target, name, value, target),
  });
}
