import { toResponse } from '@rlm/ui';
import { safeValidateUIMessages } from 'ai';

import type { RunMessage } from '../../../lib/message';
import { startRun } from '../../../lib/runs';

/** What `useChat` posts: the id of the chat, and its messages. */
export async function POST(request: Request): Promise<Response> {
  const { id, messages } = (await request.json().catch(() => ({}))) as Record<string, unknown>;
  const checked = await safeValidateUIMessages<RunMessage>({ messages });
  if (typeof id !== 'string' || !checked.success || checked.data.at(-1)?.role !== 'user') {
    return Response.json({ error: 'Expected a chat with a question.' }, { status: 400 });
  }
  // A page that is closed or loaded again does not end its run.
  return toResponse(startRun(id, checked.data), {
    onClose: 'continue',
    onError: (stop) => {
      console.error(stop.message);
    },
  });
}
