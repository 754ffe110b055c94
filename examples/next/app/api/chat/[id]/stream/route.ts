import { toResponse } from '@rlm/ui';

import { runOf } from '../../../../../lib/runs';

type Context = { readonly params: Promise<{ readonly id: string }> };

/** What `useChat({ resume: true })` asks for when a page is loaded: the run that is still going on. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { id } = await params;
  const run = runOf(id);
  if (run === undefined) return new Response(null, { status: 204 });
  const lastEventId = request.headers.get('last-event-id');
  return toResponse(run, { lastEventId, onClose: 'continue' });
}
