import '@mainstay/ui/tokens.css';
import './app/page.css';

// Shared modules are agreed on before anything uses them: the application is a step behind its entry.
void import('./bootstrap.tsx');
