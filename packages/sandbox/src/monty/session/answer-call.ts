import type { SandboxLimits } from '../../contract/limits.js';
import type { WorkerEvent } from '../protocol/events.js';
import { resumeWithError, resumeWithValue } from '../protocol/requests.js';
import { nullAnswerFault } from '../../contract/null-answer.js';
import { missingVariable } from '../../supervisor/values/missing-variable.js';
import { NoData } from '../values/no-data.js';
import { encodeValue } from '../values/encode-value.js';
import { requireBytes, toJsonTexts } from '../values/write-json.js';
import { abort } from './abort.js';
import { evaluate } from './asker.js';
import { breathe } from './breathe.js';
import { type Call, pairOf, readArguments, readFinal } from './finals.js';
import { peek } from './peek.js';
import type { Session } from './session.js';
import { describeVariables, showVariables } from './variables.js';

/** Answers a call of a name that the host has defined; resolves with the worker's next event. */
export async function answerCall(session: Session, call: Call): Promise<WorkerEvent> {
  try {
    if (session.finalNames.has(call.name)) return await answerFinal(session, call);
    if (call.name === 'SHOW_VARS') return await answerShowVars(session, call);
    return await answerHostCall(session, call);
  } catch (error) {
    if (!(error instanceof NoData) && !(error instanceof TypeError)) throw error;
    const type = error instanceof NoData ? 'ValueError' : 'TypeError';
    return session.worker.request(resumeWithError(call.call, type, error.message));
  }
}

async function answerFinal(session: Session, call: Call): Promise<WorkerEvent> {
  const wanted = readFinal(call, session.start.limits);
  if (wanted.kind === 'value') {
    requireAnswer(session, call.name, wanted.frame.json);
    await breathe(wanted.frame.json);
    session.finish(wanted.frame);
    return abort(session);
  }
  const { name } = wanted;
  const { seen, goBack } = await peek(session.worker, async () => {
    const value = session.knows(name) ? undefined : await evaluate(session.worker, name);
    if (value?.ok === true) return { value: value.value, names: [] };
    const variables = await describeVariables(session.worker, session.memory, 200, 1);
    return { value: undefined, names: variables.map(({ variable }) => variable.name) };
  });
  if (seen.value !== undefined) {
    const json = finalJson(name, seen.value, session.start.limits);
    if (json instanceof NoData) {
      await goBack();
      throw json;
    }
    const fault = nullFault(session, call.name, json);
    if (fault !== undefined) {
      await goBack();
      throw new TypeError(fault);
    }
    await breathe(json);
    session.finish({ type: 'final', kind: 'variable', name, json });
    session.wasAborted = true;
    return { kind: 'error', error: { type: 'RuntimeError', text: '', trace: [] } };
  }
  await goBack();
  const text = missingVariable(name, seen.names);
  return session.worker.request(resumeWithError(call.call, 'NameError', text));
}

function nullFault(session: Session, name: string, json: string): string | undefined {
  return session.start.acceptsNull === true ? undefined : nullAnswerFault(json, name, 'None');
}

function requireAnswer(session: Session, name: string, json: string): void {
  const fault = nullFault(session, name, json);
  if (fault !== undefined) throw new TypeError(fault);
}

function finalJson(name: string, value: Buffer, limits: SandboxLimits): string | NoData {
  try {
    return requireBytes(toJsonTexts([value], limits, () => `FINAL_VAR: ${name}`).join(), limits);
  } catch (error) {
    if (error instanceof NoData) return error;
    throw error;
  }
}

async function answerShowVars(session: Session, call: Call): Promise<WorkerEvent> {
  const { seen, goBack } = await peek(session.worker, () =>
    describeVariables(session.worker, session.memory, 1_000, 1),
  );
  await goBack();
  session.listing = showVariables(seen);
  return session.worker.request(resumeWithValue(call.call, encodeValue(session.listing)));
}

async function answerHostCall(session: Session, call: Call): Promise<WorkerEvent> {
  const { limits } = session.start;
  const { positional, named } = readArguments(call, limits);
  const args = named.length > 0 ? [...positional, `{${named.map(pairOf).join(',')}}`] : positional;
  const json = requireBytes(`[${args.join(',')}]`, limits);
  await breathe(json);
  const outcome = await session.callHost(call.name, json);
  if (outcome === undefined || session.mustStop()) return abort(session);
  if ('json' in outcome) {
    return session.worker.request(
      resumeWithValue(call.call, encodeValue(JSON.parse(outcome.json))),
    );
  }
  session.failures.add(outcome.error.message);
  return session.worker.request(resumeWithError(call.call, 'RuntimeError', outcome.error.message));
}
