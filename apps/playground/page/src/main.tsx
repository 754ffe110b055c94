import { createRoot } from 'react-dom/client';

import { App } from './app/app.js';
import './styles/index.css';

const root = document.getElementById('root');
if (root !== null) createRoot(root).render(<App />);
