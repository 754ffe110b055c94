import type { Diagnostic } from '@rlm/kernel';
import { PromptRoom } from '@rlm/kernel/internal';
import { REPLHistory } from '@rlm/repl-types';

import type { RlmContext } from '../run/events.js';
import { emptyTranscript } from '../run/transcript-turn.js';
import type { RlmPlan } from '../run/rlm-plan.js';
import { earlierVariables, openingOf } from '../prompt/opening.js';
import { createScope, type QueryScope } from '../run/query-scope.js';
import type { OpenHost } from '../session/session-host.js';
import type { SessionHost } from '../run/session-host.js';
import type { RlmState } from '../run/state.js';
import { openCoverage } from './coverage-steps.js';
import { tellOpen } from './join-session.js';

/** The input of a run: its plan, and the function that opens its session. */
export interface RlmInput {
  readonly plan: RlmPlan;
  readonly openHost: OpenHost;
}

/** Opens a run: its first messages, and its session, which may be open only later: see `joinSession`. */
export async function openRun(
  { plan, openHost }: RlmInput,
  context: RlmContext,
): Promise<RlmState> {
  const scope = createScope(plan, context);
  const host: SessionHost = await openHost(plan, scope, context.abortSignal);
  try {
    // A resumed run asks its session only what it was asked before, also if it is open by now.
    const isAsked = host.isReady || waitsForSession(plan);
    if (isAsked || context.effects.cells?.isLive === false) await host.ready();
    return await begin(plan, scope, host, context, isAsked);
  } catch (error) {
    await host.close();
    throw error;
  }
}

async function begin(
  plan: RlmPlan,
  scope: QueryScope,
  host: SessionHost,
  context: RlmContext,
  isAsked: boolean,
): Promise<RlmState> {
  const { sandbox } = plan.options;
  if (sandbox.name.startsWith('unsafe-')) context.diagnose(unsafeBackend(sandbox.name));
  // In a run resumed from a snapshot they would be those of a later step: this prompt was made
  // before there were any.
  const isLater = context.effects.cells?.snapshot !== undefined;
  const variables = isLater || !isAsked ? new Map<never, never>() : await host.variables();
  const { contexts, history } = host;
  const described = [
    ...contexts,
    ...(history === undefined ? [] : [history]),
    ...earlierVariables(variables),
  ];
  const { messages: opening, foreign } = openingOf(plan, described, host.descriptions, context);
  scope.shown.add(foreign);
  if (plan.options.coverage === true) {
    scope.coverage = openCoverage(host, plan, context);
  }
  const isWaited = host.isReady;
  const whenOpen = tellOpen({ plan, host, scope, opening });
  if (isWaited) await whenOpen;
  // The first step that needs the session hears of a fault.
  whenOpen.catch(() => undefined);
  return {
    plan,
    host,
    scope,
    opening,
    whenOpen,
    transcript: emptyTranscript,
    room: new PromptRoom(),
    codeReply: null,
    variables,
    history: new REPLHistory(),
    lastValues: null,
    coverage: null,
  };
}

/**
 * Whether a new run waits for its session before it asks the model: the variable `answer` is in the first prompt, and a limit on the
 * time of a step is not meant for an interpreter that starts.
 */
function waitsForSession({ dialects, options }: RlmPlan): boolean {
  return (
    options.stepTimeoutMs !== undefined || dialects.some(({ session }) => session === 'answer')
  );
}

/** The diagnostic for a run whose code is not isolated from the computer. */
function unsafeBackend(name: string): Diagnostic {
  const message = `The backend ${name} has no isolation: model-written code can read and write files, use the network and start programs as this user`;
  return { code: 'unsafe_backend', message };
}
