import { defineLibrary } from '@rlm/config/tsup';

export default defineLibrary();
