import type { ModelLike } from '@rlm/kernel/model';
import { defineTool, runResponse } from '@rlm/penguin-engine';
import { z } from 'zod';

/** Where orders are: your database in production, a map in a test. */
export interface Orders {
  find(id: string): Promise<{ readonly status: string } | undefined>;
}

export interface Answer {
  readonly text: string;
  readonly isSure: boolean;
}

/** Answers a customer. The model is passed in, so a test can play it. */
export async function answerCustomer(
  question: string,
  { model, orders }: { readonly model: ModelLike; readonly orders: Orders },
): Promise<Answer> {
  const findOrder = defineTool({
    name: 'find_order',
    description: 'Says where an order is. Takes its number.',
    input: z.object({ id: z.string().regex(/^\d{4}$/) }),
    execute: async ({ id }) => (await orders.find(id)) ?? `There is no order ${id}.`,
  });
  const { status, assistantResponse } = await runResponse({
    model,
    prompt: question,
    tools: [findOrder],
    maxSteps: 5,
    retry: { attempts: 2, minDelayMs: 1 },
  }).result;
  if (status === 'completed') return { text: assistantResponse, isSure: true };
  return { text: 'A colleague will answer you today.', isSure: false };
}
