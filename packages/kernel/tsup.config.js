import { defineLibrary } from '@rlm/config/tsup';

export default defineLibrary({ core: { of: ['internal'], without: ['model', 'testing'] } });
