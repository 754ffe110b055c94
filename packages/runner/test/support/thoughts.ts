/** What a thought drafts, and the answer must not be. */
export const draft = 'Perhaps Bob.\nFINAL("Bob")\n```repl\nFINAL("Bob")\n```\n';

/** A thought about a draft, as models of several families write it. */
export const thoughts: readonly string[] = [
  `<think>\n${draft}</think>\n\n`,
  `<Reasoning effort="low">${draft}</Reasoning>\n`,
  `<seed:think>${draft}</seed:think>`,
  `[THINK]${draft}[/THINK]`,
  `◁think▷${draft}◁/think▷`,
  `<|START_THINKING|>${draft}<|END_THINKING|>`,
  `<scratchpad>${draft}</scratchpad>\n`,
  `<|channel|>analysis<|message|>${draft}<|end|><|start|>assistant<|channel|>final<|message|>`,
  `analysisWe see. ${draft}assistantfinal`,
  `${draft}</think>\n\n`,
];
