import { createRoot } from 'react-dom/client';

import { App } from './app/app.js';
import { forgetToken } from './app/forget-token.js';
import './styles/index.css';

forgetToken();
const root = document.getElementById('root');
if (root !== null) createRoot(root).render(<App />);
