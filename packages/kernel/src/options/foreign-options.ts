const ofEvent = (type: string): string => `Read the event ${type}: for await (const event of run).`;
const ofResult = 'Await run.result: its stop says why a run ended.';
const ofProvider = 'Pass it in settings.root.providerOptions, as your provider names it.';
const sameSteps = 'Not supported: all steps have the same model, tools and settings.';

/** Options of the AI SDK that no loop has, each with what to use here. */
export const foreignOptions: Readonly<Record<string, string>> = Object.freeze({
  onStepStart: ofEvent('step-start'),
  experimentalOnStepStart: ofEvent('step-start'),
  onStepFinish: ofEvent('step-end'),
  onStepEnd: ofEvent('step-end'),
  onChunk: ofEvent('text-delta'),
  onStart: ofEvent('run-start'),
  experimentalOnStart: ofEvent('run-start'),
  onFinish: 'Await run.result.',
  onEnd: 'Await run.result.',
  onError: ofResult,
  onAbort: ofResult,
  prepareStep: sameSteps,
  experimentalPrepareStep: sameSteps,
  stopWhen:
    'Pass maxSteps for a number of steps, or policies: [fromStopCondition(condition)] of @rlm/policies/ai-sdk.',
  toolChoice: 'Not supported: the model decides. Say in words which tool it must call.',
  activeTools: 'Not supported: pass as tools only those that the model may call.',
  experimentalActiveTools: 'Not supported: pass as tools only those that the model may call.',
  toolApproval: 'Wrap the tool with requiresApproval(), and pass approve.',
  experimentalTelemetry: 'Pass telemetry: {}.',
  timeout: 'Pass limits.timeoutMs, or limits.callTimeoutMs for each call.',
  topK: ofProvider,
  presencePenalty: ofProvider,
  frequencyPenalty: ofProvider,
  experimentalContext: 'Not supported: use variables of your program in the functions of tools.',
  experimentalRepairToolCall:
    'Not supported: a wrong call goes back to the model, with what is wrong.',
  experimentalTransform: 'Not supported: change the events that you read.',
  experimentalDownload: 'Not supported: models get text only.',
  includeRawChunks: 'Not supported: the event text-delta has the text of replies.',
  allowSystemInMessages: 'Not supported: pass the text of system messages as an option of its own.',
});
