import { createRoot } from 'react-dom/client';

import type { ViewEvent } from '../../src/view/run-view.js';
import { ExportPage } from './run/export-page.js';
import { createEndedStore } from './store/run-store.js';
import './styles/index.css';

// Whoever makes the file writes the events of the run in here.
const log = document.getElementById('rlm-log')?.textContent ?? '';
const events = (log.trim() === '' ? [] : JSON.parse(log)) as ViewEvent[];
const root = document.getElementById('root');
if (root !== null) createRoot(root).render(<ExportPage store={createEndedStore(events)} />);
