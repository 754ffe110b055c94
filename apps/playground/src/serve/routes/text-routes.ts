import { ProblemError } from '../http/problem.js';
import type { Requests } from '../http/requests.js';
import type { TextLibrary } from '../texts/library.js';
import type { ReadTextBytes } from '../texts/read-apart.js';
import { readUpload } from '../texts/read-upload.js';
import type { Route } from './route.js';

/** The paths of texts. */
export const textRoutes = (
  texts: TextLibrary,
  requests: Requests,
  readBytes: ReadTextBytes,
): readonly Route[] => [
  {
    path: '/texts',
    methods: {
      GET: async (c) => c.json({ texts: await texts.list() }),
      async PUT(c) {
        const name = (c.req.query('name') ?? '').trim();
        if (name === '' || name.length > 300) {
          throw new ProblemError(
            'invalid',
            'Expected name to be the name of a file, at most 300 characters. Use PUT /api/texts?name=<file name>.',
          );
        }
        const client = c.get('client');
        // Refuses a text that does not fit before its bytes arrive.
        texts.maxCharacters(client);
        const added = await requests.file(c.req.raw, client, async (bytes) => {
          const { text, guess } = await readUpload({ client, name, bytes }, texts, readBytes);
          return texts.add(client, name, text, guess);
        });
        return c.json(added, 201);
      },
    },
  },
  {
    path: '/texts/:id',
    methods: {
      DELETE(c) {
        texts.remove(c.req.param('id') ?? '');
        return Promise.resolve(c.body(null, 204));
      },
    },
  },
];
