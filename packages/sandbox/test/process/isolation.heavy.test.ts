import { bubblewraps } from '../support/bubblewraps.js';
import { otherKinds, testIsolation } from '../support/isolation-suite.js';
import { sessionsOfFile } from '../support/open-sessions.js';

testIsolation(otherKinds, bubblewraps(), sessionsOfFile());
