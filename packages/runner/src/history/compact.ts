import { awaitHook, groupThousands, headOf } from '@rlm/repl-types/internal';
import type { RunContext } from '@rlm/kernel';
import { isPromptTooLong } from '@rlm/kernel/internal';
import {
  deterministic,
  hierarchical,
  llm,
  slidingWindow,
  type CompactionPolicy,
  type HistoryEntry,
} from '@rlm/policies/compaction';
import { parseCodeBlocks } from '@rlm/termination';

import { askModel } from '../turn/ask-model.js';
import type { Notice } from '../run/notice.js';
import type { RlmState } from '../run/state.js';
import { compactionDefaults, type CompactionOptions } from '../options/compaction-options.js';
import { maxKeptBytes } from '../kept-bytes.js';
import { boundTurns } from './bound-turns.js';
import { transcriptChars } from './messages.js';
import { message, type Transcript, type TranscriptTurn } from '../run/transcript-turn.js';

/** Characters of an entry that a summary quotes where its policy keeps it whole. */
const quotedChars = 500;

/** A transcript that is short enough, and the notice about it. */
export interface Compaction {
  readonly transcript: Transcript;
  readonly notices: readonly Notice[];
}

/**
 * Shortens the transcript if it is too long: older turns become a summary. Whatever the options, a run keeps no more
 * than it may. Undefined for a transcript that is short enough, as most are.
 */
export async function compactTranscript(
  state: RlmState,
  context: RunContext,
): Promise<Compaction | undefined> {
  const options = state.plan.options.compaction ?? {};
  const { maxChars = compactionDefaults.maxChars, keepTurns = compactionDefaults.keepTurns } =
    options || {};
  const chars = transcriptChars(state);
  const older = state.transcript.turns.length - keepTurns;
  const isSummarised = options !== false && older > 0 && chars > maxChars;
  if (!isSummarised && 2 * chars <= maxKeptBytes.transcript) return undefined;
  const summarised = isSummarised
    ? await summariseOlder(state, context, options, older)
    : { transcript: state.transcript, notices: [] };
  const { transcript, notices } = boundTranscript(summarised.transcript);
  return { transcript, notices: [...summarised.notices, ...notices] };
}

/**
 * The first `at` turns become a summary, and stay, as long as they are not too much, in the REPL variable `history`, a list of
 * `{ turn, reply, output }`, behind the earlier questions of a lasting session.
 */
export async function summariseOlder(
  state: RlmState,
  context: RunContext,
  options: CompactionOptions,
  at: number,
): Promise<Compaction> {
  const { transcript, host } = state;
  const older = transcript.turns.slice(0, at);
  const summary = await summarise(older, options, state, context);
  const bounded = boundTurns([...transcript.archive, ...older], maxKeptBytes.archive);
  const archive = bounded.turns;
  const forgotten = transcript.forgotten + bounded.dropped;
  const isArchiveWhole = transcript.isArchiveWhole && bounded.shortened + bounded.dropped === 0;
  const count = forgotten + archive.length;
  const turns = archive.map(({ reply, feedback }, index) => ({
    turn: forgotten + index + 1,
    reply,
    output: feedback,
  }));
  const isKept = await host.setHistory(turns);
  const behind = host.history === undefined ? '' : ' behind the earlier questions';
  const which = isArchiveWhole ? 'whole' : 'as far as there is room';
  const where = `they are ${which} in the variable \`history\`, a list of turns with \`turn\`, \`reply\` and \`output\`${behind}`;
  const told = `The first ${String(count)} turns were summed up${isKept ? `; they are ${which} in the variable history` : ''}.`;
  return {
    transcript: {
      turns: transcript.turns.slice(at),
      archive,
      forgotten,
      isArchiveWhole,
      summary: `Turns 1 to ${String(count)} are summed up here${isKept ? `; ${where}` : ''}.\n\n${summary}`,
    },
    notices: [{ code: 'history_compacted', message: told }],
  };
}

/** Shortens the oldest of the turns that the model still sees, if all are more than a run keeps. */
function boundTranscript(transcript: Transcript): Compaction {
  const { turns, shortened, dropped } = boundTurns(transcript.turns, maxKeptBytes.transcript);
  if (shortened + dropped === 0) return { transcript, notices: [] };
  const most = groupThousands(maxKeptBytes.transcript / 2);
  const message = `The conversation was over ${most} characters: ${String(shortened)} of the oldest turns were shortened, and ${String(dropped)} dropped.`;
  return {
    transcript: { ...transcript, turns },
    notices: [{ code: 'transcript_shortened', message }],
  };
}

async function summarise(
  older: readonly TranscriptTurn[],
  options: CompactionOptions,
  state: RlmState,
  context: RunContext,
): Promise<string> {
  const policy = choosePolicy(options.policy ?? 'deterministic', state, context);
  const replaced = state.transcript.summary;
  const earlier: readonly HistoryEntry[] =
    replaced === '' ? [] : [{ action: 'summary', output: replaced }];
  const entries = [...earlier, ...older.map(toEntry)];
  const { query } = state.plan;
  const compact = (by = policy): Promise<readonly HistoryEntry[]> =>
    awaitHook(() => by.compact(entries, { task: query })).then(({ history }) => history);
  // A caller's policy may depend on more than it is given.
  const history =
    typeof options.policy === 'object'
      ? await context.effects.run({ kind: 'compaction', input: entries, perform: () => compact() })
      : await compact().catch((error: unknown) => {
          // What is to be shortened may itself be too long for the model that sums it up.
          if (!isPromptTooLong(error)) throw error;
          return compact(deterministic({ preserveLastN: 0 }));
        });
  return history.map(renderEntry).join('\n');
}

function toEntry({ reply, feedback }: TranscriptTurn): HistoryEntry {
  return { action: parseCodeBlocks(reply).length > 0 ? 'repl' : 'text', output: feedback };
}

function renderEntry(entry: HistoryEntry): string {
  if (typeof entry.content === 'string') return entry.content;
  return `${entry.action ?? 'turn'}: ${headOf(entry.output ?? '', quotedChars)}`;
}

function choosePolicy(
  policy: NonNullable<CompactionOptions['policy']>,
  { plan, scope }: RlmState,
  context: RunContext,
): CompactionPolicy {
  if (typeof policy !== 'string') return policy;
  switch (policy) {
    case 'deterministic':
      return deterministic({ preserveLastN: 0 });
    case 'hierarchical':
      return hierarchical();
    case 'sliding_window':
      return slidingWindow({ windowSize: 0 });
    case 'llm':
      return llm({
        preserveLastN: 0,
        async summarise(prompt) {
          const messages = [message('user', prompt)];
          const call = { purpose: 'summary', messages } as const;
          return (await askModel(plan, call, context, scope.calls)).text;
        },
      });
  }
}
