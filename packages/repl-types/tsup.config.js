import { defineLibrary } from '@rlm/config/tsup';

export default defineLibrary({ cores: [{ of: ['index', 'internal', 'options'] }] });
