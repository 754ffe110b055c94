import { parseJavaScript } from '../../javascript/transform/parse-cell.js';
import type { Position } from '../../javascript/transform/syntax-tree.js';

/** Calls of a host function that have no answer yet and were made at one place of the code, as the helpers tell them. */
interface OpenCalls {
  readonly name: string;
  readonly count: number;
  readonly stack: string;
  /** Whether something waits for them. */
  readonly isAwaited: boolean;
}

/** A function of the cell, or the cell itself, in which a frame of a stack is. */
interface Frame {
  readonly scope: Position | undefined;
  readonly line: number;
}

const frameLine = /^\s*at (?:(?!async )(.*?) \()?(cell \d+):(\d+):(\d+)\)?$/;
const maxNames = 5;

/**
 * Why a final may not end the run yet: calls of its cell were made and nothing awaits them. Undefined if it may.
 *
 * Code of the cell itself that is running awaits nothing, so all open calls count. A final in an async function may be an early exit
 * beside calls that others await (`Promise.all`), so only the calls count that this function has made.
 *
 * @param code The cell as it runs.
 * @param open JSON text of `{ stack, calls }`: where the final is called, and {@link OpenCalls}.
 */
export function unawaitedFault(code: string, file: string, open: string): string | undefined {
  if (open === '') return undefined;
  try {
    const { stack, calls } = JSON.parse(open) as { stack: string; calls: readonly OpenCalls[] };
    const framesOf = frameReader(code, file);
    const ender = flowOf(framesOf(stack));
    if (ender === undefined) return undefined;
    const canLeave = leavesCalls(code);
    const left = calls
      .filter(({ isAwaited }) => !(isAwaited && canLeave))
      .map((call) => ({ ...call, frames: framesOf(call.stack) }))
      .filter(({ frames, isAwaited }) => isOwn(ender.scope, frames, isAwaited));
    return left.length === 0 ? undefined : faultOf(left);
  } catch {
    // Code may have made it: what cannot be read says nothing.
    return undefined;
  }
}

/** Whether calls that something awaits may be open for good: the losers of a race, and those beside one that failed. */
function leavesCalls(code: string): boolean {
  if (/\bPromise\s*\.\s*(?:race|any)\b/.test(code)) return true;
  return /\bcatch\b/.test(code) && /\bPromise\s*\.\s*all/.test(code);
}

/** Whether a call belongs to the code that ends the run: the cell, or one of its async functions. */
function isOwn(ender: Position | undefined, frames: readonly Frame[], isAwaited: boolean): boolean {
  if (ender === undefined) return true;
  if (flowOf(frames)?.scope?.node === ender.node) return !isAwaited;
  // A callback runs many times: what its other runs have made is awaited beside it.
  return ender.key !== 'arguments' && frames.some(({ scope }) => scope?.node === ender.node);
}

/** The innermost frame that can await: in an async function, or in the cell itself. */
function flowOf(frames: readonly Frame[]): Frame | undefined {
  return frames.find(({ scope }) => scope === undefined || scope.node['async'] === true);
}

/** Reads the frames of a stack that are in a cell. */
function frameReader(code: string, file: string): (stack: string) => readonly Frame[] {
  const lines = code.split('\n');
  const starts: number[] = [];
  let next = 0;
  for (const line of lines) {
    starts.push(next);
    next += line.length + 1;
  }
  const functions = parseJavaScript(code).positions.filter(({ node }) =>
    node.type.includes('Function'),
  );
  const scopeAt = (offset: number): Position | undefined => {
    let found: Position | undefined;
    for (const position of functions) {
      const { start, end } = position.node;
      if (start <= offset && offset < end && (found?.node.start ?? -1) <= start) found = position;
    }
    return found;
  };
  return (stack) =>
    stack.split('\n').flatMap((text) => {
      const [, , of, line = '', column = ''] = frameLine.exec(text) ?? [];
      const start = starts[Number(line) - 1];
      if (of !== file || start === undefined) return [];
      // Some engines tell the first argument, which may be a function, as the place of a call.
      return [{ scope: scopeAt(start + Number(column) - 2), line: Number(line) }];
    });
}

function faultOf(left: readonly (OpenCalls & { readonly frames: readonly Frame[] })[]): string {
  const total = left.reduce((sum, { count }) => sum + count, 0);
  const places = left.map(({ name, count, frames }) => {
    const line = frames[0] === undefined ? '' : ` (line ${String(frames[0].line)})`;
    return `${name}${count > 1 ? ` ${String(count)} times` : ''}${line}`;
  });
  const more = places.length > maxNames ? ', ...' : '';
  const named = [...new Set(places)].slice(0, maxNames).join(', ') + more;
  const what =
    total === 1 ? 'a call of this block was' : `${String(total)} calls of this block were`;
  return `${what} not awaited: ${named}. Write \`await\` before a call, \`await Promise.all(list)\` for a list of them, and finish after that`;
}
