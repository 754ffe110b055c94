import { errorWith } from '@rlm/config/error-with';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  approve,
  canTransition,
  createTask,
  InvalidTransitionError,
  markPendingReview,
  reject,
  transition,
  type Task,
  type TaskStatus,
} from '../../src/task/index.js';
import { preferred, readVectors } from '../support/vectors.js';

interface Op {
  readonly op: 'transition' | 'mark_pending_review' | 'approve';
  readonly to?: TaskStatus;
}
interface After {
  readonly returned: boolean | null;
  readonly status: TaskStatus;
  readonly progress: number;
  readonly history: number;
}

const apply = (task: Task, { op, to = 'active' }: Op): Task => {
  switch (op) {
    case 'transition':
      return transition(task, to);
    case 'mark_pending_review':
      return markPendingReview(task);
    case 'approve':
      return approve(task);
  }
};

describe('the task life cycle on task_states (the phase beside the status is not ours)', () => {
  const rows = readVectors<{ readonly status: TaskStatus; readonly ops: readonly Op[] }, After[]>(
    'task_states',
  );
  it.each(rows)('follows $name', (row) => {
    let task = createTask({ id: 't', name: 'task', status: row.input.status });
    const refused = (row.better as { readonly error?: string } | undefined)?.error;
    preferred(row).forEach((after, index) => {
      const op = row.input.ops[index] ?? { op: 'approve' };
      if (op.op === 'transition') {
        expect(canTransition(task.status, op.to ?? 'active')).toBe(after.returned);
      }
      if (after.returned === false || refused !== undefined) {
        expect(() => apply(task, op)).toThrow(InvalidTransitionError);
      } else task = apply(task, op);
      const { status, progress, history } = task;
      expect({ status, progress, history: history.length }).toEqual({
        status: after.status,
        progress: after.progress,
        history: after.history,
      });
    });
  });
});

describe('transition', () => {
  const statuses: readonly TaskStatus[] = [
    'active',
    'running',
    'pending_review',
    'completed',
    'cancelled',
    'failed',
    'archived',
  ];

  it('throws exactly where canTransition says no, and never changes the task it was given', () => {
    fc.assert(
      fc.property(fc.constantFrom(...statuses), fc.constantFrom(...statuses), (from, to) => {
        const task = createTask({ id: 't', name: 'task', status: from });
        const before = structuredClone(task);
        let after: Task | null = null;
        try {
          after = transition(task, to);
        } catch (error) {
          expect(error).toBeInstanceOf(InvalidTransitionError);
        }
        expect(after !== null).toBe(canTransition(from, to));
        expect(after?.status ?? to).toBe(to);
        expect(task).toEqual(before);
      }),
    );
  });

  it('says what is allowed when it refuses', () => {
    const task = createTask({ id: 't', name: 'task', status: 'failed' });
    expect(() => transition(task, 'completed')).toThrow(
      errorWith({
        code: 'invalid_transition',
        details: { from: 'failed', to: 'completed' },
        facts: ['failed', 'completed', 'active, archived'],
      }),
    );
  });
});

describe('reject', () => {
  const pending = markPendingReview(createTask({ id: 't', name: 'task', status: 'running' }));

  it('sends a task back to work, with the reason and the reviewer in its history', () => {
    const task = reject(pending, 'tests are missing', { reviewer: 'ada' });
    expect(task.status).toBe('running');
    expect(task.history.at(-1)).toEqual({
      from: 'pending_review',
      to: 'running',
      reason: 'tests are missing',
      reviewer: 'ada',
    });
  });

  it('is for tasks under review alone', () => {
    const running = createTask({ id: 't', name: 'task', status: 'running' });
    expect(() => reject(running, 'no')).toThrow(InvalidTransitionError);
    expect(() => reject(createTask({ id: 't', name: 'task' }), 'no')).toThrow(
      errorWith({ code: 'invalid_transition', facts: ['active', 'pending_review', 'rejected'] }),
    );
  });
});
