import { headOf } from '../session/slice-text.js';
import type { JsonValue } from '@rlm/repl-types';
import { messageOf, nextTurn, settle } from '@rlm/repl-types/internal';
import type { Child, ChildExit, ChildOptions } from '../contract/backend.js';
import {
  localValueBytes,
  variablePreviewChars,
  type CallResultFrame,
  type FinalFrame,
  type GuestError,
  type GuestFrame,
  type GuestVariable,
  type HostFrame,
} from '../contract/frames.js';
import { nullAnswerFault } from '../contract/null-answer.js';
import { toJsonText } from '../session/host-value.js';
import { missingVariable } from '../session/missing-variable.js';
import type { ScriptedCell, ScriptedOptions, ScriptedStep } from './script.js';

/**
 * The smallest child, in the process of the host: it takes every frame of the protocol and runs nothing. A new backend can start as
 * a copy of this file.
 */
export class ScriptedChild implements Child {
  readonly exited: Promise<ChildExit>;
  readonly #steps: readonly ScriptedStep[];
  readonly #options: ScriptedOptions;
  readonly #start: ChildOptions;
  readonly #variables = new Map<string, JsonValue>();
  readonly #waiting = new Map<number, (outcome: CallResultFrame['outcome']) => void>();
  #position = 0;
  #calls = 0;
  #cell: number | undefined;
  #isGone = false;
  #exit: (exit: ChildExit) => void = () => undefined;

  constructor(steps: readonly ScriptedStep[], options: ScriptedOptions, start: ChildOptions) {
    this.exited = new Promise((resolve) => (this.#exit = resolve));
    this.#steps = steps;
    this.#options = options;
    this.#start = start;
    if (start.snapshot === undefined) return;
    const snapshot = JSON.parse(new TextDecoder().decode(start.snapshot)) as ScriptedSnapshot;
    this.#position = snapshot.position;
    for (const [name, value] of snapshot.variables) this.#variables.set(name, value);
  }

  send(frame: HostFrame): void {
    if (this.#isGone) return;
    switch (frame.type) {
      case 'execute':
        this.#cell = frame.id;
        void this.#run(frame.id, frame.code);
        break;
      case 'result':
        this.#waiting.get(frame.call)?.(frame.outcome);
        this.#waiting.delete(frame.call);
        break;
      case 'set-text':
        if (typeof frame.text === 'string') this.#variables.set(frame.name, frame.text);
        this.#say({ type: 'reply', id: frame.id, outcome: {} });
        break;
      case 'set-json':
        this.#variables.set(frame.name, JSON.parse(frame.json) as JsonValue);
        this.#say({ type: 'reply', id: frame.id, outcome: {} });
        break;
      case 'get':
        this.#say({ type: 'reply', id: frame.id, outcome: this.#get(frame.name) });
        break;
      case 'variables':
        this.#say({ type: 'reply', id: frame.id, outcome: { json: this.#describe() } });
        break;
      case 'snapshot':
        this.#say({ type: 'snapshot', id: frame.id, bytes: this.#snapshot() });
        break;
      case 'set-file':
        // It says that it reads no files.
        break;
    }
  }

  stop(): void {
    const id = this.#cell;
    if (id !== undefined) this.#end({ type: 'done', id, status: 'interrupted' });
  }

  #snapshot(): Uint8Array {
    const snapshot: ScriptedSnapshot = {
      position: this.#position,
      variables: [...this.#variables],
    };
    return new TextEncoder().encode(JSON.stringify(snapshot));
  }

  kill(): Promise<void> {
    this.#isGone = true;
    this.#exit({ kind: 'killed', reason: 'killed' });
    return Promise.resolve();
  }

  async #run(id: number, code: string): Promise<void> {
    const outcome = await this.#play(code);
    if (this.#cell !== id) return;
    if ('thrown' in outcome) {
      const error = { type: 'Error', message: String(outcome.thrown) };
      this.#end({ type: 'done', id, status: 'error', error });
      return;
    }
    const { cell } = outcome;
    for (const [name, value] of Object.entries(cell.variables ?? {})) {
      this.#variables.set(name, value);
    }
    if (cell.stdout !== undefined) this.#print('stdout', cell.stdout);
    if (cell.stderr !== undefined) this.#print('stderr', cell.stderr);
    const missing = this.#finish(cell);
    if (cell.hangs === true && missing === undefined) return;
    const error = missing ?? cell.error;
    const variables = this.#describe();
    this.#end(
      error === undefined
        ? {
            type: 'done',
            id,
            status: 'ok',
            variables,
            value: cell.value,
          }
        : { type: 'done', id, status: 'error', error, variables },
    );
  }

  async #play(code: string): Promise<{ cell: ScriptedCell } | { thrown: unknown }> {
    const last = this.#steps.length - 1;
    const position =
      this.#options.repeatLast === true ? Math.min(this.#position, last) : this.#position;
    const step = this.#steps[position];
    this.#position++;
    if (step === undefined) {
      return {
        thrown: `the script has ${this.#steps.length} cells, this is cell ${this.#position}`,
      };
    }
    try {
      const { call, print } = {
        call: this.#call.bind(this),
        print: this.#print.bind(this, 'stdout'),
      };
      const guest = { call, print, variables: this.#variables };
      const played = typeof step === 'function' ? await settle(step(code, guest)) : step;
      return { cell: typeof played === 'string' ? { stdout: played } : (played ?? {}) };
    } catch (thrown) {
      return { thrown: thrown instanceof Error ? thrown.message : thrown };
    }
  }

  async #call(name: string, ...args: readonly JsonValue[]): Promise<JsonValue> {
    const json = toJsonText(args, this.#start.limits, 'arguments');
    const call = ++this.#calls;
    this.#say({ type: 'call', call, name, args: json });
    void this.#sayWait();
    return new Promise((resolve, reject) => {
      this.#waiting.set(call, (outcome) => {
        if ('json' in outcome) resolve(JSON.parse(outcome.json) as JsonValue);
        else reject(new Error(outcome.error.message));
        void this.#sayWait();
      });
    });
  }

  /** Says that it waits as soon as nothing of the step can run. */
  async #sayWait(): Promise<void> {
    await nextTurn();
    if (this.#waiting.size > 0) this.#say({ type: 'wait' });
  }

  /** Says the final of a step; returns why the answer is none. */
  #finish({ final }: ScriptedCell): GuestError | undefined {
    if (final === undefined) return undefined;
    try {
      const frame = this.#finalOf(final);
      const { acceptsNull = false } = this.#start;
      const owner = { direct: 'FINAL', variable: 'FINAL_VAR', submit: 'SUBMIT' }[frame.kind];
      const fault = acceptsNull ? undefined : nullAnswerFault(frame.json, owner, 'null');
      if (fault !== undefined) return { type: 'TypeError', message: fault };
      this.#say(frame);
      return undefined;
    } catch (error) {
      const type = final.type === 'variable' ? 'NameError' : 'TypeError';
      return { type, message: messageOf(error) };
    }
  }

  #finalOf(final: NonNullable<ScriptedCell['final']>): FinalFrame {
    const { limits } = this.#start;
    if (final.type === 'direct') {
      const json = toJsonText(final.answer, limits, 'FINAL: answer');
      return { type: 'final', kind: 'direct', json };
    }
    if (final.type === 'submit') {
      const json = toJsonText(final.fields, limits, 'SUBMIT: fields');
      return { type: 'final', kind: 'submit', json };
    }
    const name = final.var;
    const value = this.#variables.get(name);
    if (value === undefined) throw new Error(missingVariable(name, [...this.#variables.keys()]));
    return { type: 'final', kind: 'variable', name, json: JSON.stringify(value) };
  }

  #get(name: string): { readonly json: string } | { readonly error: GuestError } {
    const value = this.#variables.get(name);
    return value === undefined
      ? { error: { type: 'NameError', message: `name '${name}' is not defined` } }
      : { json: JSON.stringify(value) };
  }

  #describe(): string {
    const list = [...this.#variables].map(([name, value]): GuestVariable => {
      const json = JSON.stringify(value);
      const text = typeof value === 'string' ? value : json;
      const preview = headOf(text, variablePreviewChars);
      const described = { name, typeName: typeof value, totalLength: text.length, preview };
      return json.length > localValueBytes ? described : { ...described, json };
    });
    return JSON.stringify(list);
  }

  #print(stream: 'stdout' | 'stderr', text: string): void {
    this.#say({ type: 'output', stream, text });
  }

  #end(frame: Extract<GuestFrame, { type: 'done' }>): void {
    if (this.#cell !== frame.id) return;
    this.#cell = undefined;
    this.#waiting.clear();
    this.#say(frame);
  }

  #say(frame: GuestFrame): void {
    if (!this.#isGone) this.#start.onFrame(frame);
  }
}

interface ScriptedSnapshot {
  readonly position: number;
  readonly variables: readonly (readonly [string, JsonValue])[];
}
