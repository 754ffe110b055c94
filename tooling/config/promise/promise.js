/** What the promise in docs/security.md is measured with: in tests, in the fuzz campaign, and for the table of its figures. */
export {
  isOver,
  loadHeadroom,
  maxBusyMs,
  maxGrownBytes,
  maxKeptBytes,
  maxLateMs,
} from './figures.js';
export { keptSince, measureCase } from './measure-case.js';
export { readReports, removeReports, writeReport } from './report.js';
export { brokenIn, renderTable } from './table.js';
export { waitedMs, watchHost } from './watch-host.js';
