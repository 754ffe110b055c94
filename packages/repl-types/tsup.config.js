import { defineLibrary } from '@rlm/config/tsup';

export default defineLibrary({ core: { of: ['index', 'internal', 'options'] } });
