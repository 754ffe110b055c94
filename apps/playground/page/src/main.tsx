import { createRoot } from 'react-dom/client';

import { App } from './app/app.js';
import { takeToken } from './server/credentials.js';
import './styles/index.css';

await takeToken();
// The address of a new server, opened in a tab of an earlier one, loads nothing by itself.
window.addEventListener('hashchange', () => {
  void takeToken().then((isTaken) => {
    if (isTaken) window.location.reload();
  });
});
const root = document.getElementById('root');
if (root !== null) createRoot(root).render(<App />);
