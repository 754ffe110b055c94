export { createAbortHub, untilAborted, type AbortHub } from './abort-hub.js';
export { createGate, type Gate, type LeaveGate } from './gate.js';
